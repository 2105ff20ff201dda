#include "scree/oracle/superellipsoids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "scree/error.hpp"
#include "scree/math/random.hpp"
#include "scree/oracle/report.hpp"
#include "scree/store/files.hpp"
#include "scree/store/pairs/fault_file.hpp"

namespace scree::pairs {
namespace {

struct SmoothGroup {
  std::string set;
  char kind = 'S';
  std::vector<std::size_t> pairs;
  double ns = 0;  // for a pair
};

std::vector<SmoothGroup> smooth_groups(const std::vector<SmoothPair>& pairs) {
  std::vector<SmoothGroup> groups;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto same = [&](const SmoothGroup& g) { return g.set == pairs[i].set && g.kind == pairs[i].reference.kind; };
    auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found == groups.end()) {
      groups.push_back({pairs[i].set, pairs[i].reference.kind, {}, 0});
      found = groups.end() - 1;
    }
    found->pairs.push_back(i);
  }
  return groups;
}

NormalOptions options_of(const Options& o) {
  NormalOptions options;
  options.ladder = o.ladder;
  if (o.algorithm.empty()) return options;
  const std::optional<NormalMethod> method = find_normal_method(o.algorithm);
  if (!method)
    throw InputError(
        fmt::format("--algorithm {}: no such algorithm for superellipsoids ({})", o.algorithm, normal_method_names()));
  options.method = *method;
  return options;
}

std::vector<SmoothPair> chosen(const Options& o) {
  const std::vector<SmoothPair> all = read_superellipsoid_pairs(o.file);
  std::vector<std::string> known;
  for (const SmoothPair& p : all)
    if (std::find(known.begin(), known.end(), p.set) == known.end()) known.push_back(p.set);
  for (const std::string& name : o.only)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError(fmt::format("--only {}: no such set ({})", name, fmt::join(known, ", ")));
  const Transformation by = transformation_of(3, o.scale, o.turn, o.move, o.swap);
  std::vector<SmoothPair> pairs;
  for (const SmoothGroup& g : smooth_groups(all)) {
    if (!o.only.empty() && std::find(o.only.begin(), o.only.end(), g.set) == o.only.end()) continue;
    const std::size_t n = g.pairs.size(), take = o.sample > 0 ? std::min(n, std::size_t(o.sample)) : n;
    for (std::size_t k = 0; k < take; ++k) {
      pairs.push_back(all[g.pairs[k * n / take]]);
      transform(pairs.back(), by);
    }
  }
  return pairs;
}

// Solves the pair at a pose 1e-3 of the size and 1e-3 rad away, as for polyhedra.
void remember_nearby(const SmoothPair& pair, std::uint64_t seed, const NormalOptions& options, NormalCache& cache) {
  constexpr Real kPerturbation = 1e-3;
  RandomStream random = RandomStream::branch(seed, std::uint64_t(pair.id));
  const auto direction = [&] { return normalized(Vec3{random.normal(), random.normal(), random.normal()}); };
  SmoothPair moved = pair;
  moved.X_b.p += (2 * kPerturbation * std::min(pair.a.radius, pair.b.radius)) * direction();
  moved.X_b.R = to_matrix(rotation_by(kPerturbation * direction())) * moved.X_b.R;
  NormalCounters not_counted;
  ask(pair, options, cache, not_counted);
  ask(moved, options, cache, not_counted);
}

struct SmoothSolved {
  std::vector<NormalCache> before;
  std::vector<SmoothAnswer> answers;
  std::vector<Judgement> judgements;
  std::vector<SmoothGroup> groups;
  NormalCounters counters;  // counters of one pass
};

