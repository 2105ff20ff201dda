// Bodies are drawn as SVG: balls as shaded circles, polyhedra as the faces one sees, superellipsoids as contours of
// light, in the plane flat polygons and discs.
#pragma once
#include "scree/picture/picture_canvas.hpp"

namespace scree::output {

// `values` are shown as colours from 0 to `top`. Gradients g0, g1, ... and gw must be defined in the file.
std::string bodies_svg(const Model& model, const Frame& frame, const Canvas& canvas, const std::vector<double>& values,
                       double top);

}  // namespace scree::output
