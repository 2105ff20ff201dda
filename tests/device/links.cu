// The links of polyhedra, polygons and superellipsoids on a device have the bits that they have on the host: the same headers,
// the same answers. Exit code 77, a skip, where there is no device; compiling it is a test of the headers in itself.
#include <random>

#include "device/same_bits.hpp"
#include "scree/narrow/polygon/ladder.hpp"
#include "scree/narrow/polyhedron/ladder.hpp"
#include "scree/narrow/superellipsoid/ladder.hpp"
#include "scree/solids/polygon_data.hpp"
#include "scree/shape/polyhedron_data.hpp"

namespace scree::device_test {
namespace {

struct Case {
  int a, b;
  Pose X;
};

__host__ __device__ void solve(const PolyhedronView* shapes, const Case& c, LinkMethod method, Numbers& out) {
  LinkCache cache{};
  LinkCounters counters{};
  LinkOptions options{};
  options.method = method;
  // Cold, then again from memory: both ways through the ladder.
  for (int again = 0; again < 2; ++again) {
    Link link{};
    out.add(int(polyhedron::climb_ladder({shapes[c.a], shapes[c.b], c.X}, options, cache, link, counters)));
    out.add(link.gap), out.add_vector(link.n), out.add_vector(link.p_a), out.add_vector(link.p_b), out.add(link.residual);
  }
}
__global__ void solve_all(const PolyhedronView* shapes, const Case* cases, LinkMethod method, Numbers* out, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) solve(shapes, cases[i], method, out[i]);
}

__host__ __device__ void solve(const PolygonView* shapes, const Pose2& X, Numbers& out) {
  LinkCache2 cache;
  LinkCounters counters;
  for (int again = 0; again < 2; ++again) {
    Link2 link;
    out.add(int(polygon::find_link(shapes[0], shapes[1], X, LinkOptions{}, cache, link, counters)));
    out.add(link.gap), out.add(link.n.x), out.add(link.n.y), out.add(link.p_a.x), out.add(link.p_a.y);
    out.add(link.p_b.x), out.add(link.p_b.y), out.add(link.residual);
  }
}
__global__ void solve_polygons(const PolygonView* shapes, const Pose2* X, Numbers* out, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) solve(shapes, X[i], out[i]);
}

__host__ __device__ void solve(const Superellipsoid* shapes, const Case& c, NormalMethod method, Numbers& out) {
  NormalCache cache;
  NormalCounters counters{};
  NormalOptions options;
  options.method = method;
  for (int again = 0; again < 2; ++again) {
    NormalLink link;
    const superellipsoid::Pair pair{shapes[c.a], shapes[c.b], c.X};
    out.add(int(superellipsoid::Ladder(pair, options, cache, link, counters).climb()));
    out.add(link.gap), out.add_vector(link.n), out.add_vector(link.p_a), out.add_vector(link.p_b), out.add(link.residual);
  }
}
__global__ void solve_smooth(const Superellipsoid* shapes, const Case* cases, NormalMethod method, Numbers* out, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) solve(shapes, cases[i], method, out[i]);
}

PolyhedronData cube() {
  std::vector<Vec3> v;
  for (int k = 0; k < 8; ++k) v.push_back({k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5});
  return with_topology(v, {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}});
}
PolyhedronData tetrahedron() {
  return with_topology({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}},
                       {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}});
}

PolyhedronView view_on_device(const PolyhedronData& p) {
  PolyhedronView v = p.view();
  v.vertices.at_scale_1 = on_device(p.vertices), v.edges = on_device(p.edges), v.normals = on_device(p.normals);
  v.offsets.at_scale_1 = on_device(p.offsets), v.face_start = on_device(p.face_start), v.loop = on_device(p.loop);
  v.loop_edge = on_device(p.loop_edge), v.fan_start = on_device(p.fan_start), v.neighbours = on_device(p.neighbours);
  v.fan_edge = on_device(p.fan_edge), v.fan_face = on_device(p.fan_face),
  v.fan_points.at_scale_1 = on_device(p.fan_points);
  v.side_normals = on_device(p.side_normals), v.side_offsets.at_scale_1 = on_device(p.side_offsets);
  return v;
}

