// A convex polyhedron has shrunken edges (Wang et al. 2015): every vertex is moved a little towards the centre of each
// face it belongs to, and what joins neighbouring ones lies in the face, parallel to its edges. Contacts are told apart
// with them; mass, motion and surface remain those of the whole body.
#pragma once
#include <vector>

#include "scree/shape/polyhedron_data.hpp"

namespace scree {

struct Shrinkage {
  static constexpr Real kLeast = Real(0.001), kMost = Real(0.01);
  Real part = kMost;  // part of the way from a vertex to the centre of its face
  // The tolerance is how far outside of the other body a shrunken edge still counts as touching it, relative to the
  // smaller inset of the two. It is below 1, because blocks that share an edge or a vertex only would touch otherwise.
  Real tolerance = Real(0.5);
};

// The shape is at scale 1.
struct ShrunkenShape {
  std::vector<Vec3> points;  // one a half-edge: its first vertex, moved into the face
  Real inset = 0;            // least distance of a shrunken edge from its edge
  Real lag = 0;              // farthest that a vertex is moved: no overlap deeper than this is missed
};
ShrunkenShape shrunken(const PolyhedronData& p, Real part);

// Views a body with its shrunken edges, at its size.
struct ShrunkenView {
  const PolyhedronView& body;
  Sized<Vec3> points;
  Real inset, lag;

  ShrunkenView(const PolyhedronView& view, const ShrunkenShape& shape)
      : body(view),
        points{shape.points.data(), view.vertices.scale},
        inset(view.vertices.scale * shape.inset),
        lag(view.vertices.scale * shape.lag) {}
};

}  // namespace scree