SmoothSolved solve(const std::vector<SmoothPair>& pairs, const Options& o, const NormalOptions& options) {
  SmoothSolved s;
  s.before.resize(pairs.size());
  s.answers.resize(pairs.size());
  s.groups = smooth_groups(pairs);
  if (o.warm)
    for (std::size_t i = 0; i < pairs.size(); ++i) remember_nearby(pairs[i], o.seed, options, s.before[i]);
  for (SmoothGroup& g : s.groups) g.ns = std::numeric_limits<double>::max();
  for (int pass = 0; pass < o.repeat; ++pass) {
    std::vector<NormalCache> caches = s.before;
    s.counters = {};
    for (SmoothGroup& g : s.groups) {
      const double start = cpu_seconds();
      for (const std::size_t i : g.pairs) s.answers[i] = ask(pairs[i], options, caches[i], s.counters);
      g.ns = std::min(g.ns, 1e9 * (cpu_seconds() - start) / double(g.pairs.size()));
    }
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) s.judgements.push_back(judge(pairs[i], s.answers[i]));
  return s;
}

void add_numbers(fmt::memory_buffer& out, const Vec3& v) {
  fmt::format_to(std::back_inserter(out), ",{:.17g},{:.17g},{:.17g}", v.x, v.y, v.z);
}

std::string csv_of(const std::vector<SmoothPair>& pairs, const SmoothSolved& s) {
  fmt::memory_buffer out;
  const auto end = std::back_inserter(out);
  fmt::format_to(end,
                 "id,set,kind,gap,nx,ny,nz,pax,pay,paz,pbx,pby,pbz,iterations,residual,rung,status,reference_gap,"
                 "verdict\n");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const SmoothPair& p = pairs[i];
    const NormalLink& l = s.answers[i].link;
    fmt::format_to(end, "{},{},{},{:.17g}", p.id, p.set, p.reference.kind, l.gap);
    add_numbers(out, p.X_a.R * l.n);
    add_numbers(out, p.X_a * l.p_a);
    add_numbers(out, p.X_a * l.p_b);
    fmt::format_to(end, ",{},{:.3g},{},{},{:.17g},{}{}{}\n", l.iterations, l.residual, name_of(l.rung),
                   name_of(s.answers[i].status), p.reference.gap, name_of(s.judgements[i].verdict),
                   *s.judgements[i].why ? ": " : "", s.judgements[i].why);
  }
  return fmt::to_string(out);
}

constexpr const char* kRow = "{:<24}{:>4} {:>8} {:>7} {:>7} {:>7} {:>8} {:>10} {:>8}\n";

Score score_of(const std::vector<SmoothPair>& pairs, const SmoothSolved& s, const SmoothGroup& g) {
  Score score;
  for (const std::size_t i : g.pairs)
    score.add(s.judgements[i], pairs[i].id, Rung::kNone, s.answers[i].link.iterations);
  return score;
}

std::string counters_text(const NormalCounters& c) {
  std::string text = "answers by rung:";
  for (int r = 0; r < kNormalRungs; ++r)
    if (c.rung[r] > 0) text += fmt::format(" {} {}", name_of(NormalRung(r)), c.rung[r]);
  text += "\nfirst starts not believed:";
  std::uint64_t doubted = 0;
  for (int d = 1; d < kNormalDoubts; ++d) {
    doubted += c.doubts[d];
    if (c.doubts[d] > 0) text += fmt::format(" {} {}", name_of(NormalDoubt(d)), c.doubts[d]);
  }
  return text + fmt::format("{}\ndirections looked at {} ({:.2f} a call), new starts {}\n", doubted == 0 ? " none" : "",
                            c.evaluations, double(c.evaluations) / double(c.solves), c.restarts);
}

std::string table_of(const std::vector<SmoothPair>& pairs, const SmoothSolved& s) {
  std::string text =
      fmt::format(kRow, "set", "kind", "pairs", "wrong", "lost", "failed", "ns", "iterations", "gap off");
  Score all;
  for (const SmoothGroup& g : s.groups) {
    const Score score = score_of(pairs, s, g);
    text += fmt::format(kRow, g.set, std::string(1, g.kind), score.pairs, score.of(Verdict::kWrong),
                        score.of(Verdict::kLost), score.of(Verdict::kFailed), fmt::format("{:.0f}", g.ns),
                        fmt::format("{:.2f}", score.mean_iterations()), fmt::format("{:.1e}", score.worst_gap));
    all += score;
  }
  text += "\n" + counters_text(s.counters);
  if (all.worst_id >= 0)
    text += fmt::format("worst gap: off by {:.2g} of the size, pair {}\n", all.worst_gap, all.worst_id);
  return text;
}

