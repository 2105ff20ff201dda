// The type of a contact, one of six, says what of either body the touching shrunken edges belong to.
//
// Two faces within a degree of each other that share an area are face-face. Otherwise the way out says most: two edges
// are edge-edge; across a face of one body, the target, the other has an edge there if one runs along the face, else a
// vertex. What shrunken points add is how many faces of the target they come through at such an edge or vertex: all
// through one: it lies on the face; through two: on their common edge; and vertices of both bodies side by side make
// vertex-vertex. These last types last for a moment only, and are told from the others to the size of the inset.
#pragma once
#include "scree/narrow/polyhedron/shrunken_face.hpp"
#include "scree/narrow/polyhedron/shrunken_way_out.hpp"

namespace scree::polyhedron {

inline constexpr Real kParallelFaces = Real(0.99984769515639127);  // cos 1 degree
inline constexpr Real kParallelEdge = Real(0.05);                  // rise over length

// Holds a few numbers, each once.
struct FewFaces {
  static constexpr int kMost = 16;
  int n = 0, of[kMost];
  SCREE_HD void add(int f) {
    for (int i = 0; i < n; ++i)
      if (of[i] == f) return;
    if (f != kNoFace && n < kMost) of[n++] = f;
  }
};

class ShrunkenType {
 public:
  // What lies within `near` counts as at the same place. The passes are A on B and B on A.
  SCREE_HD ShrunkenType(const Pair& pair, const ShrunkenPass& of_a, const ShrunkenPass& of_b, Real tolerance, Real near)
      : pair_(pair), pass_{&of_a, &of_b}, tolerance_(tolerance), near_(near) {}

  // Are two faces on each other across the best of the faces?
  SCREE_HD bool is_face_on_face(const WayOut& by_face) {
    look_along(by_face.n);
    return find_faces(by_face.depth());
  }
  SCREE_HD void find(const WayOut& out) {
    look_along(out.n);
    if (find_vertices()) return;
    if (out.by_edges())
      find_edges(out);
    else
      find_on_face(out.by_face_of_b() ? 0 : 1, out.by_face_of_b() ? out.across.top_a : out.across.top_b);
  }

  FeatureKind a = FeatureKind::kVertex, b = FeatureKind::kVertex;
  Real area = 0;
  // The points of the contact belong to one pass, and to a face on a face, edge or vertex of its main body.
  int main = 0;
  int edge = -1;         // a touching edge of the pass
  int vertex = -1;       // vertex of the main body
  int face[2] = {0, 0};  // face-face: of main, of target
  Vec3 middle{};         // face-face: of what they share, in target's frame

  SCREE_HD const Vec3& down(int k) const { return down_[k]; }  // into the target, in its frame

 private:
  SCREE_HD void set(FeatureKind of_main, FeatureKind of_target, int k) {
    main = k;
    a = k == 0 ? of_main : of_target, b = k == 0 ? of_target : of_main;
  }

  SCREE_HD void look_along(const Vec3& n) { down_[0] = pair_.turn_to_b(n), down_[1] = -n; }

  SCREE_HD bool find_faces(Real depth) {
    const Real least = 16 * tolerance_ * tolerance_;
    for (int k = 0; k < 2; ++k) {
      const ShrunkenPass& pass = *pass_[k];
      int last_f = kNoFace, last_t = kNoFace;
      for (int i = 0; i < pass.size(); ++i) {
        const TouchingEdge& e = pass[i];
        if (!e.comes_through() || (e.face == last_f && e.approach == last_t)) continue;
        last_f = e.face, last_t = e.approach;
        const Vec3& n_t = pass.target().normals[e.approach];
        if (-dot(pass.main_normal(e.face), n_t) < kParallelFaces || -dot(down_[k], n_t) < kParallelFaces) continue;
        const CommonPolygon common(pass.main(), e.face, pass.pose(), pass.target(), e.approach);
        const Real shared = common.area();
        // Edges or corners with parallel faces that overlap by as much sideways are no faces on each other.
        if (!(shared > least) || !(shared > 2 * depth * common.length()) || !(shared > area)) continue;
        area = shared;
        set(FeatureKind::kFace, FeatureKind::kFace, k);
        face[0] = e.face, face[1] = e.approach;
        middle = common.middle();
      }
      if (area > 0) return true;  // what the other pass sees is the same
    }
    return false;
  }

