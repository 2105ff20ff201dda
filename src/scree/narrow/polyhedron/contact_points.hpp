// The contact of two overlapping polyhedra is described by points, each with an overlap of its own, as BLOCKS3D does
// with the common plane (Nezami et al. 2006; Zhao et al.).
//
// The contact zone is the slab between the extreme planes of the two bodies across n. The features whose vertices all
// lie in it take part. If n is the normal of a face of one body, the reference, these are of the other body: the
// vertices over the face, with their own depth; the edges where they cross the outline of the face, with the depth
// there; and the faces where they cover a corner of the outline. Two crossing edges have one point.
//
// We differ from it: one face is exactly level across n, because n is known to rounding and not found by iteration. The
// zone is therefore measured from that face, and no feature has to be guessed from a count of vertices.
#pragma once
#include "scree/narrow/keep_deepest.hpp"
#include "scree/narrow/polyhedron/recall.hpp"

namespace scree {
namespace polyhedron {

// A point keeps its name as long as the same features meet, whichever body is the reference. The name has 31 bits: the
// upper three hold the kind, the lower 28 the number of the vertex, or those of A's edge and B's in 14 bits each.
// Bodies with more than 16384 edges may have two points of one name, at worst a spring that is handed on to a
// neighbour.
namespace point_name {
inline constexpr std::uint32_t kVertexOfA = 0, kVertexOfB = 1, kEdges = 2, kOther = 3;
SCREE_HD inline std::uint32_t name(std::uint32_t kind, std::uint32_t index) {
  return kind << 28 | (index & 0xfffffffu);
}
SCREE_HD inline std::uint32_t of_edges(int edge_a, int edge_b) {
  return name(kEdges, std::uint32_t(edge_a) << 14 | (std::uint32_t(edge_b) & 0x3fffu));
}
SCREE_HD inline std::uint32_t of_features(const Feature& a, const Feature& b) {
  const std::uint32_t x = std::uint32_t(a.index) * 3 + std::uint32_t(a.kind);
  const std::uint32_t y = std::uint32_t(b.index) * 3 + std::uint32_t(b.kind);
  return name(kOther, x << 14 ^ y);
}
}  // namespace point_name

// Holds the vertices of a body below a plane, given in the body's frame. They are found by walking over edges from the
// lowest; where they are more than the list holds, by going through all vertices of the body.
class VerticesBelow {
 public:
  SCREE_HD VerticesBelow(const PolyhedronView& s, const Vec3& normal, Real offset, int lowest)
      : s_(s), normal_(normal), offset_(offset) {
    list_[n_++] = lowest;
    for (int i = 0; i < n_ && !all_; ++i)
      for (int k = s.fan_start[list_[i]]; k < s.fan_start[list_[i] + 1]; ++k) visit(s.neighbours[k]);
  }
  SCREE_HD Real depth(int v) const { return offset_ - dot(normal_, s_.vertices[v]); }

  // Calls f(vertex, depth).
  template <class F>
  SCREE_HD void for_each(const F& f) const {
    for (int i = 0; i < (all_ ? s_.n_vertices : n_); ++i) {
      const int v = all_ ? i : list_[i];
      const Real d = depth(v);
      if (d > 0) f(v, d);
    }
  }

 private:
  static constexpr int kMax = 32;
  SCREE_HD void visit(int v) {
    if (!(depth(v) > 0)) return;
    for (int i = 0; i < n_; ++i)
      if (list_[i] == v) return;
    if (n_ == kMax)
      all_ = true;
    else
      list_[n_++] = v;
  }

  const PolyhedronView& s_;
  Vec3 normal_;
  Real offset_;
  int n_ = 0;
  bool all_ = false;
  int list_[kMax];
};

// Pairs a face of the reference R with the vertices of C below it; everything is in R's frame.
struct FaceContact {
  const PolyhedronView& r;
  int face;
  const PolyhedronView& c;
  Pose X;  // pose of C in R's frame
  bool r_is_a;
  Pose to_a;   // from R's frame to A's
  Vec3 n;      // normal of the contact, in A's frame
  Real level;  // level of the common plane along n
  Real most;   // overlap of the bodies; across a face that is not quite level points can seem deeper
  ContactPoint* out;
  int max, n_points;

