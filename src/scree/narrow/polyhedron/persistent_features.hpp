// Overlaps are solved on the features they had in the last step, four pairs at a time: link, proof of its slab and
// patch in one go.
//
// In a packing two edges that cross and a vertex below a face are all contacts but a few, and they stay what they are
// for hundreds of steps. Both need no search: the normal follows from the features, and that nothing else reaches
// farther along it from the faces next to them. Most of their patches are cones: a quadrilateral with the edges as its
// diagonals, and a fan of triangles round the vertex. The arithmetic has no branches, so that pairs share packs. What
// is out of the ordinary here is left to find_link and find_patch, which give the same answers.
//
// The slab is proved as follows. n is at right angles to an edge, and between the normals m0, m1 of the faces at it: n
// = alpha m0 + beta m1 with both above zero, the arc of the edge on the Gauss map. No vertex of a convex body lies
// above the planes of its faces, but for PolyhedronData::bulge; so none reaches farther along n than the edge by more
// than (alpha + beta) bulge. The direction w of the other edge is at right angles to n too, so n is on the arc, or -n
// is, if w . m0 and w . m1 have different signs. For a face alpha is one; a vertex is the farthest if all its
// neighbours are less far.
#pragma once
#include <bit>

#include "scree/math/mat3_pack.hpp"
#include "scree/narrow/polyhedron/cap.hpp"
#include "scree/narrow/polyhedron/overlay.hpp"
#include "scree/shape/polyhedron_data.hpp"

namespace scree::polyhedron {

// This is how far a slab may be off, relative to the size of the pair. Bodies are made plane and convex to a tenth of
// it.
inline constexpr Real kOffPlane = Real(1e-11);
// Other features that are farther from level with one than this, relative to its size, do not belong to the contact;
// the bound is well beyond kTie.
inline constexpr Real kLevelWith = Real(1e-9);

// Holds four bodies, and how they are rotated.
struct BodyLanes {
  const PolyhedronData* shape[kLanes];
  Real scale[kLanes];
  Mat3Pack R;

  Pack scales() const { return Pack::load(scale); }
  template <class F>
  Pack each(const F& f) const {
    return Pack(Pack::Lanes{f(*shape[0]), f(*shape[1]), f(*shape[2]), f(*shape[3])});
  }
  Pack radius() const {
    return scales() * each([](const PolyhedronData& s) { return s.radius; });
  }
  Pack bulge() const {
    return scales() * each([](const PolyhedronData& s) { return s.bulge; });
  }
};

// Holds what is found of four pairs, in world axes and seen from the centre of the first body of each.
struct LinkLanes {
  Mask found;  // they overlap, and the slab is proved
  Pack depth;
  Vec3Pack n;         // from the first body to the second
  Vec3Pack n_1, n_2;  // the same in the frame of each
  Vec3Pack p_1, p_2;  // ends of the link, each in the frame of its body
};

// Holds the sectors of four patches: triangles from the tip of the patch to two ends of it, one for each pair of faces
// that meet at the tip. If both ends lie on their faces, the sector is all that the two have in common, and is
// integrated here; the others are left to an overlay.
struct SectorLanes {
  MomentsT<Pack> sum;
  std::uint64_t done[kLanes] = {};  // as in Sectors

