#include "scree/experiments/normals.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numbers>

#include "scree/math/random.hpp"
#include "scree/oracle/solve.hpp"

namespace scree::bench {
namespace {

using namespace superellipsoid;

constexpr std::uint64_t kBatch = 4096;
constexpr Real kPaperTolerance = Real(1e-6);  // for the gradient of |d|^2
constexpr Real kDegrees = 180 / std::numbers::pi_v<Real>;

// Makes one start of one method, as its authors would have it.
Search start_at(const NormalPair& p, NormalMethod method, int series, const Vec3& c) {
  const Pair pair{p.a, p.b, p.X};
  const Real margin = series == 0 ? 0 : Real(1e300);
  if (method == NormalMethod::kCommonNormal) return common_normal(pair, c, {margin, kPaperTolerance});
  Search s = widest_slab(pair, direction_from_a(pair, c), {margin, Real(1e-10) * pair.size()});
  if (s.end == SearchEnd::kConverged) polish(s.at);
  return s;
}

// The paper asks for d parallel to c; we ask to 1e-3, or 1e-6 of the size where d is so small that its tolerance leaves
// no more. For bodies apart there is an answer only when a direction parts the bodies.
NormalDoubt doubt_about(const NormalPair& p, const Search& s, NormalMethod method, int series) {
  const Pair pair{p.a, p.b, p.X};
  if (series == 0) return s.end == SearchEnd::kApart ? NormalDoubt::kNone : NormalDoubt::kStalled;
  if (s.end == SearchEnd::kStalled) return NormalDoubt::kStalled;
  const Real beside = method == NormalMethod::kSupportGap
                          ? Real(1e-10) * pair.size()
                          : std::max(Real(1e-3) * norm(s.at.p_b - s.at.p_a), Real(1e-6) * pair.size());
  return doubt_of(pair, s, beside);
}

void compare(const NormalPair& p, const Search& s, NormalStudy& study) {
  if (s.at.gap > p.gap + Real(1e-6) * std::abs(p.gap) + Real(1e-7)) {
    ++study.other_way;
    return;
  }
  ++study.compared;
  study.gap_error += std::abs((s.at.gap - p.gap) / p.gap);
  study.point_error += norm(s.at.p_a - p.p_a);
  study.angle_error += kDegrees * 2 * std::atan2(norm(s.at.c.a - p.n), norm(s.at.c.a + p.n));
}

// Makes new starts until one is believed.
void start_again(const NormalPair& p, NormalStudy& study) {
  const Pair pair{p.a, p.b, p.X};
  const Real margin = study.series == 0 ? 0 : Real(1e300);
  for (std::uint64_t k = 0; k < kMostRestarts; ++k) {
    ++study.restarts;
    study.most_restarts = std::max(study.most_restarts, k + 1);
    const Restart r = restart(pair, int(k), study.method == NormalMethod::kCommonNormal, margin);
    if (r.apart) return;
    const Search s = start_at(p, study.method, study.series, r.c);
    if (doubt_about(p, s, study.method, study.series) != NormalDoubt::kNone) continue;
    if (study.series == 1) compare(p, s, study);
    return;
  }
  ++study.never;
}

NormalStudy study_batch(const NormalStudy& what, std::uint64_t seed, std::uint64_t begin, std::uint64_t end) {
  NormalStudy study = what;
  std::vector<NormalPair> pairs;
  for (std::uint64_t i = begin; i < end; ++i) pairs.push_back(paper_pair(seed, what.series, what.interval, i));
  std::vector<Search> found(pairs.size());
  timespec from{}, to{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Vec3 c = centre_line({pairs[i].a, pairs[i].b, pairs[i].X}).a;
    found[i] = start_at(pairs[i], study.method, study.series, c);
  }
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
  study.seconds = double(to.tv_sec - from.tv_sec) + 1e-9 * double(to.tv_nsec - from.tv_nsec);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ++study.pairs;
    if (!pairs[i].strict) {
      ++study.not_strict;
      continue;
    }
    const NormalDoubt doubt = doubt_about(pairs[i], found[i], study.method, study.series);
    if (doubt != NormalDoubt::kNone) {
      ++study.failed[int(doubt)];
      start_again(pairs[i], study);
      continue;
    }
    ++study.iterations[std::min(found[i].iterations, NormalStudy::kMost)];
    if (study.series == 1) compare(pairs[i], found[i], study);
  }
  return study;
}

// Calls f(begin, end) for batches of n, in parallel; results are summed in order.
template <class T, class F>
T in_batches(std::uint64_t n, T sum, std::uint64_t& done, const std::function<void(std::uint64_t)>& tick, F&& f) {
  const std::int64_t batches = std::int64_t((n + kBatch - 1) / kBatch);
  std::vector<T> parts(std::size_t(batches), sum);
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t b = 0; b < batches; ++b) {
    const std::uint64_t begin = std::uint64_t(b) * kBatch, end = std::min(n, begin + kBatch);
    parts[std::size_t(b)] = f(begin, end);
#pragma omp critical(normals_tick)
    {
      done += end - begin;
      if (tick) tick(done);
    }
  }
  for (const T& part : parts) sum += part;
  return sum;
}

HardStudy hard_batch(NormalMethod method, std::uint64_t seed, std::uint64_t begin, std::uint64_t end) {
  HardStudy study;
  NormalOptions options;
  options.method = method;
  for (std::uint64_t i = begin; i < end; ++i) {
    const PlacedPair p = hard_pair(seed, i);
    NormalCache cache;
    NormalLink cold, warm;
    const LinkStatus first = find_link(p.a, p.b, p.X, options, cache, cold, study.cold);
    const LinkStatus again = find_link(p.a, p.b, p.X, options, cache, warm, study.warm);
    const Real size = p.a.radius + p.b.radius;
    ++study.pairs;
    const bool same = std::abs(cold.gap - warm.gap) <= Real(1e-9) * size && cold.residual <= Real(1e-9) * size;
    if (first == LinkStatus::kLink && again == LinkStatus::kLink && same) continue;
    ++study.disagreements;
    study.bad.push_back(i);
  }
  return study;
}

