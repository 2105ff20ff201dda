// Velocity Verlet, kick-drift-kick. Forces see the velocities of the half step, so damping is first order in dt.
//
// Four bodies at a time. A kinematic body goes where its wall takes it: its lane is computed and its old value stored.
// Bodies with three different moments of inertia move with the others, as if they had one, and get their own spin
// afterwards, which is worked out for four of them at a time, too (rotation.hpp).
#pragma once
#include <algorithm>
#include <vector>

#include "scree/integrate/body_motion.hpp"
#include "scree/integrate/integrate.hpp"
#include "scree/math/elementary_pack.hpp"
#include "scree/math/pack.hpp"

namespace scree::integrate {

struct VelocityVerlet {
  static void begin(const Model&, State&, std::size_t) {}

  // Bodies [begin, end); returns the square of the largest way.
  static double first_half(const Model& model, State& s, std::size_t begin, std::size_t end, Displacement since) {
    const Vec3 gravity = gravity_of(model, s);
    const std::vector<Turned> turned = turn_uneven(model, s.bodies, begin, end, first_half_of_spin);
    double moved2 = 0;
    in_fours(s.bodies, begin, end, [&](const Four& four, std::size_t n) {
      moved2 = std::max(moved2, first_half(model, gravity, four, n, since));
    });
    put_back(turned, s.bodies);
    return moved2;
  }
  // Returns the square of a bound on the speeds of the next first half; no finite number if a velocity or a spin is
  // none.
  static double second_half(const Model& model, State& s, std::size_t begin, std::size_t end) {
    const Vec3 gravity = gravity_of(model, s);
    const std::vector<Turned> turned = turn_uneven(model, s.bodies, begin, end, second_half_of_spin);
    double speed2 = 0;
    in_fours(s.bodies, begin, end, [&](const Four& four, std::size_t n) {
      speed2 = larger_or_none(speed2, second_half(model, gravity, four, n));
    });
    put_back(turned, s.bodies);
    for (const auto& [i, spin] : turned) speed2 += none_unless_finite(spin.omega);
    return speed2;
  }

 private:
  struct Turned {
    std::size_t i;
    Spin spin;
  };
  // Four bodies to turn: where they are, and what turns them. The last may stand there more than once.
  struct FourToTurn {
    std::size_t i[kLanes];
    SpinT<Pack> old;
    Vec3Pack moments, tau;
  };
  static FourToTurn gathered(const Model& model, const Bodies& b, const std::size_t* i) {
    const auto row = [&](const auto& of) {
      return from_rows(row_of(of(i[0])), row_of(of(i[1])), row_of(of(i[2])), row_of(of(i[3])));
    };
    const auto q_of = [&](int l) { return Pack::load(&b.q[i[l]].w); };
    FourToTurn four{{i[0], i[1], i[2], i[3]}, {transposed({q_of(0), q_of(1), q_of(2), q_of(3)}), {}}, {}, {}};
    four.old.omega = row([&](std::size_t k) { return b.omega[k]; });
    four.moments = row([&](std::size_t k) { return inertias_of(model, b, k); });
    four.tau = row([&](std::size_t k) { return b.wrench[k].tau; });
    return four;
  }

