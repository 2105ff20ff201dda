// What a checkpoint may be continued with: the hashes of the parts of a Model that its State depends on.
#include "scree/output/fingerprint.hpp"

#include <array>
#include <string_view>

#include "scree/output/checkpoint.hpp"
#include "scree/output/content_hash.hpp"

namespace scree::output {

namespace {

// Number by number, because structs have padding with arbitrary bytes in it.
class Hasher {
 public:
  template <class... T>
  void add(const T&... values) {
    (one(values), ...);
  }
  std::uint64_t value() const { return hash_; }

 private:
  template <class T>
  void one(const T& v) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      hash_ = hash_bytes(&v, sizeof v, hash_);
    } else {
      static_assert(std::has_unique_object_representations_v<T> || std::is_same_v<T, Vec3> ||
                    std::is_same_v<T, Vec3d> || std::is_same_v<T, Quat> || std::is_same_v<T, Mat3> ||
                    std::is_same_v<T, Frustum>);
      hash_ = hash_bytes(&v, sizeof v, hash_);
    }
  }
  void one(const std::string& text) { hash_ = hash_text(text, hash_); }
  template <class T>
  void one(const std::vector<T>& values) {
    add(values.size());
    for (const T& v : values) one(v);
  }
  // The bindings name every member: a member more or less does not compile, so none is forgotten.
  void one(const Material& m) {
    const auto& [name, density, young, poisson, surface_energy] = m;
    add(name, density, young, poisson, surface_energy);
  }
  void one(const LawParams& l) {
    const auto& [normal, tangential, rolling, twisting, attraction, bond_after_contact, k_n, k_t, gamma_n, gamma_t,
                 rate_n, rate_t, zeta_n, zeta_t, cohesive_force, E_star, G_star, beta_n, beta_t, adhesion, mu,
                 mu_rolling, mu_twisting, k_rolling, k_twisting, eta_rolling, eta_twisting] = l;
    add(normal, tangential, rolling, twisting, attraction, bond_after_contact, k_n, k_t, gamma_n, gamma_t, rate_n,
        rate_t, zeta_n, zeta_t, cohesive_force, E_star, G_star, beta_n, beta_t, adhesion, mu, mu_rolling, mu_twisting,
        k_rolling, k_twisting, eta_rolling, eta_twisting);
  }
  void one(const Part& p) {
    const auto& [kind, size, pose, material, polyhedron, smooth, curvature_radius, covered] = p;
    add(kind, size, pose.R, pose.p, material, polyhedron, smooth, curvature_radius, covered);
  }
  void one(const BodyType& t) {
    const auto& [name, parts, density, volume, gyration2, bounding_radius, as_given, round] = t;
    add(name, parts, density, volume, gyration2, bounding_radius, as_given, round);
  }
  void one(const PolyhedronData& p) { add(p.vertices, p.face_start, p.loop); }  // the rest follows from these
  void one(const SmoothShape& s) { add(s.shape.r(), s.shape.eps1(), s.shape.eps2()); }
  void one(const WallBall& b) { add(b.x, b.r); }
  void one(const Wall& w) {
    const auto& [name, kind, material, x, q, frustum, vertices, balls, carries_blocks] = w;
    add(name, kind, material, x, q, frustum, vertices, balls, carries_blocks);
  }
  void one(const Vec2& v) { add(v.x, v.y); }
  void one(const BlockGroup& b) {
    const auto& [name, first_id, count] = b;
    add(name, first_id, count);
  }
  void one(const Joint& j) {
    const auto& [id_a, id_b, p_a, p_b, q_a, q_b, area, i_x, i_y, k_n, k_s, eta_n, eta_s, tensile_strength, cohesion,
                 tan_phi, corners] = j;
    add(id_a, id_b, p_a, p_b, q_a, q_b, area, i_x, i_y, k_n, k_s, eta_n, eta_s, tensile_strength, cohesion, tan_phi,
        corners);
  }

  std::uint64_t hash_ = 0;
};

template <class... T>
std::uint64_t hash_of(const T&... values) {
  Hasher h;
  h.add(values...);
  return h.value();
}

template <class T, class V>
std::vector<V> values_of(const std::vector<T>& things, V T::*member) {
  std::vector<V> values;
  for (const T& thing : things) values.push_back(thing.*member);
  return values;
}

template <class T>
std::vector<std::string> names_of(const std::vector<T>& things) {
  return values_of(things, &T::name);
}

}  // namespace

std::vector<FingerprintPart> fingerprint_parts(const Model& m) {
  return {
      {"materials", hash_of(m.materials)},
      {"contact laws", hash_of(m.laws, m.law_of_pair)},
      {"body types", hash_of(m.body_types, m.polyhedra, m.superellipsoids)},
      {"walls", hash_of(m.walls)},
      {"blocks and joints", hash_of(m.blocks, m.joints)},
      {"time step", hash_of(m.settings.dt)},
      {"integrator", hash_of(m.settings.integrator, m.settings.gear_values, m.settings.rotation)},
      {"dimension", hash_of(m.settings.dimension, m.settings.thickness)},
      {"combination of contact points",
       hash_of(m.combines_points(), m.settings.cluster_points, m.settings.polyhedron_points)},
      {"skin and reach of the pair list", hash_of(m.settings.skin, m.settings.most_skin, m.reach)},
      // Copied into the State at t = 0, where events may change them: another value would have no effect.
      {"gravity", hash_of(m.settings.gravity)},
      {"start of motions", hash_of(values_of(m.motions, &Motion::start))},
      {"start and end of streams", hash_of(values_of(m.streams, &Stream::start), values_of(m.streams, &Stream::end))},
      // Their other settings may change, but the State counts them by their places.
      {"names of motions", hash_of(names_of(m.motions))},
      {"names of streams", hash_of(names_of(m.streams))},
      {"names of flow planes", hash_of(names_of(m.flow_planes))},
      {"names of events", hash_of(names_of(m.events))}};
}

std::uint64_t model_fingerprint(const Model& model) {
  std::uint64_t h = 0;
  for (const FingerprintPart& part : fingerprint_parts(model)) h = mix_bits(h ^ part.hash);
  return h;
}

}  // namespace scree::output
