// Faces of bodies are written as JSON, for the sketches that scripts draw.
#pragma once
#include <string>
#include <vector>

#include "scree/frames/json.hpp"
#include "scree/shape/polyhedron_data.hpp"

namespace scree::bench {

// There is one loop of points a face; `point` gives that of a half-edge.
template <class Point>
std::string face_loops(const PolyhedronData& body, const Point& point) {
  std::vector<std::string> faces;
  for (int f = 0; f < body.n_faces(); ++f) {
    std::vector<std::string> corners;
    for (int h = body.face_start[f]; h < body.face_start[f + 1]; ++h) corners.push_back(json::vector(point(h)));
    faces.push_back(json::list(corners));
  }
  return json::list(faces);
}

}  // namespace scree::bench
