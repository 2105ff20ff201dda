#include "scree/force/evaluate_batch.hpp"

#include <algorithm>

#include "scree/force/contact_kinematics.hpp"
#include "scree/force/law_table.hpp"

namespace scree::force {
namespace {

template <class Law>
ContactInputT<Pack> input_of(const ContactKinematics& m, const Pack& gap_old, const BatchContext& args) {
  ContactInputT<Pack> in;
  in.xi_n = -m.gap;
  in.xi_n_old = -gap_old;
  in.v_n = dot(m.v, m.n);
  in.n = m.n;
  in.m_star = 1 / m.inv_mass;
  in.dt = args.dt;
  in.half_step_velocity = args.model.settings.integrator == Integrator::kVelocityVerlet;
  if constexpr (Law::kTorque) in.v_t = fnma(in.v_n, m.n, m.v), in.spin = m.spin;
  if constexpr (Law::kUsesRadius) in.r_star = 1 / m.inv_radius;
  if constexpr (Law::kRolling) in.omega = m.omega, in.i_star = 1 / m.inv_roll;
  return in;
}

// The same in the measure of the generalised overlap. Springs are stretched at the mean rate over the step, so that
// the work of their forces at both ends is what they hold; Contacts::damping is kept in N.
template <class Geometry>
void over_patch(const Geometry& g, const Pack& rate_old, ContactInputT<Pack>& in) {
  const Pack rate = g.rate, per_rate2 = 1 / (rate * rate), mean = (rate_old + rate) / 2;
  in.patch = true;
  in.g1 = g.g1, in.g2 = g.g2;
  in.v_n = rate * in.v_n;
  in.m_star = per_rate2 * in.m_star;
  in.v_t = mean * in.v_t;
  in.omega = mean * g.m.omega;
  in.i_star = per_rate2 * in.i_star;
  in.r_star = 1 / g.m.inv_radius;
}

// The law books its tangential dashpot with the force at the end of the step; its work is that of the mean over the
// step, and a dashpot that has just begun to act is not small beside it.
template <bool kPatch>
void book_drag(const ContactInputT<Pack>& in, Real* drag, EnergiesT<Pack>& e) {
  Pack speed2 = norm2(in.v_t);
  if constexpr (kPatch) {
    const Pack spin = dot(in.omega, in.n);
    speed2 = fma((norm2(in.g1) + norm2(in.g2)) * spin, spin, speed2);
  }
  const Pack way = in.dt * sqrt(speed2);
  const Pack now = select(way > 0, e.damping_tangential / way, Pack(0));
  e.damping_tangential = (Pack::load(drag) + now) * way / 2;
  now.store(drag);
}

// Where curvatures differ from place to place, R* changes while a contact rolls, and its potential with it, without any
// work: that is booked as what it is.
template <class Law>
void book_curvature(const LawParams& law, const ContactInputT<Pack>& in, const SpringsT<Pack>& springs,
                    Real* inv_radius, EnergiesT<Pack>& e) {
  const Pack before = Pack::load(inv_radius), now = 1 / in.r_star;
  ContactInputT<Pack> as_before = in;
  as_before.r_star = select(before > 0, 1 / before, in.r_star);
  SpringsT<Pack> unmoved = springs, unmoved_too = springs;
  e.contact_loss += Law::potential(law, as_before, unmoved) - Law::potential(law, in, unmoved_too);
  now.store(inv_radius);
}

// The force of a patch is the gradient of its potential while the features that touch stay the same. Where a patch runs
// over the outline of a face, or the normal turns, the overlap grows by another way than that of the centre of
// pressure: work that is not in the spring is booked as what it is. `v_n`: at the centre of pressure, in m/s.
template <class Law>
void book_way(const LawParams& law, const ContactInputT<Pack>& in, const Pack& v_n, const Pack& rate_old,
              const Pack& rate, EnergiesT<Pack>& e) {
  if constexpr (Law::kOnlySpring) {
    if (!(in.dt > 0)) return;
    const auto before = Law::spring(law, in, in.xi_n_old), now = Law::spring(law, in, in.xi_n);
    const Pack work = fma(rate_old, before.force, rate * now.force) / 2 * v_n * in.dt;
    e.contact_loss += work - (now.held - before.held);
  }
}

// Energy of springs at rest at an overlap.
template <class Law>
Pack energy_at(const LawParams& law, const ContactInputT<Pack>& in, const Pack& xi, SpringsT<Pack> springs) {
  ContactInputT<Pack> at_rest = in;
  at_rest.xi_n = at_rest.xi_n_old = xi;
  at_rest.dt = 0, at_rest.v_n = 0;
  EnergiesT<Pack> ignored;
  if constexpr (Law::kTorque) at_rest.v_t = {0, 0, 0}, at_rest.spin = 0;
  if constexpr (Law::kRolling) at_rest.omega = {0, 0, 0};
  Law::evaluate(law, at_rest, springs, ignored);
  return springs.energy;
}

// Overlaps that differ by less, relative to them, say nothing about the force between them.
constexpr Real kNearby = Real(1e-6);

// What springs hold that came into other shares, and the work along the normal that is not in the overlap of the
// contact because it has grown by another way than that of this point.
template <class Law>
void book_shares(const BatchContext& args, const LawParams& law, std::size_t k, const ContactInputT<Pack>& in,
                 const SpringsT<Pack>& springs, EnergiesT<Pack>& e) {
  const Combined& c = *args.combined;
  bool simple = true;
  for (std::size_t i = k; i < k + kLanes; ++i) simple &= c.simple[i] != 0;
  if (simple) return;
  const Pack share = Pack::load(&c.share[k]), share_old = Pack::load(&c.share_old[k]);
  SpringsT<Pack> before = springs;
  if constexpr (Law::kTangential) before.xi_t = springs.xi_t - load_four(&c.shift_t[k]);
  if constexpr (Law::kRolling)
    before.xi_r = springs.xi_r - load_four(&c.shift_r[k]), before.xi_s = springs.xi_s - Pack::load(&c.shift_s[k]);
  const Pack then = energy_at<Law>(law, in, in.xi_n_old, springs);
  e.contact_loss += fms(share_old, energy_at<Law>(law, in, Pack::load(&c.xi_before[k]), before), share * then);
  const Pack grown = in.xi_n - in.xi_n_old, held = energy_at<Law>(law, in, in.xi_n, springs) - then;
  const Pack nearby = kNearby * in.xi_n;
  const Mask far = grown * grown > nearby * nearby;
  Pack force = held / grown;
  if (!all(far)) {
    const Pack slope = (energy_at<Law>(law, in, in.xi_n + nearby, springs) - (held + then)) / nearby;
    force = select(far, force, select(in.xi_n > 0, slope, Pack(0)));
  }
  e.contact_loss = fma((share + share_old) / 2 * force, Pack::load(&c.step[k]) - grown, e.contact_loss);
}

template <class Law, bool kPatch>
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
  }
  if constexpr (Law::kRolling || kPatch) s.xi_s = Pack::load(&c.twist[k]);
  return s;
}