// Of bodies with these radii: about half of them overlap.
std::vector<Case> random_cases(const std::vector<Real>& radii, int n) {
  std::mt19937 rng(1);
  std::normal_distribution<double> g;
  std::uniform_real_distribution<double> u;
  std::vector<Case> cases;
  for (int i = 0; i < n; ++i) {
    Case c{int(rng() % radii.size()), int(rng() % radii.size()), {}};
    c.X.R = to_matrix(normalized(Quat{g(rng), g(rng), g(rng), g(rng)}));
    c.X.p = (0.2 + 1.2 * u(rng)) * (radii[c.a] + radii[c.b]) * normalized(Vec3{g(rng), g(rng), g(rng)});
    cases.push_back(c);
  }
  return cases;
}

// The gap is the second number; neither all nor none may overlap, or little is compared.
int judged(const char* what, const std::vector<Numbers>& host, const Numbers* there) {
  int overlaps = 0;
  for (const Numbers& one : host) overlaps += one.value[1] < 0;
  const int n = int(host.size());
  if (overlaps < n / 10 || overlaps > n - n / 10) return std::printf("%s: %d of %d overlap\n", what, overlaps, n), 1;
  return differences(what, host, back(there, host.size()));
}

int compare_polyhedra(int n) {
  const std::vector<PolyhedronData> shapes = {cube(), tetrahedron()};
  std::vector<PolyhedronView> host_views, device_views;
  for (const PolyhedronData& p : shapes) host_views.push_back(p.view()), device_views.push_back(view_on_device(p));
  const std::vector<Case> cases = random_cases({shapes[0].radius, shapes[1].radius}, n);
  int wrong = 0;
  for (int m = 0; m < kLinkMethods; ++m) {
    const LinkMethod method = LinkMethod(m);
    std::vector<Numbers> host(n);
    for (int i = 0; i < n; ++i) solve(host_views.data(), cases[i], method, host[i]);
    Numbers* there = on_device(std::vector<Numbers>(n));
    solve_all<<<(n + 63) / 64, 64>>>(on_device(device_views), on_device(cases), method, there, n);
    wrong += judged(name_of(method), host, there);
  }
  return wrong;
}

int compare_polygons(int n) {
  const PolygonData square = regular_polygon(4), heptagon = regular_polygon(7);
  std::vector<PolygonView> views = {square.view(), heptagon.view()}, device = views;
  const std::vector<const PolygonData*> data = {&square, &heptagon};
  for (int k = 0; k < 2; ++k)
    device[k].vertices = on_device(data[k]->vertices), device[k].normals = on_device(data[k]->normals);
  std::mt19937 rng(2);
  std::uniform_real_distribution<double> u(-1.6, 1.6);
  std::vector<Pose2> poses;
  for (int i = 0; i < n; ++i) {
    const double angle = u(rng);
    poses.push_back({std::cos(angle), std::sin(angle), {u(rng), u(rng)}});
  }
  std::vector<Numbers> host(n);
  for (int i = 0; i < n; ++i) solve(views.data(), poses[i], host[i]);
  Numbers* there = on_device(std::vector<Numbers>(n));
  solve_polygons<<<(n + 63) / 64, 64>>>(on_device(device), on_device(poses), there, n);
  return judged("polygons", host, there);
}

int compare_superellipsoids(int n) {
  const std::vector<Superellipsoid> shapes = {make_superellipsoid({1, 0.8, 0.6}, 0.7, 0.8),
                                              make_superellipsoid({0.5, 0.5, 1.2}, 1.3, 0.9), unit_ball()};
  std::vector<Real> radii;
  for (const Superellipsoid& s : shapes) radii.push_back(s.radius);
  const std::vector<Case> cases = random_cases(radii, n);
  int wrong = 0;
  for (const NormalMethod method : {NormalMethod::kSupportGap, NormalMethod::kCommonNormal}) {
    std::vector<Numbers> host(n);
    for (int i = 0; i < n; ++i) solve(shapes.data(), cases[i], method, host[i]);
    Numbers* there = on_device(std::vector<Numbers>(n));
    solve_smooth<<<(n + 63) / 64, 64>>>(on_device(shapes), on_device(cases), method, there, n);
    wrong += judged(name_of(method), host, there);
  }
  return wrong;
}

}  // namespace
}  // namespace scree::device_test

int main() {
  using namespace scree;
  using namespace scree::device_test;
  if (!has_device(80 * 1024)) return kSkip;  // the polytope of a deep overlap
  const int n = 20000;
  const int wrong = compare_polyhedra(n) + compare_polygons(n) + compare_superellipsoids(n);
  std::printf("%d differences\n", wrong);
  return wrong == 0 ? 0 : 1;
}