  // The free bodies of [begin, end) with three different moments, and how they turn: turn(model, four) says. Spheres
  // have few types: then the types say that there are none, and no body is looked at.
  template <class F>
  static std::vector<Turned> turn_uneven(const Model& model, const Bodies& b, std::size_t begin, std::size_t end,
                                         F&& turn) {
    std::vector<Turned> turned;
    const std::vector<BodyType>& types = model.body_types;
    if (types.size() <= end - begin && std::all_of(types.begin(), types.end(), has_one_moment)) return turned;
    turned.reserve(end - begin + kLanes);
    for (std::size_t i = begin; i < end; ++i)
      if (b.owner[i] == kDynamic && !has_one_moment(types[b.type[i]])) turned.push_back({i, {}});
    const std::size_t n = turned.size();
    for (std::size_t k = 0; k < n; k += kLanes) {
      std::size_t i[kLanes];
      for (std::size_t l = 0; l < kLanes; ++l) i[l] = turned[std::min(k + l, n - 1)].i;
      const SpinT<Pack> spin = turn(model, gathered(model, b, i));
      const QuatPack rows = transposed(spin.q);
      const Pack* const q[kLanes] = {&rows.w, &rows.x, &rows.y, &rows.z};
      for (std::size_t l = 0; l < kLanes && k + l < n; ++l) q[l]->store(&turned[k + l].spin.q.w);
      store_each(spin.omega, int(std::min<std::size_t>(kLanes, n - k)),
                 [&](int l) -> Vec3& { return turned[k + std::size_t(l)].spin.omega; });
    }
    return turned;
  }
  static void put_back(const std::vector<Turned>& turned, Bodies& b) {
    for (const auto& [i, spin] : turned) b.q[i] = spin.q, b.omega[i] = spin.omega;
  }
  // One body after the other, by a function of numbers.
  template <class F>
  static SpinT<Pack> one_by_one(const FourToTurn& four, F&& f) {
    SpinT<Pack> r = four.old;
    for (int l = 0; l < kLanes; ++l) {
      const auto lane = [&](const Vec3Pack& v) { return Vec3{v.x.lanes[l], v.y.lanes[l], v.z.lanes[l]}; };
      const QuatPack& q = four.old.q;
      const Spin spin = f(Spin{{q.w.lanes[l], q.x.lanes[l], q.y.lanes[l], q.z.lanes[l]}, lane(four.old.omega)},
                          lane(four.moments), lane(four.tau));
      r.q.w.lanes[l] = spin.q.w, r.q.x.lanes[l] = spin.q.x, r.q.y.lanes[l] = spin.q.y, r.q.z.lanes[l] = spin.q.z;
      r.omega.x.lanes[l] = spin.omega.x, r.omega.y.lanes[l] = spin.omega.y, r.omega.z.lanes[l] = spin.omega.z;
    }
    return r;
  }
  static SpinT<Pack> first_half_of_spin(const Model& model, const FourToTurn& four) {
    const Real dt = Real(model.settings.dt);
    const auto with = [&](auto&& step) {
      return one_by_one(
          four, [&](const Spin& old, const Vec3& moments, const Vec3& tau) { return step(old, moments, tau, dt); });
    };
    if (in_plane(model)) return with(step_in_plane);
    if (model.settings.rotation == Rotation::kPcdm) return with(pcdm_step);
    return split_step(four.old, four.moments, four.tau, dt);
  }
  static SpinT<Pack> second_half_of_spin(const Model& model, const FourToTurn& four) {
    const Real half = Real(model.settings.dt) / 2;
    if (in_plane(model))
      return one_by_one(four, [&](const Spin& old, const Vec3& moments, const Vec3& tau) {
        return Spin{old.q, fma(half, Vec3{0, 0, tau.z / moment_about_z(old.q, moments)}, old.omega)};
      });
    return {four.old.q, fma(half, kick(four.old.q, four.moments, four.tau), four.old.omega)};
  }

  // Where the fields of four bodies begin.
  struct Four {
    const std::int32_t* owner;
    const std::uint32_t* type;
    const Real *mass, *scale;
    const Vec3* x_listed;
    Wrench* wrench;
    Vec3 *x, *v, *omega;
    Quat* q;
    Four operator+(std::size_t k) const {
      return {owner + k, type + k, mass + k, scale + k, x_listed + k, wrench + k, x + k, v + k, omega + k, q + k};
    }
  };
  static Four four_at(Bodies& b, std::size_t i) {
    return {&b.owner[i],  &b.type[i], &b.mass[i], &b.scale[i], &b.x_listed[i],
            &b.wrench[i], &b.x[i],    &b.v[i],    &b.omega[i], &b.q[i]};
  }

