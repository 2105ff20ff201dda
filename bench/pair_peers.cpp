// Bullet (double precision) and FCL on the motions that `scree bench pairs` writes.
//
//   scree_pair_peers --list            the ways of asking, by name
//   scree_pair_peers MOTIONS NAME      for each motion the CPU seconds of its calls, the best of three passes, and the
//                                      number of wrong answers: off by more than 1e-6 of the size, or none
//
// The file is described in src/scree/bench/pair_motions.hpp. Each library is asked as its users would, with native
// poses made before the clock starts; where it can start from what the last step left, it does.
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>
#include <fcl/fcl.h>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <limits>
#include <memory>

#include "pair_peers_motions.hpp"

namespace {

using namespace pair_peers;

constexpr double kNoAnswer = std::numeric_limits<double>::quiet_NaN();

// The gap of one step, or kNoAnswer.
struct Library {
  virtual ~Library() = default;
  virtual void add(const Shape& shape) = 0;
  virtual void load(const Motion& motion) = 0;
  virtual void forget() {}
  virtual double gap(std::size_t step) = 0;
};

// ------------------------------------------------------------------------------------------------------------ Bullet

struct Bullet : Library {
  std::vector<std::unique_ptr<btConvexHullShape>> shapes;
  std::vector<btTransform> a, b;
  const btConvexHullShape *A = nullptr, *B = nullptr;

  void add(const Shape& s) override {
    std::vector<btScalar> points;
    for (std::size_t i = 0; i < s.vertices.size(); i += 3)
      points.insert(points.end(), {s.vertices[i], s.vertices[i + 1], s.vertices[i + 2], 0});
    shapes.push_back(
        std::make_unique<btConvexHullShape>(points.data(), int(s.vertices.size() / 3), 4 * sizeof(btScalar)));
    shapes.back()->setMargin(0);
  }
  static btTransform native(const Pose& X) {
    const double* R = X.R;
    return btTransform(btMatrix3x3(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]),
                       btVector3(X.p[0], X.p[1], X.p[2]));
  }
  void load(const Motion& m) override {
    a.clear(), b.clear();
    for (const Step& s : m.steps) a.push_back(native(s.a)), b.push_back(native(s.b));
    A = shapes[std::size_t(m.a)].get(), B = shapes[std::size_t(m.b)].get();
  }
};

// The detector of its collision pipeline, from the separating axis of the last step.
struct BulletDetector : Bullet {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth;
  btVector3 axis;

  void forget() override { axis = btVector3(0, 1, 0); }
  double gap(std::size_t i) override {
    btGjkPairDetector detector(A, B, &simplex, &depth);
    detector.setCachedSeparatingAxis(axis);
    btGjkPairDetector::ClosestPointInput in;
    in.m_transformA = a[i], in.m_transformB = b[i];
    btPointCollector out;
    detector.getClosestPoints(in, out, nullptr);
    axis = detector.getCachedSeparatingAxis();
    if (!(axis.length2() > 1e-20)) axis = btVector3(0, 1, 0);
    return out.m_hasResult ? out.m_distance : kNoAnswer;
  }
};

// The solver under it, asked directly; apart from the direction of the last step.
struct BulletSolver : Bullet {
  btVector3 last;
  bool known = false;

  void forget() override { known = false; }
  double gap(std::size_t i) override {
    btGjkEpaSolver2::sResults r;
    const btVector3 guess = known ? last : b[i].getOrigin() - a[i].getOrigin();
    known = btGjkEpaSolver2::Distance(A, a[i], B, b[i], guess, r);
    if (known) {
      last = r.witnesses[1] - r.witnesses[0];
      return r.distance;
    }
    if (btGjkEpaSolver2::Penetration(A, a[i], B, b[i], guess, r)) return -std::abs(r.distance);
    return kNoAnswer;
  }
};

// --------------------------------------------------------------------------------------------------------------- FCL

struct Fcl : Library {
  std::vector<std::unique_ptr<fcl::Convexd>> shapes;
  std::vector<fcl::Transform3d> a, b;
  const fcl::Convexd *A = nullptr, *B = nullptr;

