#include "scree/shape/polyhedron_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "scree/error.hpp"
#include "scree/shape/side_groups.hpp"
#include "scree/shape/support_tree.hpp"

namespace scree {
namespace {

struct HalfEdges {
  std::vector<int> face;           // half-edge -> face
  std::vector<int> into;           // half-edge -> the half-edge before it in its loop
  std::vector<int> opposite;       // half-edge -> the half-edge the other way
  std::vector<int> first_leaving;  // vertex -> one half-edge that starts there
};

void link_loops(PolyhedronData& p, const std::vector<std::vector<int>>& loops, HalfEdges& half) {
  std::size_t n = 0;
  for (const std::vector<int>& face : loops) n += face.size();
  p.face_start.reserve(loops.size() + 1), p.loop.reserve(n), half.face.reserve(n), half.into.reserve(n);
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

// Holds the first half-edge that is there once more in the same direction, and the first without one in the other; n
// stands for none.
struct Unpaired {
  int doubled, alone;
};

Unpaired find_opposites(const PolyhedronData& p, std::span<const int> to, HalfEdges& half) {
  const int n = int(p.loop.size());
  Unpaired wrong{n, n};
  const SideGroups groups = group_sides(int(p.vertices.size()), p.loop, to);
  half.opposite.assign(std::size_t(n), -1);
  for (int g = 0; g < groups.count(); ++g) {
    const auto group = groups.group(g);
    int first[2] = {-1, -1};
    for (const int h : group) {
      int& same = first[p.loop[std::size_t(h)] < to[std::size_t(h)]];
      if (same >= 0) wrong.doubled = std::min(wrong.doubled, h);
      if (same < 0) same = h;
    }
    if (first[0] < 0 || first[1] < 0) {
      wrong.alone = std::min(wrong.alone, group[0]);
      continue;
    }
    half.opposite[std::size_t(first[0])] = first[1], half.opposite[std::size_t(first[1])] = first[0];
  }
  return wrong;
}

void pair_half_edges(PolyhedronData& p, HalfEdges& half) {
  const int n = int(p.loop.size());
  half.first_leaving.assign(p.vertices.size(), -1);
  std::vector<int> ends(static_cast<std::size_t>(n), 0);
  for (int h = 0; h < n; ++h) {
    ends[std::size_t(h)] = loop_next(p.view(), half.face[std::size_t(h)], h);
    half.first_leaving[std::size_t(p.loop[std::size_t(h)])] = h;
  }
  const Unpaired wrong = find_opposites(p, ends, half);
  if (wrong.doubled < n)
    throw InputError(fmt::format(
        "face {}: its side from vertex {} to vertex {} is a side of another face in the same "
        "direction; the surface is not closed or a face is turned inside out",
        half.face[std::size_t(wrong.doubled)], p.loop[std::size_t(wrong.doubled)], ends[std::size_t(wrong.doubled)]));
  if (wrong.alone < n)
    throw InputError(fmt::format(
        "face {}: no other face has its side from vertex {} to vertex {}; the surface is not "
        "closed",
        half.face[std::size_t(wrong.alone)], p.loop[std::size_t(wrong.alone)], ends[std::size_t(wrong.alone)]));
  p.loop_edge.assign(std::size_t(n), -1);
  p.loop_face.assign(std::size_t(n), -1);
  p.edges.reserve(std::size_t(n) / 2);
  for (int h = 0; h < n; ++h) {
    if (p.loop_edge[std::size_t(h)] >= 0) continue;
    const int o = half.opposite[std::size_t(h)], face = half.face[std::size_t(h)];
    p.loop_edge[std::size_t(h)] = p.loop_edge[std::size_t(o)] = int(p.edges.size());
    p.loop_face[std::size_t(h)] = half.face[std::size_t(o)], p.loop_face[std::size_t(o)] = face;
    p.edges.push_back({{p.loop[std::size_t(h)], ends[std::size_t(h)]}, {face, half.face[std::size_t(o)]}});
  }
}

void list_fans(PolyhedronData& p, const HalfEdges& half) {
  const std::size_t n = p.loop.size();
  p.fan_start.reserve(p.vertices.size() + 1);
  p.neighbours.reserve(n), p.fan_edge.reserve(n), p.fan_face.reserve(n);
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

void measure_sides(PolyhedronData& p) {
  p.side_normals.clear();
  p.side_offsets.clear();
  p.fan_points.clear();
  p.side_normals.reserve(p.loop.size()), p.side_offsets.reserve(p.loop.size()), p.fan_points.reserve(p.loop.size());
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
  std::size_t n_fours = 0;
  for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f)
    n_fours += std::size_t(p.face_start[f + 1] - p.face_start[f] + 3) / 4;
  p.outlines.reserve(n_fours);
  p.outline_start.assign(1, 0);
  p.outline_start.reserve(p.face_start.size());
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

// Finds the centroid by tetrahedra from the mean vertex.
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

// Treats the neighbours of vertices that have many: at the tip of a cone each of them would be held against each face.
class LargeFans {
 public:
  explicit LargeFans(const PolyhedronData& p) {
    for (std::size_t v = 0; v < p.vertices.size(); ++v) {
      const auto n = std::size_t(p.fan_start[v + 1] - p.fan_start[v]);
      if (n <= kLarge) continue;
      if (tree_.empty()) tree_.assign(p.vertices.size(), -1);
      tree_[v] = int(trees_.size());
      trees_.emplace_back(std::span(p.fan_points.data() + p.fan_start[v], n));
    }
  }
  const SupportTree* of(std::size_t v) const {
    return tree_.empty() || tree_[v] < 0 ? nullptr : &trees_[std::size_t(tree_[v])];
  }

 private:
  static constexpr std::size_t kLarge = 64;
  std::vector<int> tree_;  // tree of a vertex, -1: none
  std::vector<SupportTree> trees_;
};

// No vertex lies farther out along a direction between the normals of the faces at a feature than that feature, but for
// the bulge: it is what a climb from there would find, known beforehand.
void find_bulge(PolyhedronData& p) {
  const LargeFans large(p);
  p.bulge = 0;
  for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f) {
    Real highest = 0, lowest = 0;
    for (int h = p.face_start[f]; h < p.face_start[f + 1]; ++h) {
      const std::size_t v = std::size_t(p.loop[std::size_t(h)]);
      const Real level = dot(p.normals[f], p.vertices[v]) - p.offsets[f];
      highest = std::max(highest, level), lowest = std::min(lowest, level);
      if (const SupportTree* const tree = large.of(v)) {
        highest = std::max(highest, tree->farthest(p.normals[f], highest + p.offsets[f]) - p.offsets[f]);
        continue;
      }
      for (int k = p.fan_start[v]; k < p.fan_start[v + 1]; ++k)
        highest = std::max(highest, dot(p.normals[f], p.fan_points[std::size_t(k)]) - p.offsets[f]);
    }
    p.bulge = std::max(p.bulge, highest - lowest);
  }
}

}  // namespace

PolyhedronData linked(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& loops) {
  PolyhedronData p;
  p.vertices = std::move(vertices);
  HalfEdges half;
  link_loops(p, loops, half);
  pair_half_edges(p, half);
  list_fans(p, half);
  measure_planes(p);
  return p;
}

PolyhedronData with_topology(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& loops) {
  PolyhedronData p = linked(std::move(vertices), loops);
  measure(p);
  return p;
}

// The normal is Newell's: exact for plane polygons, the best plane for those that are not quite.
void measure_planes(PolyhedronData& p) {
  p.normals.clear();
  p.offsets.clear();
  p.normals.reserve(p.face_start.size()), p.offsets.reserve(p.face_start.size());
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

void measure(PolyhedronData& p) {
  measure_planes(p);
  measure_sides(p);
  list_outlines(p);
  find_centre(p);
  find_inner_radius(p);
  find_bulge(p);
}

}  // namespace scree
