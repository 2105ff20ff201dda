#include "scree/store/pairs/transformation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "scree/error.hpp"
#include "scree/math/random.hpp"

namespace scree::pairs {
namespace {

// Reads "1,2,3"; an InputError names the option.
std::vector<Real> numbers_in(const char* option, std::string text, std::size_t count) {
  const std::string given = text;
  for (char& c : text) c = c == ',' ? ' ' : c;
  std::vector<Real> x;
  try {
    Fields fields(option, 0, text);
    while (fields.more()) x.push_back(fields.number(option));
  } catch (const InputError&) {
    x.clear();
  }
  if (x.size() != count)
    throw InputError(fmt::format("{} {}: must be {} finite number{}{}", option, given, count, count > 1 ? "s" : "",
                                 count > 1 ? " with commas between them" : ""));
  return x;
}

Vec3 random_turn(int dimension, const std::string& text) {
  unsigned seed = 0;
  try {
    std::size_t read = 0;
    const std::string digits = text.substr(text.find(':') + 1);
    seed = unsigned(std::stoul(digits, &read));
    if (read != digits.size()) throw std::invalid_argument(digits);
  } catch (const std::exception&) {
    throw InputError(fmt::format("--turn {}: the seed must be a whole number, e.g. random:1", text));
  }
  RandomStream random = RandomStream::branch(seed, 0);
  const auto u = [&random] { return Real(random.uniform(-1, 1)); };
  if (dimension == 2) return {0, 0, u() * std::numbers::pi_v<Real>};
  Vec3 axis{};
  do axis = {u(), u(), u()};
  while (norm2(axis) > 1 || norm2(axis) < Real(1e-4));
  return (u() * std::numbers::pi_v<Real>)*normalized(axis);
}

Vec3 read_turn(int dimension, const std::string& text) {
  if (text.empty()) return {0, 0, 0};
  if (text.starts_with("random:")) return random_turn(dimension, text);
  const std::vector<Real> x = numbers_in("--turn", text, dimension == 3 ? 3 : 1);
  const Real degree = std::numbers::pi_v<Real> / 180;
  return dimension == 3 ? degree * Vec3{x[0], x[1], x[2]} : Vec3{0, 0, degree * x[0]};
}

template <class S>
typename S::Vec vec_of(const Vec3& v) {
  const Real x[3] = {v.x, v.y, v.z};
  return S::vec(x);
}

template <class S>
typename S::Pose transformed(const typename S::Pose& X, const typename S::Pose& turn, const Transformation& by) {
  typename S::Pose moved = X;
  moved.p = by.scale * X.p;
  if (by.turn != Vec3{0, 0, 0}) moved = turn * moved;
  moved.p = moved.p + vec_of<S>(by.move);
  return moved;
}

}  // namespace

Transformation transformation_of(int dimension, Real scale, const std::string& turn, const std::string& move,
                                 bool swap) {
  if (!(scale > 0) || !std::isfinite(scale)) throw InputError(fmt::format("--scale {}: must be > 0", scale));
  Transformation by{scale, read_turn(dimension, turn), {0, 0, 0}, swap};
  if (!move.empty()) {
    const std::vector<Real> x = numbers_in("--move", move, std::size_t(dimension));
    by.move = {x[0], x[1], dimension == 3 ? x[2] : 0};
  }
  return by;
}

template <class S>
void transform(Pair<S>& pair, const Transformation& by) {
  const typename S::Pose turn = S::rotation(by.turn);
  Reference<S>& r = pair.reference;
  const auto whole_way = [&](const typename S::Vec& v) { return transformed<S>({.p = v}, turn, by).p; };
  const auto turned_only = [&](const typename S::Vec& v) { return by.turn == Vec3{0, 0, 0} ? v : S::turn(turn, v); };
  const typename S::Vec between = by.scale * turned_only(pair.X_b.p - pair.X_a.p);
  pair.X_a = transformed<S>(pair.X_a, turn, by);
  pair.X_b = transformed<S>(pair.X_b, turn, by);
  // A far move rounds the distance of the bodies; the answer in the file belongs to the one before. A product of
  // rotations is rounded, too: by some parts of 1e16 of the distance and of the bodies, which are nearer than that.
  r.rounding += norm(pair.X_b.p - pair.X_a.p - between);
  if (by.turn != Vec3{0, 0, 0}) r.rounding += 8 * std::numeric_limits<Real>::epsilon() * norm(between);
  r.gap *= by.scale;
  r.n = turned_only(r.n);
  r.p_a = whole_way(r.p_a);
  r.p_b = whole_way(r.p_b);
  if (!by.swap) return;
  std::swap(pair.a, pair.b);
  std::swap(pair.X_a, pair.X_b);
  std::swap(r.p_a, r.p_b);
  std::swap(r.dim_a, r.dim_b);
  r.n = -r.n;
}

template <class S>
void transform(PairSet<S>& set, const Transformation& by) {
  if (by.scale != 1) {
    for (Shape<S>& shape : set.shapes) {
      for (typename S::Vec& v : shape.vertices) v = by.scale * v;
      shape.width *= by.scale;
      shape.data = S::build(shape.vertices, shape.loops);
    }
    make_views(set);
  }
  for (Pair<S>& pair : set.pairs) transform(pair, by);
}

template void transform(Pair<Space>&, const Transformation&);
template void transform(Pair<Plane2>&, const Transformation&);
template void transform(PairSet<Space>&, const Transformation&);
template void transform(PairSet<Plane2>&, const Transformation&);

}  // namespace scree::pairs