  SCREE_HD void add(const Vec3& x, Real depth, std::uint32_t name) {
    const Vec3 p = to_a * x;
    keep_deepest(out, n_points, max, {n, p + (level - dot(n, p)) * n, -(depth < most ? depth : most), name});
  }
  SCREE_HD std::uint32_t name_of_vertex(bool of_a, int v) const {
    return point_name::name(of_a ? point_name::kVertexOfA : point_name::kVertexOfB, std::uint32_t(v));
  }

  SCREE_HD void add_vertices(const VerticesBelow& below) {
    below.for_each([&](int v, Real depth) {
      const Vec3 x = X * c.vertices[v];
      if (foot_in_face(r, face, x)) add(x, depth, name_of_vertex(!r_is_a, v));
    });
  }

  // Tells where a segment enters the outline and where it leaves it, and over which sides; side -1 means that it starts
  // or ends inside.
  struct Clip {
    Real t[2] = {0, 1};
    int side[2] = {-1, -1};
  };
  SCREE_HD bool clip_to_outline(const Vec3& p, const Vec3& q, Clip& clip) const {
    for (int h = r.face_start[face]; h < r.face_start[face + 1]; ++h) {
      const Real in_p = r.side_offsets[h] - dot(r.side_normals[h], p);
      const Real in_q = r.side_offsets[h] - dot(r.side_normals[h], q);
      if (in_p < 0 && in_q < 0) return false;
      if (in_p >= 0 && in_q >= 0) continue;
      const Real t = in_p / (in_p - in_q);
      if (in_p < 0 && t > clip.t[0]) clip.t[0] = t, clip.side[0] = h;
      if (in_q < 0 && t < clip.t[1]) clip.t[1] = t, clip.side[1] = h;
    }
    return clip.t[0] <= clip.t[1];
  }
  SCREE_HD void add_edge(int v, Real depth_v, int w, Real depth_w, int edge) {
    const Vec3 p = X * c.vertices[v], q = X * c.vertices[w];
    Clip clip;
    if (!clip_to_outline(p, q, clip)) return;
    for (int k = 0; k < 2; ++k) {
      if (clip.side[k] < 0) continue;
      const Real t = clip.t[k];
      const int side = r.loop_edge[clip.side[k]];
      add(p + t * (q - p), depth_v + t * (depth_w - depth_v),
          point_name::of_edges(r_is_a ? side : edge, r_is_a ? edge : side));
    }
  }
  SCREE_HD void add_edges(const VerticesBelow& below) {
    below.for_each([&](int v, Real depth) {
      for (int k = c.fan_start[v]; k < c.fan_start[v + 1]; ++k) {
        const int w = c.neighbours[k];
        const Real depth_w = below.depth(w);
        if (v < w && depth_w > 0) add_edge(v, depth, w, depth_w, c.fan_edge[k]);
      }
    });
  }

