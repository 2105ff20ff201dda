#include "scree/store/pairs/superellipsoid_saved.hpp"

#include <fmt/format.h>

#include <limits>

namespace scree::pairs {
namespace {

constexpr int kMost = std::numeric_limits<int>::max();

std::string numbers(const Vec3& v) { return fmt::format(" {:.17g} {:.17g} {:.17g}", v.x, v.y, v.z); }
std::string numbers(const Pose& X) { return numbers(X.R.row0) + numbers(X.R.row1) + numbers(X.R.row2) + numbers(X.p); }

Fields line(Lines& lines, const char* keyword) {
  Fields fields = lines.need(keyword);
  fields.expect(keyword);
  return fields;
}
// A pair may have failed because it holds what is not a number.
Vec3 read_vec(Fields& fields, const char* name) {
  Vec3 v{};
  for (int k = 0; k < 3; ++k) v[k] = fields.any_number(name);
  return v;
}
Superellipsoid read_body(Lines& lines, const char* keyword) {
  Fields fields = line(lines, keyword);
  const Vec3 r{fields.positive("r1"), fields.positive("r2"), fields.positive("r3")};
  const Real eps1 = fields.positive("eps1"), eps2 = fields.positive("eps2");
  fields.end();
  return make_superellipsoid(r, eps1, eps2);
}
Pose read_pose(Lines& lines, const char* keyword) {
  Fields fields = line(lines, keyword);
  Pose X;
  for (Vec3* row : {&X.R.row0, &X.R.row1, &X.R.row2}) *row = read_vec(fields, "rotation matrix");
  X.p = read_vec(fields, "position");
  fields.end();
  return X;
}
NormalOptions read_options(Lines& lines) {
  Fields fields = line(lines, "method");
  NormalOptions o;
  const std::string_view name = fields.word("method");
  const std::optional<NormalMethod> method = find_normal_method(name);
  if (!method) fields.refuse("method", name, "no such algorithm (" + normal_method_names() + ")");
  o.method = *method;
  o.ladder = fields.integer("ladder", 0, 1) == 1;
  o.margin = fields.number("margin"), o.tolerance = fields.positive("tolerance");
  o.max_iterations = fields.integer("iterations", 1, kMost);
  fields.end();
  return o;
}

}  // namespace

std::optional<NormalMethod> find_normal_method(std::string_view name) {
  for (int m = 0; m < kNormalMethods; ++m)
    if (name == name_of(NormalMethod(m))) return NormalMethod(m);
  return std::nullopt;
}

std::string normal_method_names() {
  std::string names;
  for (int m = 0; m < kNormalMethods; ++m) names += (m > 0 ? ", " : "") + std::string(name_of(NormalMethod(m)));
  return names;
}

std::string text_of(const SavedSmoothPair& s) {
  const auto body = [](const Superellipsoid& e) {
    return numbers(e.r()) + fmt::format(" {:.17g} {:.17g}", e.eps1(), e.eps2());
  };
  const SmoothPair& p = s.pair;
  const NormalLink& l = s.answer.link;
  const SmoothReference& r = p.reference;
  std::string text = fmt::format("{} {} {}\n", kSavedSuperellipsoids, p.id, p.set);
  text += fmt::format("method {} {} {:.17g} {:.17g} {}\n", name_of(s.options.method), int(s.options.ladder),
                      s.options.margin, s.options.tolerance, s.options.max_iterations);
  text += fmt::format("body_a{}\nbody_b{}\npose_a{}\npose_b{}\n", body(p.a), body(p.b), numbers(p.X_a), numbers(p.X_b));
  text += fmt::format("cache {} {}{}\n", int(s.before.state), int(s.before.apart), numbers(s.before.n));
  text += fmt::format("answer {} {} {} {} {} {:.17g}{}{}{} {:.17g}\n", s.verdict, int(s.answer.status), int(l.rung),
                      int(l.doubt), l.iterations, l.gap, numbers(l.n), numbers(l.p_a), numbers(l.p_b), l.residual);
  text += fmt::format("reference {} {:.17g}{}{}{} {:.17g} {:.17g}\n", r.kind, r.gap, numbers(r.n), numbers(r.p_a),
                      numbers(r.p_b), r.kappa, r.rounding);
  return text;
}

SavedSmoothPair read_saved_superellipsoids(Lines& lines) {
  Fields header = line(lines, kSavedSuperellipsoids);
  SavedSmoothPair s;
  SmoothPair& p = s.pair;
  p.id = header.integer("id", 0, kMost);
  p.set = header.word("set");
  header.end();
  s.options = read_options(lines);
  p.a = read_body(lines, "body_a"), p.b = read_body(lines, "body_b");
  p.X_a = read_pose(lines, "pose_a"), p.X_b = read_pose(lines, "pose_b");
  Fields cache = line(lines, "cache");
  s.before.state = NormalCache::State(cache.integer("state", 0, 2));
  s.before.apart = cache.integer("apart", 0, 1) == 1;
  s.before.n = read_vec(cache, "n");
  cache.end();
  Fields answer = line(lines, "answer");
  NormalLink& l = s.answer.link;
  s.verdict = answer.word("verdict");
  s.answer.status = LinkStatus(answer.integer("status", 0, 2));
  l.rung = NormalRung(answer.integer("rung", 0, kNormalRungs - 1));
  l.doubt = NormalDoubt(answer.integer("doubt", 0, kNormalDoubts - 1));
  l.iterations = answer.integer("iterations", 0, kMost);
  l.gap = answer.any_number("gap");
  l.n = read_vec(answer, "n"), l.p_a = read_vec(answer, "p_a"), l.p_b = read_vec(answer, "p_b");
  l.residual = answer.any_number("residual");
  answer.end();
  Fields reference = line(lines, "reference");
  SmoothReference& r = p.reference;
  const std::string_view kind = reference.word("kind");
  if (kind != "S" && kind != "P") reference.refuse("kind", kind, "must be S or P");
  r.kind = kind[0];
  r.gap = reference.number("gap");
  r.n = read_vec(reference, "n"), r.p_a = read_vec(reference, "p_a"), r.p_b = read_vec(reference, "p_b");
  r.kappa = reference.number("kappa"), r.rounding = reference.number("rounding");
  reference.end();
  return s;
}

}  // namespace scree::pairs
