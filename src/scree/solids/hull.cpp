// Convex hulls are made by Qhull (Barber et al. 1996), whose facets come merged where they are coplanar to rounding.
extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "scree/error.hpp"
#include "scree/solids/polyhedron_build.hpp"
#include "scree/solids/polyhedron_check.hpp"
#include "scree/solids/weld.hpp"

namespace scree {
namespace {

// What Qhull has to say goes to memory, not to the terminal.
class Messages {
 public:
  Messages() : file_(open_memstream(&text_, &length_)) {}
  ~Messages() {
    std::fclose(file_);
    std::free(text_);
  }
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;
  FILE* file() const { return file_; }
  std::string first_line() {
    std::fflush(file_);
    const std::string text(text_, length_);
    return text.substr(0, text.find('\n'));
  }

 private:
  char* text_ = nullptr;
  std::size_t length_ = 0;
  FILE* file_;
};

class Qhull {
 public:
  // The `options` C-0 Qc merge facets that are coplanar to rounding, and Qt cuts them into triangles.
  Qhull(std::vector<coordT> coordinates, const char* options) : coordinates_(std::move(coordinates)) {
    qh_zero(&qh_, messages_.file());
    std::string command = std::string("qhull ") + options;
    const int n = int(coordinates_.size() / 3);
    const int status = qh_new_qhull(&qh_, 3, n, coordinates_.data(), False, command.data(), nullptr, messages_.file());
    if (status == 0) return;
    const std::string why = messages_.first_line();
    free_memory();
    // QH6013 says that all points have the same x, y or z.
    if (status == qh_ERRsingular || why.starts_with("QH6013"))
      throw InputError("all points lie in one plane, on one line or in one point");
    throw InputError(fmt::format("no hull found: {}", why));
  }
  ~Qhull() { free_memory(); }
  Qhull(const Qhull&) = delete;
  Qhull& operator=(const Qhull&) = delete;

  // Returns loops of points, counter-clockwise from outside, each from its lowest point on, in ascending order:
  // whatever the order of Qhull's work, equal hulls are listed alike.
  FaceLoops loops() {
    FaceLoops loops;
    qhT* const qh = &qh_;
    facetT* facet;
    FORALLfacets {
      std::vector<int> loop;
      setT* vertices = qh_facet3vertex(qh, facet);
      vertexT *vertex, **vertexp;
      FOREACHvertex_(vertices) loop.push_back(qh_pointid(qh, vertex->point));
      qh_settempfree(qh, &vertices);
      if constexpr (!qh_ORIENTclock) std::reverse(loop.begin(), loop.end());  // Geomview's sense: seen from inside
      std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
      loops.push_back(std::move(loop));
    }
    std::sort(loops.begin(), loops.end());
    return loops;
  }

 private:
  void free_memory() {
    qh_freeqhull(&qh_, !qh_ALL);
    int n_left, bytes_left;
    qh_memfreeshort(&qh_, &n_left, &bytes_left);
  }

  Messages messages_;
  std::vector<coordT> coordinates_;
  qhT qh_;
};

// Coordinates are relative to the size and measured from a first point, because Qhull's tolerances count from the
// origin.
std::vector<coordT> for_qhull(std::span<const Vec3> points, const Vec3& origin, Real size) {
  std::vector<coordT> coordinates;
  coordinates.reserve(3 * points.size());
  for (const Vec3& p : points)
    for (int k = 0; k < 3; ++k) coordinates.push_back((p[k] - origin[k]) / size);
  return coordinates;
}

}  // namespace

FaceLoops hull_triangles(std::span<const Vec3> points) {
  return Qhull(for_qhull(points, points[0], half_extent(points)), "Qt").loops();
}

PolyhedronData hull_of(std::span<const Vec3> points, Real tolerance) {
  check_finite(points);
  if (points.size() < 4) throw InputError(fmt::format("{} points; a body has at least 4 vertices", points.size()));
  const Real size = half_extent(points);
  if (!(size > 0)) throw InputError("all points are the same point");
  const Welded cloud = weld(points, std::max(tolerance * size, rounding_of(points)));
  if (cloud.points.size() < 4)
    throw InputError(fmt::format("only {} different points; a body has at least 4 vertices", cloud.points.size()));
  FaceLoops loops = Qhull(for_qhull(cloud.points, points[0], size), "C-0 Qc").loops();
  std::vector<Vec3> vertices = keep_used(cloud.points, loops);
  PolyhedronData p = polyhedron_from_faces(std::move(vertices), std::move(loops), tolerance, FaceOrder::kByVertices);
  p.n_dropped = int(points.size() - p.vertices.size());
  return p;
}

}  // namespace scree
