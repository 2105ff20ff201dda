// Balls are placed inside a sphere or an ellipsoid, as many as are asked for, each of them touching its surface from
// inside.
//
// Höhner et al. 2011, Secs. 3.1 and 4.4: they give the rule (inscribed, touching) and the numbers of balls, not the
// layout. Here a sphere has all balls of one size at the points of a Fibonacci lattice; an ellipsoid has them on its
// long axis, evenly spaced, as in Markauskas et al. 2010.
#pragma once
#include <span>
#include <vector>

#include "scree/shape/ball.hpp"
#include "scree/shape/superellipsoid.hpp"

namespace scree {

inline constexpr int kMostInscribedBalls = 8000;

// Returns n unit vectors spread evenly: z_j = 1 - (2 j + 1) / n, each rotated by the golden angle from the one before.
std::vector<Vec3> fibonacci_directions(int n);

// The balls have radius rho R and centres (1 - rho) R from the middle. Throws InputError unless n >= 1, 0 < rho <= 1.
std::vector<Ball> sphere_cluster(Real radius, int n, Real rho = Real(0.5));

// The balls lie on the longest semi-axis a (of equal ones the first), evenly spaced over |x| <= (a^2 - c^2) / a with c
// the shortest: r = c sqrt(1 - x^2 / (a^2 - c^2)). The two at the ends have the radius of curvature of the tips and
// touch them. With three different semi-axes balls touch in the plane of a and c only. Throws InputError for a sphere,
// unless n = 1.
std::vector<Ball> axis_cluster(const Vec3& semi_axes, int n);

// Returns, for balls inside a superellipsoid that each touch its surface, the R* that the surface has on a flat wall
// where a ball touches it (hertz_radius), which is not the radius of the ball.
std::vector<Real> surface_radii_at(std::span<const Ball> balls, const Superellipsoid& shape);

}  // namespace scree
