#include "scree/narrow/shrunken_edge.hpp"

#include "scree/narrow/polyhedron/contact_middle.hpp"
#include "scree/narrow/polyhedron/contact_points.hpp"
#include "scree/narrow/polyhedron/shrunken_type.hpp"

namespace scree {
namespace {

using namespace polyhedron;

// What the shrunken edges of both bodies see of the depth along the way out, and what of it they miss.
struct Depths {
  Real seen = Real(-1e300), whole = Real(-1e300);
  void add(const ShrunkenPass& pass, const Vec3& down) {
    for (int i = 0; i < pass.size(); ++i) {
      const TouchingEdge& e = pass[i];
      if (!e.comes_through()) continue;
      for (const Real u : {e.u[0], e.middle(), e.u[1]}) {
        const Vec3 x = e.at(u);
        const Real at_edge = pass.thickness(x, down);
        // The same column of the target at the whole edge: what lies beside its faces does not count there.
        const Real at_whole = at_edge + dot(down, pass.whole_edge_at(e, u) - x);
        if (at_edge > seen) seen = at_edge;
        if (at_whole > whole) whole = at_whole;
      }
    }
  }
};

// How far the shrunken edges of an edge lie below it along `out`, at least.
Real lag_of_edge(const ShrunkenView& s, int edge, const Vec3& out) {
  Real least = s.lag;
  for (const int f : s.body.edges[edge].f)
    for (int h = s.body.face_start[f]; h < s.body.face_start[f + 1]; ++h) {
      if (s.body.loop_edge[h] != edge) continue;
      const Real below = dot(out, s.body.vertices[s.body.loop[h]] - s.points[h]);
      if (below < least) least = below;
    }
  return least > 0 ? least : Real(0);
}

ShrunkenCount count(const ShrunkenPass& pass) {
  ShrunkenCount c;
  FewFaces vertices, faces;
  for (int i = 0; i < pass.size(); ++i) {
    const TouchingEdge& e = pass[i];
    if (!e.comes_through()) continue;
    ++c.relations[int(e.relation())];
    for (int k = 0; k < 2; ++k) {
      if (e.ends_inside(k)) vertices.add(pass.main().loop[e.h[k]]), faces.add(e.approach_at_end[k]);
      if (!e.ends_inside(k) && dot(pass.main_normal(e.face), pass.target().normals[e.cut[k]]) < 0) faces.add(e.cut[k]);
    }
  }
  c.vertices = vertices.n, c.target_faces = faces.n;
  return c;
}

// Writes the contact once way out and type are known.
class Writer {
 public:
  Writer(const Pair& pair, const ShrunkenPass* const pass[2], const WayOut& out, const ShrunkenType& type,
         ShrunkenContact& contact)
      : pair_(pair), pass_(*pass[type.main]), out_(out), type_(type), c_(contact) {}

  // A point of the main body in the contact, halfway to the target; in A's frame.
  Vec3 middle() const {
    if (type_.area > 0) return halfway(type_.middle);
    if (type_.edge >= 0) return halfway(pass_.whole_edge_at(pass_[type_.edge], pass_[type_.edge].middle()));
    if (type_.vertex >= 0) return halfway(pass_.pose() * pass_.main().vertices[type_.vertex]);
    const Witness w = contact_middle(pair_, out_.n, out_.a, out_.b, out_.across.gap);
    return Real(0.5) * (w.p_a + w.p_b);
  }
  void points() {
    if (type_.area > 0) return faces();
    if (type_.edge >= 0) return edge_on_face();
    if (type_.vertex >= 0) return add(pass_.pose() * pass_.main().vertices[type_.vertex], name_of(type_.vertex));
    c_.points[c_.n_points++] = {out_.n, middle(), c_.gap, point_name::of_edges(out_.a.index, out_.b.index)};
  }

 private:
  std::uint32_t name_of(int vertex) const {
    return point_name::name(type_.main == 0 ? point_name::kVertexOfA : point_name::kVertexOfB, std::uint32_t(vertex));
  }
  // x is a point of the main body, in target's frame.
  Real depth_at(const Vec3& x) const { return pass_.thickness(x, type_.down(type_.main)) - c_.lag; }
  Vec3 halfway(const Vec3& x) const {
    const Vec3 p = x - (depth_at(x) / 2) * type_.down(type_.main);
    return type_.main == 0 ? pair_.to_a(p) : p;
  }
  void add(const Vec3& x, std::uint32_t name) {
    if (c_.n_points == ShrunkenContact::kMaxPoints) return;
    c_.points[c_.n_points++] = {out_.n, halfway(x), -depth_at(x), name};
  }
  void faces() {
    const CommonPolygon common(pass_.main(), type_.face[0], pass_.pose(), pass_.target(), type_.face[1]);
    const int n = common.size(), most = ShrunkenContact::kMaxPoints;
    for (int i = 0; i < n && i < most; ++i)
      add(common[n <= most ? i : i * n / most], point_name::name(point_name::kOther, std::uint32_t(i)));
  }
  void edge_on_face() {
    const TouchingEdge& e = pass_[type_.edge];
    for (int k = 0; k < 2; ++k) add(pass_.whole_edge_at(e, e.u[k]), name_of(pass_.main().loop[e.h[k]]));
  }