template <class Law, bool kPatch>
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
  }
  if constexpr (Law::kRolling || kPatch) s.xi_s.store(&c.twist[k]);
}

// Forces and torques of four contacts, one wrench after the other.
struct Wrenches {
  Pack::Lanes first[kLanes];          // f.x, f.y, f.z, tau.x
  scree::detail::Two second[kLanes];  // tau.y, tau.z

  Wrenches(const Vec3Pack& f, const Vec3Pack& tau) {
    const QuatPack rows = transposed({f.x, f.y, f.z, tau.x});
    first[0] = rows.w.lanes, first[1] = rows.x.lanes, first[2] = rows.y.lanes, first[3] = rows.z.lanes;
    const Pack::Lanes even = __builtin_shufflevector(tau.y.lanes, tau.z.lanes, 0, 4, 2, 6);
    const Pack::Lanes odd = __builtin_shufflevector(tau.y.lanes, tau.z.lanes, 1, 5, 3, 7);
    second[0] = __builtin_shufflevector(even, even, 0, 1), second[1] = __builtin_shufflevector(odd, odd, 0, 1);
    second[2] = __builtin_shufflevector(even, even, 2, 3), second[3] = __builtin_shufflevector(odd, odd, 2, 3);
  }
};

// What an A gets, in registers along the row of its contacts. The sum in memory is up to date after every contact.
template <bool kTorque>
struct SumOfA {
  Pack::Lanes first = {};
  scree::detail::Two second = {};
  std::uint32_t a = 0xffffffffu;

