#include "scree/experiments/guard_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scree/oracle/solve.hpp"

namespace scree::bench {
namespace {

using pairs::Space;
using Answer = pairs::Answer<Space>;

constexpr LinkOptions with_ladder(LinkMethod method, bool ladder) {
  LinkOptions o;
  o.method = method, o.ladder = ladder;
  return o;
}
constexpr LinkOptions kScheme = with_ladder(LinkMethod::kShortestLink, false);
constexpr LinkOptions kLadder = with_ladder(LinkMethod::kShortestLink, true);
constexpr LinkOptions kTruth = with_ladder(LinkMethod::kAxisScan, true);

class Asker {
 public:
  explicit Asker(const PairShapes& set) : set_(set) {}

  Answer ask_once(const RandomPair& pair, const LinkOptions& options, LinkCache& cache) {
    Answer answer;
    ask(set_.views, pair, options, cache, answer, counters_);
    return answer;
  }
  // Runs the scheme and the ladder on one overlap, each from its own memory.
  void compare(const RandomPair& pair, Real true_gap, LinkCache& scheme_cache, LinkCache& ladder_cache) {
    const PolyhedronView &a = set_.views[std::size_t(pair.a)], &b = set_.views[std::size_t(pair.b)];
    const Real size = pairs::size_of<Space>(a, b);
    const Answer scheme = ask_once(pair, kScheme, scheme_cache);
    counters_ = {};
    const Answer ladder = ask_once(pair, kLadder, ladder_cache);
    if (true_gap >= 0) return;  // a vertex can slip past another on the way in
    ++result_.asked;
    result_.fresh += counters_.fresh > 0;
    result_.ladder_wrong +=
        ladder.status == LinkStatus::kFailed || !(std::abs(ladder.link.gap - true_gap) <= Real(1e-9) * size);
    if (scheme.status == LinkStatus::kFailed) {
      ++result_.no_answer;
      return;
    }
    judge(pair.id, scheme.link, true_gap, size, kScheme.tolerance * (a.radius + b.radius));
  }
  const GuardCheck& result() const { return result_; }

 private:
  void judge(int id, const Link& scheme, Real true_gap, Real size, Real proof_asked) {
    const Real excess = true_gap - scheme.gap;  // by how much it is deeper
    const bool wrong = !(std::abs(excess) <= Real(1e-9) * size);
    result_.wrong_passed += wrong && scheme.residual <= proof_asked;
    result_.deeper += excess > GuardCheck::kDeeper * size;
    if (excess / -true_gap > result_.worst_excess) result_.worst_excess = excess / -true_gap, result_.worst_id = id;
  }

  const PairShapes& set_;
  LinkCounters counters_;
  GuardCheck result_;
};

}  // namespace

void GuardCheck::add(const GuardCheck& o) {
  asked += o.asked, no_answer += o.no_answer, deeper += o.deeper;
  fresh += o.fresh, wrong_passed += o.wrong_passed, ladder_wrong += o.ladder_wrong;
  const bool first = o.worst_excess == worst_excess && o.worst_id >= 0 && o.worst_id < worst_id;
  if (o.worst_excess > worst_excess || first) worst_excess = o.worst_excess, worst_id = o.worst_id;
}

GuardCheck check_guard(const RandomPairs& random, std::uint64_t n) {
  constexpr std::uint64_t kChunkOfPairs = 64;
  GuardCheck total;
  const std::ptrdiff_t chunks = std::ptrdiff_t((n + kChunkOfPairs - 1) / kChunkOfPairs);
#pragma omp parallel for schedule(dynamic)
  for (std::ptrdiff_t c = 0; c < chunks; ++c) {
    Asker asker(random.set());
    const std::uint64_t begin = std::uint64_t(c) * kChunkOfPairs, end = std::min(n, begin + kChunkOfPairs);
    for (std::uint64_t i = begin; i < end; ++i) {
      const RandomPair pair = random.shallow(i);
      LinkCache nothing, cache;
      const Answer truth = asker.ask_once(pair, kTruth, nothing);
      asker.ask_once(random.less_deep(pair, -truth.link.gap, truth.link.n), kLadder, cache);
      LinkCache same = cache;
      asker.compare(pair, truth.link.gap, cache, same);
    }
#pragma omp critical
    total.add(asker.result());
  }
  return total;
}

GuardCheck check_guard(const PairMotions& motions) {
  GuardCheck total;
  for (const PairMotion& motion : motions.motions) {
    if (motion.kind != 'P') continue;
    Asker asker(motions.set);
    LinkCache scheme, ladder;
    for (const RandomPair& step : motion.steps) asker.compare(step, step.reference.gap, scheme, ladder);
    total.add(asker.result());
  }
  return total;
}

std::string text_of(const std::string& title, const GuardCheck& c) {
  const auto share = [&](std::uint64_t n) { return c.asked == 0 ? 0.0 : 100 * double(n) / double(c.asked); };
  return fmt::format(
      "{}: {} overlaps\n"
      "  scheme alone: deeper than the least depth by more than 1e-6 of the size {} ({:.2f} %), no answer {}, worst "
      "{:.3g} of the depth too much (pair {})\n"
      "  guard: sent to a fresh search {} ({:.2f} %), wrong ones let pass {}, wrong with the ladder {}\n",
      title, c.asked, c.deeper, share(c.deeper), c.no_answer, c.worst_excess, c.worst_id, c.fresh, share(c.fresh),
      c.wrong_passed, c.ladder_wrong);
}

}  // namespace scree::bench