  void add(const Shape& s) override {
    auto points = std::make_shared<std::vector<fcl::Vector3d>>();
    for (std::size_t i = 0; i < s.vertices.size(); i += 3)
      points->emplace_back(s.vertices[i], s.vertices[i + 1], s.vertices[i + 2]);
    auto faces = std::make_shared<std::vector<int>>();
    for (const std::vector<int>& f : s.faces) {
      faces->push_back(int(f.size()));
      faces->insert(faces->end(), f.begin(), f.end());
    }
    shapes.push_back(std::make_unique<fcl::Convexd>(points, int(s.faces.size()), faces));
  }
  static fcl::Transform3d native(const Pose& X) {
    fcl::Transform3d t = fcl::Transform3d::Identity();
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) t.linear()(r, c) = X.R[3 * r + c];
      t.translation()(r) = X.p[r];
    }
    return t;
  }
  void load(const Motion& m) override {
    a.clear(), b.clear();
    for (const Step& s : m.steps) a.push_back(native(s.a)), b.push_back(native(s.b));
    A = shapes[std::size_t(m.a)].get(), B = shapes[std::size_t(m.b)].get();
  }
};

// Its default solver, by libccd.
struct FclCcd : Fcl {
  fcl::detail::GJKSolver_libccdd solver;

  double gap(std::size_t i) override {
    double d = 0;
    fcl::Vector3d p, q;
    try {
      solver.shapeSignedDistance(*A, a[i], *B, b[i], &d, &p, &q);
    } catch (const std::exception&) {  // some poses it gives up
      return kNoAnswer;
    }
    return d;
  }
};

// Its own solver, which can start from the last direction.
struct FclOwn : Fcl {
  fcl::detail::GJKSolver_indepd solver;

  void forget() override { solver.enable_cached_guess = false; }
  double gap(std::size_t i) override {
    double d = 0;
    fcl::Vector3d p, q;
    try {
      if (solver.shapeDistance(*A, a[i], *B, b[i], &d, &p, &q) && d > 0) {
        solver.enable_cached_guess = true;
        return d;
      }
      std::vector<fcl::ContactPointd> points;
      if (!solver.shapeIntersect(*A, a[i], *B, b[i], &points) || points.empty()) return kNoAnswer;
      return -std::abs(points[0].penetration_depth);
    } catch (const std::exception&) {
      return kNoAnswer;
    }
  }
};

struct Row {
  const char* name;
  std::unique_ptr<Library> (*make)();
};
template <class L>
std::unique_ptr<Library> make() {
  return std::make_unique<L>();
}
constexpr Row kLibraries[] = {{"bullet", make<BulletDetector>},
                              {"bullet_solver", make<BulletSolver>},
                              {"fcl", make<FclCcd>},
                              {"fcl_own", make<FclOwn>}};

// --------------------------------------------------------------------------------------------------------- measuring

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

std::size_t count_wrong(Library& library, const Motion& m) {
  std::size_t wrong = 0;
  library.forget();
  for (std::size_t i = 0; i < m.steps.size(); ++i)
    wrong += !(std::abs(library.gap(i) - m.steps[i].gap) <= 1e-6 * m.size);
  return wrong;
}

double best_time(Library& library, const Motion& m) {
  double best = std::numeric_limits<double>::max();
  for (int pass = 0; pass < 3; ++pass) {
    library.forget();
    double kept = 0;
    const double start = cpu_seconds();
    for (std::size_t i = 0; i < m.steps.size(); ++i) kept += library.gap(i);
    const double seconds = cpu_seconds() - start;
    if (kept != 0 && seconds < best) best = seconds;
  }
  return best;
}

int run(const Row& row, const char* path) {
  Data data;
  if (!read(path, data)) {
    std::fprintf(stderr, "%s: no motions in it\n", path);
    return 2;
  }
  const std::unique_ptr<Library> library = row.make();
  for (const Shape& s : data.shapes) library->add(s);
  for (const Motion& m : data.motions) {
    library->load(m);
    const std::size_t wrong = count_wrong(*library, m);  // and warms up
    std::printf("%.9g %zu\n", best_time(*library, m), wrong);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--list") {
    for (const Row& row : kLibraries) std::printf("%s\n", row.name);
    return 0;
  }
  if (argc == 3)
    for (const Row& row : kLibraries)
      if (row.name == std::string(argv[2])) return run(row, argv[1]);
  std::fprintf(stderr, "scree_pair_peers --list, or scree_pair_peers MOTIONS NAME\n");
  return 2;
}
