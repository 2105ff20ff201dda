#include "scree/oracle/solve.hpp"

#include <ctime>
#include <limits>
#include <map>

#include "scree/math/random.hpp"

namespace scree::pairs {
namespace {

// This is the part of the size by which B is moved, and the angle in rad by which it is rotated, before the warm call.
constexpr Real kPerturbation = 1e-3;

template <class S>
Pair<S> perturbed(const PairSet<S>& set, const Pair<S>& pair, std::uint64_t seed) {
  // The stream goes by the pair's id, so that it does not matter which others are solved.
  RandomStream random = RandomStream::branch(seed, std::uint64_t(pair.id));
  const Real size = size_of<S>(set.views[std::size_t(pair.a)], set.views[std::size_t(pair.b)]);
  const Real step[3] = {random.normal(), random.normal(), random.normal()};
  Vec3 axis{0, 0, 1};
  if (S::kDim == 3) axis = normalized(Vec3{random.normal(), random.normal(), random.normal()});
  Pair<S> moved = pair;
  moved.X_b.p = {};
  moved.X_b = S::rotation(kPerturbation * axis) * moved.X_b;
  moved.X_b.p = pair.X_b.p + (kPerturbation * size) * normalized(S::vec(step));
  return moved;
}

// Finds what each pair remembers after a call at its own pose and one at a pose nearby.
template <class S>
std::vector<typename S::Cache> remembered(const PairSet<S>& set, const SolveOptions& options) {
  std::vector<typename S::Cache> caches(set.pairs.size());
  LinkCounters not_counted;
  Answer<S> not_judged;
  for (std::size_t i = 0; i < set.pairs.size(); ++i) {
    ask(set.views, set.pairs[i], options.link, caches[i], not_judged, not_counted);
    ask(set.views, perturbed(set, set.pairs[i], options.seed), options.link, caches[i], not_judged, not_counted);
  }
  return caches;
}

template <class S>
double timed_pass(const PairSet<S>& set, const Group& group, const LinkOptions& options,
                  std::vector<typename S::Cache>& caches, std::vector<Answer<S>>& answers, LinkCounters& counters) {
  const double start = cpu_seconds();
  for (const std::size_t i : group.pairs) ask(set.views, set.pairs[i], options, caches[i], answers[i], counters);
  return cpu_seconds() - start;
}

}  // namespace

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

template <class S>
std::vector<Group> groups_of(const std::vector<Pair<S>>& pairs) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> first_seen;
  std::map<std::pair<std::size_t, int>, std::size_t> index;  // (set, kind) -> group
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const char kind = pairs[i].reference.kind;
    const std::size_t set = first_seen.emplace(pairs[i].set, first_seen.size()).first->second;
    const auto [at, is_new] = index.emplace(std::pair{set, int(std::string_view("SPT").find(kind))}, groups.size());
    if (is_new) groups.push_back({pairs[i].set, kind, {}, 0});
    groups[at->second].pairs.push_back(i);
  }
  std::vector<Group> sorted;
  for (const auto& [key, at] : index) sorted.push_back(std::move(groups[at]));
  return sorted;
}

template <class S>
Solved<S> solve(const PairSet<S>& set, const SolveOptions& options) {
  Solved<S> solved;
  solved.before.resize(set.pairs.size());
  if (options.warm) solved.before = remembered(set, options);
  solved.answers.resize(set.pairs.size());
  solved.groups = groups_of(set.pairs);
  std::vector<double> best(solved.groups.size(), std::numeric_limits<double>::max());
  for (int pass = 0; pass < options.repeat; ++pass) {
    std::vector<typename S::Cache> caches = solved.before;
    LinkCounters counters;
    for (std::size_t g = 0; g < best.size(); ++g)
      best[g] = std::min(best[g], timed_pass(set, solved.groups[g], options.link, caches, solved.answers, counters));
    solved.counters = counters;
  }
  for (std::size_t g = 0; g < best.size(); ++g)
    solved.groups[g].ns = 1e9 * best[g] / double(solved.groups[g].pairs.size());
  for (std::size_t i = 0; i < set.pairs.size(); ++i) {
    const Pair<S>& pair = set.pairs[i];
    solved.judgements.push_back(
        judge<S>(set.views[std::size_t(pair.a)], set.views[std::size_t(pair.b)], pair, solved.answers[i]));
  }
  return solved;
}

template std::vector<Group> groups_of(const std::vector<Pair<Space>>&);
template std::vector<Group> groups_of(const std::vector<Pair<Plane2>>&);
template Solved<Space> solve(const PairSet<Space>&, const SolveOptions&);
template Solved<Plane2> solve(const PairSet<Plane2>&, const SolveOptions&);

}  // namespace scree::pairs
