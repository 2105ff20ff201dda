#include "scree/experiments/links.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <chrono>

#include "scree/bench/ticker.hpp"
#include "scree/error.hpp"
#include "scree/oracle/report.hpp"
#include "scree/store/pairs/fault_file.hpp"

namespace scree::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Say = std::function<void(const std::string&)>;
constexpr std::size_t kMostPrinted = 20;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string rungs_text(const LinkCounters& c) {
  std::string text;
  for (int r = 0; r < kRungs; ++r)
    if (c.rung[r] > 0) text += fmt::format(" {} {}", name_of(Rung(r)), c.rung[r]);
  return text;
}

std::string disagreements_text(const LinkBench& o, const LinkCheck& check) {
  std::string text;
  for (std::size_t k = 0; k < check.disagreements.size() && k < kMostPrinted; ++k) {
    const Disagreement& d = check.disagreements[k];
    text += fmt::format("disagreement: pair {} of seed {}, {}: {} is {:.3g} of the size off {}, status {}, rung {}\n",
                        d.pair.id, o.seed, name_of(d.memory), name_of(o.link.method), d.difference, name_of(d.against),
                        pairs::name_of(d.answer.status), name_of(d.answer.link.rung));
  }
  if (check.disagreements.size() > kMostPrinted) text += "and more\n";
  return text;
}

std::string save(const LinkBench& o, const RandomPairs& random, const LinkCheck& check) {
  pairs::FaultFile file(o.failed, true);
  for (const Disagreement& d : check.disagreements) {
    pairs::Judgement j;
    j.verdict = d.answer.status == LinkStatus::kFailed ? pairs::Verdict::kFailed : pairs::Verdict::kWrong;
    file.add(random.set(), d.pair, o.link, d.before, d.answer, j);
  }
  return file.text();
}

}  // namespace

std::string text_of(const LinkCheck& c) {
  std::string text = fmt::format("pairs: {} apart, {} within 1e-3 of the size of touching, {} overlapping\n",
                                 c.kinds[0], c.kinds[1], c.kinds[2]);
  for (int m = 0; m < kMemories; ++m) {
    text += fmt::format("{:<20}", name_of(Memory(m)));
    for (int r = 0; r < kReferences; ++r)
      text += fmt::format(" against {}: worst {:.2g} of the size, beyond 1e-9: {};", name_of(kReferenceMethods[r]),
                          c.worst[m][r], c.beyond[m][r]);
    text += fmt::format("\n{:<20} rungs:{}\n", "", rungs_text(c.counters[m]));
  }
  return text;
}

std::string last_line(const LinkCheck& c) {
  return fmt::format("links: pairs={} disagreements={} failed={}\n", c.pairs, c.disagreeing_pairs, c.failed);
}

void link_bench(const LinkBench& o, const Say& say) {
  omp_set_num_threads(o.threads);
  const Clock::time_point start = Clock::now();
  const RandomPairs random(o.seed);
  say(fmt::format("# links: {} random pairs from {} on, seed {}, {} threads; three answers each\n", o.n, o.first,
                  o.seed, o.threads));
  Ticker ticker(o.n);
  const LinkCheck check = check_links(random, {o.n, o.first, o.link, [&ticker](std::uint64_t done) { ticker(done); }});
  say(text_of(check) + fmt::format("time: {:.1f} s\n", seconds_since(start)));
  say(disagreements_text(o, check) + save(o, random, check));

  GuardCheck guard = check_guard(random, o.n);
  say(text_of("random shallow overlaps", guard));
  MotionPlan plan;
  plan.seed = o.seed;
  plan.motions = o.n >= 10000 ? 8 : 1;
  const GuardCheck along = check_guard(make_pair_motions(plan));
  say(text_of("along motions", along) + last_line(check));
  if (check.disagreeing_pairs > 0) throw RunError(fmt::format("{} pairs disagree", check.disagreeing_pairs));
  guard.add(along);
  if (!guard.clean()) throw RunError("the guard of overlaps let a wrong depth pass");
}

}  // namespace scree::bench
