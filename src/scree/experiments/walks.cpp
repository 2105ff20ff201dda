#include "scree/experiments/walks.hpp"

#include <fmt/format.h>

#include <map>
#include <numbers>

#include "scree/experiments/face_loops.hpp"
#include "scree/math/random.hpp"
#include "scree/narrow/find_link.hpp"
#include "scree/narrow/polyhedron/shortest_link.hpp"
#include "scree/solids/shape_library.hpp"

namespace scree::bench {
namespace {

using namespace polyhedron;

constexpr int kLimit = 2000;
constexpr double kDegree = std::numbers::pi / 180;

// ------------------------------------------------------------------------------------------------------------- JSON

using json::list;

std::string text(const PolyhedronData& body, const Pose& X) {
  return face_loops(body, [&](int h) { return X * body.vertices[std::size_t(body.loop[std::size_t(h)])]; });
}
std::string text(const Alternation& way, const Pose& X) {
  std::vector<std::string> p, q;
  for (const LinkEnds& e : way.ends) p.push_back(json::vector(e.a.p)), q.push_back(json::vector(X * e.b.p));
  return fmt::format(R"({{"iterations": {}, "converged": {}, "lengths": {}, "p": {}, "q": {}}})", way.iterations(),
                     way.converged, json::numbers(way.lengths), list(p), list(q));
}

// --------------------------------------------------------------------------------------------- one walk, one iteration

// The walk starts at the vertex that has the longest way without being sent to another side.
std::string walk_example(const PolyhedronData& body) {
  const PolyhedronView view = body.view();
  const Vec3 target = {Real(1.05), Real(0.35), Real(0.75)};
  std::vector<Vec3> longest;
  bool nearest = false;
  for (int v = 0; v < view.n_vertices; ++v) {
    LinkCounters counters;
    SurfacePoint at = at_vertex(view, v);
    std::vector<Vec3> way;
    const WalkEnd end = walk(view, target, at, counters, [&](const SurfacePoint& seen) { way.push_back(seen.p); });
    if (counters.resets > 0 || way.size() <= longest.size()) continue;
    longest = way;
    nearest = end == WalkEnd::kNearest;
  }
  std::vector<std::string> points;
  std::vector<Real> distances;
  for (const Vec3& p : longest) points.push_back(json::vector(p)), distances.push_back(norm(target - p));
  return fmt::format(R"({{"body": {}, "target": {}, "points": {}, "distances": {}, "nearest": {}}})", text(body, {}),
                     json::vector(target), list(points), json::numbers(distances), nearest);
}

struct Example {
  std::string name;
  PolyhedronData a, b;
  Pose X;
  LinkEnds start;
};

std::string text(const Example& e) {
  const PolyhedronView a = e.a.view(), b = e.b.view();
  const Pair pair{a, b, e.X};
  return fmt::format(R"({{"name": "{}", "a": {}, "b": {}, "plain": {}, "special": {}}})", e.name, text(e.a, {}),
                     text(e.b, e.X), text(alternate(pair, e.start, false, kLimit), e.X),
                     text(alternate(pair, e.start, true, kLimit), e.X));
}

// ------------------------------------------------------------------------------------------------- the special cases

int edge_nearest(const PolyhedronView& s, const Vec3& x) {
  int best = 0;
  for (int e = 1; e < s.n_edges; ++e)
    if (norm2(nearest_on_edge(s, e, x).p - x) < norm2(nearest_on_edge(s, best, x).p - x)) best = e;
  return best;
}
SurfacePoint point_on_face(const PolyhedronView& s, const Vec3& outside, const Vec3& x) {
  Real h = 0;
  return nearest_on_face(s, highest_face(s, outside, h), x);
}

// Two slabs are given, the upper one tilted by 6 degrees: the plain iteration slides down the wedge.
Example inclined_faces() {
  Example e{"inclined faces", box({4, 2, 0.4}), box({4, 2, 0.4}), {}, {}};
  e.X = {to_matrix(rotation_by({0, Real(6 * kDegree), 0})), {0, 0, Real(0.9)}};
  const PolyhedronView a = e.a.view(), b = e.b.view();
  e.start.a = point_on_face(a, {0, 0, 10}, {Real(-1.3), Real(0.3), 1});
  e.start.b = point_on_face(b, {0, 0, -10}, {Real(-1.3), Real(0.3), -1});
  return e;
}

// Two bars cross, edge over edge, rotated by 12 degrees.
Example crossing_edges() {
  const Vec3 up = normalized(Vec3{0, 1, 1});
  Example e{"crossing edges", box({4, 1, 1}), box({4, 1, 1}), {}, {}};
  e.X = {to_matrix(rotation_by(Real(12 * kDegree) * up)), (2 * std::sqrt(Real(0.5)) + Real(0.2)) * up};
  const PolyhedronView a = e.a.view(), b = e.b.view();
  e.start.a = on_edge(a, edge_nearest(a, {0, 1, 1}), Real(0.85));
  e.start.b = on_edge(b, edge_nearest(b, {0, -1, -1}), Real(0.85));
  return e;
}

// A bar lies over a slab, edge down and tilted by 6 degrees.
Example edge_over_face() {
  Example e{"edge over face", box({4, 2, 0.4}), box({3, 1, 1}), {}, {}};
  e.X = {to_matrix(rotation_by({0, Real(6 * kDegree), 0}) * rotation_by({Real(45 * kDegree), 0, 0})),
         {0, 0, Real(1.25)}};
  const PolyhedronView a = e.a.view(), b = e.b.view();
  const Pair pair{a, b, e.X};
  e.start.a = point_on_face(a, {0, 0, 10}, {Real(-1.1), Real(0.3), 1});
  e.start.b = nearest_on_edge(b, edge_nearest(b, pair.to_b({0, 0, 0})), pair.to_b({Real(-1.1), 0, 0}));
  return e;
}

// Two bodies of 14 vertices start from the vertices farthest from each other.
Example two_bodies(const PolyhedronData& body) {
  Example e{"two bodies", body, body, {}, {}};
  e.X = {to_matrix(rotation_by({Real(0.3), Real(0.5), Real(0.2)})), {Real(1.9), Real(0.5), Real(0.3)}};
  const PolyhedronView a = e.a.view(), b = e.b.view();
  const Pair pair{a, b, e.X};
  e.start.a = at_vertex(a, climb(a, -centre_line(pair), 0).vertex);
  e.start.b = at_vertex(b, climb(b, pair.turn_to_b(centre_line(pair)), 0).vertex);
  return e;
}

// --------------------------------------------------------------------------------------------------------- at random

struct Tally {
  std::map<int, int> iterations;
  int open = 0, wrong = 0;  // walks not at an end after the limit; at the wrong one
  void add(const Alternation& way, Real gap, Real size) {
    if (!way.converged) return ++open, void();
    ++iterations[way.iterations()];
    if (std::fabs(way.lengths.back() - gap) > Real(1e-6) * size) ++wrong;
  }
  std::string text() const {
    std::vector<std::string> rows;
    for (const auto& [n, count] : iterations) rows.push_back(fmt::format("[{}, {}]", n, count));
    return fmt::format(R"({{"iterations": {}, "open": {}, "wrong": {}}})", list(rows), open, wrong);
  }
};

std::string random_pairs(std::uint64_t seed, int n_pairs) {
  constexpr int kRandomLimit = 200;
  const PolyhedronData shapes[] = {tetrahedron(), pyramid(), cube(), fourteen()};
  RandomStream random = RandomStream::branch(seed, 1);
  Tally plain, special;
  int done = 0;
  while (done < n_pairs) {
    const PolyhedronData &shape_a = shapes[random.bits() % 4], &shape_b = shapes[random.bits() % 4];
    const Vec3 towards = rotate(random.rotation(), {0, 0, 1});
    const Pose X{to_matrix(random.rotation()), Real(random.uniform(1.2, 3.8)) * towards};
    const PolyhedronView a = shape_a.view(), b = shape_b.view();
    LinkCache cache;
    Link link;
    LinkCounters counters;
    find_link(a, b, X, {}, cache, link, counters);
    if (!(link.gap > Real(1e-6))) continue;
    ++done;
    const Pair pair{a, b, X};
    const LinkEnds start = cold_ends(pair, centre_line(pair));
    plain.add(alternate(pair, start, false, kRandomLimit), link.gap, pair.size());
    special.add(alternate(pair, start, true, kRandomLimit), link.gap, pair.size());
  }
  return fmt::format(R"({{"pairs": {}, "limit": {}, "plain": {}, "special": {}}})", n_pairs, kRandomLimit, plain.text(),
                     special.text());
}

}  // namespace

Alternation alternate(const Pair& pair, const LinkEnds& start, bool special_cases, int limit) {
  Alternation way{.ends = {start}, .lengths = {std::sqrt(length2(pair, start))}};
  LinkCounters counters;
  for (int k = 0; k < limit && !way.converged; ++k) {
    LinkEnds e = way.ends.back();
    if (special_cases) special_move(pair, e, counters);
    const bool in_a = walk(pair.a, pair.to_a(e.b.p), e.a, counters) == WalkEnd::kInside;
    if (in_a || walk(pair.b, pair.to_b(e.a.p), e.b, counters) == WalkEnd::kInside) return way.inside = true, way;
    const Real moved = std::max(norm(e.a.p - way.ends.back().a.p), norm(e.b.p - way.ends.back().b.p));
    way.converged = moved <= Real(1e-9) * pair.size();
    way.ends.push_back(e);
    way.lengths.push_back(std::sqrt(length2(pair, e)));
  }
  return way;
}

std::string walk_examples(std::uint64_t seed, int n_pairs) {
  const PolyhedronData body = fourteen();
  return fmt::format("{{\"walk\": {},\n\"alternation\": {},\n\"cases\": {},\n\"random\": {}}}\n", walk_example(body),
                     text(two_bodies(body)),
                     list({text(inclined_faces()), text(crossing_edges()), text(edge_over_face())}),
                     random_pairs(seed, n_pairs));
}

}  // namespace scree::bench
