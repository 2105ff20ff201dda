#include "scree/experiments/normals_report.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <filesystem>

#include "scree/bench/ticker.hpp"
#include "scree/error.hpp"
#include "scree/store/files.hpp"
#include "scree/store/pairs/fault_file.hpp"
#include "scree/store/pairs/superellipsoid_saved.hpp"

namespace scree::bench {
namespace {

std::string eps_text(int interval) { return fmt::format("{:g}-{:g}", kEps[interval][0], kEps[interval][1]); }

std::string failures_text(const NormalStudy& s) {
  if (s.all_failed() == 0) return "";
  std::string text = "  failed starts:";
  for (int d = 1; d < kNormalDoubts; ++d)
    if (s.failed[d] > 0) text += fmt::format(" {} {}", name_of(NormalDoubt(d)), s.failed[d]);
  return text + fmt::format("; new starts {}, at most {}; never solved {}\n", s.restarts, s.most_restarts, s.never);
}

// Scales counts to 10^6 as in the paper, whatever the number of pairs was.
double of_a_million(std::uint64_t count, const NormalStudy& s) {
  return 1e6 * double(count) / double(s.pairs - s.not_strict);
}

constexpr const char* kApart = "{:<9}{:<15}{:>10} {:>10} {:>10} {:>10} {:>12} {:>10} {:>8}\n";
constexpr const char* kOverlap = "{:<9}{:<15}{:>10} {:>10} {:>12} {:>10} {:>11} {:>11} {:>11} {:>8}\n";

std::string apart_row(const NormalStudy& s) {
  return fmt::format(kApart, eps_text(s.interval), name_of(s.method), fmt::format("{:.2f}", 100 * s.share_up_to(0)),
                     fmt::format("{:.2f}", 100 * s.share_up_to(1)), fmt::format("{:.2f}", 100 * s.share_up_to(2)),
                     fmt::format("{:.3f}", 100 * (1 - s.share_up_to(4))),
                     fmt::format("{:g}", of_a_million(s.all_failed(), s)), s.most_restarts,
                     fmt::format("{:.0f}", 1e9 * s.seconds / double(s.pairs))) +
         failures_text(s);
}
std::string paper_apart_row(int i) {
  const PaperNormals& p = kPaperNormals;
  return fmt::format(kApart, eps_text(i), "  paper", p.excluded_at_0[i], "", "", p.five_or_more[i], p.failed[0][i],
                     p.most_restarts[0][i], "");
}
std::string overlap_row(const NormalStudy& s) {
  const auto mean = [&](double sum) { return fmt::format("{:.2e}", s.compared > 0 ? sum / double(s.compared) : 0); };
  return fmt::format(kOverlap, eps_text(s.interval), name_of(s.method), fmt::format("{:.2f}", s.mean_iterations()),
                     fmt::format("{:.3f}", 100 * (1 - s.share_up_to(19))),
                     fmt::format("{:g}", of_a_million(s.all_failed(), s)), s.most_restarts, mean(s.gap_error),
                     mean(s.point_error), mean(s.angle_error),
                     fmt::format("{:.0f}", 1e9 * s.seconds / double(s.pairs))) +
         failures_text(s) +
         (s.not_strict + s.other_way > 0
              ? fmt::format("  left out: {} made with a contact that is none, {} with a shorter way out\n",
                            s.not_strict, s.other_way)
              : "");
}
std::string paper_overlap_row(int i) {
  const PaperNormals& p = kPaperNormals;
  return fmt::format(kOverlap, eps_text(i), "  paper", "2 to 10", p.twenty_or_more[i], p.failed[1][i],
                     p.most_restarts[1][i], fmt::format("{:.2e}", p.gap_error[i]),
                     fmt::format("{:.2e}", p.point_error[i]), fmt::format("{:.2e}", p.angle_error[i]), "");
}

std::string series_table(const std::vector<NormalStudy>& studies, int series) {
  std::string text;
  for (int i = 0; i < kIntervals; ++i) {
    for (const NormalStudy& s : studies)
      if (s.series == series && s.interval == i) text += series == 0 ? apart_row(s) : overlap_row(s);
    text += series == 0 ? paper_apart_row(i) : paper_overlap_row(i);
  }
  return text;
}

std::string rungs_text(const NormalCounters& c) {
  std::string text;
  for (int r = 0; r < kNormalRungs; ++r)
    if (c.rung[r] > 0) text += fmt::format(" {} {}", name_of(NormalRung(r)), c.rung[r]);
  return text;
}

std::string save(const NormalBench& o, NormalMethod method, const HardStudy& study) {
  if (study.bad.empty()) return "";
  pairs::FaultFile file(o.failed, true);
  for (const std::uint64_t i : study.bad) {
    const PlacedPair p = hard_pair(o.seed, i);
    pairs::SavedSmoothPair saved;
    saved.pair.id = int(i), saved.pair.set = "hard", saved.pair.a = p.a, saved.pair.b = p.b, saved.pair.X_b = p.X;
    saved.options.method = method;
    NormalCache cache;
    NormalCounters counters;
    saved.answer = pairs::ask(saved.pair, saved.options, cache, counters);
    saved.pair.reference.kind = saved.answer.link.gap > 0 ? 'S' : 'P';
    saved.pair.reference.gap = saved.answer.link.gap, saved.pair.reference.n = saved.answer.link.n;
    saved.verdict = "failed";
    file.add(text_of(saved));
  }
  return file.text();
}

}  // namespace

std::string table_of(const std::vector<NormalStudy>& studies) {
  return "series 1, apart: pairs excluded after so many iterations, %\n" +
         fmt::format(kApart, "eps", "method", "0", "<= 1", "<= 2", ">= 5", "failed/10^6", "new starts", "ns") +
         series_table(studies, 0) + "\nseries 2, overlapping: mean errors\n" +
         fmt::format(kOverlap, "eps", "method", "iterations", ">= 20, %", "failed/10^6", "new starts", "gap, rel.",
                     "point", "angle, deg", "ns") +
         series_table(studies, 1);
}

std::string csv_of(const std::vector<NormalStudy>& studies) {
  std::string text = "method,series,eps_low,eps_high,pairs,quantity,value,paper\n";
  for (const NormalStudy& s : studies) {
    const int i = s.interval;
    const PaperNormals& p = kPaperNormals;
    const auto row = [&](const std::string& what, double value, double paper) {
      text += fmt::format("{},{},{:g},{:g},{},{},{:.6g},{}\n", name_of(s.method), s.series + 1, kEps[i][0], kEps[i][1],
                          s.pairs, what, value, paper >= 0 ? fmt::format("{:g}", paper) : "");
    };
    for (int k = 0; k <= NormalStudy::kMost; ++k) row(fmt::format("iterations_{}", k), double(s.iterations[k]), -1);
    for (int d = 1; d < kNormalDoubts; ++d)
      row(fmt::format("failed_{}", name_of(NormalDoubt(d))), double(s.failed[d]), -1);
    row("failed_of_a_million", of_a_million(s.all_failed(), s), p.failed[s.series][i]);
    row("most_new_starts", double(s.most_restarts), p.most_restarts[s.series][i]);
    row("never_solved", double(s.never), -1);
    row("not_strict", double(s.not_strict), -1);
    row("ns", 1e9 * s.seconds / double(s.pairs), -1);
    if (s.series == 0) {
      row("excluded_at_0", 100 * s.share_up_to(0), p.excluded_at_0[i]);
      row("five_or_more", 100 * (1 - s.share_up_to(4)), p.five_or_more[i]);
    } else {
      const double n = s.compared > 0 ? double(s.compared) : 1;
      row("twenty_or_more", 100 * (1 - s.share_up_to(19)), p.twenty_or_more[i]);
      row("gap_error", s.gap_error / n, p.gap_error[i]);
      row("point_error", s.point_error / n, p.point_error[i]);
      row("angle_error", s.angle_error / n, p.angle_error[i]);
      row("other_way", double(s.other_way), -1);
      row("compared", double(s.compared), -1);
    }
  }
  return text;
}

std::string text_of(NormalMethod method, const HardStudy& s) {
  return fmt::format("{:<15}{} pairs, {} failed or different; cold:{}; again:{}\n", name_of(method), s.pairs,
                     s.disagreements, rungs_text(s.cold), rungs_text(s.warm));
}

std::string table_of(const std::vector<NormalCost>& costs) {
  constexpr const char* kRow = "{:<9}{:<15}{:>8} {:>8} {:>14}\n";
  std::string text = fmt::format(kRow, "eps", "method", "cold", "warm", "apart, plane");
  for (const NormalCost& c : costs)
    text += fmt::format(kRow, eps_text(c.interval), name_of(c.method), fmt::format("{:.0f}", c.cold),
                        fmt::format("{:.0f}", c.warm), fmt::format("{:.0f}", c.plane));
  return text;
}

void normal_bench(const NormalBench& o, const std::function<void(const std::string&)>& say) {
  omp_set_num_threads(o.threads);
  say(fmt::format("# normals: {} pairs of each series, interval and method, seed {}, {} threads\n", o.n, o.seed,
                  o.threads));
  Ticker ticker(o.n * kSeries * kIntervals * kNormalMethods);
  NormalPlan plan{o.n, o.seed, [&](std::uint64_t done) { ticker(done); }};
  const std::vector<NormalStudy> studies = study_normals(plan);
  say(table_of(studies));
  output::write_whole_file(o.csv, csv_of(studies));
  if (o.paper_only) return;
  say("\nns of a call with proof, touching pairs:\n" + table_of(normal_costs(o.seed, 0.1)));
  say("\nany squareness from 0.1 to 1.9, aspect to 20, sizes to 1:100, lengths 1e-6 to 1e3 m, the whole ladder:\n");
  std::uint64_t bad = 0;
  for (const NormalMethod method : {NormalMethod::kSupportGap, NormalMethod::kCommonNormal}) {
    // The published restarts take a hundred times as long where flat sides and ridges meet.
    plan.n = method == NormalMethod::kSupportGap ? o.n : (o.n + 99) / 100;
    Ticker hard(plan.n);
    plan.tick = [&](std::uint64_t done) { hard(done); };
    const HardStudy study = study_hard_pairs(method, plan);
    say(text_of(method, study) + save(o, method, study));
    bad += study.disagreements;
  }
  std::uint64_t never = 0;
  for (const NormalStudy& s : studies) never += s.never;
  say(fmt::format("normals: pairs={} unsolved={} hard_failed={}\n", o.n, never, bad));
  if (bad > 0) throw RunError(fmt::format("{} pairs without a proved answer", bad));
}

}  // namespace scree::bench
