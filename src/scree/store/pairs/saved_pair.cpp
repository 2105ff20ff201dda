#include "scree/store/pairs/saved_pair.hpp"

#include <fmt/format.h>

#include <iterator>
#include <limits>

#include "scree/store/pairs/methods.hpp"

namespace scree::pairs {
namespace {

constexpr int kMost = std::numeric_limits<int>::max();

class Writer {
 public:
  template <class... T>
  void line(const T&... fields) {
    bool first = true;
    ((write(fields, first), first = false), ...);
    out_.push_back('\n');
  }
  std::string text() const { return fmt::to_string(out_); }

 private:
  void write(Real x, bool first) { fmt::format_to(end(), "{}{:.17g}", first ? "" : " ", x); }
  void write(int x, bool first) { fmt::format_to(end(), "{}{}", first ? "" : " ", x); }
  void write(const std::string& x, bool first) { fmt::format_to(end(), "{}{}", first ? "" : " ", x); }
  void write(const char* x, bool first) { fmt::format_to(end(), "{}{}", first ? "" : " ", x); }
  void write(char x, bool first) { fmt::format_to(end(), "{}{}", first ? "" : " ", x); }
  void write(const Feature& f, bool first) { write(int(f.kind), first), write(f.index, false); }
  template <class Numbers>
  requires requires(const Numbers& n) { n.begin(); }
  void write(const Numbers& numbers, bool first) {
    for (const auto x : numbers) write(x, first), first = false;
  }
  std::back_insert_iterator<fmt::memory_buffer> end() { return std::back_inserter(out_); }
  fmt::memory_buffer out_;
};

template <class S>
void write_shape(Writer& w, const Shape<S>& s) {
  if constexpr (S::kDim == 3)
    w.line("shape", s.name, s.family, int(s.vertices.size()), int(s.loops.size()), s.width);
  else
    w.line("shape", s.name, s.family, int(s.vertices.size()), s.width);
  for (const typename S::Vec& v : s.vertices) w.line("v", S::numbers(v));
  for (const std::vector<int>& loop : s.loops) w.line("f", int(loop.size()), loop);
}

// A pair may have failed because it holds what is not a number.
template <class S>
typename S::Vec read_vec(Fields& fields, const char* name) {
  Real x[S::kDim];
  for (Real& component : x) component = fields.any_number(name);
  return S::vec(x);
}

template <class S>
typename S::Pose read_pose(Lines& lines, const char* keyword) {
  Fields fields = lines.need(keyword);
  fields.expect(keyword);
  Real m[S::kMatrixNumbers];
  for (Real& element : m) element = fields.number("rotation matrix");
  const typename S::Pose X = S::from_matrix(m, read_vec<S>(fields, "position"));
  fields.end();
  return X;
}

Feature read_feature(Fields& fields) {
  Feature f;
  f.kind = FeatureKind(fields.integer("kind of feature", 0, 2));
  f.index = fields.integer("index of feature", -1, kMost);
  return f;
}

template <class S>
typename S::Cache read_cache(Lines& lines) {
  Fields fields = lines.need("cache");
  fields.expect("cache");
  typename S::Cache c;
  c.state = typename S::Cache::State(fields.integer("state", 0, 3));
  c.a = read_feature(fields), c.b = read_feature(fields);
  c.top_a = fields.integer("top_a", -1, kMost), c.top_b = fields.integer("top_b", -1, kMost);
  c.n = read_vec<S>(fields, "n"), c.p_a = read_vec<S>(fields, "p_a"), c.p_b = read_vec<S>(fields, "p_b");
  fields.end();
  return c;
}

LinkOptions read_options(Lines& lines) {
  Fields fields = lines.need("method");
  fields.expect("method");
  LinkOptions o;
  const std::string_view name = fields.word("method");
  const std::optional<LinkMethod> method = find_method(name);
  if (!method) fields.refuse("method", name, "no such algorithm (" + method_names() + ")");
  o.method = *method;
  o.ladder = fields.integer("ladder", 0, 1) == 1;
  o.margin = fields.number("margin");
  o.tolerance = fields.positive("tolerance");
  fields.end();
  return o;
}

template <class S>
Answer<S> read_answer(Lines& lines, std::string& verdict) {
  Fields fields = lines.need("answer");
  fields.expect("answer");
  Answer<S> answer;
  verdict = fields.word("verdict");
  answer.status = LinkStatus(fields.integer("status", 0, 2));
  typename S::Link& l = answer.link;
  l.rung = Rung(fields.integer("rung", 0, kRungs - 1));
  l.iterations = fields.integer("iterations", 0, kMost);
  l.a = read_feature(fields), l.b = read_feature(fields);
  l.gap = fields.any_number("gap");
  l.n = read_vec<S>(fields, "n"), l.p_a = read_vec<S>(fields, "p_a"), l.p_b = read_vec<S>(fields, "p_b");
  l.residual = fields.any_number("residual");
  fields.end();
  return answer;
}

template <class S>
Reference<S> read_reference(Lines& lines) {
  Fields fields = lines.need("reference");
  fields.expect("reference");
  Reference<S> r;
  const std::string_view kind = fields.word("kind");
  if (kind != "S" && kind != "P" && kind != "T") fields.refuse("kind", kind, "must be one of S, P, T");
  r.kind = kind[0];
  r.dim_a = fields.integer("fa", -1, 2), r.dim_b = fields.integer("fb", -1, 2);
  r.ties = fields.integer("ties", 1, kMost), r.patch_dim = fields.integer("pdim", -1, 2);
  r.gap = fields.number("gap");
  r.n = read_vec<S>(fields, "n"), r.p_a = read_vec<S>(fields, "p_a"), r.p_b = read_vec<S>(fields, "p_b");
  r.rounding = fields.number("rounding");
  fields.end();
  return r;
}

}  // namespace

template <class S>
std::string text_of(const SavedPair<S>& s) {
  Writer w;
  const auto& c = s.before;
  const auto& l = s.answer.link;
  const Reference<S>& r = s.pair.reference;
  w.line(saved_keyword<S>(), s.pair.id, s.pair.set);
  w.line("method", name_of(s.options.method), int(s.options.ladder), s.options.margin, s.options.tolerance);
  write_shape(w, s.a);
  write_shape(w, s.b);
  w.line("pose_a", S::turn_matrix(s.pair.X_a), S::numbers(s.pair.X_a.p));
  w.line("pose_b", S::turn_matrix(s.pair.X_b), S::numbers(s.pair.X_b.p));
  w.line("cache", int(c.state), c.a, c.b, c.top_a, c.top_b, S::numbers(c.n), S::numbers(c.p_a), S::numbers(c.p_b));
  w.line("answer", s.verdict, int(s.answer.status), int(l.rung), l.iterations, l.a, l.b, l.gap, S::numbers(l.n),
         S::numbers(l.p_a), S::numbers(l.p_b), l.residual);
  w.line("reference", r.kind, r.dim_a, r.dim_b, r.ties, r.patch_dim, r.gap, S::numbers(r.n), S::numbers(r.p_a),
         S::numbers(r.p_b), r.rounding);
  return w.text();
}

template <class S>
SavedPair<S> read_saved(Lines& lines) {
  Fields header = lines.need("a saved pair");
  header.expect(saved_keyword<S>());
  SavedPair<S> s;
  s.pair.id = header.integer("id", 0, kMost);
  s.pair.set = header.word("set");
  header.end();
  s.options = read_options(lines);
  s.a = read_shape<S>(lines), s.b = read_shape<S>(lines);
  s.pair.a = 0, s.pair.b = 1;
  s.pair.X_a = read_pose<S>(lines, "pose_a"), s.pair.X_b = read_pose<S>(lines, "pose_b");
  s.before = read_cache<S>(lines);
  s.answer = read_answer<S>(lines, s.verdict);
  s.pair.reference = read_reference<S>(lines);
  return s;
}

template std::string text_of(const SavedPair<Space>&);
template std::string text_of(const SavedPair<Plane2>&);
template SavedPair<Space> read_saved(Lines&);
template SavedPair<Plane2> read_saved(Lines&);

}  // namespace scree::pairs
