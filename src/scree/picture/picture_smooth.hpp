// A superellipsoid in a picture: how bright it is, as contours.
#pragma once
#include "scree/frames/body_parts.hpp"
#include "scree/picture/picture_canvas.hpp"

namespace scree::output {

// What is at least so bright, as one sees it.
struct Contour {
  std::vector<Point> corners;  // px
  double light;                // of what lies up to the next contour
};

// From the outline, which is convex, to the brightest spot. The larger the body is in the picture, the more there are.
std::vector<Contour> smooth_contours(const Canvas& canvas, const BodyPart& part);

}  // namespace scree::output