constexpr const char* kReplayRow = "{:<28}{:<34}{:<8}{:<18}{:<14}{:>8} {:>4}  {:>23}  {:<42}{:<42}{}\n";

std::string text_of(const Vec3& v) { return fmt::format("{:.9g} {:.9g} {:.9g}", v.x, v.y, v.z); }

void print_answer(const std::string& what, const SmoothAnswer& a, const std::string& verdict) {
  const NormalLink& l = a.link;
  fmt::print(kReplayRow, what, verdict, name_of(a.status), name_of(l.rung), name_of(l.doubt),
             fmt::format("{:.1e}", l.residual), l.iterations, fmt::format("{:.17g}", l.gap), text_of(l.n),
             text_of(l.p_a), text_of(l.p_b));
}

bool ask_again(const std::string& what, const SmoothPair& pair, const NormalOptions& options, NormalCache cache) {
  NormalCounters counters;
  const SmoothAnswer answer = ask(pair, options, cache, counters);
  const Judgement j = judge(pair, answer);
  print_answer(what, answer, fmt::format("{}{}{}", name_of(j.verdict), *j.why ? ": " : "", j.why));
  return j.verdict == Verdict::kRight;
}

}  // namespace

bool run_superellipsoids(const Options& o) {
  const NormalOptions options = options_of(o);
  if (o.steps > 0 || !o.shapes.empty())
    throw InputError(o.file + ": holds superellipsoids; --steps and --shapes are for polyhedra and polygons");
  const std::vector<SmoothPair> pairs = chosen(o);
  const SmoothSolved s = solve(pairs, o, options);
  FaultFile faults(o.failed, o.ladder || !o.failed.empty());
  Score score;
  double ns = 0;
  for (const SmoothGroup& g : s.groups) score += score_of(pairs, s, g), ns += g.ns * double(g.pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (s.judgements[i].verdict != Verdict::kRight)
      faults.add(
          text_of(SavedSmoothPair{pairs[i], options, s.before[i], s.answers[i], name_of(s.judgements[i].verdict)}));
  const std::string rows = csv_of(pairs, s);
  if (o.csv.empty())
    fmt::print("{}", rows);
  else
    output::write_whole_file(o.csv, rows);
  fmt::print(o.csv.empty() ? stderr : stdout, "{}{}", table_of(pairs, s), faults.text());
  fmt::print("{}", summary_line(score, ns / double(pairs.size())));
  return score.clean() || !o.ladder;
}

bool replay_superellipsoids(Lines& lines) {
  const SavedSmoothPair saved = read_saved_superellipsoids(lines);
  const SmoothPair& pair = saved.pair;
  const SmoothReference& r = pair.reference;
  const Mat3 to_a = transpose(pair.X_a.R);
  fmt::print("pair {} of {}: superellipsoids, by {}\n", pair.id, pair.set, name_of(saved.options.method));
  fmt::print(kReplayRow, "", "verdict", "status", "rung", "doubt", "residual", "iter", "gap", "n, in A's frame", "p_a",
             "p_b");
  fmt::print(kReplayRow, fmt::format("reference ({})", r.kind), "", "", "", "", "", "", fmt::format("{:.17g}", r.gap),
             text_of(to_a * r.n), text_of(to_a * (r.p_a - pair.X_a.p)), text_of(to_a * (r.p_b - pair.X_a.p)));
  print_answer("saved", saved.answer, saved.verdict);
  bool right = ask_again("again, as remembered", pair, saved.options, saved.before);
  right &= ask_again("again, remembering nothing", pair, saved.options, {});
  for (int m = 0; m < kNormalMethods; ++m) {
    NormalOptions options = saved.options;
    options.method = NormalMethod(m);
    ask_again(name_of(options.method), pair, options, {});
  }
  fmt::print("\n");
  return right;
}

}  // namespace scree::pairs
