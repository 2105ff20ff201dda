#include "scree/shape/merge_faces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "scree/error.hpp"

namespace scree {
namespace {

Vec3 twice_area_of(const PolyhedronView& s, std::span<const int> loop) {
  Vec3 sum{0, 0, 0};
  const Vec3 origin = s.vertices[loop[0]];
  for (std::size_t k = 1; k + 1 < loop.size(); ++k)
    sum += cross(s.vertices[loop[k]] - origin, s.vertices[loop[k + 1]] - origin);
  return sum;
}

std::span<const int> loop_of(const PolyhedronView& s, int f) {
  return {s.loop + s.face_start[f], std::size_t(n_sides(s, f))};
}

bool lies_in(const PolyhedronView& s, int f, const FacePlane& plane, Real tolerance) {
  for (const int v : loop_of(s, f))
    if (std::abs(dot(plane.n, s.vertices[v]) - plane.offset) > tolerance) return false;
  return true;
}

int across(const PolyhedronView& s, int f, int h) {
  const PolyhedronEdge& e = s.edges[s.loop_edge[h]];
  return e.f[0] == f ? e.f[1] : e.f[0];
}

// Face -> the largest face of its region. Large faces come first: their planes are the most certain.
std::vector<int> find_regions(const PolyhedronView& s, Real tolerance) {
  std::vector<Real> area;
  for (int f = 0; f < s.n_faces; ++f) area.push_back(norm(twice_area_of(s, loop_of(s, f))));
  std::vector<int> order(std::size_t(s.n_faces), 0), region(std::size_t(s.n_faces), -1);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int i, int j) { return area[std::size_t(i)] > area[std::size_t(j)]; });
  for (const int seed : order) {
    if (region[std::size_t(seed)] >= 0) continue;
    const FacePlane plane{s.normals[seed], s.offsets[seed]};
    std::vector<int> open = {seed};
    region[std::size_t(seed)] = seed;
    while (!open.empty()) {
      const int f = open.back();
      open.pop_back();
      for (int h = s.face_start[f]; h < s.face_start[f + 1]; ++h) {
        const int g = across(s, f, h);
        if (region[std::size_t(g)] >= 0 || !lies_in(s, g, plane, tolerance)) continue;
        region[std::size_t(g)] = seed;
        open.push_back(g);
      }
    }
  }
  return region;
}

[[noreturn]] void not_one_polygon(int face) {
  throw InputError(
      fmt::format("face {} and the faces in its plane do not make up one polygon; the body is not convex", face));
}

// The half-edges between the region and its neighbours, in order.
std::vector<int> boundary_of(const PolyhedronView& s, const std::vector<int>& faces, const std::vector<int>& region) {
  const int seed = region[std::size_t(faces[0])];
  std::map<int, int> leads;  // vertex -> vertex
  int first = -1;
  for (const int f : faces)
    for (int h = s.face_start[f]; h < s.face_start[f + 1]; ++h) {
      if (region[std::size_t(across(s, f, h))] == seed) continue;
      if (!leads.emplace(s.loop[h], loop_next(s, f, h)).second) not_one_polygon(seed);
      if (first < 0) first = s.loop[h];
    }
  if (first < 0) not_one_polygon(seed);
  std::vector<int> loop = {first};
  for (int v = leads[first]; v != first; v = leads[v]) loop.push_back(v);
  if (loop.size() != leads.size()) not_one_polygon(seed);
  return loop;
}

// A vertex of two faces only lies on the edge between them. A loop of two vertices is that edge itself.
void drop_vertices_on_edges(int n_vertices, Outlines& out) {
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<int> n_faces(std::size_t(n_vertices), 0);
    for (const auto& loop : out.loops)
      for (const int v : loop) ++n_faces[std::size_t(v)];
    for (std::size_t k = out.loops.size(); k-- > 0;) {
      const auto removed = std::erase_if(out.loops[k], [&](int v) { return n_faces[std::size_t(v)] < 3; });
      changed = changed || removed > 0;
      if (out.loops[k].size() >= 3) continue;
      changed = true;
      out.loops.erase(out.loops.begin() + std::ptrdiff_t(k));
      out.face.erase(out.face.begin() + std::ptrdiff_t(k));
    }
  }
}

}  // namespace

FacePlane plane_of(const PolyhedronView& s, std::span<const int> loop) {
  const Vec3 twice_area = twice_area_of(s, loop);
  const Vec3 n = norm2(twice_area) > 0 ? normalized(twice_area) : Vec3{0, 0, 0};
  Vec3 sum{0, 0, 0};
  for (const int v : loop) sum += s.vertices[v] - s.vertices[loop[0]];
  return {n, dot(n, s.vertices[loop[0]] + sum / Real(loop.size()))};
}

Outlines merge_coplanar(const PolyhedronView& s, Real tolerance) {
  const std::vector<int> region = find_regions(s, tolerance);
  std::vector<std::vector<int>> faces(region.size());
  for (int f = 0; f < s.n_faces; ++f) faces[std::size_t(region[std::size_t(f)])].push_back(f);
  Outlines out;
  // In the order of the first face of each, so that a surface with nothing to merge keeps its order.
  for (int f = 0; f < s.n_faces; ++f) {
    const std::vector<int>& group = faces[std::size_t(region[std::size_t(f)])];
    if (group.front() != f) continue;
    const auto own = loop_of(s, f);
    out.loops.push_back(group.size() == 1 ? std::vector<int>(own.begin(), own.end()) : boundary_of(s, group, region));
    out.face.push_back(region[std::size_t(f)]);
  }
  drop_vertices_on_edges(s.n_vertices, out);
  return out;
}

void put_in_order(Outlines& outlines) {
  std::vector<std::pair<std::vector<int>, int>> faces;
  for (std::size_t k = 0; k < outlines.loops.size(); ++k) {
    std::vector<int>& loop = outlines.loops[k];
    std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
    faces.emplace_back(std::move(loop), outlines.face[k]);
  }
  std::sort(faces.begin(), faces.end());
  outlines.loops.clear(), outlines.face.clear();
  for (auto& [loop, face] : faces) outlines.loops.push_back(std::move(loop)), outlines.face.push_back(face);
}

}  // namespace scree
