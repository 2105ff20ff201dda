// A checkpoint may be continued if these hashes agree: they are of the parts of a Model that its State depends on.
#include "scree/store/fingerprint.hpp"

#include <array>
#include <string_view>

#include "scree/store/checkpoint.hpp"
#include "scree/store/content_hash.hpp"

namespace scree::output {

namespace {

// Values are hashed number by number, because structs have padding with arbitrary bytes in it.
class Hasher {
 public:
  template <class... T>
  void add(const T&... values) {
    (one(values), ...);
  }
  // Adds what set-up has made of the vertices and the faces.
  void add_derived(const PolyhedronData& p) {
    const auto& [vertices, edges, normals, offsets, face_start, loop, loop_edge, loop_face, fan_start, neighbours,
                 fan_edge, fan_face, fan_points, side_normals, side_offsets, outlines, outline_start, centre, radius,
                 inner_radius, bulge, n_dropped] = p;
    add(vertices, edges, normals, offsets, face_start, loop, loop_edge, loop_face, fan_start, neighbours, fan_edge,
        fan_face, fan_points, side_normals, side_offsets, outline_start, centre, radius, inner_radius, bulge);
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
  void one(const SuperellipsoidShape& s) { add(s.shape.r(), s.shape.eps1(), s.shape.eps2()); }
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

  void one(const ShrunkenShape& s) {
    const auto& [points, inset, lag] = s;
    add(points, inset, lag);
  }
  void one(const MotionPhase& p) {
    const auto& [start, end, velocity, angular_velocity, amplitude, angular_amplitude, frequency, phase] = p;
    add(start, end, velocity, angular_velocity, amplitude, angular_amplitude, frequency, phase);
  }
  void one(const Motion& m) {
    const auto& [name, walls, phases, pivot, start] = m;
    add(walls, phases, pivot, start);
  }
  void one(const SizeDistribution& d) {
    const auto& [kind, min, max, mean, deviation, sizes, weights] = d;
    add(kind, min, max, mean, deviation, sizes, weights);
  }
  void one(const Stream& s) {
    const auto& [name, types, shares, sizes, rate, by_mass, start, end, max_count, lo, hi, round, layers, spacing,
                 jitter, velocity, velocity_spread, orientation, seed] = s;
    add(types, shares, sizes, rate, by_mass, start, end, max_count, lo, hi, round, layers, spacing, jitter, velocity,
        velocity_spread, orientation, seed);
  }
  void one(const FlowPlane& f) {
    const auto& [name, x, n, radius] = f;
    add(x, n, radius);
  }
  void one(const Event& e) {
    const auto& [name, quantity, above, value, plane, after, hold, remove_walls, start_motions, start_streams,
                 stop_streams, remove_bodies, set_gravity, gravity, checkpoint, stop, stop_after] = e;
    add(quantity, above, value, plane, after, hold, remove_walls, start_motions, start_streams, stop_streams,
        remove_bodies, set_gravity, gravity, stop, stop_after);
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
      // These are copied into the State at t = 0, where events may change them: another value would have no effect.
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

std::uint64_t model_hash(const Model& m) {
  const Settings& s = m.settings;
  Hasher h;
  h.add(model_fingerprint(m));
  for (const PolyhedronData& p : m.polyhedra) h.add_derived(p);
  for (const PolyhedronData& p : m.wall_shapes) h.add_derived(p);
  for (const SuperellipsoidShape& smooth : m.superellipsoids) {
    const Superellipsoid& e = smooth.shape;
    h.add(e.radius, e.inradius, e.mean_radius, e.support.r, e.support.q1, e.support.q2, e.gauge.r, e.gauge.q1,
          e.gauge.q2);
    h.add_derived(smooth.surface);
  }
  h.add(m.shrunken, m.motions, m.streams, m.flow_planes, m.events);
  h.add(s.dt_stable, s.list_every_step, s.polyhedron_polyhedron, s.shrunken_edges, s.shrinkage.part,
        s.shrinkage.tolerance, s.superellipsoid_superellipsoid, s.polyhedron_contact, s.order_every, s.check_every,
        s.domain_lo, s.domain_hi);
  h.add(m.largest_radius, m.smallest_radius);
  return h.value();
}

}  // namespace scree::output
