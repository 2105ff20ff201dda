#include "scree/store/pairs/superellipsoid_set.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "scree/error.hpp"

namespace scree::pairs {
namespace {

constexpr Real kGap = 1e-9, kPoint = 1e-8;  // relative to the size
constexpr Real kAngle = 1e-8;               // rad
constexpr Real kRounding = 1e-14;           // relative to both radii

Real size_of(const SmoothPair& p) { return 2 * std::min(p.a.radius, p.b.radius); }

Vec3 read_vec(Fields& fields, const char* name) {
  Vec3 v{};
  for (int k = 0; k < 3; ++k) v[k] = fields.number(fmt::format("{}.{}", name, "xyz"[k]));
  return v;
}

Superellipsoid read_shape(Fields& fields, char body) {
  const Vec3 r = read_vec(fields, body == 'A' ? "rA" : "rB");
  const Real eps1 = fields.number(fmt::format("e{}.1", body)), eps2 = fields.number(fmt::format("e{}.2", body));
  try {
    return make_superellipsoid(r, eps1, eps2);
  } catch (const InputError& e) {
    fields.fail(fmt::format("body {}: {}", body, e.what()));
  }
}

SmoothPair read_pair(Fields& fields) {
  SmoothPair p;
  SmoothReference& r = p.reference;
  p.id = fields.integer("id", 0, std::numeric_limits<int>::max());
  const std::string_view series = fields.word("series");
  if (series != "S" && series != "P") fields.refuse("series", series, "must be S or P");
  r.kind = series[0];
  p.set = fmt::format("interval{}", fields.integer("interval", 1, 9));
  p.a = read_shape(fields, 'A'), p.b = read_shape(fields, 'B');
  Real q[4], length2 = 0;
  for (int k = 0; k < 4; ++k) q[k] = fields.number(fmt::format("qB.{}", "wxyz"[k])), length2 += q[k] * q[k];
  if (!(length2 > 0)) fields.refuse("qB", "0", "a rotation must not have length 0");
  p.X_b = Space::pose(q, read_vec(fields, "sB"));
  r.gap = fields.number("d");
  if ((r.kind == 'S') != (r.gap > 0))
    fields.refuse("d", fmt::format("{}", r.gap), "must be > 0 for series S and < 0 for series P");
  r.n = read_vec(fields, "c");
  if (std::abs(norm(r.n) - 1) > Real(1e-9))
    fields.refuse("c", fmt::format("length {}", norm(r.n)), "must be a unit vector");
  r.p_a = read_vec(fields, "pA"), r.p_b = read_vec(fields, "pB");
  r.kappa = fields.number("kappa");
  fields.number("dmin");
  // Bit 0 says that another direction has a smaller depth, which the answer may well have found. Bit 1 says that points
  // are not inside.
  fields.integer("flag", 0, 3);
  fields.end();
  return p;
}

bool finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

const char* fault(const SmoothPair& pair, const SmoothAnswer& answer) {
  const SmoothReference& r = pair.reference;
  const NormalLink& link = answer.link;
  const Real size = size_of(pair), both = pair.a.radius + pair.b.radius;
  if (answer.status == LinkStatus::kBeyond) return "said to be beyond the margin";
  if (std::abs(norm(link.n) - 1) > Real(1e-12)) return "normal not of unit length";
  if (norm(link.p_b - link.p_a - link.gap * link.n) > kGap * size) return "points not a gap apart along n";
  const Pose X_ab = Space::relative(pair.X_a, pair.X_b);
  const Vec3 p_b = transpose(X_ab.R) * (link.p_b - X_ab.p);
  const Real off_a = std::abs(norm_value(pair.a.gauge, link.p_a) - 1) * norm(link.p_a);
  const Real off_b = std::abs(norm_value(pair.b.gauge, p_b) - 1) * norm(p_b);
  if (std::max(off_a, off_b) > kGap * size) return "point off its body";
  // The slab across n is all the proof that a smaller depth needs.
  const Vec3 n_in_b = transpose(X_ab.R) * link.n;
  const Real slab = dot(link.n, X_ab.p) - support_value(pair.a, link.n) - support_value(pair.b, n_in_b);
  if (std::abs(slab - link.gap) > kGap * size) return "gap is not that of its normal";
  if (r.kind == 'P' && slab > r.gap + kGap * size && slab <= 0) return "";
  if (std::abs(link.gap - r.gap) > kGap * size + r.rounding) return "gap";
  const Real moved = 10 * (kRounding * both + r.rounding);
  const Vec3 n = transpose(pair.X_a.R) * r.n, p_a = transpose(pair.X_a.R) * (r.p_a - pair.X_a.p);
  if (norm(link.n - n) > kAngle + moved * (1 + r.kappa) / size) return "normal";
  if (norm(link.p_a - p_a) > kPoint * size + moved * (1 + r.kappa)) return "point";
  return "";
}

}  // namespace

bool holds_superellipsoids(const std::string& path) {
  Lines lines(path);
  std::optional<Fields> first = lines.next();
  if (!first || first->first() == "shape" || first->first() == "traj") return false;
  first->word("id");
  if (!first->more()) return false;
  const std::string_view series = first->word("series");
  if ((series != "S" && series != "P") || !first->more()) return false;
  const std::string_view interval = first->word("interval");
  return interval.size() == 1 && interval[0] >= '1' && interval[0] <= '9';
}

std::vector<SmoothPair> read_superellipsoid_pairs(const std::string& path) {
  Lines lines(path);
  std::vector<SmoothPair> pairs;
  while (std::optional<Fields> fields = lines.next()) pairs.push_back(read_pair(*fields));
  return pairs;
}

void transform(SmoothPair& pair, const Transformation& by) {
  SmoothReference& r = pair.reference;
  const bool turns = by.turn != Vec3{0, 0, 0};
  const Pose turn = turns ? Space::rotation(by.turn) : Pose{};
  const auto place = [&](Pose X) {
    X.p = by.scale * X.p;
    if (turns) X = turn * X;
    X.p += by.move;
    return X;
  };
  const Vec3 between = by.scale * (turn.R * (pair.X_b.p - pair.X_a.p));
  pair.X_a = place(pair.X_a), pair.X_b = place(pair.X_b);
  r.rounding += norm(pair.X_b.p - pair.X_a.p - between);
  if (turns) r.rounding += 8 * std::numeric_limits<Real>::epsilon() * norm(between);
  r.gap *= by.scale;
  r.n = turn.R * r.n;
  r.p_a = turn.R * (by.scale * r.p_a) + by.move, r.p_b = turn.R * (by.scale * r.p_b) + by.move;
  if (by.scale != 1) pair.a = scaled(pair.a, by.scale), pair.b = scaled(pair.b, by.scale);
  if (!by.swap) return;
  std::swap(pair.a, pair.b);
  std::swap(pair.X_a, pair.X_b);
  std::swap(r.p_a, r.p_b);
  r.n = -r.n;
}

Judgement judge(const SmoothPair& pair, const SmoothAnswer& answer) {
  const NormalLink& link = answer.link;
  if (answer.status == LinkStatus::kFailed || !std::isfinite(link.gap) || !finite(link.n) || !finite(link.p_a) ||
      !finite(link.p_b))
    return {Verdict::kFailed, "no answer", 0, false};
  Judgement j;
  j.gap_error = std::abs(link.gap - pair.reference.gap) / size_of(pair);
  j.why = fault(pair, answer);
  if (!*j.why) return j;
  const bool apart = answer.status == LinkStatus::kBeyond || link.gap > 0;
  j.verdict = pair.reference.kind == 'P' && apart ? Verdict::kLost : Verdict::kWrong;
  return j;
}

SmoothAnswer ask(const SmoothPair& pair, const NormalOptions& options, NormalCache& cache, NormalCounters& counters) {
  SmoothAnswer answer;
  answer.status = find_link(pair.a, pair.b, Space::relative(pair.X_a, pair.X_b), options, cache, answer.link, counters);
  return answer;
}

}  // namespace scree::pairs
