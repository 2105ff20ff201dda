#include "scree/bench/pair_cost.hpp"

#include <algorithm>

namespace scree::bench {
namespace {

using pairs::Space;
constexpr int kPasses = 3;       // passes, each timed
constexpr int kPlaneSweeps = 8;  // sweeps in one pass: a thousand planes are too few for the clock

double share(std::size_t part, std::size_t whole) { return whole == 0 ? 0 : double(part) / double(whole); }

bool plane_holds(const PolyhedronView& a, const PolyhedronView& b, const Pose& X_a, const Pose& X_b, LinkCache& cache) {
  return plane_still_parts(a, X_a.R, b, X_b.R, X_b.p - X_a.p, 0, cache);
}

}  // namespace

TimedMotion::TimedMotion(const PairShapes& set, const PairMotion& motion)
    : set_(set), motion_(motion), a_(set.views[std::size_t(motion.a)]), b_(set.views[std::size_t(motion.b)]) {
  for (const pairs::Pair<Space>& step : motion.steps) X_a_.push_back(step.X_a), X_b_.push_back(step.X_b);
  find_stretches();
}

// The order is that of a run: the plane comes first, and the link only where it fails.
void TimedMotion::find_stretches() {
  if (motion_.kind != 'S') return;
  LinkOptions options;
  options.margin = 0;
  LinkCache cache;
  Link link;
  LinkCounters not_counted;
  for (std::size_t i = 0; i < X_a_.size(); ++i) {
    const LinkCache before = cache;
    if (!plane_holds(a_, b_, X_a_[i], X_b_[i], cache)) {
      find_link(a_, b_, Space::relative(X_a_[i], X_b_[i]), options, cache, link, not_counted);
      continue;
    }
    ++plane_calls_;
    if (stretches_.empty() || stretches_.back().end != i) stretches_.push_back({i, i, before});
    stretches_.back().end = i + 1;
  }
}

void TimedMotion::judge_answers() {
  LinkCache cache;
  const LinkOptions options;
  score_ = {}, counters_ = {};
  for (const pairs::Pair<Space>& step : motion_.steps) {
    pairs::Answer<Space> answer;
    ask(set_.views, step, options, cache, answer, counters_);
    const pairs::Judgement j = pairs::judge<Space>(a_, b_, step, answer);
    score_.add(j, step.id, answer.link.rung, answer.link.iterations);
  }
}

double TimedMotion::time_planes() const {
  int held = 0;
  const double start = pairs::cpu_seconds();
  for (int sweep = 0; sweep < kPlaneSweeps; ++sweep)
    for (const Stretch& s : stretches_) {
      LinkCache cache = s.before;
      for (std::size_t i = s.begin; i < s.end; ++i) held += plane_holds(a_, b_, X_a_[i], X_b_[i], cache);
    }
  const double seconds = (pairs::cpu_seconds() - start) / kPlaneSweeps;
  return std::size_t(held) == kPlaneSweeps * plane_calls_ ? seconds : 1e300;  // always equal; keeps the calls alive
}

double TimedMotion::time_answers() const {
  LinkCache cache;
  LinkCounters not_counted;
  Link link;
  const LinkOptions options;
  const double start = pairs::cpu_seconds();
  for (std::size_t i = 0; i < X_a_.size(); ++i)
    find_link(a_, b_, Space::relative(X_a_[i], X_b_[i]), options, cache, link, not_counted);
  return pairs::cpu_seconds() - start;
}

void TimedMotion::take_time() {
  for (int pass = 0; pass < kPasses; ++pass) {
    seconds_ = std::min(seconds_, time_answers());
    if (plane_calls_ > 0) plane_seconds_ = std::min(plane_seconds_, time_planes());
  }
}

double PairCost::ns() const { return 1e9 * seconds / double(score.pairs); }
double PairCost::plane_ns() const { return plane_calls == 0 ? 0 : 1e9 * plane_seconds / double(plane_calls); }
double PairCost::plane_share() const { return share(plane_calls, score.pairs); }
double PairCost::fresh_share() const { return share(counters.fresh, score.pairs); }

std::vector<PairCost> costs_of(const std::vector<TimedMotion>& motions) {
  std::vector<PairCost> costs;
  for (const TimedMotion& m : motions) {
    const PairMotion& motion = m.motion();
    if (costs.empty() || costs.back().family != motion.family || costs.back().kind != motion.kind)
      costs.push_back({.family = motion.family, .kind = motion.kind, .score = {}, .counters = {}});
    PairCost& c = costs.back();
    ++c.motions;
    c.seconds += m.seconds();
    if (m.plane_calls() > 0) c.plane_seconds += m.plane_seconds();
    c.plane_calls += m.plane_calls();
    c.score += m.score();
    pairs::add(c.counters, m.counters());
  }
  return costs;
}

}  // namespace scree::bench