  void add(std::vector<Wrench>& load, std::uint32_t of, const Wrenches& w, int i) {
    double* const at = &load[of].f.x;
    // A choice of values: whether a row goes on cannot be predicted.
    const Mask::Lanes same = Mask::Lanes{} - std::int64_t(of == a);
    a = of;
    first = (same ? first : Pack::load(at).lanes) + w.first[i];
    Pack(first).store(at);
    if constexpr (kTorque) {
      second = (__builtin_shufflevector(same, same, 0, 1) ? second : scree::detail::load_two(at + 4)) + w.second[i];
      scree::detail::store_two(at + 4, second);
    }
  }
};

// What a B gets: its load, or a sum that is not in the hands of another thread. Chosen by an index, because a branch
// could not be predicted.
struct SumsOfB {
  Wrench* from[2];
  std::uint32_t first[2];
  explicit SumsOfB(State& s)
      : from{s.bodies.wrench.data(), s.pairs.accumulators.data()}, first{0, std::uint32_t(s.bodies.wrench.size())} {}
  Wrench& operator[](std::uint32_t to) const {
    const bool own = to >= first[1];
    return from[own][to - first[own]];
  }
};

template <bool kTorque>
void add(const SumsOfB& sums, std::uint32_t to, const Wrenches& w, int i) {
  double* const at = &sums[to].f.x;
  Pack(Pack::load(at).lanes + w.first[i]).store(at);
  if constexpr (kTorque) scree::detail::store_two(at + 4, scree::detail::load_two(at + 4) + w.second[i]);
}

template <bool kTorque>
void scatter_forces(State& s, const Lanes& l, int n, const Vec3Pack& f, const Vec3Pack& tau_a, const Vec3Pack& tau_b,
                    SumOfA<kTorque>& sum) {
  const Wrenches on_a(f, tau_a), on_b(-f, tau_b);
  const SumsOfB sums(s);
  for (int i = 0; i < n; ++i) {
    sum.add(s.bodies.wrench, l.a[i], on_a, i);
    add<kTorque>(sums, l.to[i], on_b, i);
  }
}

template <class F>
void each_entry(EnergiesT<Pack>& e, F&& f) {
#define X(name) f(e.name);
  SCREE_CONTACT_ENERGIES(X)
#undef X
}
void mask(EnergiesT<Pack>& e, int n) {
  const Mask valid = first_lanes(n);
  each_entry(e, [&](Pack& p) { p = select(valid, p, Pack(kNothing)); });
}
void scale(EnergiesT<Pack>& e, const Pack& share) {
  each_entry(e, [&](Pack& p) { p = share * p; });
}

Energies sum_of(const EnergiesT<Pack>& e) {
  Energies r;
#define X(name) r.name = sum(e.name);
  SCREE_CONTACT_ENERGIES(X)
#undef X
  return r;
}

// A few packs go through several loops. In one loop the way of a pack, with its roots and divisions one after the
// other, would be longer than what the processor looks ahead; so it works on several packs at a time.
constexpr int kPacks = 32;

template <class Geometry>
struct Packs {
  int n = 0;
  Lanes lanes[kPacks];
  Geometry geometry[kPacks];
  ContactForceT<Pack> force[kPacks];
};

// Where bodies are more than caches hold, what is needed next is asked for a little with every pack, so that it comes
// while laws are worked out: what the contacts at hand add to, and the bodies of the next batch. Asked for all at once
// it would not, because a processor has few requests under way and waits with the next one until one of them is done.
class Prefetcher {
 public:
  Prefetcher(const BatchContext& args, int n_packs)
      : args_(args), sums_(args.s), wanted_(args.s.bodies.size() > kManyBodies) {
    if (!wanted_ || !args.next) return;
    pair_ = args.next->begin, end_ = args.next->end;
    if (pair_ < end_ && is_wall_index(args.s.pairs.b[pair_])) end_ = pair_;
    portion_ = (end_ - pair_ + std::size_t(n_packs) - 1) / std::size_t(n_packs);
  }
  void prefetch_accumulators(const Lanes& l) const {
    if (!wanted_) return;
    for (const std::uint32_t to : l.to) will_change(sums_[to]);
  }
  void prefetch_bodies() {
    for (const std::size_t end = std::min(pair_ + portion_, end_); pair_ < end; ++pair_) {
      const std::uint32_t b = args_.s.pairs.b[pair_];
      const Bodies& bodies = args_.s.bodies;
      __builtin_prefetch(&bodies.x[b].x), __builtin_prefetch(&bodies.x[b].z);  // 24 bytes may lie in two lines
      __builtin_prefetch(&args_.s.scratch.list.size[b]);
      __builtin_prefetch(&bodies.v[b].x), __builtin_prefetch(&bodies.v[b].z);
      __builtin_prefetch(&bodies.omega[b].x), __builtin_prefetch(&bodies.omega[b].z);
    }
  }

