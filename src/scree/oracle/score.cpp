#include <fmt/format.h>

#include "scree/oracle/report.hpp"

namespace scree::pairs {
namespace {

double share(std::size_t part, std::size_t whole) { return whole == 0 ? 0 : double(part) / double(whole); }

}  // namespace

void Score::add(const Judgement& j, int id, Rung rung_used, int n_iterations) {
  ++pairs;
  ++verdict[int(j.verdict)];
  other_type += j.other_type;
  ++rung[int(rung_used)];
  ++iterations[std::clamp(n_iterations, 0, LinkCounters::kHistogram - 1)];
  if (j.verdict == Verdict::kFailed || (worst_id >= 0 && j.gap_error <= worst_gap)) return;
  worst_gap = j.gap_error;
  worst_id = id;
}

Score& Score::operator+=(const Score& other) {
  pairs += other.pairs;
  other_type += other.other_type;
  for (int v = 0; v < kVerdicts; ++v) verdict[v] += other.verdict[v];
  for (int r = 0; r < kRungs; ++r) rung[r] += other.rung[r];
  for (int i = 0; i < LinkCounters::kHistogram; ++i) iterations[i] += other.iterations[i];
  if (other.worst_id >= 0 && (worst_id < 0 || other.worst_gap > worst_gap))
    worst_gap = other.worst_gap, worst_id = other.worst_id;
  return *this;
}

double Score::mean_iterations() const {
  std::size_t sum = 0;
  for (int i = 0; i < LinkCounters::kHistogram; ++i) sum += std::size_t(i) * iterations[i];
  return share(sum, pairs);
}

double Score::share_up_to(int n_iterations) const {
  std::size_t sum = 0;
  for (int i = 0; i <= n_iterations; ++i) sum += iterations[i];
  return share(sum, pairs);
}

std::string contact_type(const Feature& a, const Feature& b) {
  constexpr const char* names[] = {"vertex", "edge", "face"};
  return fmt::format("{}_{}", names[int(a.kind)], names[int(b.kind)]);
}

std::string score_text(const Score& score) {
  std::string text = "answers by rung:";
  for (int r = 0; r < kRungs; ++r)
    if (score.rung[r] > 0) text += fmt::format(" {} {}", name_of(Rung(r)), score.rung[r]);
  text += fmt::format("\niterations: mean {:.2f}, at most 2 in {:.1f} %;", score.mean_iterations(),
                      100 * score.share_up_to(2));
  for (int i = 0; i < LinkCounters::kHistogram; ++i)
    if (score.iterations[i] > 0)
      text += fmt::format(" {}{}: {}", i, i + 1 == LinkCounters::kHistogram ? "+" : "", score.iterations[i]);
  if (score.worst_id >= 0)
    text += fmt::format("\nworst gap: off by {:.2g} of the size, pair {}", score.worst_gap, score.worst_id);
  return text + "\n";
}

std::string counters_text(const LinkCounters& c) {
  const auto each = [&](std::uint64_t n) { return share(n, c.solves); };
  std::string text =
      fmt::format("plane evaluations {} ({:.2f} a call), faces searched {} ({:.2f}), resets {}\n", c.plane_evaluations,
                  each(c.plane_evaluations), c.walk_steps, each(c.walk_steps), c.resets);
  text += fmt::format("special moves: edge-edge {}, face-face {}, edge-face {}\n", c.special[0], c.special[1],
                      c.special[2]);
  text += fmt::format(
      "overlaps moved apart {}; put to the guard {}, sent to a fresh search {} "
      "({:.2f} %)\n",
      c.separations, c.guarded, c.fresh, 100 * share(c.fresh, c.guarded));
  return text;
}

void add(LinkCounters& to, const LinkCounters& c) {
  for (int r = 0; r < kRungs; ++r) to.rung[r] += c.rung[r];
  for (int i = 0; i < LinkCounters::kHistogram; ++i) to.iterations[i] += c.iterations[i];
  for (int k = 0; k < 3; ++k) to.special[k] += c.special[k];
  to.solves += c.solves, to.failed += c.failed;
  to.plane_evaluations += c.plane_evaluations, to.walk_steps += c.walk_steps, to.resets += c.resets;
  to.separations += c.separations;
  to.guarded += c.guarded, to.fresh += c.fresh;
}

std::string summary_line(const Score& s, double ns) {
  return fmt::format("summary: pairs={} wrong={} failed={} lost={} ns={:.0f}\n", s.pairs, s.of(Verdict::kWrong),
                     s.of(Verdict::kFailed), s.of(Verdict::kLost), ns);
}

}  // namespace scree::pairs
