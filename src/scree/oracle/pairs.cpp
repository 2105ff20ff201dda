#include "scree/oracle/pairs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scree/error.hpp"
#include "scree/oracle/motion.hpp"
#include "scree/oracle/replay.hpp"
#include "scree/oracle/shrunken.hpp"
#include "scree/oracle/superellipsoids.hpp"
#include "scree/store/files.hpp"
#include "scree/store/pairs/fault_file.hpp"
#include "scree/store/pairs/methods.hpp"
#include "scree/store/pairs/transformation.hpp"

namespace scree::pairs {
namespace {

constexpr int kMotionsOfASet = 2;  // unless --sample says otherwise: a motion costs a thousand calls

LinkOptions link_options(const Options& o) {
  LinkOptions link;
  link.ladder = o.ladder;
  if (o.algorithm.empty()) return link;
  if (o.algorithm == kShrunkenEdge) return link;
  const std::optional<LinkMethod> method = find_method(o.algorithm);
  if (!method)
    throw InputError(
        fmt::format("--algorithm {}: no such algorithm ({}, {})", o.algorithm, method_names(), kShrunkenEdge));
  link.method = *method;
  return link;
}

void check_sets(const Options& o, const std::vector<std::string>& known) {
  for (const std::string& name : o.only)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError(fmt::format("--only {}: no such set ({})", name, fmt::join(known, ", ")));
}

// Lists the sets in the order of the file, each once.
template <class Items>
std::vector<std::string> set_names(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items)
    if (std::find(names.begin(), names.end(), item.set) == names.end()) names.push_back(item.set);
  return names;
}

bool wanted(const Options& o, const std::string& set) {
  return o.only.empty() || std::find(o.only.begin(), o.only.end(), set) != o.only.end();
}

// Takes `sample` pairs of each group, evenly spread.
template <class S>
void choose(PairSet<S>& set, const Options& o, int sample) {
  check_sets(o, set_names(set.pairs));
  std::vector<Pair<S>> chosen;
  for (const Group& g : groups_of(set.pairs)) {
    if (!wanted(o, g.set)) continue;
    const std::size_t n = g.pairs.size(), take = sample > 0 ? std::min(n, std::size_t(sample)) : n;
    for (std::size_t k = 0; k < take; ++k) chosen.push_back(set.pairs[g.pairs[k * n / take]]);
  }
  set.pairs = std::move(chosen);
}

// Without the ladder a wrong answer is a finding, not a failure.
bool verdict(const Options& o, const Score& score) { return score.clean() || !o.ladder; }

bool keeps_faults(const Options& o) { return o.ladder || !o.failed.empty(); }

template <class S>
bool run_pairs(const Options& o, const PairSet<S>& set) {
  SolveOptions options{link_options(o), o.repeat, o.warm, o.seed};
  const Solved<S> solved = solve(set, options);
  FaultFile faults(o.failed, keeps_faults(o));
  for (std::size_t i = 0; i < set.pairs.size(); ++i)
    if (solved.judgements[i].verdict != Verdict::kRight)
      faults.add(set, set.pairs[i], options.link, solved.before[i], solved.answers[i], solved.judgements[i]);

  // People read the table, programs the rows: both on the standard output would be good for neither.
  const std::string rows = csv_of(set, solved);
  if (o.csv.empty())
    fmt::print("{}", rows);
  else
    output::write_whole_file(o.csv, rows);
  fmt::print(o.csv.empty() ? stderr : stdout, "{}{}", table_of(set, solved), faults.text());
  const Score score = score_of(set, solved);
  double ns = 0;
  for (const Group& g : solved.groups) ns += g.ns * double(g.pairs.size());
  fmt::print("{}", summary_line(score, ns / double(set.pairs.size())));
  return verdict(o, score);
}

// Measures motions as they come and forgets them: a thousand poses each.
template <class S>
class Motions {
 public:
  Motions(const Options& o, const PairSet<S>& set)
      : o_(o), set_(set), link_(link_options(o)), faults_(o.failed, keeps_faults(o)) {}

  void add(const Motion<S>& motion, char kind) {
    const auto same = [&](const MotionResult& r) { return r.set == motion.set && r.kind == kind; };
    auto found = std::find_if(results_.begin(), results_.end(), same);
    if (found == results_.end()) {
      results_.push_back({});
      found = results_.end() - 1;
      found->set = motion.set, found->kind = kind;
    }
    std::vector<MotionFault<S>> faults;
    // A motion is over in a tenth of a millisecond: one pass would time whatever else the machine does.
    measure(set_, motion, link_, std::max(o_.repeat, 5), *found, faults);
    for (const MotionFault<S>& f : faults) faults_.add(set_, f.pair, link_, f.before, f.answer, f.judgement);
  }
  void not_placed() { ++not_placed_; }