  // Adds a sector between rim points p and q in the lanes `where`; `area2` is twice the area, and not below zero.
  void add(const Mask& where, const Pack& px, const Pack& py, const Pack& qx, const Pack& qy, const Pack& area2) {
    const Pack w = select(where, area2, Pack(0));
    sum.j3 += w;
    sum.x = fma(w, px + qx, sum.x), sum.y = fma(w, py + qy, sum.y);
    sum.xx = fma(w, square_moment(px, qx), sum.xx);
    sum.xy = fma(w, mixed_moment(px, py, qx, qy), sum.xy);
    sum.yy = fma(w, square_moment(py, qy), sum.yy);
  }
  // Returns the moments with the depth at the tip and none at the ends.
  MomentsT<Pack> moments(const Pack& depth) const {
    const Pack d3 = depth * depth * depth;
    MomentsT<Pack> m;
    m.j3 = kJ3 * d3 * sum.j3, m.j4 = kJ4 * d3 * depth * sum.j3;
    m.x = kFirst * d3 * sum.x, m.y = kFirst * d3 * sum.y;
    m.xx = 2 * kSecond * d3 * sum.xx, m.xy = kSecond * d3 * sum.xy, m.yy = 2 * kSecond * d3 * sum.yy;
    return m;
  }
  Sectors at(int l, const MomentsT<Pack>& m) const {
    Sectors s;
    s.done = done[l];
    s.sum.j4 = m.j4.lanes[l], s.sum.j3 = m.j3.lanes[l], s.sum.x = m.x.lanes[l], s.sum.y = m.y.lanes[l];
    s.sum.xx = m.xx.lanes[l], s.sum.xy = m.xy.lanes[l], s.sum.yy = m.yy.lanes[l];
    return s;
  }
};

// Does a point of a face's plane, or its foot there, lie within the face?
inline bool holds(const PolyhedronData& s, int face, Real scale, const Vec3& x) {
  for (int k = s.outline_start[std::size_t(face)]; k < s.outline_start[std::size_t(face) + 1]; ++k) {
    const FourSides& four = s.outlines[std::size_t(k)];
    const Pack out = x.x * Pack::load(four.x) + (x.y * Pack::load(four.y) + x.z * Pack::load(four.z));
    if (any(out > scale * Pack::load(four.offset))) return false;
  }
  return true;
}

inline Vec3 lane(const Vec3Pack& v, int l) { return {v.x.lanes[l], v.y.lanes[l], v.z.lanes[l]}; }

// Holds edges of four bodies, in their frames, and the two faces beside each.
struct EdgeLanes {
  const BodyLanes& of;
  const PolyhedronEdge* edge[kLanes];
  Vec3Pack from, along, faces[2];

  EdgeLanes(const BodyLanes& bodies, const int (&index)[kLanes]) : of(bodies) {
    const Vec3 *v0[kLanes], *v1[kLanes], *m0[kLanes], *m1[kLanes];
    for (int l = 0; l < kLanes; ++l) {
      const PolyhedronData& s = *of.shape[l];
      edge[l] = &s.edges[std::size_t(index[l])];
      v0[l] = &s.vertices[std::size_t(edge[l]->v[0])], v1[l] = &s.vertices[std::size_t(edge[l]->v[1])];
      m0[l] = &s.normals[std::size_t(edge[l]->f[0])], m1[l] = &s.normals[std::size_t(edge[l]->f[1])];
    }
    const Pack scale = of.scales();
    from = scale * gather(v0);
    along = fms(scale, gather(v1), from);
    faces[0] = gather(m0), faces[1] = gather(m1);
  }
};

// Describes the faces beside an edge, seen along the normal `out` of the body and along the other edge. The other body
// can be followed ahead over one of them and back over the other: the reach, relative to the other edge, is how far
// that goes before the depth is used up.
struct Beside {
  Mask on_arc;  // `out` lies between their normals
  Mask first_is_ahead;
  Pack ahead, back;
  Mask wall_ahead, wall_back;  // steep: nothing is left behind it