  // Adds the corners of the outline over a face of C that lies below the plane as a whole.
  SCREE_HD void add_corners(int face_c) {
    const Vec3 up = r.normals[face], m = X.R * c.normals[face_c];
    const Real steep = dot(m, up);
    if (!(steep < 0)) return;
    const Vec3 on_face = X * c.vertices[c.loop[c.face_start[face_c]]];
    for (int h = r.face_start[face]; h < r.face_start[face + 1]; ++h) {
      const Vec3 corner = r.vertices[r.loop[h]];
      const Real depth = dot(m, corner - on_face) / steep;  // down along `up` to the plane of the face
      if (depth > 0 && foot_in_face(c, face_c, turned_back(X.R, fnma(depth, up, corner) - X.p)))
        add(corner, depth, name_of_vertex(r_is_a, r.loop[h]));
    }
  }
  SCREE_HD bool all_below(const VerticesBelow& below, int face_c) const {
    for (int h = c.face_start[face_c]; h < c.face_start[face_c + 1]; ++h)
      if (!(below.depth(c.loop[h]) > 0)) return false;
    return true;
  }
  SCREE_HD void add_faces(const VerticesBelow& below) {
    below.for_each([&](int v, Real) {
      for (int k = c.fan_start[v]; k < c.fan_start[v + 1]; ++k) {
        const int f = c.fan_face[k];  // once, at the first vertex of its loop
        if (c.loop[c.face_start[f]] == v && all_below(below, f)) add_corners(f);
      }
    });
  }
};

SCREE_HD inline int face_contact_points(const Pair& pair, const Link& link, bool r_is_a, Real level, ContactPoint* out,
                                        int max) {
  const PolyhedronView &r = r_is_a ? pair.a : pair.b, &c = r_is_a ? pair.b : pair.a;
  const Pose X = r_is_a ? pair.X : inverse(pair.X);
  const int face = r_is_a ? link.a.index : link.b.index;
  const Feature& low = r_is_a ? link.b : link.a;
  FaceContact contact{r, face, c, X, r_is_a, r_is_a ? Pose{} : pair.X, link.n, level, -link.gap, out, max, 0};
  const VerticesBelow below(c, turned_back(X.R, r.normals[face]), r.offsets[face] - dot(r.normals[face], X.p),
                            corner_vertex(c, low, 0));
  contact.add_vertices(below);
  contact.add_edges(below);
  contact.add_faces(below);
  return contact.n_points;
}

// Returns how far a face reaches down from the extreme plane of its body across d.
SCREE_HD inline Real drop_of(const PolyhedronView& s, const Vec3& d, int face, Real top) {
  Real drop = 0;
  for (int h = s.face_start[face]; h < s.face_start[face + 1]; ++h) {
    const Real down = top - dot(d, s.vertices[s.loop[h]]);
    if (down > drop) drop = down;
  }
  return drop;
}

// Two edges of faces that lie on each other cross as well, and across them the overlap can be the least by next to
// nothing. A face at one of the two edges that lies in the contact zone as a whole is the contact then, not the edges.
SCREE_HD inline void prefer_level_face(const Pair& pair, Link& link) {
  if (link.a.kind != FeatureKind::kEdge || link.b.kind != FeatureKind::kEdge) return;
  const Vec3 n_a = link.n, n_b = -pair.turn_to_b(link.n);
  const Real top_a = dot(n_a, corner(pair.a, link.a, 0)), top_b = dot(n_b, corner(pair.b, link.b, 0));
  Real least = -link.gap;
  const PolyhedronEdge edge_a = pair.a.edges[link.a.index], edge_b = pair.b.edges[link.b.index];
  Link best = link;
  for (int k = 0; k < 2; ++k) {
    const Real drop_a = drop_of(pair.a, n_a, edge_a.f[k], top_a);
    if (drop_a < least) least = drop_a, best = link, best.a = {FeatureKind::kFace, edge_a.f[k]};
    const Real drop_b = drop_of(pair.b, n_b, edge_b.f[k], top_b);
    if (drop_b < least) least = drop_b, best = link, best.b = {FeatureKind::kFace, edge_b.f[k]};
  }
  link = best;
}

}  // namespace polyhedron

// Finds the points of an overlap, the deepest `max` of them. There is always one at least: at the middle of the link,
// if no other is found.
SCREE_HD inline int contact_points(const PolyhedronView& a, const PolyhedronView& b, const Pose& X_ab,
                                   const Link& found, ContactPoint* out, int max) {
  using namespace polyhedron;
  if (!(found.gap < 0) || max < 1) return 0;
  const Pair pair{a, b, X_ab};
  Link link = found;
  prefer_level_face(pair, link);
  const Vec3 middle = Real(0.5) * (link.p_a + link.p_b);
  const bool face_a = link.a.kind == FeatureKind::kFace, face_b = link.b.kind == FeatureKind::kFace;
  int n = 0;
  if (face_a || face_b) n = face_contact_points(pair, link, !face_b, dot(link.n, middle), out, max);
  if (n > 0) return n;
  const bool edges = link.a.kind == FeatureKind::kEdge && link.b.kind == FeatureKind::kEdge;
  out[0] = {link.n, middle, link.gap,
            edges ? point_name::of_edges(link.a.index, link.b.index) : point_name::of_features(link.a, link.b)};
  return 1;
}

}  // namespace scree
