// Frames become pictures: one frame is an SVG, all of them are a page that plays in a browser. Both stand alone.
#pragma once
#include <string>
#include <vector>

#include "scree/frames/frame.hpp"
#include "scree/frames/wall_surface.hpp"

namespace scree::output {

struct PictureOptions {
  std::string colour = "speed";   // speed, radius, force, type, id or order
  Vec3d view = {0, 0, 0};         // direction from which one looks; z is up (along z: y). 0: see with_view
  bool chains = false;            // contact forces as lines, bodies faint
  int cut_axis = -1;              // 0, 1, 2: leave out what lies on the eye's side of the plane x, y or z = cut_at
  double cut_at = 0;              // m
  int width = 900, height = 900;  // px
};

void write_picture(const std::string& path, const Model& model, const Frame& frame, const PictureOptions& options);
void write_film(const std::string& path, const Model& model, const std::vector<std::string>& frames,
                const PictureOptions& options);

// Pictures and films share these pieces. If no view is given, one looks from the front and above; in the plane along z.
PictureOptions with_view(const Model& model, PictureOptions options);
using Line = std::vector<Vec3d>;
// Returns the outlines of a wall in its own frame; planes are cut to the box (in world axes), where the wall is at
// `pose`.
std::vector<Line> wall_outlines(const Wall& wall, const WallState& pose, const Box& box);
// Returns the frame without the bodies, and contacts, that the cut takes away.
Frame cut_frame(const Frame& frame, const PictureOptions& options);
// Returns the quantity that is shown as colour, for every body, and its name with unit.
std::vector<double> colour_values(const Frame& frame, const std::string& colour);
std::string colour_label(const std::string& colour);
// Returns the value below which 98 % of them lie: one fast ball should not turn all others dark.
double colour_top(std::vector<double> values);
// Returns a colour of Viridis, t in 0..1, as 0xrrggbb.
std::uint32_t viridis(double t);
inline constexpr double kUpright = 0.999;  // z of a view that counts as straight from above or below
// Transforms world to picture axes: right, up, towards the eye.
struct Camera {
  Vec3d right, up, eye;
  explicit Camera(const Vec3d& view);
};

}  // namespace scree::output