  Beside() = default;
  Beside(const EdgeLanes& e, const Vec3Pack& out, const Vec3Pack& other, const Pack& depth, const Pack& size) {
    const Pack up0 = dot(out, e.faces[0]), up1 = dot(out, e.faces[1]);
    const Pack side0 = dot(other, e.faces[0]), side1 = dot(other, e.faces[1]);
    const Pack least = kLevelWith * kLevelWith * norm2(other), up = up0 + up1;
    on_arc = (side0 * side1 < 0) & (side0 * side0 > least) & (side1 * side1 > least) & (up > 0) &
             (2 * up * e.of.bulge() <= kOffPlane * size * (1 + dot(e.faces[0], e.faces[1])));
    first_is_ahead = side0 > 0;
    const Pack up_ahead = select(first_is_ahead, up0, up1), up_back = select(first_is_ahead, up1, up0);
    wall_ahead = !(up_ahead > kSteep), wall_back = !(up_back > kSteep);
    ahead = select(wall_ahead, Pack(0), depth * up_ahead / larger(side0, side1));
    back = select(wall_back, Pack(0), depth * up_back / -smaller(side0, side1));
  }
  // Returns the lanes `among` others where the end of the way ahead, or back, still lies on the face it leads over.
  unsigned ends_on_face(const EdgeLanes& e, bool is_ahead, const Vec3Pack& end, unsigned among) const {
    const unsigned walls = bits(is_ahead ? wall_ahead : wall_back);
    for (unsigned left = among & ~walls; left != 0; left &= left - 1) {
      const int l = std::countr_zero(left);
      if (!holds(*e.of.shape[l], e.edge[l]->f[face(is_ahead, l)], e.of.scale[l], lane(end, l))) among &= ~(1u << l);
    }
    return among;
  }
  // Returns which of the two faces it is.
  unsigned face(bool is_ahead, int l) const { return (bits(first_is_ahead) >> l & 1) ^ unsigned(is_ahead); }
};

// Solves two edges that cross, for four pairs.
class CrossingEdges {
 public:
  // `last_n`, in the frame of A, gives the sign. `between` leads from A's centre to B's, in world axes.
  CrossingEdges(const EdgeLanes& a, const EdgeLanes& b, const Vec3Pack& between, const Vec3Pack& last_n,
                const Pack& size)
      : a_(a), b_(b) {
    u_ = a.of.R * a.along, w_ = b.of.R * b.along;
    from_ = a.of.R * a.from;
    const Vec3Pack d = b.of.R * b.from + between - from_, c = cross(u_, w_);
    const Pack c2 = norm2(c), over = 1 / c2;
    s_ = dot(cross(d, w_), c) * over, t_ = dot(cross(d, u_), c) * over;
    length_ = sqrt(c2);
    const Vec3Pack n = 1 / length_ * c, n_a = turned_back(a.of.R, n);
    const Mask turned = dot(n_a, last_n) < 0;
    link.n = select(turned, -n, n), link.n_1 = select(turned, -n_a, n_a);
    link.n_2 = turned_back(b.of.R, link.n);
    link.depth = -dot(link.n, d);
    link.p_1 = fma(s_, a.along, a.from), link.p_2 = fma(t_, b.along, b.from);
    u_in_b_ = turned_back(b.of.R, u_), w_in_a_ = turned_back(a.of.R, w_);
    // The axes are the ones that find_patch has.
    e1_ = a.of.R * any_perpendicular(link.n_1), e2_ = cross(link.n, e1_);
    ux_ = dot(e1_, u_), uy_ = dot(e2_, u_), wx_ = dot(e1_, w_), wy_ = dot(e2_, w_);
    on_a_ = Beside(a, link.n_1, w_in_a_, link.depth, size);
    on_b_ = Beside(b, -link.n_2, u_in_b_, link.depth, size);
    link.found = (c2 > Real(1e-8) * (norm2(u_) * norm2(w_))) & (s_ > 0) & (s_ < 1) & (t_ > 0) & (t_ < 1) &
                 (link.depth > 0) & on_a_.on_arc & on_b_.on_arc;
  }

  LinkLanes link;

  // Looks which of the four ends of the quadrilateral lie on the edges, and on the faces beside them. Returns the lanes
  // where all do.
  unsigned find_ends(unsigned among) {
    const Vec3Pack below_a = fnma(link.depth, link.n_1, link.p_1), below_b = fma(link.depth, link.n_2, link.p_2);
    b_ahead_ = bits(s_ + on_b_.ahead <= 1) & among, b_back_ = bits(s_ - on_b_.back >= 0) & among;
    a_ahead_ = bits(t_ + on_a_.ahead <= 1) & among, a_back_ = bits(t_ - on_a_.back >= 0) & among;
    b_ahead_ = on_b_.ends_on_face(b_, true, fma(on_b_.ahead, u_in_b_, below_b), b_ahead_);
    b_back_ = on_b_.ends_on_face(b_, false, fnma(on_b_.back, u_in_b_, below_b), b_back_);
    a_ahead_ = on_a_.ends_on_face(a_, true, fma(on_a_.ahead, w_in_a_, below_a), a_ahead_);
    a_back_ = on_a_.ends_on_face(a_, false, fnma(on_a_.back, w_in_a_, below_a), a_back_);
    return b_ahead_ & b_back_ & a_ahead_ & a_back_;
  }

  // Returns the sectors between two ends that do so; they are all of the patch where all ends do.
  SectorLanes sectors() const {
    SectorLanes sectors;
    for (const bool along_u : {true, false})
      for (const bool along_w : {true, false}) {
        const unsigned both = (along_u ? b_ahead_ : b_back_) & (along_w ? a_ahead_ : a_back_);
        const Pack i = along_u ? on_b_.ahead : -on_b_.back, k = along_w ? on_a_.ahead : -on_a_.back;
        sectors.add(lanes_of(both), i * ux_, i * uy_, k * wx_, k * wy_, magnitude(i * k * length_));
        for (unsigned left = both; left != 0; left &= left - 1) {
          const int l = std::countr_zero(left);
          sectors.done[l] |= Sectors::bit(on_a_.face(along_w, l), on_b_.face(along_u, l));
        }
      }
    return sectors;
  }