  // Calls f(first of four, number of bodies) for all whole fours, and for a copy of the last few bodies made up to
  // four, so that every body goes through the same code.
  template <class F>
  static void in_fours(Bodies& b, std::size_t begin, std::size_t end, F&& f) {
    const std::size_t whole = (end - begin) / kLanes * kLanes, rest = end - begin - whole;
    if (whole > 0) f(four_at(b, begin), whole);
    if (rest == 0) return;
    Bodies last;
    resize(last, kLanes);
    const auto copy = [](auto& from, std::size_t first, auto& to, std::size_t at, std::size_t n) {
      std::copy_n(from.begin() + std::ptrdiff_t(first), n, to.begin() + std::ptrdiff_t(at));
    };
    const auto take = [&](auto& from, auto& to) {
      copy(from, begin + whole, to, 0, rest);
      for (std::size_t k = rest; k < kLanes; ++k) to[k] = to[0];
    };
#define SCREE_FIELD(name, type, ghosts, unit, frame) take(b.name, last.name);
#include "scree/state/fields.def"
#undef SCREE_FIELD
    take(b.wrench, last.wrench);
    f(four_at(last, 0), kLanes);
    copy(last.x, 0, b.x, begin + whole, rest), copy(last.v, 0, b.v, begin + whole, rest);
    copy(last.omega, 0, b.omega, begin + whole, rest), copy(last.q, 0, b.q, begin + whole, rest);
    copy(last.wrench, 0, b.wrench, begin + whole, rest);
  }

  [[gnu::noinline, gnu::flatten]] static double first_half(const Model& model, const Vec3& gravity, const Four& first,
                                                           std::size_t n, Displacement since) {
    const Real dt = Real(model.settings.dt);
    Pack moved2 = 0;
    for (std::size_t k = 0; k < n; k += kLanes) {
      const Four b = first + k;
      const Mask free = free_ones(b);
      const Kick kick = kick_of(model, gravity, b);
      const Vec3Pack old_v = load_four(b.v), old_omega = load_four(b.omega), old_x = load_four(b.x);
      const Vec3Pack v = select(free, fma(dt / 2, kick.a, old_v), old_v);
      const Vec3Pack omega = select(free, fma(dt / 2, kick.alpha, old_omega), old_omega);
      const Vec3Pack x = select(free, fma(dt, v, old_x), old_x);
      store_four(v, b.v), store_four(omega, b.omega), store_four(x, b.x);
      std::fill_n(b.wrench, kLanes, Wrench{});
      turn(b, free, dt * omega);
      const Pack d2 = norm2(x - (since == Displacement::kInStep ? old_x : load_four(b.x_listed)));
      moved2 = larger(d2, moved2);
    }
    return largest_lane(moved2);
  }

  [[gnu::noinline, gnu::flatten]] static double second_half(const Model& model, const Vec3& gravity, const Four& first,
                                                            std::size_t n) {
    const Real dt = Real(model.settings.dt);
    Pack speed2 = 0;
    Pack finite = 0;  // no finite number if a velocity or a spin is none
    for (std::size_t k = 0; k < n; k += kLanes) {
      const Four b = first + k;
      const Mask free = free_ones(b);
      if (!any(free)) continue;
      const Kick kick = kick_of(model, gravity, b);
      const Vec3Pack old_v = load_four(b.v), omega = load_four(b.omega);
      const Vec3Pack half = dt / 2 * kick.a;
      const Vec3Pack v = select(free, old_v + half, old_v);
      const Vec3Pack new_omega = select(free, fma(dt / 2, kick.alpha, omega), omega);
      store_four(v, b.v);
      store_four(new_omega, b.omega);
      finite = fma(v.z, new_omega.z, fma(v.y, new_omega.y, fma(v.x, new_omega.x, finite)));
      // As it is, or stopped: if somebody slows the body down in between, its next velocity lies between these two.
      speed2 = larger(larger(norm2(v + half), norm2(half)), speed2);
    }
    return largest_lane(speed2) + 0 * sum(finite);
  }