  bool print() const {
    Score score;
    LinkCounters counters;
    double seconds = 0;
    for (const MotionResult& r : results_) {
      score += r.score;
      seconds += r.seconds;
      pairs::add(counters, r.counters);
    }
    if (!o_.csv.empty()) output::write_whole_file(o_.csv, motion_csv(results_));
    fmt::print("{}\n{}{}", motion_table(results_), score_text(score), counters_text(counters));
    if (not_placed_ > 0) fmt::print("{} motions left out: the bodies could not be placed\n", not_placed_);
    fmt::print("{}{}", faults_.text(), summary_line(score, score.pairs == 0 ? 0 : 1e9 * seconds / double(score.pairs)));
    return verdict(o_, score);
  }

 private:
  const Options& o_;
  const PairSet<S>& set_;
  LinkOptions link_;
  FaultFile faults_;
  std::vector<MotionResult> results_;
  int not_placed_ = 0;
};

template <class S>
bool make_motions(const Options& o, const PairSet<S>& set) {
  Motions<S> motions(o, set);
  for (const Pair<S>& start : set.pairs) {
    if (start.reference.kind == 'T') continue;
    const Motion<S> motion = make_motion(set, start, o.steps, link_options(o).method);
    if (motion.steps.empty())
      motions.not_placed();
    else
      motions.add(motion, start.reference.kind);
  }
  return motions.print();
}

template <class S>
bool run_motions_of_file(const Options& o, const Transformation& by, const std::string& shapes_path) {
  PairSet<S> set;
  set.shapes = read_shapes<S>(shapes_path);
  make_views(set);
  std::vector<Motion<S>> all = read_motions<S>(o.file, set, shapes_path);
  check_sets(o, set_names(all));
  transform(set, by);
  Motions<S> motions(o, set);
  for (Motion<S>& motion : all) {
    if (!wanted(o, motion.set)) continue;
    for (Pair<S>& pair : motion.steps) transform(pair, by);
    motions.add(motion, motion.steps[0].reference.kind);
  }
  return motions.print();
}

template <class S>
bool run_file(const Options& o, bool holds_motions, const std::string& shapes_path) {
  const Transformation by = transformation_of(S::kDim, o.scale, o.turn, o.move, o.swap);
  if (holds_motions) return run_motions_of_file<S>(o, by, shapes_path);
  PairSet<S> set = read_pairs<S>(o.file, read_shapes<S>(shapes_path), shapes_path);
  choose(set, o, o.steps > 0 && o.sample == 0 ? kMotionsOfASet : o.sample);
  transform(set, by);
  if constexpr (S::kDim == 3)
    if (o.algorithm == kShrunkenEdge) return run_shrunken(o, set);
  return o.steps > 0 ? make_motions(o, set) : run_pairs(o, set);
}

// Reads motions or pairs; other files of this family are refused with a hint.
bool holds_motions(const std::string& path) {
  const Lines lines(path);
  const std::string_view first = lines.peek();
  if (first == "shape") throw InputError(path + ": holds shapes; give the file of pairs, and this one with --shapes");
  if (first == saved_keyword<Space>() || first == saved_keyword<Plane2>() || first == kSavedSuperellipsoids)
    throw InputError(path + ": holds saved pairs; ask them again with --replay");
  return first == "traj";
}

}  // namespace

bool run(const Options& o) {
  if (!o.replay.empty()) return replay(o.replay);
  if (o.file.empty()) throw InputError("give a file of pairs, or --replay FILE");
  const bool motions = holds_motions(o.file);
  if (holds_superellipsoids(o.file)) return run_superellipsoids(o);
  link_options(o);
  if (motions && (o.steps > 0 || o.warm || o.sample > 0))
    throw InputError(o.file + ": holds motions; --steps, --sample and --warm are for files of pairs");
  if (o.algorithm == kShrunkenEdge && (motions || o.steps > 0 || o.warm))
    throw InputError("--algorithm shrunken_edge: finds contacts, no links; not for motions, --steps or --warm");
  const std::string shapes = o.shapes.empty() ? neighbouring_shapes(o.file) : o.shapes;
  const bool space = dimension_of_shapes(shapes) == 3;
  if (o.algorithm == kShrunkenEdge && !space)
    throw InputError("--algorithm shrunken_edge: is for polyhedra, not for polygons");
  return space ? run_file<Space>(o, motions, shapes) : run_file<Plane2>(o, motions, shapes);
}

}  // namespace scree::pairs