 private:
  static constexpr std::size_t kManyBodies = 1 << 15;  // some 13 MB
  static void will_change(Wrench& w) { __builtin_prefetch(&w.f.x, 1), __builtin_prefetch(&w.tau.z, 1); }

  const BatchContext& args_;
  SumsOfB sums_;
  bool wanted_;
  std::size_t pair_ = 0, end_ = 0, portion_ = 0;  // of the next batch
};

template <class Geometry>
[[gnu::flatten]] void find_kinematics(const BatchContext& args, std::size_t begin, Packs<Geometry>& packs) {
  packs.n = 0;
  for (std::size_t k = begin; k < args.n_points && packs.n < kPacks; k += kLanes, ++packs.n) {
    packs.lanes[packs.n] = lanes_at(args, k);
    packs.geometry[packs.n].find_kinematics(args, packs.lanes[packs.n]);
  }
}

// Springs of spheres, turned with their contacts in a loop of their own: root and division wait for each other there,
// and the law would wait for both.
template <class Law, class Geometry>
constexpr bool kTurnsFirst = Geometry::kOnePoint && (Law::kTangential || Law::kRolling);

void turn(const ContactInputT<Pack>& in, Real* x, Real* y, Real* z) {
  const Vec3Pack xi = transport<Pack>({Pack::load(x), Pack::load(y), Pack::load(z)}, in);
  xi.x.store(x), xi.y.store(y), xi.z.store(z);
}
template <class Law, class Geometry>
[[gnu::flatten]] void turn_springs(const BatchContext& args, const Packs<Geometry>& packs) {
  Contacts& c = args.s.contacts;
  for (int p = 0; p < packs.n; ++p) {
    const ContactKinematics& m = packs.geometry[p].m;
    const std::size_t k = packs.lanes[p].place;
    ContactInputT<Pack> in;
    in.n = m.n, in.spin = m.spin, in.dt = args.dt;
    if constexpr (Law::kTangential) turn(in, &c.xi_x[k], &c.xi_y[k], &c.xi_z[k]);
    if constexpr (Law::kRolling) turn(in, &c.roll_x[k], &c.roll_y[k], &c.roll_z[k]);
  }
}

// A division is only worth it where the quotient may be larger than the deepest so far; the margin is for the rounding
// of the product, so that what is kept does not depend on the order of contacts.
[[gnu::noinline]] void keep_deepest(const Pack& overlap, const Pack& inner_radius, double& deepest) {
  deepest = std::max(deepest, largest_lane(overlap / inner_radius));
}
constexpr double kBelow = 1 - 1e-12;
// `bound`: kBelow times the deepest at some time before.
void watch_overlap(const ContactKinematics& m, const Pack& bound, double& deepest) {
  if (any(-m.gap > bound * m.inner_radius)) [[unlikely]]
    keep_deepest(-m.gap, m.inner_radius, deepest);
}

