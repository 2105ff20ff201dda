#include "scree/oracle/shrunken.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "scree/error.hpp"
#include "scree/narrow/shrunken_edge.hpp"
#include "scree/oracle/report.hpp"
#include "scree/store/files.hpp"
#include "scree/store/pairs/labels.hpp"

namespace scree::pairs {
namespace {

const char* name_of(ShrunkenVerdict v) {
  constexpr const char* names[] = {"right", "none", "wrong", "lost"};
  return names[int(v)];
}

// Holds what is asked about a pair.
struct Question {
  Pose X_ab;
  Real depth;  // negative if apart
  Real lag;    // lag of the body that has more: deeper overlaps must be seen
  Real both;   // lag of the two together: farther apart they must not touch
};

Question question_of(const Pair<Space>& pair, const ShrunkenView& a, const ShrunkenView& b) {
  Question q{{}, -pair.reference.gap, std::max(a.lag, b.lag), a.lag + b.lag};
  Pose X_b = pair.X_b;
  if (label_of(pair.set) && q.depth < 0) {
    // A vertex sees another, or an edge, once its shrunken points are past both: half as much again is clearly deeper.
    const Real wanted = Real(1.5) * q.both;
    X_b.p -= (wanted - q.depth) * pair.reference.n;
    q.depth = wanted;
  }
  q.X_ab = Space::relative(pair.X_a, X_b);
  return q;
}

void judge(const Pair<Space>& pair, const Question& q, ShrunkenAnswer& answer) {
  using enum ShrunkenVerdict;
  const Reference<Space>& r = pair.reference;
  answer.other_type = answer.touches && r.kind != 'T' && r.ties == 1 && r.dim_a != Reference<Space>::kUnknown &&
                      (int(answer.a) != r.dim_a || int(answer.b) != r.dim_b);
  const std::optional<Label> label = label_of(pair.set);
  if (!answer.touches) {
    answer.verdict = q.depth <= q.lag ? (label ? kNone : kRight) : kLost;
  } else if (label) {
    answer.verdict = answer.a == label->a && answer.b == label->b ? kRight : kWrong;
  } else {
    answer.verdict = -q.depth > q.both ? kWrong : kRight;
  }
}

std::string type_of(const ShrunkenAnswer& a) {
  return a.touches ? contact_type({a.a, 0}, {a.b, 0}) : std::string("none");
}

std::string csv_of(const PairSet<Space>& set, const ShrunkenAnswers& answers) {
  fmt::memory_buffer out;
  const auto end = std::back_inserter(out);
  fmt::format_to(end, "id,set,kind,depth,type,gap,nx,ny,nz,area,points,verdict\n");
  for (std::size_t i = 0; i < set.pairs.size(); ++i) {
    const ShrunkenAnswer& a = answers.of[i];
    fmt::format_to(end, "{},{},{},{:.17g},{},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{},{}\n", set.pairs[i].id,
                   set.pairs[i].set, set.pairs[i].reference.kind, a.depth, type_of(a), a.gap, a.n.x, a.n.y, a.n.z,
                   a.area, a.n_points, name_of(a.verdict));
  }
  return fmt::to_string(out);
}

struct Counts {
  std::size_t pairs = 0, verdict[4] = {}, other_type = 0;
  void add(const ShrunkenAnswer& a) { ++pairs, ++verdict[int(a.verdict)], other_type += a.other_type; }
  std::size_t of(ShrunkenVerdict v) const { return verdict[int(v)]; }
};

constexpr const char* kRow = "{:<24}{:>4} {:>8} {:>7} {:>7} {:>7} {:>7} {:>10}\n";
std::string row_of(const std::string& set, const std::string& kind, const Counts& c) {
  using enum ShrunkenVerdict;
  return fmt::format(kRow, set, kind, c.pairs, c.of(kRight), c.of(kNone), c.of(kWrong), c.of(kLost), c.other_type);
}

std::string table_of(const PairSet<Space>& set, const ShrunkenAnswers& answers, Counts& all) {
  std::string text = fmt::format(kRow, "set", "kind", "pairs", "right", "none", "wrong", "lost", "other type");
  for (const Group& g : groups_of(set.pairs)) {
    Counts counts;
    for (const std::size_t i : g.pairs) counts.add(answers.of[i]), all.add(answers.of[i]);
    text += row_of(g.set, std::string(1, g.kind), counts);
  }
  return text + row_of("all", "", all);
}

}  // namespace

ShrunkenAnswers ask_shrunken(const PairSet<Space>& set, Real shrinkage, int repeat) {
  std::vector<ShrunkenShape> shapes;
  for (const Shape<Space>& s : set.shapes) shapes.push_back(shrunken(s.data, shrinkage));
  ShrunkenAnswers answers;
  answers.of.resize(set.pairs.size());
  double best = 1e300;
  for (int pass = 0; pass < repeat; ++pass) {
    double seconds = 0;
    for (std::size_t i = 0; i < set.pairs.size(); ++i) {
      const Pair<Space>& pair = set.pairs[i];
      const ShrunkenView a(set.views[std::size_t(pair.a)], shapes[std::size_t(pair.a)]);
      const ShrunkenView b(set.views[std::size_t(pair.b)], shapes[std::size_t(pair.b)]);
      const Question q = question_of(pair, a, b);
      const Real tolerance = shrunken_tolerance(a, b, Shrinkage{}.tolerance);
      LinkCache cache;
      LinkCounters counters;
      ShrunkenContact c;
      const double start = cpu_seconds();
      const bool touches = find_shrunken_contact(a, b, q.X_ab, tolerance, 0, true, cache, c, counters);
      seconds += cpu_seconds() - start;
      ShrunkenAnswer& answer = answers.of[i];
      answer = {touches, c.a, c.b, pair.X_a.R * c.n, q.depth, c.gap, c.area, c.n_points, {}, false};
      judge(pair, q, answer);
    }
    best = std::min(best, seconds);
  }
  answers.ns = set.pairs.empty() ? 0 : 1e9 * best / double(set.pairs.size());
  return answers;
}

bool run_shrunken(const Options& o, const PairSet<Space>& set) {
  const ShrunkenAnswers answers = ask_shrunken(set, Real(o.shrinkage), o.repeat);
  const std::string rows = csv_of(set, answers);
  if (o.csv.empty())
    fmt::print("{}", rows);
  else
    output::write_whole_file(o.csv, rows);
  Counts all;
  fmt::print(o.csv.empty() ? stderr : stdout, "{}", table_of(set, answers, all));
  using enum ShrunkenVerdict;
  fmt::print("summary: pairs={} wrong={} failed=0 lost={} none={} ns={:.0f}\n", all.pairs, all.of(kWrong),
             all.of(kLost), all.of(kNone), answers.ns);
  return all.of(kWrong) + all.of(kLost) == 0;
}

}  // namespace scree::pairs
