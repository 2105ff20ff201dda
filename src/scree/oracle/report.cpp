#include "scree/oracle/report.hpp"

#include <fmt/format.h>

#include <iterator>

namespace scree::pairs {
namespace {

template <class S>
std::string columns(const char* name) {
  std::string text;
  for (int k = 0; k < S::kDim; ++k) text += fmt::format(",{}{}", name, "xyz"[k]);
  return text;
}

template <class S>
void add_numbers(fmt::memory_buffer& out, const typename S::Vec& v) {
  for (const Real x : S::numbers(v)) fmt::format_to(std::back_inserter(out), ",{:.17g}", x);
}

template <class S>
void add_row(fmt::memory_buffer& out, const Pair<S>& pair, const Answer<S>& answer, const Judgement& j) {
  const typename S::Link& link = answer.link;
  const auto end = std::back_inserter(out);
  fmt::format_to(end, "{},{},{},{:.17g}", pair.id, pair.set, pair.reference.kind, link.gap);
  add_numbers<S>(out, S::turn(pair.X_a, link.n));
  add_numbers<S>(out, pair.X_a * link.p_a);
  add_numbers<S>(out, pair.X_a * link.p_b);
  fmt::format_to(end, ",{},{},{:.3g},{},{},{:.17g},{}{}{}\n", contact_type(link.a, link.b), link.iterations,
                 link.residual, name_of(link.rung), name_of(answer.status), pair.reference.gap, name_of(j.verdict),
                 *j.why ? ": " : "", j.why);
}

constexpr const char* kRow = "{:<24}{:>4} {:>8} {:>7} {:>7} {:>7} {:>10} {:>8} {:>10} {:>8}\n";

std::string table_row(const std::string& set, const std::string& kind, const Score& s, double ns) {
  return fmt::format(kRow, set, kind, s.pairs, s.of(Verdict::kWrong), s.of(Verdict::kLost), s.of(Verdict::kFailed),
                     s.other_type, fmt::format("{:.0f}", ns), fmt::format("{:.2f}", s.mean_iterations()),
                     fmt::format("{:.1e}", s.worst_gap));
}

}  // namespace

template <class S>
std::string csv_of(const PairSet<S>& set, const Solved<S>& solved) {
  fmt::memory_buffer out;
  fmt::format_to(std::back_inserter(out),
                 "id,set,kind,gap{}{}{},type,iterations,residual,rung,status,reference_gap,verdict\n", columns<S>("n"),
                 columns<S>("pa"), columns<S>("pb"));
  for (std::size_t i = 0; i < set.pairs.size(); ++i)
    add_row(out, set.pairs[i], solved.answers[i], solved.judgements[i]);
  return fmt::to_string(out);
}

template <class S>
Score score_of(const PairSet<S>& set, const Solved<S>& solved, const Group& group) {
  Score score;
  for (const std::size_t i : group.pairs)
    score.add(solved.judgements[i], set.pairs[i].id, solved.answers[i].link.rung, solved.answers[i].link.iterations);
  return score;
}

template <class S>
Score score_of(const PairSet<S>& set, const Solved<S>& solved) {
  Score score;
  for (const Group& g : solved.groups) score += score_of(set, solved, g);
  return score;
}

template <class S>
std::string table_of(const PairSet<S>& set, const Solved<S>& solved) {
  std::string text =
      fmt::format(kRow, "set", "kind", "pairs", "wrong", "lost", "failed", "other type", "ns", "iterations", "gap off");
  for (const Group& g : solved.groups) text += table_row(g.set, std::string(1, g.kind), score_of(set, solved, g), g.ns);
  return text + "\n" + score_text(score_of(set, solved)) + counters_text(solved.counters);
}

template std::string csv_of(const PairSet<Space>&, const Solved<Space>&);
template std::string csv_of(const PairSet<Plane2>&, const Solved<Plane2>&);
template Score score_of(const PairSet<Space>&, const Solved<Space>&);
template Score score_of(const PairSet<Plane2>&, const Solved<Plane2>&);
template std::string table_of(const PairSet<Space>&, const Solved<Space>&);
template std::string table_of(const PairSet<Plane2>&, const Solved<Plane2>&);

}  // namespace scree::pairs
