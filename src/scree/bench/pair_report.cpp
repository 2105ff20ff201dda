#include "scree/bench/pair_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree::bench {
namespace {

using pairs::Verdict;

struct RatioRow {
  const char* family;
  char kind;
};
constexpr RatioRow kRatioRows[] = {{"boxes", 'S'}, {"boxes", 'P'}, {"fourteen", 'S'}, {"fourteen", 'P'}};

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

// Takes the geometric mean of `ns_of` over the four rows.
template <class F>
double geometric_mean(const PairTable& table, F&& ns_of) {
  double sum = 0;
  for (const RatioRow& r : kRatioRows) sum += std::log(ns_of(*table.find(r.family, r.kind)));
  return std::exp(sum / double(std::size(kRatioRows)));
}

bool has_rows(const PairTable& table) {
  return std::all_of(std::begin(kRatioRows), std::end(kRatioRows),
                     [&](const RatioRow& r) { return table.find(r.family, r.kind) != nullptr; });
}
bool has_ratio(const PairTable& table) { return !table.peers.empty() && has_rows(table); }
double mean_of_ours(const PairTable& table) {
  return geometric_mean(table, [](const PairRow& row) { return row.ours.ns(); });
}
double mean_of_peer(const PairTable& table, std::size_t peer) {
  return geometric_mean(table, [peer](const PairRow& row) { return row.peers[peer].ns; });
}

std::string target_row(const std::string& what, const char* unit, double most, const std::vector<double>& found) {
  const bool met = std::all_of(found.begin(), found.end(), [&](double x) { return x <= most; });
  std::string values;
  for (const double x : found) values += fmt::format("{}{:.3g}", values.empty() ? "" : ", ", x);
  return fmt::format("{:<58}{:>7} {:<5} {:<18} {}\n", what, fmt::format("{:g}", most), unit, values,
                     met ? "met" : "missed");
}

}  // namespace

const PairRow* PairTable::find(const std::string& family, char kind) const {
  for (const PairRow& row : rows)
    if (row.ours.family == family && row.ours.kind == kind) return &row;
  return nullptr;
}

std::size_t PairTable::faults() const {
  std::size_t n = 0;
  for (const PairRow& row : rows) n += row.ours.score.pairs - row.ours.score.of(Verdict::kRight);
  return n;
}

