#include "scree/experiments/wall_contact_cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "scree/bench/processor_clock.hpp"
#include "scree/math/random.hpp"
#include "scree/solids/ball_cluster.hpp"
#include "scree/solids/hull_approximation.hpp"

namespace scree::bench {
namespace {

constexpr Vec3 kSemiAxes{Real(0.05), Real(0.025), Real(0.025)};
constexpr Real kDeep = Real(0.001);  // m: how far the ellipsoid reaches behind the wall

// Sums overlaps and points, as a contact law would want them.
struct Sum {
  Real overlap = 0;
  Vec3 point = {0, 0, 0};
  std::uint64_t tested = 0, found = 0;  // numbers of points
};
volatile Real sink = 0;

struct Cost {
  double nanoseconds = 1e300, tested = 0, found = 0;  // averages of a call
};

// Takes the fastest of some passes over all orientations, each with its wall.
Cost cost_of(const std::vector<Quat>& turns, const std::function<void(const Mat3&, Real, Sum&)>& find) {
  Cost cost;
  const double calls = double(turns.size());
  for (int pass = 0; pass < 5; ++pass) {
    Sum sum;
    const double start = processor_seconds();
    for (const Quat& q : turns) {
      const Mat3 R = to_matrix(q);
      const Vec3 c = transpose(R) * Vec3{0, 0, -1};
      const Real height = norm(componentwise(kSemiAxes, c)) - kDeep;  // height of the centre above the wall
      find(R, height, sum);
    }
    cost.nanoseconds = std::min(cost.nanoseconds, 1e9 * (processor_seconds() - start) / calls);
    cost.tested = double(sum.tested) / calls, cost.found = double(sum.found) / calls;
    sink = sink + sum.overlap + sum.point.x;
  }
  return cost;
}

void ellipsoid_contact(const Vec3& lowest, const Mat3& R, Real height, Sum& sum) {
  const Vec3 x = R * lowest;
  const Real overlap = -(height + x.z);
  ++sum.tested;
  if (overlap > 0) sum.overlap += overlap, sum.point += x, ++sum.found;
}

}  // namespace

IteratedPoint iterated_support_point(const Vec3& r, const Vec3& c) {
  const Vec3 w{1 / (r.x * r.x), 1 / (r.y * r.y), 1 / (r.z * r.z)};
  const Real radius = std::cbrt(r.x * r.y * r.z);
  Vec3 x = radius * c;
  Real l = dot(componentwise(w, x), c);
  for (int i = 1;; ++i) {
    // The equations are w x - l c = 0 and (x . w x - 1) / 2 = 0: the first three rows of the Jacobian are diagonal but
    // for c.
    const Vec3 wx = componentwise(w, x), f = wx - l * c;
    const Real g = (dot(x, wx) - 1) / 2;
    const Vec3 f_w{f.x / w.x, f.y / w.y, f.z / w.z}, c_w{c.x / w.x, c.y / w.y, c.z / w.z};
    const Real dl = (dot(wx, f_w) - g) / dot(wx, c_w);
    const Vec3 dx = dl * c_w - f_w;
    x += dx, l += dl;
    if (norm(dx) < Real(1e-12) * radius || i == 100) return {x, i};
  }
}

std::string wall_contact_cost(int calls) {
  std::vector<Quat> turns;
  RandomStream random = RandomStream::branch(7, 0);
  for (int i = 0; i < calls; ++i) turns.push_back(random.rotation());
  double iterations = 0;
  const Cost iterative = cost_of(turns, [&](const Mat3& R, Real height, Sum& sum) {
    const IteratedPoint p = iterated_support_point(kSemiAxes, transpose(R) * Vec3{0, 0, -1});
    iterations += p.iterations;
    ellipsoid_contact(p.x, R, height, sum);
  });
  std::string csv = "what,n,nanoseconds,part_of_iterative,iterations,tested,found\n";
  const auto row = [&](const char* what, int n, const Cost& cost, double its) {
    csv += fmt::format("{},{},{:.5g},{:.5g},{:.3g},{:.6g},{:.6g}\n", what, n, cost.nanoseconds,
                       cost.nanoseconds / iterative.nanoseconds, its, cost.tested, cost.found);
  };
  row("iterative", 0, iterative, iterations / (5.0 * double(calls)));
  row("closed_form", 0,
      cost_of(turns,
              [&](const Mat3& R, Real height, Sum& sum) {
                const Vec3 c = transpose(R) * Vec3{0, 0, -1}, rc = componentwise(kSemiAxes, c);
                ellipsoid_contact(componentwise(kSemiAxes, rc) / norm(rc), R, height, sum);
              }),
      0);
  const Superellipsoid smooth = make_superellipsoid(kSemiAxes, 1, 1);
  row("support_point", 0,
      cost_of(turns,
              [&](const Mat3& R, Real height, Sum& sum) {
                ellipsoid_contact(support_point(smooth, transpose(R) * Vec3{0, 0, -1}), R, height, sum);
              }),
      0);
  for (const int n : {15, 25, 50, 100, 200}) {
    const std::vector<Ball> balls = axis_cluster(kSemiAxes, n);
    row("CL", n,
        cost_of(turns,
                [&](const Mat3& R, Real height, Sum& sum) {
                  for (const Ball& b : balls) {
                    const Real overlap = b.r - (height + dot(R.row2, b.x));
                    if (overlap > 0) sum.overlap += overlap, sum.point += R * b.x - Vec3{0, 0, b.r}, ++sum.found;
                  }
                  sum.tested += balls.size();
                }),
        0);
  }
  for (const int n : {15, 25, 50, 100, 200}) {
    const PolyhedronData p = inscribed_hull(smooth, n);
    row("Poly", n,
        cost_of(turns,
                [&](const Mat3& R, Real height, Sum& sum) {
                  for (const Vec3& v : p.vertices) {
                    const Real overlap = -(height + dot(R.row2, v));
                    if (overlap > 0) sum.overlap += overlap, sum.point += R * v, ++sum.found;
                  }
                  sum.tested += p.vertices.size();
                }),
        0);
  }
  return csv;
}

}  // namespace scree::bench
