#include "scree/setup/blocks/make_joints.hpp"

#include <cmath>
#include <numbers>

#include "scree/force/linear.hpp"
#include "scree/math/elementary.hpp"

namespace scree::blocks {
namespace {

// Returns the 1/m of a body against a push along n at the end of a lever; kinematic bodies do not give way.
double give_way(const Model& model, const Bodies& b, std::size_t i, const Vec3& arm, const Vec3& n) {
  if (b.owner[i] != kDynamic) return 0;
  const Vec3 u = rotate(conjugate(b.q[i]), cross(arm, n)), inertia = inertias_of(model, b, i);
  return double(1 / b.mass[i] + u.x * u.x / inertia.x + u.y * u.y / inertia.y + u.z * u.z / inertia.z);
}

void place(Joint& joint, const Bodies& b, std::size_t i_a, std::size_t i_b, const Interface& at) {
  joint.id_a = b.id[i_a], joint.id_b = b.id[i_b];
  joint.p_a = rotate(conjugate(b.q[i_a]), Vec3(at.centre - b.x[i_a]));
  joint.p_b = rotate(conjugate(b.q[i_b]), Vec3(at.centre - b.x[i_b]));
  joint.q_a = normalized(conjugate(b.q[i_a]) * at.frame);
  joint.q_b = normalized(conjugate(b.q[i_b]) * at.frame);
  joint.area = Real(at.area), joint.i_x = Real(at.i_x), joint.i_y = Real(at.i_y);
  joint.corners = at.corners;
}

// Sets dashpots with the damping ratio of the law. Between two kinematic bodies nothing moves.
void damp(Joint& joint, const LawParams& law, double inv_mass) {
  if (!(inv_mass > 0)) return;
  const Real m = Real(1 / inv_mass), a = joint.area;
  // A flat Hertz contact has a dashpot that is sqrt(6/5) of that of a spring (setup/time_step.cpp).
  const Real zeta = law.zeta_n + law.beta_n * std::sqrt(Real(1.2));
  joint.eta_n = force::dashpot(law.gamma_n, law.rate_n, zeta, joint.k_n * a, m) / a;
  // Without friction the law has no tangential dashpot, but the joint holds: it takes the ratio of the normal one.
  joint.eta_s = law.mu > 0 ? force::dashpot(law.gamma_t, law.rate_t, law.zeta_t + law.beta_t, joint.k_s * a, m) / a
                           : force::dashpot(law.gamma_n, law.rate_n, zeta, joint.k_s * a, m) / a;
}

}  // namespace

FaceStiffness face_stiffness(const LawParams& law, ContactModel model, double area, double r_star) {
  constexpr double kPoints = 4;  // points of a face on a face, each with the whole law
  const double a = std::sqrt(area / std::numbers::pi);
  FaceStiffness k;
  if (law.normal == NormalLaw::kLinear || law.normal == NormalLaw::kKelvinVoigtCohesive) {
    double factor = law.normal == NormalLaw::kLinear ? a / r_star : 1;
    if (model == ContactModel::kPoints) factor = kPoints;
    k = {factor * double(law.k_n), factor * double(law.k_t)};
  } else {
    k = {2 * double(law.E_star) * a, 9.6 * double(law.G_star) * a};
    if (law.tangential == TangentialLaw::kCoulomb) k.shear = double(law.k_t);
  }
  if (!(k.shear > 0)) k.shear = k.normal;  // without friction there is no shear stiffness to take
  return k;
}

void make_joints(Model& model, State& s, std::uint64_t first_id, const std::vector<Interface>& interfaces,
                 const JointOptions& options) {
  const Bodies& b = s.bodies;
  std::vector<std::size_t> body;  // index of each id from first_id on
  for (std::size_t i = 0; i < b.size(); ++i)
    if (b.id[i] >= first_id) {
      body.resize(std::max<std::size_t>(body.size(), b.id[i] - first_id + 1));
      body[b.id[i] - first_id] = i;
    }
  for (const Interface& at : interfaces) {
    const std::size_t i_a = body[std::size_t(at.a)], i_b = body[std::size_t(at.b)];
    const std::uint32_t material = model.body_types[b.type[i_a]].parts[0].material;
    const LawParams& law = model.laws[model.law_index(material, material)];
    Joint joint;
    place(joint, b, i_a, i_b, at);
    const FaceStiffness k = face_stiffness(law, model.settings.polyhedron_contact, at.area,
                                           1 / double(inv_radius(model, b, std::uint32_t(i_a), std::uint32_t(i_b))));
    joint.k_n = Real(options.k_n.value_or(k.normal / at.area));
    joint.k_s = Real(options.k_s.value_or(k.shear / at.area));
    joint.tensile_strength = Real(options.tensile_strength);
    joint.cohesion = Real(options.cohesion);
    joint.tan_phi = options.friction_angle ? Real(scree::tan(*options.friction_angle)) : law.mu;
    const Vec3 n = rotate(at.frame, {0, 0, 1});
    damp(joint, law,
         give_way(model, b, i_a, Vec3(at.centre - b.x[i_a]), n) +
             give_way(model, b, i_b, Vec3(at.centre - b.x[i_b]), n));
    model.joints.push_back(std::move(joint));
    s.joints.push_back({std::uint32_t(i_a), std::uint32_t(i_b), JointMode::kIntact, 0});
  }
}

}  // namespace scree::blocks