  // Finds vertices of both bodies that touch, side by side.
  SCREE_HD bool find_vertices() {
    for (int i = 0; i < pass_[0]->size(); ++i)
      for (int k = 0; k < 2; ++k) {
        const TouchingEdge& e = (*pass_[0])[i];
        if (e.approach_at_end[k] == kNoFace) continue;
        const Vec3 v = pair_.to_a(pass_[0]->vertex(e, k));
        if (!touches_near(*pass_[1], v)) continue;
        set(FeatureKind::kVertex, FeatureKind::kVertex, 0);
        vertex = pair_.a.loop[e.h[k]];
        return true;
      }
    return false;
  }
  SCREE_HD bool touches_near(const ShrunkenPass& pass, const Vec3& x) const {
    for (int i = 0; i < pass.size(); ++i)
      for (int k = 0; k < 2; ++k)
        if (pass[i].approach_at_end[k] != kNoFace && norm2(pass.vertex(pass[i], k) - x) < near_ * near_) return true;
    return false;
  }

  // The way out is across two edges: an end of one of them may lie on the other.
  SCREE_HD void find_edges(const WayOut& out) {
    int end[2] = {-1, -1};
    for (int k = 0; k < 2; ++k)
      for (const int v : pass_[k]->main().edges[k == 0 ? out.a.index : out.b.index].v)
        if (is_vertex_on_edge(*pass_[k], v)) end[k] = v;
    if ((end[0] < 0) == (end[1] < 0)) return set(FeatureKind::kEdge, FeatureKind::kEdge, 0);
    const int k = end[0] < 0 ? 1 : 0;
    vertex = end[k];
    set(FeatureKind::kVertex, FeatureKind::kEdge, k);
  }

  // The way out is across a face of the target of pass k; `top` is the vertex of main that lies lowest.
  SCREE_HD void find_on_face(int k, int top) {
    const ShrunkenPass& pass = *pass_[k];
    find_deepest(pass, k);
    find_edge_on_face(pass, k);
    if (edge >= 0 && is_edge_on_edge(pass)) return set(FeatureKind::kEdge, FeatureKind::kEdge, k);
    if (const int v = vertex_on_edge(pass, k); v >= 0) {
      vertex = v, edge = -1;
      return set(FeatureKind::kVertex, FeatureKind::kEdge, k);
    }
    if (edge >= 0) return set(FeatureKind::kEdge, FeatureKind::kFace, k);
    if (vertex >= 0) return set(FeatureKind::kVertex, FeatureKind::kFace, k);
    // If only the target's edges touch, they reach in its face what of the main body lies lowest.
    const Vec3 down_in_main = transpose(pass.pose().R) * down_[k];
    const Feature lowest = extreme_feature(pass.main(), down_in_main, top, 2 * tolerance_ / pass.main().radius);
    vertex = lowest.kind == FeatureKind::kVertex ? lowest.index : top;
    set(lowest.kind == FeatureKind::kVertex ? FeatureKind::kVertex : FeatureKind::kEdge, FeatureKind::kFace, k);
  }

  // Finds the vertex of main that reaches farthest down, of those that touch.
  SCREE_HD void find_deepest(const ShrunkenPass& pass, int k) {
    for (int i = 0; i < pass.size(); ++i)
      for (int j = 0; j < 2; ++j) {
        if (pass[i].approach_at_end[j] == kNoFace) continue;
        const Real depth = dot(down_[k], pass.vertex(pass[i], j));
        if (vertex < 0 || depth > deepest_) deepest_ = depth, vertex = pass.main().loop[pass[i].h[j]];
      }
  }
  // Finds an edge that runs along the face until it ends or leaves it sideways, as deep as anything else.
  SCREE_HD void find_edge_on_face(const ShrunkenPass& pass, int k) {
    Real best = 0;
    for (int i = 0; i < pass.size(); ++i) {
      const TouchingEdge& e = pass[i];
      if (!e.comes_through() || is_face_below(pass, k, e.cut[0]) || is_face_below(pass, k, e.cut[1])) continue;
      const Vec3 p = pass.whole_edge_at(e, e.u[0]), q = pass.whole_edge_at(e, e.u[1]);
      const Real length = norm(q - p), rise = std::fabs(dot(down_[k], q - p));
      if (length < 4 * tolerance_ || rise > kParallelEdge * length) continue;
      const Real depth = at_least(dot(down_[k], p), dot(down_[k], q));
      if (vertex >= 0 && depth < deepest_ - at_least(2 * tolerance_, rise)) continue;
      if (length > best) best = length, edge = i;
    }
  }
  SCREE_HD static Real at_least(Real x, Real y) { return x > y ? x : y; }
  SCREE_HD bool is_face_below(const ShrunkenPass& pass, int k, int t) const {
    return t != kNoFace && -dot(down_[k], pass.target().normals[t]) > kParallelFaces;
  }

