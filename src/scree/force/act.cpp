#include "scree/force/act.hpp"

#include <algorithm>

#include "scree/force/law_table.hpp"

namespace scree::force {
namespace {

// Contacts k .. k + n of the block: their bodies. Lanes beyond n repeat the last one; their results go nowhere.
struct Lanes {
  std::size_t k;      // in the block's points
  std::size_t place;  // of the first one, in Contacts
  int n;
  std::uint32_t a[kLanes], b[kLanes];
};

Lanes lanes_at(const ActArgs& args, std::size_t k) {
  Lanes l;
  l.k = k;
  l.place = args.block.first + k;
  l.n = int(std::min<std::size_t>(kLanes, args.n_points - k));
  for (int i = 0; i < kLanes; ++i) {
    const std::uint32_t p = args.points.pair[k + std::size_t(i)];
    l.a[i] = args.s.pairs.a[p];
    l.b[i] = args.s.pairs.b[p];
  }
  return l;
}

// How four pairs meet: where, and how the two sides move there.
struct Meeting {
  Vec3Pack n, v;  // normal from A to B; velocity of A's point minus that of B's
  Pack gap;
  Vec3Pack omega_a, omega_b;
  Pack inv_mass, inv_radius, inv_roll;  // sums over both sides of 1/m, 1/r, 1/(I + m r^2); carried bodies and walls: 0
};

// 1/(I + m r^2) of both bodies of four pairs.
Pack sum_inv_roll(const ActArgs& args, const Lanes& l) {
  const Bodies& bodies = args.s.bodies;
  const auto of = [&](std::uint32_t i) {
    if (is_wall_index(i) || bodies.owner[i] != kFree) return Real(0);
    return 1 / (inertia_of(args.model, bodies, i) + bodies.mass[i] * bodies.radius[i] * bodies.radius[i]);
  };
  Pack r;
  for (int i = 0; i < kLanes; ++i) r.lanes[i] = of(l.a[i]) + of(l.b[i]);
  return r;
}

// Two spheres each: normal and levers lie on the line of centres (Höhner et al. 2011, Eq. 9).
struct OnCentreLine {
  Vec3Pack n;
  Pack lever_a, lever_b;  // from the centres to the contact point, along n and against it

  Meeting meet(const ActArgs& args, const Lanes& l, bool rolls) {
    const Bodies& b = args.s.bodies;
    const Pack r_a = gather(b.radius.data(), l.a), r_b = gather(b.radius.data(), l.b);
    const Vec3Pack between = gather(b.x.data(), l.b) - gather(b.x.data(), l.a);
    const Pack d = norm(between);
    // Coincident centres have no normal; up is as good as any and the same every time.
    n = select(d > 0, 1 / d * between, Vec3Pack{0, 0, 1});
    Meeting m;
    m.n = n;
    m.gap = d - r_a - r_b;
    lever_a = r_a + m.gap / 2;
    lever_b = r_b + m.gap / 2;
    m.omega_a = gather(b.omega.data(), l.a);
    m.omega_b = gather(b.omega.data(), l.b);
    m.v = gather(b.v.data(), l.a) - gather(b.v.data(), l.b) + cross(lever_a * m.omega_a + lever_b * m.omega_b, n);
    const Real* inv_mass = args.s.scratch.inv_mass.data();
    m.inv_mass = gather(inv_mass, l.a) + gather(inv_mass, l.b);
    m.inv_radius = 1 / r_a + 1 / r_b;
    m.inv_roll = rolls ? sum_inv_roll(args, l) : Pack(0);
    return m;
  }
  Vec3Pack moment(const Vec3Pack& f) const { return cross(n, f); }
  Vec3Pack torque_a(const Vec3Pack&, const Vec3Pack& moment) const { return lever_a * moment; }
  Vec3Pack torque_b(const Vec3Pack&, const Vec3Pack& moment) const { return lever_b * moment; }
};

// Anything else: points as the narrow phase gave them, B a body or a wall.
struct AtPoints {
  Vec3Pack arm_a, arm_b;  // from the centres (walls: from their origin) to the contact point