double ns_of(double seconds, std::size_t pairs, const std::function<void()>& pass) {
  double best = 1e300;
  const double start = pairs::cpu_seconds();
  do {
    const double from = pairs::cpu_seconds();
    pass();
    best = std::min(best, 1e9 * (pairs::cpu_seconds() - from) / double(pairs));
  } while (pairs::cpu_seconds() - start < seconds);
  return best;
}

NormalCost cost_of(NormalMethod method, int interval, std::uint64_t seed, double seconds) {
  constexpr std::size_t kPairs = 1024;
  NormalOptions contact, plane;
  contact.method = plane.method = method;
  plane.margin = 0;
  RandomStream random = RandomStream::branch(seed, 77);
  const auto near = [&] { return 1e-4 * rotate(random.rotation(), Vec3{1, 0, 0}); };
  std::vector<NormalPair> touching, apart;
  std::vector<NormalCache> remembered(kPairs), planes(kPairs);
  NormalCounters counters;
  NormalLink link;
  for (std::size_t i = 0; i < kPairs; ++i) {
    touching.push_back(paper_pair(seed, 1, interval, i));
    apart.push_back(paper_pair(seed, 0, interval, i));
    NormalPair &t = touching[i], &s = apart[i];
    find_link(t.a, t.b, t.X, contact, remembered[i], link, counters);
    find_link(s.a, s.b, s.X, plane, planes[i], link, counters);
    t.X.p += (t.a.radius + t.b.radius) * near();
    t.X.R = to_matrix(rotation_by(near())) * t.X.R;
  }
  NormalCost cost{.method = method, .interval = interval};
  const auto ask = [&](const std::vector<NormalPair>& pairs, const NormalOptions& options,
                       const std::vector<NormalCache>* memory) {
    for (std::size_t i = 0; i < kPairs; ++i) {
      NormalCache cache = memory ? (*memory)[i] : NormalCache{};
      find_link(pairs[i].a, pairs[i].b, pairs[i].X, options, cache, link, counters);
    }
  };
  cost.cold = ns_of(seconds, kPairs, [&] { ask(touching, contact, nullptr); });
  cost.warm = ns_of(seconds, kPairs, [&] { ask(touching, contact, &remembered); });
  cost.plane = ns_of(seconds, kPairs, [&] { ask(apart, plane, &planes); });
  return cost;
}

}  // namespace

NormalStudy& NormalStudy::operator+=(const NormalStudy& o) {
  pairs += o.pairs, not_strict += o.not_strict, restarts += o.restarts, never += o.never, other_way += o.other_way;
  for (int k = 0; k <= kMost; ++k) iterations[k] += o.iterations[k];
  for (int k = 0; k < kNormalDoubts; ++k) failed[k] += o.failed[k];
  most_restarts = std::max(most_restarts, o.most_restarts);
  gap_error += o.gap_error, point_error += o.point_error, angle_error += o.angle_error;
  compared += o.compared, seconds += o.seconds;
  return *this;
}

std::uint64_t NormalStudy::all_failed() const {
  std::uint64_t sum = 0;
  for (int k = 1; k < kNormalDoubts; ++k) sum += failed[k];
  return sum;
}

double NormalStudy::share_up_to(int n) const {
  std::uint64_t sum = 0;
  for (int k = 0; k <= n; ++k) sum += iterations[k];
  return double(sum) / double(pairs - not_strict);
}

double NormalStudy::mean_iterations() const {
  double sum = 0, count = 0;
  for (int k = 0; k <= kMost; ++k) sum += k * double(iterations[k]), count += double(iterations[k]);
  return count > 0 ? sum / count : 0;
}

HardStudy& HardStudy::operator+=(const HardStudy& o) {
  pairs += o.pairs, disagreements += o.disagreements;
  cold += o.cold, warm += o.warm;
  for (const std::uint64_t i : o.bad)
    if (bad.size() < 100) bad.push_back(i);
  return *this;
}

std::vector<NormalStudy> study_normals(const NormalPlan& plan) {
  std::vector<NormalStudy> studies;
  std::uint64_t done = 0;
  for (int series = 0; series < kSeries; ++series)
    for (int interval = 0; interval < kIntervals; ++interval)
      for (const NormalMethod method : {NormalMethod::kCommonNormal, NormalMethod::kSupportGap}) {
        const NormalStudy what{.method = method, .series = series, .interval = interval};
        studies.push_back(in_batches(plan.n, what, done, plan.tick, [&](std::uint64_t begin, std::uint64_t end) {
          return study_batch(what, plan.seed, begin, end);
        }));
      }
  return studies;
}

HardStudy study_hard_pairs(NormalMethod method, const NormalPlan& plan) {
  std::uint64_t done = 0;
  return in_batches(plan.n, HardStudy{}, done, plan.tick,
                    [&](std::uint64_t begin, std::uint64_t end) { return hard_batch(method, plan.seed, begin, end); });
}

std::vector<NormalCost> normal_costs(std::uint64_t seed, double seconds) {
  std::vector<NormalCost> costs;
  for (const NormalMethod method : {NormalMethod::kCommonNormal, NormalMethod::kSupportGap})
    for (int interval = 0; interval < kIntervals; ++interval) costs.push_back(cost_of(method, interval, seed, seconds));
  return costs;
}

}  // namespace scree::bench
