// Walls can be made of fixed balls (Lazarević et al. 2002): rings of balls touch a surface from outside.
//
// The paper does not say how it placed its wall balls. We put rings along the slant, and balls along a ring, at
// `spacing` mean diameters or a little closer, so that the whole surface is covered evenly; every other ring is
// staggered by half a ball. The first and the last ring lie half a spacing from the ends, so that two surfaces joined
// end to end go on evenly.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/model/model.hpp"

namespace scree::scene {

// Estimates how many balls the two functions below make.
double estimated_balls(const Frustum& frustum, const SizeDistribution& radius, Real spacing);
double estimated_balls(const std::vector<Vec3>& vertices, const SizeDistribution& radius, Real spacing);

// Covers the outside of a cylinder or cone with balls, in its frame.
std::vector<WallBall> balls_around(const Frustum& frustum, const SizeDistribution& radius, Real spacing,
                                   std::uint64_t seed);
// Covers the lower side of a plate, in its frame: the balls touch the plane z = 0 from z < 0 and their centres lie
// within the polygon.
std::vector<WallBall> balls_below(const std::vector<Vec3>& vertices, const SizeDistribution& radius, Real spacing,
                                  std::uint64_t seed);
// Reads rows x, y, z, r in units of `unit` m; a first line with names is skipped, and # starts a comment. Problems have
// the form "file:line: text".
std::vector<WallBall> balls_from_file(const std::string& path, Real unit, std::vector<std::string>& problems);

}  // namespace scree::scene
