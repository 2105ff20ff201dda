// The links of polyhedra and polygons on a device, compared with those on the host: the same headers, the same answers.
// Exit code 77, a skip, where there is no device; compiling it is a test of the headers in itself.
#include <cstdio>
#include <random>
#include <vector>

#include "scree/narrow/polygon/ladder.hpp"
#include "scree/narrow/polyhedron/ladder.hpp"
#include "scree/shape/polygon_data.hpp"
#include "scree/shape/polyhedron_data.hpp"

namespace {

using namespace scree;

struct Case {
  int a, b;
  Pose X;
  LinkCache cache;
  Link link;
  LinkStatus status;
};

__host__ __device__ void solve(const PolyhedronView* shapes, Case& c, LinkCounters& counters) {
  // Cold, then again from memory: both ways through the ladder.
  for (int again = 0; again < 2; ++again)
    c.status = polyhedron::climb_ladder({shapes[c.a], shapes[c.b], c.X}, LinkOptions{}, c.cache, c.link, counters);
}
__global__ void solve_all(const PolyhedronView* shapes, Case* cases, LinkCounters* counters, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) solve(shapes, cases[i], counters[i]);
}

__host__ __device__ void solve(const PolygonView* shapes, const Pose2& X, Link2& link, LinkCounters& counters) {
  LinkCache2 cache;
  polygon::find_link(shapes[0], shapes[1], X, LinkOptions{}, cache, link, counters);
}
__global__ void solve_polygons(const PolygonView* shapes, const Pose2* X, Link2* links, LinkCounters* counters, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) solve(shapes, X[i], links[i], counters[i]);
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

template <class T>
T* on_device(const std::vector<T>& host) {
  T* device = nullptr;
  cudaMalloc(&device, host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}
PolyhedronView on_device(const PolyhedronData& p) {
  PolyhedronView v = p.view();
  v.vertices.at_scale_1 = on_device(p.vertices), v.edges = on_device(p.edges), v.normals = on_device(p.normals);
  v.offsets.at_scale_1 = on_device(p.offsets), v.face_start = on_device(p.face_start), v.loop = on_device(p.loop);
  v.loop_edge = on_device(p.loop_edge), v.fan_start = on_device(p.fan_start), v.neighbours = on_device(p.neighbours);
  v.fan_edge = on_device(p.fan_edge), v.fan_face = on_device(p.fan_face),
  v.fan_points.at_scale_1 = on_device(p.fan_points);
  v.side_normals = on_device(p.side_normals), v.side_offsets.at_scale_1 = on_device(p.side_offsets);
  return v;
}

std::vector<Case> random_cases(const std::vector<PolyhedronData>& shapes, int n) {
  std::mt19937 rng(1);
  std::normal_distribution<double> g;
  std::uniform_real_distribution<double> u;
  std::vector<Case> cases;
  for (int i = 0; i < n; ++i) {
    Case c{int(rng() % shapes.size()), int(rng() % shapes.size())};
    c.X.R = to_matrix(normalized(Quat{g(rng), g(rng), g(rng), g(rng)}));
    c.X.p = (0.2 + 1.2 * u(rng)) * (shapes[c.a].radius + shapes[c.b].radius) * normalized(Vec3{g(rng), g(rng), g(rng)});
    cases.push_back(c);
  }
  return cases;
}

int wrong_polygons(int n) {
  const PolygonData square = regular_polygon(4), heptagon = regular_polygon(7);
  std::vector<PolygonView> host = {square.view(), heptagon.view()}, device = host;
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
  std::vector<Link2> links(n);
  Link2* there = on_device(links);
  solve_polygons<<<(n + 63) / 64, 64>>>(on_device(device), on_device(poses), there,
                                        on_device(std::vector<LinkCounters>(n)), n);
  if (cudaDeviceSynchronize() != cudaSuccess) return n;
  cudaMemcpy(links.data(), there, links.size() * sizeof(Link2), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    Link2 link;
    LinkCounters counters;
    solve(host.data(), poses[i], link, counters);
    wrong += !(std::fabs(link.gap - links[i].gap) < 1e-10);
  }
  std::printf("%d pairs of polygons, %d wrong\n", n, wrong);
  return wrong;
}

}  // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("no device: compiled, not run\n");
    return 77;
  }
  const std::vector<PolyhedronData> shapes = {cube(), tetrahedron()};
  std::vector<PolyhedronView> host_views, device_views;
  for (const PolyhedronData& p : shapes) host_views.push_back(p.view()), device_views.push_back(on_device(p));
  const int n = 20000;
  std::vector<Case> host = random_cases(shapes, n), device = host;
  LinkCounters counters;
  for (Case& c : host) solve(host_views.data(), c, counters);
  if (cudaDeviceSetLimit(cudaLimitStackSize, 80 * 1024) != cudaSuccess) {  // the polytope of a deep overlap
    std::printf("the device has too little memory for the stacks: compiled, not run\n");
    return 77;
  }
  Case* there = on_device(device);
  LinkCounters* counters_there = on_device(std::vector<LinkCounters>(n));
  solve_all<<<(n + 63) / 64, 64>>>(on_device(device_views), there, counters_there, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return std::printf("%s\n", cudaGetErrorString(error)), 1;
  cudaMemcpy(device.data(), there, device.size() * sizeof(Case), cudaMemcpyDeviceToHost);
  int wrong = 0, overlaps = 0;
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    const double off = std::fabs(host[i].link.gap - device[i].link.gap);
    if (host[i].status != LinkStatus::kLink || device[i].status != LinkStatus::kLink || !(off < 1e-10)) ++wrong;
    worst = std::fmax(worst, off);
    overlaps += host[i].link.gap < 0;
  }
  std::printf("%d pairs, %d overlapping, %d wrong, gaps differ by at most %.2g\n", n, overlaps, wrong, worst);
  return wrong == 0 && overlaps > n / 10 && overlaps < n && wrong_polygons(n) == 0 ? 0 : 1;
}