  const Pair& pair_;
  const ShrunkenPass& pass_;
  const WayOut& out_;
  const ShrunkenType& type_;
  ShrunkenContact& c_;
};

// What is remembered of bodies that do not touch: a plane that parts them, or at least the faces that keep the shrunken
// edges of the other off.
void remember_parted(const Pair& pair, int face_of_a, int face_of_b, LinkCache& cache) {
  cache = {};
  cache.a = {FeatureKind::kFace, face_of_a}, cache.b = {FeatureKind::kFace, face_of_b};
  for (const Vec3& n : {pair.a.normals[face_of_a], -(pair.X.R * pair.b.normals[face_of_b])}) {
    const Slab across = slab(pair, n, 0, 0);
    if (!(across.gap > 0)) continue;
    cache.state = LinkCache::State::kPlane;
    cache.n = n, cache.top_a = across.top_a, cache.top_b = across.top_b;
    return;
  }
  cache.state = LinkCache::State::kShrunken;
}

// The bodies moved apart by the lag.
Link link_of(const Pair& pair, const WayOut& out, const Vec3& middle, Real gap) {
  Link link;
  link.n = out.n, link.gap = gap;
  name_features(pair, out.n, out.across, link);
  link.p_a = fnma(gap / 2, out.n, middle);
  link.p_b = fma(gap / 2, out.n, middle);
  link.rung = Rung::kCold;
  return link;
}

}  // namespace

bool find_shrunken_contact(const ShrunkenView& a, const ShrunkenView& b, const Pose& X_ab, Real tolerance,
                           Real hysteresis, bool whole, LinkCache& cache, ShrunkenContact& c, LinkCounters& counters) {
  ++counters.solves, ++counters.rung[int(Rung::kCold)];
  counters.count_iterations(0);
  const Pair pair{a.body, b.body, X_ab};
  const bool rejected = cache.state == LinkCache::State::kShrunken || cache.state == LinkCache::State::kPlane;
  int first_of_b = rejected ? cache.b.index : 0, first_of_a = rejected ? cache.a.index : 0;
  ShrunkenPass of_a(a, b.body, inverse(X_ab), tolerance, first_of_b), of_b(b, a.body, X_ab, tolerance, first_of_a);
  const auto none = [&] {
    remember_parted(pair, first_of_a, first_of_b, cache);
    return false;
  };
  if (of_a.size() == 0 && of_b.size() == 0) return none();
  WaysOut ways(pair, cache);
  const Real by_faces = ways.best(0).depth();
  of_a.find_approaches(by_faces), of_b.find_approaches(by_faces);
  if (!of_a.touches() && !of_b.touches()) return none();
  ShrunkenType type(pair, of_a, of_b, tolerance, 3 * (a.lag + b.lag));
  const bool faces = type.is_face_on_face(ways.best(hysteresis));
  if (!faces) ways.add_edges(of_a, true), ways.add_edges(of_b, false);
  const WayOut out = ways.best(hysteresis);
  if (out.across.gap > tolerance) return none();  // at a sharp corner, planes moved out meet far from it
  if (!faces) type.find(out);

  c.a = type.a, c.b = type.b, c.n = out.n, c.area = type.area;
  c.n_points = 0, c.count[0] = c.count[1] = {};
  if (out.by_edges()) {
    const Real lag_a = lag_of_edge(a, out.a.index, out.n);
    const Real lag_b = lag_of_edge(b, out.b.index, -pair.turn_to_b(out.n));
    c.lag = lag_a < lag_b ? lag_a : lag_b;
    c.gap = out.across.gap + c.lag;
  } else {
    Depths depths;
    depths.add(of_a, type.down(0)), depths.add(of_b, type.down(1));
    c.lag = depths.whole > depths.seen ? depths.whole - depths.seen : Real(0);
    c.gap = -depths.seen;
  }
  const ShrunkenPass* const passes[2] = {&of_a, &of_b};
  Writer writer(pair, passes, out, type, c);
  c.link = link_of(pair, out, writer.middle(), c.gap);
  if (whole) writer.points(), c.count[0] = count(of_a), c.count[1] = count(of_b);
  cache.state = LinkCache::State::kOverlap;
  cache.a = out.a, cache.b = out.b, cache.n = out.n;
  cache.top_a = out.across.top_a, cache.top_b = out.across.top_b;
  cache.p_a = c.link.p_a, cache.p_b = pair.to_b(c.link.p_b);
  return true;
}

}  // namespace scree
