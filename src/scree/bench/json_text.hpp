// Points, lists and bodies as JSON, for the sketches that scripts draw.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "scree/shape/polyhedron_data.hpp"

namespace scree::bench::json {

inline std::string list(const std::vector<std::string>& items) { return fmt::format("[{}]", fmt::join(items, ", ")); }
inline std::string text(const Vec3& v) { return fmt::format("[{:.9g}, {:.9g}, {:.9g}]", v.x, v.y, v.z); }
inline std::string text(const std::vector<Real>& values) {
  std::vector<std::string> items;
  for (const Real x : values) items.push_back(fmt::format("{:.12g}", x));
  return list(items);
}

// One loop of points a face; `point` gives that of a half-edge.
template <class Point>
std::string loops(const PolyhedronData& body, const Point& point) {
  std::vector<std::string> faces;
  for (int f = 0; f < body.n_faces(); ++f) {
    std::vector<std::string> corners;
    for (int h = body.face_start[f]; h < body.face_start[f + 1]; ++h) corners.push_back(text(point(h)));
    faces.push_back(list(corners));
  }
  return list(faces);
}

}  // namespace scree::bench::json