  PatchT<Pack> patch(const MomentsT<Pack>& m) const {
    return patch_of<Pack>(m, link.depth, {e1_, e2_, fnma(link.depth / 2, link.n, fma(s_, u_, from_))});
  }

 private:
  const EdgeLanes &a_, &b_;
  Vec3Pack u_, w_, u_in_b_, w_in_a_, from_;
  Vec3Pack e1_, e2_;
  Pack ux_, uy_, wx_, wy_;
  Pack s_, t_, length_;  // parts of the edges up to the crossing; |u x w|
  Beside on_a_, on_b_;
  unsigned b_ahead_ = 0, b_back_ = 0, a_ahead_ = 0, a_back_ = 0;  // lanes where that end is in order
};

// Solves a vertex of C below a face of R, for four pairs; R is the first body.
class VertexBelowFace {
 public:
  static constexpr int kMostSides = 8;  // largest number of sides of a face, and of neighbours of a vertex

  static bool can(const PolyhedronData& r, int face, const PolyhedronData& c, int vertex) {
    const std::size_t f = std::size_t(face), v = std::size_t(vertex);
    return r.face_start[f + 1] - r.face_start[f] <= kMostSides && c.fan_start[v + 1] - c.fan_start[v] <= kMostSides;
  }

  // `between` leads from R's centre to C's, in world axes.
  VertexBelowFace(const BodyLanes& r, const int (&face)[kLanes], const BodyLanes& c, const int (&vertex)[kLanes],
                  const Vec3Pack& between) {
    const Vec3 *normal[kLanes], *corner[kLanes];
    Pack offset;
    for (int l = 0; l < kLanes; ++l) {
      normal[l] = &r.shape[l]->normals[std::size_t(face[l])];
      offset.lanes[l] = r.shape[l]->offsets[std::size_t(face[l])];
      corner[l] = &c.shape[l]->vertices[std::size_t(vertex[l])];
    }
    link.n_1 = gather(normal);
    link.p_2 = c.scales() * gather(corner);
    tip_ = c.R * link.p_2 + between;
    const Vec3Pack tip = turned_back(r.R, tip_);
    link.depth = fms(r.scales(), offset, dot(link.n_1, tip));
    link.p_1 = fma(link.depth, link.n_1, tip);
    link.n = r.R * link.n_1;
    link.n_2 = turned_back(c.R, link.n);
    const Vec3Pack e1 = any_perpendicular(link.n_1), e2 = cross(link.n_1, e1);
    e1_ = r.R * e1, e2_ = cross(link.n, e1_);
    find_outline(r, face, e1, e2, tip);
    find_rim(c, vertex);
    link.found = (link.depth > 0) & inside_ & (least_rise_ > kLevelWith * c.radius()) &
                 (r.bulge() <= kOffPlane * (r.radius() + c.radius()));
  }

  LinkLanes link;

  // Tells where all neighbours of the vertex lie above the face's plane; only there the patch can be a cone.
  unsigned is_alone(unsigned among) const { return bits(least_rise_ > link.depth) & among; }
  // Looks where the points of the rim lie within the face. Returns the lanes where all do, and the vertex is alone.
  unsigned find_ends(unsigned among) {
    unsigned all = among;
    for (int k = 0; k < n_rim_; ++k) {
      Mask out = !(rise_[k] > link.depth);
      for (int j = 0; j < n_sides_; ++j) out = out | (fma(side_x_[j], x_[k], side_y_[j] * y_[k]) > side_c_[j]);
      inside_rim_[k] = !out;
      all &= ~bits(out);
    }
    inside_rim_[n_rim_] = inside_rim_[0];
    return all;
  }