  // Tells whether the two shrunken edges of an edge come through different faces, and it lies along the edge between
  // these.
  SCREE_HD bool is_edge_on_edge(const ShrunkenPass& pass) const {
    const TouchingEdge& on = pass[edge];
    const int whole = pass.main().loop_edge[on.h[0]];
    FewFaces faces;
    for (int i = 0; i < pass.size(); ++i)
      if (pass[i].comes_through() && pass.main().loop_edge[pass[i].h[0]] == whole) faces.add(pass[i].approach);
    return is_on_edge(pass, faces, pass.whole_edge_at(on, on.middle()), normalized(on.end[1] - on.end[0]));
  }
  // Returns a vertex that is as deep as any and lies on an edge, or -1 if none does.
  SCREE_HD int vertex_on_edge(const ShrunkenPass& pass, int k) const {
    for (int i = 0; i < pass.size(); ++i)
      for (int j = 0; j < 2; ++j) {
        const int v = pass.main().loop[pass[i].h[j]];
        if (pass[i].approach_at_end[j] != kNoFace &&
            dot(down_[k], pass.vertex(pass[i], j)) > deepest_ - 2 * tolerance_ && is_vertex_on_edge(pass, v))
          return v;
      }
    return -1;
  }
  // Collects the faces that the shrunken points of a vertex come through, and those that cut their edges off close by.
  SCREE_HD bool is_vertex_on_edge(const ShrunkenPass& pass, int v) const {
    FewFaces faces;
    Vec3 x{};
    for (int i = 0; i < pass.size(); ++i)
      for (int j = 0; j < 2; ++j) {
        const TouchingEdge& e = pass[i];
        if (pass.main().loop[e.h[j]] != v || e.approach_at_end[j] == kNoFace) continue;
        x = pass.vertex(e, j);
        faces.add(e.approach_at_end[j]);
        const int cut = e.cut[1 - j];
        if (cut != kNoFace && norm2(e.at(e.u[1 - j]) - x) < near_ * near_ &&
            dot(pass.main_normal(e.face), pass.target().normals[cut]) < 0)
          faces.add(cut);
      }
    return is_on_edge(pass, faces, x);
  }
  // Do two of the faces meet in an edge that x lies at, and that runs along `u` unless that is zero?
  SCREE_HD bool is_on_edge(const ShrunkenPass& pass, const FewFaces& faces, const Vec3& x,
                           const Vec3& u = {0, 0, 0}) const {
    const PolyhedronView& s = pass.target();
    for (int i = 0; i < faces.n; ++i)
      for (int h = s.face_start[faces.of[i]]; h < s.face_start[faces.of[i] + 1]; ++h) {
        const PolyhedronEdge& e = s.edges[s.loop_edge[h]];
        const int other = e.f[0] == faces.of[i] ? e.f[1] : e.f[0];
        for (int j = i + 1; j < faces.n; ++j)
          if (faces.of[j] == other && is_near_edge(s, e, x, u)) return true;
      }
    return false;
  }
  SCREE_HD bool is_near_edge(const PolyhedronView& s, const PolyhedronEdge& e, const Vec3& x, const Vec3& u) const {
    const Vec3 p = s.vertices[e.v[0]], w = s.vertices[e.v[1]] - p;
    if (norm2(cross(u, w)) > kParallelEdge * kParallelEdge * norm2(w)) return false;
    const Real t = dot(x - p, w) / norm2(w);
    return norm2(x - p - (t < 0 ? 0 : t > 1 ? 1 : t) * w) < near_ * near_;
  }

  const Pair& pair_;
  const ShrunkenPass* pass_[2];
  Vec3 down_[2];
  Real tolerance_, near_;
  Real deepest_ = 0;
};

}  // namespace scree::polyhedron
