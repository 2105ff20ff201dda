// A superellipsoid in a picture shows how bright it is by contours.
#pragma once
#include "scree/frames/body_parts.hpp"
#include "scree/picture/picture_canvas.hpp"

namespace scree::output {

// Holds what is at least so bright, as one sees it.
struct Contour {
  std::vector<Point> corners;  // px
  double light;                // brightness up to the next contour
};

// Contours go from the outline, which is convex, to the brightest spot. The larger the body is in the picture, the more
// there are.
std::vector<Contour> smooth_contours(const Canvas& canvas, const BodyPart& part);

}  // namespace scree::output