  // Returns the sectors between two points that do so; they are all of the patch where all points do.
  SectorLanes sectors() const {
    SectorLanes sectors;
    for (int k = 0; k < n_rim_; ++k) {
      // Fans run clockwise here, where the body is seen from within. Sides that face away from the plane have no part.
      const Pack area2 = larger(fms(y_[k], x_[k + 1], x_[k] * y_[k + 1]), 0);
      // If a vertex has fewer edges than others, the rest has no area but for rounding: it must not count, because what
      // a lane comes to must not depend on those beside it.
      const Mask both = inside_rim_[k] & inside_rim_[k + 1] & (Pack(Real(k)) < n_fan_);
      sectors.add(both, x_[k], y_[k], x_[k + 1], y_[k + 1], area2);
      for (unsigned left = bits(both); left != 0; left &= left - 1)
        sectors.done[std::countr_zero(left)] |= Sectors::bit(0, unsigned(k));
    }
    return sectors;
  }
  PatchT<Pack> patch(const MomentsT<Pack>& m) const {
    return patch_of<Pack>(m, link.depth, {e1_, e2_, fma(link.depth / 2, link.n, tip_)});
  }

 private:
  // Finds the sides of the faces in the coordinates e1, e2 from the tip: outside is where side_x x + side_y y > side_c.
  // If a face has fewer sides than others, the first is repeated.
  void find_outline(const BodyLanes& r, const int (&face)[kLanes], const Vec3Pack& e1, const Vec3Pack& e2,
                    const Vec3Pack& tip) {
    int first[kLanes], n[kLanes];
    for (int l = 0; l < kLanes; ++l) {
      first[l] = r.shape[l]->face_start[std::size_t(face[l])];
      n[l] = r.shape[l]->face_start[std::size_t(face[l]) + 1] - first[l];
      n_sides_ = n[l] > n_sides_ ? n[l] : n_sides_;
    }
    inside_ = !Mask();
    for (int j = 0; j < n_sides_; ++j) {
      const Vec3* normal[kLanes];
      Pack offset;
      for (int l = 0; l < kLanes; ++l) {
        const std::size_t h = std::size_t(first[l] + (j < n[l] ? j : 0));
        normal[l] = &r.shape[l]->side_normals[h], offset.lanes[l] = r.shape[l]->side_offsets[h];
      }
      const Vec3Pack m = gather(normal);
      side_x_[j] = dot(m, e1), side_y_[j] = dot(m, e2), side_c_[j] = fms(r.scales(), offset, dot(m, tip));
      inside_ = inside_ & (side_c_[j] >= 0);
    }
  }
  // Finds where the edges at the vertices pass the plane of the face, in the same coordinates; the rim is closed, and
  // if a vertex has fewer edges than others, the first is repeated.
  void find_rim(const BodyLanes& c, const int (&vertex)[kLanes]) {
    int first[kLanes], n[kLanes];
    for (int l = 0; l < kLanes; ++l) {
      first[l] = c.shape[l]->fan_start[std::size_t(vertex[l])];
      n[l] = c.shape[l]->fan_start[std::size_t(vertex[l]) + 1] - first[l];
      n_rim_ = n[l] > n_rim_ ? n[l] : n_rim_;
      n_fan_.lanes[l] = Real(n[l]);
    }
    const Vec3Pack e1 = turned_back(c.R, e1_), e2 = cross(link.n_2, e1);
    const Pack scale = c.scales();
    least_rise_ = Real(1e300);
    for (int k = 0; k < n_rim_; ++k) {
      const Vec3* point[kLanes];
      for (int l = 0; l < kLanes; ++l) point[l] = &c.shape[l]->fan_points[std::size_t(first[l] + (k < n[l] ? k : 0))];
      const Vec3Pack u = fms(scale, gather(point), link.p_2);
      const Pack rise = dot(link.n_2, u), part = link.depth / rise;
      rise_[k] = rise;
      least_rise_ = smaller(rise, least_rise_);
      x_[k] = part * dot(e1, u), y_[k] = part * dot(e2, u);
    }
    x_[n_rim_] = x_[0], y_[n_rim_] = y_[0];
  }

  Vec3Pack tip_, e1_, e2_;  // in world axes, from the centre of R
  int n_sides_ = 0, n_rim_ = 0;
  Pack n_fan_;  // edges of each vertex; n_rim_ is the largest
  Pack side_x_[kMostSides], side_y_[kMostSides], side_c_[kMostSides];
  Pack x_[kMostSides + 1], y_[kMostSides + 1], rise_[kMostSides];
  Mask inside_rim_[kMostSides + 1];
  Pack least_rise_;
  Mask inside_;  // the vertex is below the face
};

}  // namespace scree::polyhedron
