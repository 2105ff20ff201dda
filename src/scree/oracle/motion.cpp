#include "scree/oracle/motion.hpp"

#include <fmt/format.h>

#include <limits>

#include "scree/error.hpp"

namespace scree::pairs {
namespace {

double per(double seconds, std::size_t calls) { return calls == 0 ? 0 : 1e9 * seconds / double(calls); }

// Runs the motion from its first step, keeping what was remembered before each call.
template <class S>
struct Record {
  std::vector<typename S::Cache> before;
  std::vector<Answer<S>> answers;
};

template <class S>
Record<S> record(const PairSet<S>& set, const Motion<S>& motion, const LinkOptions& options, LinkCounters& counters) {
  Record<S> r;
  r.answers.resize(motion.steps.size());
  typename S::Cache cache;
  for (std::size_t i = 0; i < motion.steps.size(); ++i) {
    r.before.push_back(cache);
    ask(set.views, motion.steps[i], options, cache, r.answers[i], counters);
  }
  return r;
}

// Holds what a call needs of a pair and no more, so that the steps of a motion stay in the cache as bodies in a run do.
template <class S>
struct Query {
  typename S::Pose X_a, X_b;
};
template <class S>
std::vector<Query<S>> queries_of(const Motion<S>& motion) {
  std::vector<Query<S>> queries;
  for (const Pair<S>& pair : motion.steps) queries.push_back({pair.X_a, pair.X_b});
  return queries;
}

template <class F>
double best_of(int repeat, F&& pass) {
  double best = std::numeric_limits<double>::max();
  for (int k = 0; k < repeat; ++k) {
    const double start = cpu_seconds();
    pass();
    best = std::min(best, cpu_seconds() - start);
  }
  return best;
}

// The calls only ask whether the bodies touch: how many does the remembered plane answer, and how fast?
template <class S>
void measure_plane(const PairSet<S>& set, const Motion<S>& motion, LinkOptions options, int repeat,
                   MotionResult& result) {
  options.margin = 0;
  LinkCounters not_counted;
  const Record<S> r = record(set, motion, options, not_counted);
  std::vector<std::size_t> by_plane;
  for (std::size_t i = 0; i < r.answers.size(); ++i)
    if (r.answers[i].status == LinkStatus::kBeyond && r.answers[i].link.rung == Rung::kRememberedPlane)
      by_plane.push_back(i);
  result.contact_calls += r.answers.size();
  result.plane_calls += by_plane.size();
  // One memory goes with the motion, as in a run, and is put right where a link was found in between.
  std::vector<char> link_between;
  for (std::size_t k = 0; k < by_plane.size(); ++k)
    link_between.push_back(k == 0 || !(r.before[by_plane[k]].n == r.before[by_plane[k - 1]].n));
  const std::vector<Query<S>> queries = queries_of(motion);
  const typename S::View &a = set.views[std::size_t(motion.steps[0].a)], &b = set.views[std::size_t(motion.steps[0].b)];
  std::size_t parted = 0;
  result.plane_seconds += best_of(repeat, [&] {
    typename S::Cache cache;
    for (std::size_t k = 0; k < by_plane.size(); ++k) {
      if (link_between[k]) cache = r.before[by_plane[k]];
      const Query<S>& q = queries[by_plane[k]];
      parted += S::plane_parts(a, q.X_a, b, q.X_b, cache);
    }
  });
  if (parted != by_plane.size() * std::size_t(repeat))
    throw RunError("a remembered plane parts the bodies once and not again");
}

constexpr const char* kRow = "{:<24}{:>4} {:>8} {:>8} {:>7} {:>7} {:>7} {:>7} {:>9} {:>9} {:>9} {:>8} {:>8}\n";

}  // namespace

double MotionResult::ns() const { return per(seconds, score.pairs); }
double MotionResult::plane_ns() const { return per(plane_seconds, plane_calls); }
double MotionResult::plane_share() const {
  return contact_calls == 0 ? 0 : double(plane_calls) / double(contact_calls);
}

template <class S>
void measure(const PairSet<S>& set, const Motion<S>& motion, const LinkOptions& options, int repeat,
             MotionResult& result, std::vector<MotionFault<S>>& faults) {
  ++result.motions;
  const Record<S> r = record(set, motion, options, result.counters);
  for (std::size_t i = 0; i < motion.steps.size(); ++i) {
    const Pair<S>& pair = motion.steps[i];
    const Answer<S>& answer = r.answers[i];
    const Judgement j = judge<S>(set.views[std::size_t(pair.a)], set.views[std::size_t(pair.b)], pair, answer);
    result.score.add(j, pair.id, answer.link.rung, answer.link.iterations);
    if (j.verdict != Verdict::kRight) faults.push_back({pair, r.before[i], answer, j});
  }
  const std::vector<Query<S>> queries = queries_of(motion);
  const typename S::View &a = set.views[std::size_t(motion.steps[0].a)], &b = set.views[std::size_t(motion.steps[0].b)];
  LinkCounters not_counted;
  typename S::Link link;
  result.seconds += best_of(repeat, [&] {
    typename S::Cache cache;
    for (const Query<S>& q : queries) find_link(a, b, S::relative(q.X_a, q.X_b), options, cache, link, not_counted);
  });
  measure_plane(set, motion, options, repeat, result);
}

std::string motion_table(const std::vector<MotionResult>& results) {
  std::string text = fmt::format(kRow, "set", "kind", "motions", "calls", "wrong", "lost", "failed", "ns", "ns plane",
                                 "by plane", "<= 2 iter", "gap off", "guard");
  for (const MotionResult& r : results) {
    const double guard = r.counters.guarded == 0 ? 0 : double(r.counters.fresh) / double(r.counters.guarded);
    text += fmt::format(kRow, r.set, r.kind, r.motions, r.score.pairs, r.score.of(Verdict::kWrong),
                        r.score.of(Verdict::kLost), r.score.of(Verdict::kFailed), fmt::format("{:.0f}", r.ns()),
                        fmt::format("{:.1f}", r.plane_ns()), fmt::format("{:.1f} %", 100 * r.plane_share()),
                        fmt::format("{:.1f} %", 100 * r.score.share_up_to(2)), fmt::format("{:.1e}", r.score.worst_gap),
                        fmt::format("{:.1f} %", 100 * guard));
  }
  return text;
}

std::string motion_csv(const std::vector<MotionResult>& results) {
  std::string text =
      "set,kind,motions,calls,wrong,lost,failed,ns,plane_ns,plane_share,up_to_2_iterations,"
      "mean_iterations,guarded,fresh";
  for (int r = 0; r < kRungs; ++r) text += fmt::format(",{}", name_of(Rung(r)));
  text += "\n";
  for (const MotionResult& r : results) {
    text += fmt::format("{},{},{},{},{},{},{},{:.1f},{:.1f},{:.4f},{:.4f},{:.3f},{},{}", r.set, r.kind, r.motions,
                        r.score.pairs, r.score.of(Verdict::kWrong), r.score.of(Verdict::kLost),
                        r.score.of(Verdict::kFailed), r.ns(), r.plane_ns(), r.plane_share(), r.score.share_up_to(2),
                        r.score.mean_iterations(), r.counters.guarded, r.counters.fresh);
    for (const std::size_t n : r.score.rung) text += fmt::format(",{}", n);
    text += "\n";
  }
  return text;
}

template void measure(const PairSet<Space>&, const Motion<Space>&, const LinkOptions&, int, MotionResult&,
                      std::vector<MotionFault<Space>>&);
template void measure(const PairSet<Plane2>&, const Motion<Plane2>&, const LinkOptions&, int, MotionResult&,
                      std::vector<MotionFault<Plane2>>&);

}  // namespace scree::pairs
