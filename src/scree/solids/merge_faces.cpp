#include "scree/solids/merge_faces.hpp"

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

// Maps each face to the largest face of its region. Large faces come first: their planes are the most certain.
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

// Returns the half-edges between the region and its neighbours, in order.
std::vector<int> boundary_of(const PolyhedronView& s, std::span<const int> faces, const std::vector<int>& region) {
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

// A vertex of two faces only lies on the edge between them. A loop of two vertices is that edge itself. A vertex that
// goes may leave others to go, which wait in a list.
void drop_vertices_on_edges(int n_vertices, Outlines& out) {
  std::vector<int> n_faces(std::size_t(n_vertices), 0), start(std::size_t(n_vertices) + 1, 0);
  for (const auto& loop : out.loops)
    for (const int v : loop) ++n_faces[std::size_t(v)];
  for (std::size_t v = 0; v < n_faces.size(); ++v) start[v + 1] = start[v] + n_faces[v];
  std::vector<int> loops_of(std::size_t(start.back()), 0), place(start.begin(), start.end() - 1);
  for (std::size_t k = 0; k < out.loops.size(); ++k)
    for (const int v : out.loops[k]) loops_of[std::size_t(place[std::size_t(v)]++)] = int(k);

  std::vector<int> waiting, left(out.loops.size());
  std::vector<char> gone(n_faces.size(), 0), closed(out.loops.size(), 0);
  const auto leave = [&](int v) {
    if (n_faces[std::size_t(v)] < 3 && !gone[std::size_t(v)]) gone[std::size_t(v)] = 1, waiting.push_back(v);
  };
  for (std::size_t k = 0; k < left.size(); ++k) left[k] = int(out.loops[k].size());
  const auto close = [&](std::size_t k) {  // a loop of less than three is no loop any more
    if (left[k] >= 3 || closed[k]) return;
    closed[k] = 1;
    for (const int v : out.loops[k])
      if (!gone[std::size_t(v)]) --n_faces[std::size_t(v)], leave(v);
  };
  for (std::size_t v = 0; v < n_faces.size(); ++v)
    if (n_faces[v] > 0) leave(int(v));
  for (std::size_t k = 0; k < left.size(); ++k) close(k);
  while (!waiting.empty()) {
    const std::size_t v = std::size_t(waiting.back());
    waiting.pop_back();
    for (int i = start[v]; i < start[v + 1]; ++i) {
      const std::size_t k = std::size_t(loops_of[std::size_t(i)]);
      if (!closed[k]) --left[k], close(k);
    }
  }
  std::size_t kept = 0;
  for (std::size_t k = 0; k < out.loops.size(); ++k) {
    if (closed[k]) continue;
    std::erase_if(out.loops[k], [&](int v) { return gone[std::size_t(v)] != 0; });
    if (kept != k) out.loops[kept] = std::move(out.loops[k]), out.face[kept] = out.face[k];
    ++kept;
  }
  out.loops.resize(kept);
  out.face.resize(kept);
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
  // Lists the faces of each region in ascending order.
  std::vector<int> start(region.size() + 1, 0), faces(region.size(), 0);
  for (const int r : region) ++start[std::size_t(r) + 1];
  for (std::size_t r = 0; r < region.size(); ++r) start[r + 1] += start[r];
  std::vector<int> place(start.begin(), start.end() - 1);
  for (int f = 0; f < s.n_faces; ++f) faces[std::size_t(place[std::size_t(region[std::size_t(f)])]++)] = f;
  Outlines out;
  // Regions come in the order of the first face of each, so that a surface with nothing to merge keeps its order.
  for (int f = 0; f < s.n_faces; ++f) {
    const std::size_t r = std::size_t(region[std::size_t(f)]);
    const std::span<const int> group(faces.data() + start[r], std::size_t(start[r + 1] - start[r]));
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