PairTable pair_table(const std::vector<TimedMotion>& motions, const std::vector<PairPeer>& peers) {
  PairTable table;
  for (const PairPeer& p : peers) table.peers.push_back(p.name);
  std::size_t at = 0;
  for (const PairCost& cost : costs_of(motions)) {
    PairRow row{cost, {}};
    for (const PairPeer& p : peers) {
      PeerCost sum;
      for (std::size_t k = at; k < at + std::size_t(cost.motions); ++k)
        sum.ns += 1e9 * p.motions[k].seconds / double(cost.score.pairs), sum.wrong += p.motions[k].wrong;
      row.peers.push_back(sum);
    }
    at += std::size_t(cost.motions);
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string text_of(const PairTable& table) {
  constexpr const char* kRow = "{:<11}{:>4} {:>7} {:>8} {:>8} {:>8} {:>9} {:>7} {:>6} {:>5} {:>6}";
  std::string text = fmt::format(kRow, "class", "kind", "calls", "ns plane", "by plane", "ns", "<= 2 iter", "fresh",
                                 "wrong", "lost", "failed");
  for (const std::string& name : table.peers) text += fmt::format(" | {:>13} {:>5} {:>5}", name, "wrong", "ratio");
  for (const PairRow& row : table.rows) {
    const PairCost& c = row.ours;
    const bool planes = c.plane_calls > 0;
    text += "\n" + fmt::format(kRow, c.family, c.kind, c.score.pairs, planes ? fmt::format("{:.1f}", c.plane_ns()) : "",
                               planes ? percent(c.plane_share()) : "", fmt::format("{:.0f}", c.ns()),
                               percent(c.score.share_up_to(2)), percent(c.fresh_share()), c.score.of(Verdict::kWrong),
                               c.score.of(Verdict::kLost), c.score.of(Verdict::kFailed));
    for (const PeerCost& p : row.peers)
      text += fmt::format(" | {:>13.0f} {:>5} {:>5.1f}", p.ns, p.wrong, p.ns / c.ns());
  }
  return text + "\n";
}

std::string csv_of(const PairTable& table) {
  std::string text =
      "class,kind,motions,calls,plane_ns,plane_share,ns,up_to_2_iterations,fresh_share,wrong,lost,failed";
  for (const std::string& name : table.peers) text += fmt::format(",{0}_ns,{0}_wrong", name);
  for (const PairRow& row : table.rows) {
    const PairCost& c = row.ours;
    text += fmt::format("\n{},{},{},{},{:.2f},{:.4f},{:.1f},{:.4f},{:.4f},{},{},{}", c.family, c.kind, c.motions,
                        c.score.pairs, c.plane_ns(), c.plane_share(), c.ns(), c.score.share_up_to(2), c.fresh_share(),
                        c.score.of(Verdict::kWrong), c.score.of(Verdict::kLost), c.score.of(Verdict::kFailed));
    for (const PeerCost& p : row.peers) text += fmt::format(",{:.1f},{}", p.ns, p.wrong);
  }
  return text + "\n";
}

std::string targets_text(const PairTable& table) {
  if (!has_rows(table)) return "";
  const auto ours = [&](const char* family, char kind) -> const PairCost& { return table.find(family, kind)->ours; };
  std::string text = fmt::format("{:<58}{:>7} {:<5} {:<18}\n", "aim", "at most", "", "found");
  text += target_row("remembered plane; boxes, 14 vertices", "ns", 15,
                     {ours("boxes", 'S').plane_ns(), ours("fourteen", 'S').plane_ns()});
  text += target_row("whole answer apart; boxes, 14 vertices", "ns", 120,
                     {ours("boxes", 'S').ns(), ours("fourteen", 'S').ns()});
  text += target_row("whole answer overlapping; boxes, 14 vertices", "ns", 400,
                     {ours("boxes", 'P').ns(), ours("fourteen", 'P').ns()});
  if (table.find("rock200", 'S') && table.find("rock200", 'P'))
    text += target_row("200 over 14 vertices; plane, apart, overlapping", "times", 1.5,
                       {ours("rock200", 'S').plane_ns() / ours("fourteen", 'S').plane_ns(),
                        ours("rock200", 'S').ns() / ours("fourteen", 'S').ns(),
                        ours("rock200", 'P').ns() / ours("fourteen", 'P').ns()});
  return text;
}

std::string peers_text(const PairTable& table) {
  if (!has_ratio(table)) return "";
  const double ours = mean_of_ours(table);
  std::string text =
      "# geometric means over boxes and 14-vertex bodies, apart and overlapping; ratio to ours; wrong of all "
      "answers:\n";
  text += fmt::format("# {:<14}{:>6.0f} ns\n", "scree", ours);
  for (std::size_t k = 0; k < table.peers.size(); ++k) {
    std::size_t wrong = 0, calls = 0;
    for (const PairRow& row : table.rows) wrong += row.peers[k].wrong, calls += row.ours.score.pairs;
    const double ns = mean_of_peer(table, k);
    text += fmt::format("# {:<14}{:>6.0f} ns {:>6.1f} {:>7.3f} %\n", table.peers[k], ns, ns / ours,
                        100 * double(wrong) / double(calls));
  }
  return text;
}

std::string ratio_line(const PairTable& table) {
  if (!has_ratio(table)) return "";
  const double ours = mean_of_ours(table);
  std::size_t best = 0;
  for (std::size_t k = 1; k < table.peers.size(); ++k)
    if (mean_of_peer(table, k) < mean_of_peer(table, best)) best = k;
  const double theirs = mean_of_peer(table, best);
  return fmt::format(
      "ratio {:.1f} (scree {:.0f} ns, best peer {} {:.0f} ns; full answers apart and overlapping, 8 and 14 vertices)\n",
      theirs / ours, ours, table.peers[best], theirs);
}

}  // namespace scree::bench
