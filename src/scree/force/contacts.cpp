#include "scree/force/contacts.hpp"

#include "scree/force/law.hpp"
#include "scree/force/law_table.hpp"
#include "scree/parallel.hpp"

namespace scree::force {
namespace {

// One side of a contact, as the laws need it. A carried body or a wall has no inertia of its own: 1/m = 0.
struct Side {
  Vec3 v, omega;  // at its centre
  Real inv_mass, inv_radius;
  Real inv_roll;  // 1/(I + m r^2)
};

inline Side side_of_body(const Model& model, const Bodies& b, std::size_t i) {
  const Real r = b.radius[i];
  const bool free = b.owner[i] == kFree;
  const Real m = b.mass[i];
  return {b.v[i], b.omega[i], free ? 1 / m : Real(0), 1 / r,
          free ? 1 / (inertia_of(model, b, i) + m * r * r) : Real(0)};
}

// Flat or curved, a wall counts as flat: R* is the radius of the body.
inline Side side_of_wall(const WallState& w) { return {w.v, w.omega, 0, 0, 0}; }

template <class Law>
void evaluate(const Model& model, State& s, const LawParams& law, std::size_t c, double dt, Energies& sum) {
  Contacts& con = s.contacts;
  const Bodies& bodies = s.bodies;
  const std::size_t a = con.a[c];
  const bool wall = is_wall_index(con.b[c]);
  const std::size_t b = con.b[c] & ~kWallBit;

  const Side side_a = side_of_body(model, bodies, a);
  const Side side_b = wall ? side_of_wall(s.walls[b]) : side_of_body(model, bodies, b);
  const Vec3 n = con.n[c];
  const Vec3 arm_a = con.p[c];
  const Vec3 arm_b = arm_a - Vec3((wall ? s.walls[b].x : bodies.x[b]) - bodies.x[a]);
  const Vec3 v = side_a.v + cross(side_a.omega, arm_a) - side_b.v - cross(side_b.omega, arm_b);
  const Real v_n = dot(v, n);

  ContactInput in;
  in.xi_n = -con.gap[c];
  in.xi_n_old = -con.gap_old[c];
  in.v_n = v_n;
  in.n = n;
  in.v_t = v - v_n * n;
  in.omega_a = side_a.omega;
  in.omega_b = side_b.omega;
  in.r_star = 1 / (side_a.inv_radius + side_b.inv_radius);
  in.m_star = 1 / (side_a.inv_mass + side_b.inv_mass);
  in.i_star = 1 / (side_a.inv_roll + side_b.inv_roll);
  in.dt = Real(dt);
  in.half_step_velocity = model.settings.integrator == Integrator::kVelocityVerlet;

  Springs springs{
      con.xi_t[c], con.xi_r[c], con.xi_s[c], con.damping[c], con.energy[c], con.returned[c], con.flags[c] & kTouched};
  const ContactForce out = Law::evaluate(law, in, springs, sum);
  con.xi_t[c] = springs.xi_t;
  con.xi_r[c] = springs.xi_r;
  con.xi_s[c] = springs.xi_s;
  con.damping[c] = springs.damping;
  con.energy[c] = springs.energy;
  con.returned[c] = springs.returned;
  con.flags[c] = (con.flags[c] & ~kTouched) | (springs.touched ? kTouched : 0u);
  con.f[c] = out.f;
  con.tau_a[c] = cross(arm_a, out.f) + out.couple;
  con.tau_b[c] = -cross(arm_b, out.f) - out.couple;
}

// All contacts of one bucket; energies summed by chunk.
Energies evaluate_bucket(const Model& model, State& s, const Bucket& bucket, double dt) {
  const std::size_t first = s.pairs.first_contact[bucket.begin], last = s.pairs.first_contact[bucket.end];
  std::vector<Energies> part(n_chunks(last - first));
  const LawParams& params = model.laws[bucket.law];
  with_law(params, [&]<class Law>(Law) {
    for_chunks(last - first, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      Energies sum;
      for (std::size_t c = first + begin; c < first + end; ++c) evaluate<Law>(model, s, params, c, dt, sum);
      part[chunk] = sum;
    });
  });
  Energies total;
  for (const Energies& e : part) total += e;
  return total;
}

// Each body adds up its contacts in the order of its partners' ids: the sum does not depend on threads or array order.
void gather(State& s) {
  const Pairs& pairs = s.pairs;
  const Contacts& c = s.contacts;
  for_each_index(s.bodies.size(), [&](std::size_t i) {
    Vec3 f{0, 0, 0}, tau{0, 0, 0};
    for (std::size_t r = pairs.row_start[i]; r < pairs.row_start[i + 1]; ++r) {
      const std::size_t p = pairs.row[r] >> 1;
      const bool is_b = pairs.row[r] & 1;
      for (std::size_t k = pairs.first_contact[p]; k < pairs.first_contact[p + 1]; ++k) {
        f += is_b ? -c.f[k] : c.f[k];
        tau += is_b ? c.tau_b[k] : c.tau_a[k];
      }
    }
    s.bodies.f[i] = f;
    s.bodies.tau[i] = tau;
  });
}

// Force and torque on walls, and the work they do. Over a step a wall moves steadily, so its work is that of the mean
// of the forces at both ends.
void gather_walls(const Model& model, State& s, double dt) {
  std::vector<Vec3> f(s.walls.size(), {0, 0, 0}), tau(s.walls.size(), {0, 0, 0});
  for (const Bucket& bucket : s.pairs.buckets) {
    if (!is_wall(bucket.kind_b)) continue;
    for (std::size_t c = s.pairs.first_contact[bucket.begin]; c < s.pairs.first_contact[bucket.end]; ++c) {
      const std::size_t w = s.contacts.b[c] & ~kWallBit;
      f[w] -= s.contacts.f[c];
      tau[w] += s.contacts.tau_b[c];
    }
  }
  for (std::size_t i = 0; model.has_carried_bodies() && i < s.bodies.size(); ++i) {
    if (s.bodies.owner[i] == kFree) continue;
    const std::size_t w = std::size_t(s.bodies.owner[i]);
    f[w] += s.bodies.f[i];
    tau[w] += s.bodies.tau[i] + cross(Vec3(s.bodies.x[i] - s.walls[w].x), s.bodies.f[i]);
  }
  for (std::size_t w = 0; w < s.walls.size(); ++w) {
    WallState& wall = s.walls[w];
    const Vec3 f_mean = Real(0.5) * (wall.f + f[w]), tau_mean = Real(0.5) * (wall.tau + tau[w]);
    s.ledger.wall_work -= double(dot(f_mean, wall.v) + dot(tau_mean, wall.omega)) * dt;
    wall.f = f[w];
    wall.tau = tau[w];
  }
}

void book(Ledger& ledger, const Energies& e) {
  ledger.elastic_normal = double(e.elastic_normal);
  ledger.elastic_tangential = double(e.elastic_tangential);
  ledger.cohesion = double(e.cohesion);
  ledger.friction += double(e.friction);
  ledger.damping_normal += double(e.damping_normal);
  ledger.damping_tangential += double(e.damping_tangential);
  ledger.rolling += double(e.rolling);
  ledger.cohesion_lost += double(e.cohesion_lost);
  ledger.contact_loss += double(e.contact_loss);
}

}  // namespace

void contacts(const Model& model, State& s, double dt) {
  Energies total;
  for (const Bucket& bucket : s.pairs.buckets) total += evaluate_bucket(model, s, bucket, dt);
  book(s.ledger, total);
  gather(s);
  gather_walls(model, s, dt);
}

}  // namespace scree::force