template <class Law, class Geometry>
[[gnu::flatten]] void evaluate(const BatchContext& args, Packs<Geometry>& packs, EnergiesT<Pack>& total) {
  const LawParams& law = args.model.laws[args.s.pairs.buckets[args.batch.bucket].law];
  Contacts& c = args.s.contacts;
  Prefetcher prefetcher(args, packs.n);
  const Pack bound = kBelow * args.deepest;
  for (int p = 0; p < packs.n; ++p) {
    const ContactKinematics& m = packs.geometry[p].m;
    const Lanes& l = packs.lanes[p];
    prefetcher.prefetch_accumulators(l);
    if constexpr (Geometry::kOnePoint) prefetcher.prefetch_bodies();
    watch_overlap(m, bound, args.deepest);
    ContactInputT<Pack> in = input_of<Law>(m, Pack::load(&c.gap[l.place]), args);
    in.turned = kTurnsFirst<Law, Geometry>;
    [[maybe_unused]] const Pack v_n = in.v_n;
    if constexpr (Geometry::kPatch) over_patch(packs.geometry[p], Pack::load(&c.rate[l.place]), in);
    SpringsT<Pack> springs = load_springs<Law, Geometry::kPatch>(c, l.place);
    EnergiesT<Pack> energies;
    [[maybe_unused]] EnergiesT<Pack> of_shares;
    if constexpr (Geometry::kCombined) {
      in.xi_n_old = Pack::load(&args.combined->xi_old[l.k]);
      book_shares<Law>(args, law, l.k, in, springs, of_shares);
    }
    if constexpr (Geometry::kPatch) springs.damping = springs.damping / packs.geometry[p].rate;
    if constexpr (Law::kUsesRadius && !Geometry::kOnePoint && !Geometry::kPatch)
      if (!args.points.inv_radius.empty()) book_curvature<Law>(law, in, springs, &c.inv_radius[l.place], energies);
    ContactForceT<Pack>& force = packs.force[p];
    force = Law::evaluate(law, in, springs, energies);
    if constexpr (Law::kTangential && !Geometry::kOnePoint && !Geometry::kPatch)
      if (!c.drag.empty()) book_drag<false>(in, &c.drag[l.place], energies);
    if constexpr (Geometry::kPatch) {
      const Pack& rate = packs.geometry[p].rate;
      book_way<Law>(law, in, v_n, Pack::load(&c.rate[l.place]), rate, energies);
      book_drag<true>(in, &c.drag[l.place], energies);
      force.f = rate * force.f, force.couple = rate * force.couple;
      springs.damping = rate * springs.damping;
      rate.store(&c.rate[l.place]);
    }
    if constexpr (Geometry::kCombined) {
      const Pack& share = packs.geometry[p].share;
      force.f = share * force.f, force.couple = share * force.couple;
      scale(energies, share);
      energies.contact_loss += of_shares.contact_loss;
    }
    store_springs<Law, Geometry::kPatch>(springs, m.gap, c, l.place);
    if (l.n < kLanes) [[unlikely]]
      mask(energies, l.n);
    total += energies;
  }
}

template <class Law, class Geometry>
[[gnu::flatten]] void scatter_forces(const BatchContext& args, const Packs<Geometry>& packs) {
  constexpr bool kTorque = Geometry::kTorque;
  SumOfA<kTorque> sum;
  State& s = args.s;
  for (int p = 0; p < packs.n; ++p) {
    const Lanes& l = packs.lanes[p];
    const ContactForceT<Pack>& force = packs.force[p];
    Vec3Pack tau_a = {0, 0, 0}, tau_b = {0, 0, 0};
    if constexpr (kTorque) packs.geometry[p].torques(force.f, tau_a, tau_b);
    if constexpr (Law::kRolling || Geometry::kPatch) tau_a += force.couple, tau_b -= force.couple;
    if (!s.contacts.force.empty())
      store_each(force.f, l.n, [&](int i) -> Vec3& { return s.contacts.force[l.place + std::size_t(i)]; });
    if (l.n == kLanes) [[likely]] {
      scatter_forces<kTorque>(s, l, kLanes, force.f, tau_a, tau_b, sum);
    } else {
      scatter_forces<kTorque>(s, l, l.n, force.f, tau_a, tau_b, sum);
    }
  }
}

template <class Law, class Geometry>
Energies evaluate_batch(const BatchContext& args) {
  EnergiesT<Pack> total;
  Packs<Geometry> packs;
  for (std::size_t k = 0; k < args.n_points; k += kPacks * kLanes) {
    find_kinematics(args, k, packs);
    if constexpr (kTurnsFirst<Law, Geometry>) turn_springs<Law>(args, packs);
    evaluate<Law>(args, packs, total);
    scatter_forces<Law>(args, packs);
  }
  return sum_of(total);
}

}  // namespace

EvaluateBatch evaluate_batch_function(const LawParams& law, const narrow::Points& points, bool combined) {
  EvaluateBatch f = nullptr;
  with_law(law, [&]<class Law>(Law) {
    f = points.on_centre_line  ? evaluate_batch<Law, OnCentreLine<Law>>
        : points.has_patches() ? evaluate_batch<Law, OverPatch<Law>>
        : combined             ? evaluate_batch<Law, InShares<Law>>
                               : evaluate_batch<Law, AtPoints<Law>>;
  });
  return f;
}

}  // namespace scree::force