  Meeting meet(const ActArgs& args, const Lanes& l, bool rolls) {
    const Bodies& bodies = args.s.bodies;
    Meeting m;
    Vec3Pack v_a, v_b;
    const auto set = [](Vec3Pack& to, int i, const Vec3& v) {
      to.x.lanes[i] = v.x, to.y.lanes[i] = v.y, to.z.lanes[i] = v.z;
    };
    for (int i = 0; i < kLanes; ++i) {
      const std::size_t k = l.k + std::size_t(i);
      const std::uint32_t a = l.a[i], b = l.b[i];
      const bool wall = is_wall_index(b);
      const WallState* w = wall ? &args.s.walls[b & ~kWallBit] : nullptr;
      set(m.n, i, args.points.n[k]);
      m.gap.lanes[i] = args.points.gap[k];
      set(arm_a, i, args.points.p[k]);
      set(arm_b, i, args.points.p[k] - ((wall ? w->x : bodies.x[b]) - bodies.x[a]));
      set(v_a, i, bodies.v[a]);
      set(v_b, i, wall ? w->v : bodies.v[b]);
      set(m.omega_a, i, bodies.omega[a]);
      set(m.omega_b, i, wall ? w->omega : bodies.omega[b]);
      m.inv_mass.lanes[i] = args.s.scratch.inv_mass[a] + (wall ? 0 : args.s.scratch.inv_mass[b]);
      // Flat or curved, a wall counts as flat: R* is the radius of the body.
      m.inv_radius.lanes[i] = 1 / bodies.radius[a] + (wall ? 0 : 1 / bodies.radius[b]);
    }
    m.v = v_a + cross(m.omega_a, arm_a) - v_b - cross(m.omega_b, arm_b);
    m.inv_roll = rolls ? sum_inv_roll(args, l) : Pack(0);
    return m;
  }
  Vec3Pack moment(const Vec3Pack&) const { return {0, 0, 0}; }
  Vec3Pack torque_a(const Vec3Pack& f, const Vec3Pack&) const { return cross(arm_a, f); }
  Vec3Pack torque_b(const Vec3Pack& f, const Vec3Pack&) const { return -cross(arm_b, f); }
};

ContactInputT<Pack> input_of(const Meeting& m, const Pack& gap_old, const ActArgs& args) {
  ContactInputT<Pack> in;
  in.xi_n = -m.gap;
  in.xi_n_old = -gap_old;
  in.v_n = dot(m.v, m.n);
  in.n = m.n;
  in.v_t = m.v - in.v_n * m.n;
  in.omega_a = m.omega_a;
  in.omega_b = m.omega_b;
  in.r_star = 1 / m.inv_radius;
  in.m_star = 1 / m.inv_mass;
  in.i_star = 1 / m.inv_roll;
  in.dt = args.dt;
  in.half_step_velocity = args.model.settings.integrator == Integrator::kVelocityVerlet;
  return in;
}

template <class Law>
SpringsT<Pack> load_springs(const Contacts& c, std::size_t k) {
  SpringsT<Pack> s;
  s.damping = Pack::load(&c.damping[k]);
  if constexpr (Law::kRemembers) {
    const std::uint32_t* mark = &c.mark[k];
    s.touched = {Mask::Lanes{mark[0], mark[1], mark[2], mark[3]} >= std::int64_t(kTouched)};
  }
  if constexpr (Law::kTangential) s.xi_t = {Pack::load(&c.xi_x[k]), Pack::load(&c.xi_y[k]), Pack::load(&c.xi_z[k])};
  if constexpr (Law::kRolling) {
    s.xi_r = {Pack::load(&c.roll_x[k]), Pack::load(&c.roll_y[k]), Pack::load(&c.roll_z[k])};
    s.xi_s = Pack::load(&c.twist[k]);
  }
  return s;
}

template <class Law>
void store_springs(const SpringsT<Pack>& s, const Pack& gap, Contacts& c, std::size_t k) {
  s.damping.store(&c.damping[k]);
  gap.store(&c.gap[k]);
  if constexpr (Law::kRemembers) {
    const unsigned touched = bits(s.touched);
    for (unsigned l = 0; l < kLanes; ++l) c.mark[k + l] = (c.mark[k + l] & kFeature) | ((touched >> l) & 1u) << 31;
  }
  if constexpr (Law::kTangential) s.xi_t.x.store(&c.xi_x[k]), s.xi_t.y.store(&c.xi_y[k]), s.xi_t.z.store(&c.xi_z[k]);
  if constexpr (Law::kRolling) {
    s.xi_r.x.store(&c.roll_x[k]), s.xi_r.y.store(&c.roll_y[k]), s.xi_r.z.store(&c.roll_z[k]);
    s.xi_s.store(&c.twist[k]);
  }
}

// A's share into its sum, B's share beside the contact.
template <int kCount>
void hand_out(State& s, const Lanes& l, const ContactForceT<Pack>& out, const Vec3Pack& tau_a, const Vec3Pack& tau_b) {
  const int n = kCount > 0 ? kCount : l.n;
  Wrench* on_b = &s.contacts.on_b[l.place];
  add_each(out.f, n, [&](int i) -> Vec3& { return s.bodies.f[l.a[i]]; });
  add_each(tau_a, n, [&](int i) -> Vec3& { return s.bodies.tau[l.a[i]]; });
  store_each(-out.f, n, [&](int i) -> Vec3& { return on_b[i].f; });
  store_each(tau_b, n, [&](int i) -> Vec3& { return on_b[i].tau; });
}

void mask(EnergiesT<Pack>& e, int n) {
  const Mask valid = first_lanes(n);
  for (Pack* p : {&e.elastic_normal, &e.elastic_tangential, &e.cohesion, &e.friction, &e.damping_normal,
                  &e.damping_tangential, &e.rolling, &e.cohesion_lost})
    *p = select(valid, *p, Pack(0));
}

Energies sum_of(const EnergiesT<Pack>& e) {
  Energies r;
  r.elastic_normal = sum(e.elastic_normal), r.elastic_tangential = sum(e.elastic_tangential);
  r.cohesion = sum(e.cohesion), r.friction = sum(e.friction), r.damping_normal = sum(e.damping_normal);
  r.damping_tangential = sum(e.damping_tangential), r.rolling = sum(e.rolling), r.cohesion_lost = sum(e.cohesion_lost);
  return r;
}

// Flattened: everything a pack goes through is one piece of code, and a pack stays in registers.
template <class Law, class Geometry>
[[gnu::flatten]] Energies act(const ActArgs& args) {
  const LawParams& law = args.model.laws[args.s.pairs.buckets[args.block.bucket].law];
  Contacts& c = args.s.contacts;
  EnergiesT<Pack> total;
  for (std::size_t k = 0; k < args.n_points; k += kLanes) {
    const Lanes l = lanes_at(args, k);
    Geometry geometry;
    const Meeting m = geometry.meet(args, l, Law::kRolling);
    const ContactInputT<Pack> in = input_of(m, Pack::load(&c.gap[l.place]), args);
    SpringsT<Pack> springs = load_springs<Law>(c, l.place);
    EnergiesT<Pack> energies;
    const ContactForceT<Pack> out = Law::evaluate(law, in, springs, energies);
    store_springs<Law>(springs, m.gap, c, l.place);
    const Vec3Pack moment = geometry.moment(out.f);
    Vec3Pack tau_a = geometry.torque_a(out.f, moment), tau_b = geometry.torque_b(out.f, moment);
    if constexpr (Law::kRolling) tau_a += out.couple, tau_b -= out.couple;
    if (l.n == kLanes) [[likely]] {
      hand_out<kLanes>(args.s, l, out, tau_a, tau_b);
    } else {
      hand_out<0>(args.s, l, out, tau_a, tau_b);
      mask(energies, l.n);
    }
    total += energies;
  }
  return sum_of(total);
}

}  // namespace

ActFunction act_function(const LawParams& law, bool on_centre_line) {
  ActFunction f = nullptr;
  with_law(law, [&]<class Law>(Law) { f = on_centre_line ? act<Law, OnCentreLine> : act<Law, AtPoints>; });
  return f;
}

}  // namespace scree::force
