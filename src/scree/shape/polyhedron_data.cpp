#include "scree/shape/polyhedron_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "scree/error.hpp"

namespace scree {
namespace {

struct HalfEdges {
  std::vector<int> face;           // half-edge -> face
  std::vector<int> into;           // half-edge -> the half-edge before it in its loop
  std::vector<int> opposite;       // half-edge -> the half-edge the other way
  std::vector<int> first_leaving;  // vertex -> one half-edge that starts there
};

void link_loops(PolyhedronData& p, const std::vector<std::vector<int>>& loops, HalfEdges& half) {
  p.face_start.push_back(0);
  for (const std::vector<int>& face : loops) {
    for (std::size_t k = 0; k < face.size(); ++k) {
      half.face.push_back(int(p.face_start.size()) - 1);
      half.into.push_back(p.face_start.back() + int(k == 0 ? face.size() - 1 : k - 1));
      p.loop.push_back(face[k]);
    }
    p.face_start.push_back(int(p.loop.size()));
  }
}

void pair_half_edges(PolyhedronData& p, HalfEdges& half) {
  const int n = int(p.loop.size());
  std::map<std::pair<int, int>, int> leads;  // (from, to) -> half-edge
  half.first_leaving.assign(p.vertices.size(), -1);
  const auto end_of = [&](int h) { return loop_next(p.view(), half.face[std::size_t(h)], h); };
  for (int h = 0; h < n; ++h) {
    const int from = p.loop[std::size_t(h)], to = end_of(h);
    if (!leads.emplace(std::pair{from, to}, h).second)
      throw InputError(
          fmt::format("face {}: its side from vertex {} to vertex {} is a side of another face in the same "
                      "direction; the surface is not closed or a face is turned inside out",
                      half.face[std::size_t(h)], from, to));
    half.first_leaving[std::size_t(from)] = h;
  }
  half.opposite.assign(std::size_t(n), -1);
  p.loop_edge.assign(std::size_t(n), -1);
  p.loop_face.assign(std::size_t(n), -1);
  for (int h = 0; h < n; ++h) {
    if (p.loop_edge[std::size_t(h)] >= 0) continue;
    const int from = p.loop[std::size_t(h)], to = end_of(h), face = half.face[std::size_t(h)];
    const auto other = leads.find({to, from});
    if (other == leads.end())
      throw InputError(
          fmt::format("face {}: no other face has its side from vertex {} to vertex {}; the surface is not "
                      "closed",
                      face, from, to));
    const int o = other->second;
    half.opposite[std::size_t(h)] = o, half.opposite[std::size_t(o)] = h;
    p.loop_edge[std::size_t(h)] = p.loop_edge[std::size_t(o)] = int(p.edges.size());
    p.loop_face[std::size_t(h)] = half.face[std::size_t(o)], p.loop_face[std::size_t(o)] = face;
    p.edges.push_back({{from, to}, {face, half.face[std::size_t(o)]}});
  }
}

void list_fans(PolyhedronData& p, const HalfEdges& half) {
  p.fan_start.push_back(0);
  for (std::size_t v = 0; v < p.vertices.size(); ++v) {
    const int first = half.first_leaving[v];
    if (first < 0) throw InputError(fmt::format("vertex {} is in no face", v));
    int h = first;
    do {
      const int face = half.face[std::size_t(h)];
      p.neighbours.push_back(loop_next(p.view(), face, h));
      p.fan_edge.push_back(p.loop_edge[std::size_t(h)]);
      p.fan_face.push_back(face);
      h = half.opposite[std::size_t(half.into[std::size_t(h)])];
    } while (h != first);
    p.fan_start.push_back(int(p.neighbours.size()));
  }
  if (p.neighbours.size() != p.loop.size())
    throw InputError("some faces meet in a single vertex only; the surface must be one piece");
}

// Newell's normal: exact for plane polygons, the best plane for those that are not quite.
void measure_faces(PolyhedronData& p) {
  p.normals.clear();
  p.offsets.clear();
  for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f) {
    Vec3 twice_area{0, 0, 0}, sum{0, 0, 0};
    const Vec3 origin = p.vertices[std::size_t(p.loop[std::size_t(p.face_start[f])])];
    for (int h = p.face_start[f]; h < p.face_start[f + 1]; ++h) {
      const Vec3 a = p.vertices[std::size_t(p.loop[std::size_t(h)])] - origin;
      const Vec3 b = p.vertices[std::size_t(loop_next(p.view(), int(f), h))] - origin;
      twice_area += cross(a, b);
      sum += a;
    }
    p.normals.push_back(norm2(twice_area) > 0 ? normalized(twice_area) : Vec3{0, 0, 0});
    p.offsets.push_back(dot(p.normals.back(), origin + sum / Real(p.face_start[f + 1] - p.face_start[f])));
  }
}

void measure_sides(PolyhedronData& p) {
  p.side_normals.clear();
  p.side_offsets.clear();
  p.fan_points.clear();
  for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f)
    for (int h = p.face_start[f]; h < p.face_start[f + 1]; ++h) {
      const Vec3 v = p.vertices[std::size_t(p.loop[std::size_t(h)])];
      p.side_normals.push_back(cross(p.vertices[std::size_t(loop_next(p.view(), int(f), h))] - v, p.normals[f]));
      p.side_offsets.push_back(dot(p.side_normals.back(), v));
    }
  for (const int v : p.neighbours) p.fan_points.push_back(p.vertices[std::size_t(v)]);
}

