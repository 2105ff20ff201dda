#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "scree/error.hpp"
#include "scree/store/pairs/pair_set.hpp"

namespace scree::pairs {
namespace {

using ShapeNames = std::map<std::string, int, std::less<>>;

template <class S>
ShapeNames names_of(const std::vector<Shape<S>>& shapes) {
  ShapeNames names;
  for (std::size_t i = 0; i < shapes.size(); ++i) names.emplace(shapes[i].name, int(i));
  return names;
}

int shape_index(Fields& fields, std::string_view field, const ShapeNames& names, const std::string& shapes_path) {
  const std::string_view name = fields.word(field);
  const auto found = names.find(name);
  if (found == names.end())
    fields.refuse(field, name, fmt::format("no such shape among the {} of {}", names.size(), shapes_path));
  return found->second;
}

template <class S>
typename S::Vec read_vec(Fields& fields, const char* name) {
  Real x[S::kDim];
  for (int k = 0; k < S::kDim; ++k) x[k] = fields.number(fmt::format("{}.{}", name, "xyz"[k]));
  return S::vec(x);
}

template <class S>
typename S::Pose read_pose(Fields& fields, const char* rotation, const char* translation) {
  Real q[S::kTurnNumbers], length2 = 0;
  for (int k = 0; k < S::kTurnNumbers; ++k) {
    q[k] = fields.number(fmt::format("{}.{}", rotation, (S::kDim == 3 ? "wxyz" : "wz")[k]));
    length2 += q[k] * q[k];
  }
  if (!(length2 > 0) || !std::isfinite(length2)) fields.refuse(rotation, "0", "a rotation must not have length 0");
  return S::pose(q, read_vec<S>(fields, translation));
}

char read_kind(Fields& fields, std::string_view known) {
  const std::string_view kind = fields.word("kind");
  if (kind.size() != 1 || known.find(kind[0]) == known.npos)
    fields.refuse("kind", kind, fmt::format("must be one of {}", fmt::join(known, ", ")));
  return kind[0];
}

// Reads gap and normal, which end with the sign that the kind promises.
template <class S>
void read_gap(Fields& fields, Reference<S>& reference) {
  reference.gap = fields.number("d");
  if ((reference.kind == 'S' && !(reference.gap > 0)) || (reference.kind == 'P' && !(reference.gap < 0)))
    fields.refuse("d", fmt::format("{}", reference.gap), "must be > 0 for kind S and < 0 for kind P");
  reference.n = read_vec<S>(fields, "n");
  if (std::abs(norm(reference.n) - 1) > Real(1e-9))
    fields.refuse("n", fmt::format("length {}", norm(reference.n)), "must be a unit vector");
}

template <class S>
Pair<S> read_pair(Fields& fields, const ShapeNames& names, const std::string& shapes_path) {
  Pair<S> p;
  Reference<S>& r = p.reference;
  p.id = fields.integer("id", 0, std::numeric_limits<int>::max());
  p.set = fields.word("set");
  r.kind = read_kind(fields, "SPT");
  p.a = shape_index(fields, "shapeA", names, shapes_path);
  p.b = shape_index(fields, "shapeB", names, shapes_path);
  p.X_a = read_pose<S>(fields, S::kDim == 3 ? "qA" : "rA", "tA");
  p.X_b = read_pose<S>(fields, S::kDim == 3 ? "qB" : "rB", "tB");
  read_gap(fields, r);
  r.p_a = read_vec<S>(fields, "pA");
  r.p_b = read_vec<S>(fields, "pB");
  r.dim_a = fields.integer("fa", 0, S::kDim - 1);
  r.dim_b = fields.integer("fb", 0, S::kDim - 1);
  r.ties = fields.integer("ties", 1, 1000000);
  r.patch_dim = fields.integer("pdim", 0, S::kDim - 1);
  // The patch itself is not kept: that both points lie on the surfaces, a gap apart, says the same (judge.hpp).
  const int m = fields.integer("m", 0, 1000000);
  for (int k = 0; k < m; ++k) read_vec<S>(fields, "patch");
  fields.end();
  return p;
}

template <class S>
Pair<S> read_step(Fields& fields, char kind, int a, int b) {
  Pair<S> p;
  p.a = a, p.b = b;
  p.reference.kind = kind;
  p.X_a = read_pose<S>(fields, "qA", "tA");
  p.X_b = read_pose<S>(fields, "qB", "tB");
  read_gap(fields, p.reference);
  fields.end();
  return p;
}

}  // namespace

template <class S>
PairSet<S> read_pairs(const std::string& path, std::vector<Shape<S>> shapes, const std::string& shapes_path) {
  PairSet<S> set;
  set.shapes = std::move(shapes);
  make_views(set);
  const ShapeNames names = names_of(set.shapes);
  Lines lines(path);
  while (std::optional<Fields> fields = lines.next()) set.pairs.push_back(read_pair<S>(*fields, names, shapes_path));
  if (set.pairs.empty()) throw InputError(fmt::format("{}: no pairs in it", path));
  return set;
}

template <class S>
std::vector<Motion<S>> read_motions(const std::string& path, const PairSet<S>& set, const std::string& shapes_path) {
  const ShapeNames names = names_of(set.shapes);
  Lines lines(path);
  std::vector<Motion<S>> motions;
  while (std::optional<Fields> header = lines.next()) {
    header->expect("traj");
    Motion<S> motion;
    motion.set = header->word("class");
    const char kind = read_kind(*header, "SP");
    const int a = shape_index(*header, "shapeA", names, shapes_path);
    const int b = shape_index(*header, "shapeB", names, shapes_path);
    const int n = header->integer("n", 1, 100000000);
    header->end();
    for (int i = 0; i < n; ++i) {
      Fields fields = lines.need("a step of the motion");
      motion.steps.push_back(read_step<S>(fields, kind, a, b));
      motion.steps.back().id = i;
      motion.steps.back().set = motion.set;
    }
    motions.push_back(std::move(motion));
  }
  if (motions.empty()) throw InputError(fmt::format("{}: no motions in it", path));
  return motions;
}

template PairSet<Space> read_pairs(const std::string&, std::vector<Shape<Space>>, const std::string&);
template PairSet<Plane2> read_pairs(const std::string&, std::vector<Shape<Plane2>>, const std::string&);
template std::vector<Motion<Space>> read_motions(const std::string&, const PairSet<Space>&, const std::string&);
template std::vector<Motion<Plane2>> read_motions(const std::string&, const PairSet<Plane2>&, const std::string&);

}  // namespace scree::pairs