  static Mask free_ones(const Four& b) {
    return {Mask::Lanes{b.owner[0], b.owner[1], b.owner[2], b.owner[3]} == std::int64_t(kDynamic)};
  }

  struct WrenchPack {
    Vec3Pack f, tau;
  };
  static WrenchPack load_wrenches(const Wrench* w) {
    const QuatPack part =
        transposed({Pack::load(&w[0].f.x), Pack::load(&w[1].f.x), Pack::load(&w[2].f.x), Pack::load(&w[3].f.x)});
    const auto two = [&](int k) { return detail::load_two(&w[k].tau.y); };
    const Pack::Lanes first = __builtin_shufflevector(two(0), two(1), 0, 2, 1, 3);  // tau.y twice, tau.z twice
    const Pack::Lanes last = __builtin_shufflevector(two(2), two(3), 0, 2, 1, 3);
    return {{part.w, part.x, part.y},
            {part.z, Pack(__builtin_shufflevector(first, last, 0, 1, 4, 5)),
             Pack(__builtin_shufflevector(first, last, 2, 3, 6, 7))}};
  }

  struct Kick {
    Vec3Pack a, alpha;
  };
  static Kick kick_of(const Model& model, const Vec3& gravity, const Four& b) {
    const Pack mass = Pack::load(b.mass), scale = Pack::load(b.scale);
    const Pack inertia = gyration2_of(model, b) * mass * scale * scale;
    const Vec3Pack g = {gravity.x, gravity.y, gravity.z};
    const WrenchPack load = load_wrenches(b.wrench);
    return {fma(1 / mass, load.f, g), 1 / inertia * load.tau};
  }
  static Pack gyration2_of(const Model& model, const Four& b) {
    if (model.body_types.size() == 1) return model.body_types[0].gyration2.x;
    Pack r;
    for (int l = 0; l < kLanes; ++l) r.lanes[l] = model.body_types[b.type[l]].gyration2.x;
    return r;
  }

  // As integrate::turn, four at a time. The new quaternion is off unit length by round-off only, so one step of
  // Newton for 1/sqrt makes it exact. A body that does not turn keeps its quaternion to the bit.
  static void turn(const Four& b, Mask free, const Vec3Pack& angle) {
    const Pack half2 = norm2(angle) / 4;
    const Mask turns = free & (half2 > 0), fast = turns & (half2 >= kSeriesBelow);
    if (!any(turns)) return;
    const Pack one = 1;
    const Pack c = fnma(half2 / 2, fnma(half2 / 12, 1 - half2 / 30, one), one);
    const Vec3Pack u = Real(0.5) * fnma(half2 / 6, fnma(half2 / 20, 1 - half2 / 42, one), one) * angle;
    const QuatPack q = load_four(b.q);
    QuatPack r = QuatPack{c, u.x, u.y, u.z} * q;
    const Pack unit = fma(Pack(-0.5), norm2(r), Pack(1.5));
    const auto kept = [&](const Pack& now, const Pack& old) { return select(turns, unit * now, old); };
    r = {kept(r.w, q.w), kept(r.x, q.x), kept(r.y, q.y), kept(r.z, q.z)};
    if (any(fast)) turn_fast(b, angle, fast, r);
    store_four(r, b.q);
  }
  // Beyond the series: one by one, with sine and cosine.
  [[gnu::noinline]] static void turn_fast(const Four& b, const Vec3Pack& angle, Mask fast, QuatPack& r) {
    for (int l = 0; l < kLanes; ++l) {
      if (!fast.lanes[l]) continue;
      const Vec3 by = {angle.x.lanes[l], angle.y.lanes[l], angle.z.lanes[l]};
      const Quat q = normalized(rotation_by(by) * b.q[l]);
      r.w.lanes[l] = q.w, r.x.lanes[l] = q.x, r.y.lanes[l] = q.y, r.z.lanes[l] = q.z;
    }
  }
};

}  // namespace scree::integrate