void list_outlines(PolyhedronData& p) {
  p.outlines.clear();
  p.outline_start.assign(1, 0);
  for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f) {
    for (int h = p.face_start[f]; h < p.face_start[f + 1]; h += 4) {
      FourSides four{{}, {}, {}, {1, 1, 1, 1}};
      for (int l = 0; l < 4 && h + l < p.face_start[f + 1]; ++l) {
        const Vec3 n = p.side_normals[std::size_t(h + l)];
        four.x[l] = n.x, four.y[l] = n.y, four.z[l] = n.z, four.offset[l] = p.side_offsets[std::size_t(h + l)];
      }
      p.outlines.push_back(four);
    }
    p.outline_start.push_back(int(p.outlines.size()));
  }
}

// Centroid by tetrahedra from the mean vertex.
void find_centre(PolyhedronData& p) {
  Vec3 mean{0, 0, 0};
  for (const Vec3& v : p.vertices) mean += v / Real(p.vertices.size());
  Real volume = 0;
  Vec3 moment{0, 0, 0};
  for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f) {
    const Vec3 a = p.vertices[std::size_t(p.loop[std::size_t(p.face_start[f])])] - mean;
    for (int h = p.face_start[f] + 1; h + 1 < p.face_start[f + 1]; ++h) {
      const Vec3 b = p.vertices[std::size_t(p.loop[std::size_t(h)])] - mean;
      const Vec3 c = p.vertices[std::size_t(p.loop[std::size_t(h) + 1])] - mean;
      const Real six = dot(a, cross(b, c));
      volume += six;
      moment += (six / 4) * (a + b + c);
    }
  }
  p.centre = volume > 0 ? mean + moment / volume : mean;
  p.radius = 0;
  for (const Vec3& v : p.vertices) p.radius = std::max(p.radius, norm(v - p.centre));
}

void find_inner_radius(PolyhedronData& p) {
  p.inner_radius = p.normals.empty() ? 0 : p.radius;
  for (std::size_t f = 0; f < p.normals.size(); ++f)
    p.inner_radius = std::min(p.inner_radius, p.offsets[f] - dot(p.normals[f], p.centre));
  p.inner_radius = std::max(p.inner_radius, Real(0));
}

// A direction between the normals of the faces at a feature then has no vertex farther out than that feature, but for
// this: what a climb from there would find, known beforehand.
void find_bulge(PolyhedronData& p) {
  p.bulge = 0;
  for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f) {
    Real highest = 0, lowest = 0;
    for (int h = p.face_start[f]; h < p.face_start[f + 1]; ++h) {
      const std::size_t v = std::size_t(p.loop[std::size_t(h)]);
      const Real level = dot(p.normals[f], p.vertices[v]) - p.offsets[f];
      highest = std::max(highest, level), lowest = std::min(lowest, level);
      for (int k = p.fan_start[v]; k < p.fan_start[v + 1]; ++k)
        highest = std::max(highest, dot(p.normals[f], p.fan_points[std::size_t(k)]) - p.offsets[f]);
    }
    p.bulge = std::max(p.bulge, highest - lowest);
  }
}

}  // namespace

PolyhedronData with_topology(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& loops) {
  PolyhedronData p;
  p.vertices = std::move(vertices);
  HalfEdges half;
  link_loops(p, loops, half);
  pair_half_edges(p, half);
  list_fans(p, half);
  measure(p);
  return p;
}

void measure(PolyhedronData& p) {
  measure_faces(p);
  measure_sides(p);
  list_outlines(p);
  find_centre(p);
  find_inner_radius(p);
  find_bulge(p);
}

}  // namespace scree
