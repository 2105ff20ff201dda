// Several contact points of a body pair as one contact (Höhner et al. 2011): what a sphere made of balls feels beside
// the sphere itself, what happens at rest, to energy, and where a pair touches in several places.
#include <omp.h>

#include <algorithm>

#include "physics/cluster_world.hpp"
#include "physics/measured.hpp"
#include "scree/narrow/points.hpp"
#include "scree/state/ledger.hpp"
#include "scree/store/checkpoint.hpp"
#include "support/temporary_folder.hpp"

namespace scree::test {
namespace {

// Table 1 of the paper.
constexpr double kRadius = 0.025, kDensity = 3900, kStiffness = 1.25e8, kSpeed = 3;
const double kMass = 4 * std::numbers::pi / 3 * kRadius * kRadius * kRadius * kDensity;
const double kContactTime = std::numbers::pi * std::sqrt(kMass / kStiffness);

constexpr Combination kAll[] = {Combination::kSum, Combination::kMean, Combination::kIncremental,
                                Combination::kContinuing, Combination::kDeepest};
const char* name_of(Combination how) {
  constexpr const char* names[] = {"sum", "mean", "incremental", "continuing", "deepest"};
  return names[int(how)];
}

// Too heavy to turn, or as the sphere.
MassProperties sphere_mass(bool turns) {
  MassProperties m = sphere_properties(kRadius);
  if (!turns)
    for (Vec3* row : {&m.inertia.row0, &m.inertia.row1, &m.inertia.row2}) *row = Real(1e15) * *row;
  return m;
}

struct Impact {
  std::vector<double> normal, tangential;  // N, on the wall, step by step
  double lost = 0;                         // contact_loss, relative to the energy at first
  double residual = 0;
  int points = 0;
};

// Flies at the floor, which its surface is one step of flight above. Without balls: the sphere itself.
Impact fly(const std::vector<Ball>& balls, const Quat& turn, Combination how, double dt, bool turns, double angle = 0,
           double mu = 0) {
  ClusterWorld w(linear_law(kStiffness, 0, Real(mu), Real(0.8)), kDensity, dt);
  w.model.settings.cluster_points = how;
  const bool is_cluster = !balls.empty();
  if (is_cluster) w.cluster(balls, sphere_mass(turns));
  w.floor().open();
  double lowest = -kRadius;
  if (is_cluster) {
    lowest = 0;
    for (const Ball& b : balls) lowest = std::min(lowest, double(rotate(turn, b.x).z - b.r));
  }
  const double v_n = kSpeed * std::cos(angle);
  const Vec3 v{Real(kSpeed * std::sin(angle)), 0, Real(-v_n)};
  const Vec3d x{0, 0, -lowest + 0.37 * v_n * dt};
  is_cluster ? w.block(1, kRadius, x, turn, v) : w.sphere(kRadius, x, v);
  w.begin();
  Impact out;
  const std::uint64_t steps = std::uint64_t(1.2 * kContactTime / std::cos(angle) / dt);
  for (std::uint64_t k = 0; k < steps; ++k) {
    w.run(1);
    out.normal.push_back(-w.s.walls[0].f.z);
    out.tangential.push_back(w.s.walls[0].f.x);
    out.points = std::max(out.points, int(count_touching(w.s)));
  }
  update_ledger(w.model, w.s);
  const double energy = kMass * kSpeed * kSpeed / 2;
  out.lost = w.s.ledger.contact_loss.value() / energy;
  out.residual = w.s.ledger.residual() / energy;
  return out;
}

// Integral of the difference over that of the reference; and the largest difference over the largest force.
double deviation(const std::vector<double>& f, const std::vector<double>& reference) {
  double apart = 0, all = 0;
  for (std::size_t k = 0; k < f.size(); ++k) apart += std::abs(f[k] - reference[k]), all += std::abs(reference[k]);
  return apart / all;
}
double largest_deviation(const std::vector<double>& f, const std::vector<double>& reference) {
  double apart = 0, most = 0;
  for (std::size_t k = 0; k < f.size(); ++k)
    apart = std::max(apart, std::abs(f[k] - reference[k])), most = std::max(most, reference[k]);
  return apart / most;
}

std::vector<Quat> some_turns() {
  return {{1, 0, 0, 0}, turn_about({1, 2, 3}, 0.7), turn_about({-2, 1, 0.5}, 2.1), turn_about({0.3, -1, 2}, 4.4)};
}

// The force is that of the perfect sphere whatever the number of balls; what is left falls with the step.
TEST(ClustersForce, WithoutRotationTheSphereOfBallsFeelsTheForceOfTheSphere) {
  for (const Combination how : {Combination::kIncremental, Combination::kContinuing, Combination::kDeepest}) {
    double mean[3] = {0, 0, 0};  // over balls, layouts and orientations
    for (int level = 0; level < 3; ++level) {
      const double dt = kContactTime / (250 << level);
      const Impact sphere = fly({}, {1, 0, 0, 0}, how, dt, false);
      for (const int n : {25, 50, 100, 150, 300})
        for (const double rho : {0.5, 0.8})
          for (const Quat& turn : some_turns()) {
            const Impact impact = fly(sphere_of_balls(n, rho, kRadius), turn, how, dt, false);
            const double d = largest_deviation(impact.normal, sphere.normal);
            mean[level] += d / 40;
            // The n-th point brings part of a step's way, of which an n-th counts, of an overlap of v t_c / pi.
            EXPECT_LT(d, std::numbers::pi * (1 + std::log(impact.points)) * dt / kContactTime)
                << name_of(how) << " n " << n << " rho " << rho << " points " << impact.points;
          }
    }
    testing::Test::RecordProperty(name_of(how), fmt::format("{:.3e} {:.3e} {:.3e}", mean[0], mean[1], mean[2]));
    SCOPED_TRACE(fmt::format("{}: {:.3e} {:.3e} {:.3e}", name_of(how), mean[0], mean[1], mean[2]));
    if (how != Combination::kIncremental) {
      EXPECT_LT(mean[0], 1e-12);  // no error of a step at all
      continue;
    }
    for (const int level : {1, 2}) {
      EXPECT_LT(mean[level], 0.65 * mean[level - 1]);
      EXPECT_GT(mean[level], 0.35 * mean[level - 1]);
    }
  }
}

TEST(ClustersForce, SumIsTooStiffAndMeanTooSoft) {
  const double dt = kContactTime / 1000;
  const std::vector<Ball> balls = sphere_of_balls(300, 0.8, kRadius);
  const Impact sphere = fly({}, {1, 0, 0, 0}, Combination::kSum, dt, false);
  const double peak = *std::max_element(sphere.normal.begin(), sphere.normal.end());
  expect_close("peak of the sphere", peak, kSpeed * std::sqrt(kStiffness * kMass), 1e-3);
  for (const Quat& turn : some_turns()) {
    const auto peak_of = [&](Combination how) {
      const Impact i = fly(balls, turn, how, dt, false);
      EXPECT_GT(i.points, 2);
      return *std::max_element(i.normal.begin(), i.normal.end()) / peak;
    };
    EXPECT_GT(peak_of(Combination::kSum), 1.3);
    EXPECT_LT(peak_of(Combination::kMean), 0.97);
  }
}

// Free to turn, at 45 degrees with friction.
TEST(ClustersForce, ObliqueImpactsStayNearTheSphere) {
  const double dt = kContactTime / 1000, angle = std::numbers::pi / 4, mu = 0.18;
  const Impact sphere = fly({}, {1, 0, 0, 0}, Combination::kSum, dt, true, angle, mu);
  for (const int n : {25, 100, 300}) {
    double normal[5] = {}, tangential[5] = {};
    for (const Quat& turn : some_turns())
      for (const Combination how : kAll) {
        const Impact i = fly(sphere_of_balls(n, 0.5, kRadius), turn, how, dt, true, angle, mu);
        normal[int(how)] += deviation(i.normal, sphere.normal) / 4;
        tangential[int(how)] += deviation(i.tangential, sphere.tangential) / 4;
      }
    for (const Combination how : kAll) {
      testing::Test::RecordProperty(
          fmt::format("n {} {}", n, name_of(how)),
          fmt::format("normal {:.4f} tangential {:.4f}", normal[int(how)], tangential[int(how)]));
    }
    for (const Combination how : {Combination::kIncremental, Combination::kContinuing}) {
      expect_below(fmt::format("normal n {} {}", n, name_of(how)), normal[int(how)], 0.06);
      expect_below(fmt::format("tangential n {} {}", n, name_of(how)), tangential[int(how)], 0.09);
    }
  }
}

// What combinations do to energy is in the books: contact_loss, negative where energy was made.
TEST(ClustersForce, TheLedgerKnowsWhatCombinationsDoToEnergy) {
  const double angle = std::numbers::pi / 4, mu = 0.18;
  for (const Combination how : kAll) {
    double residual[2] = {0, 0}, lost = 0, most = 0;
    for (const int level : {0, 1})
      for (const int n : {25, 100})
        for (const Quat& turn : some_turns()) {
          const Impact i =
              fly(sphere_of_balls(n, 0.5, kRadius), turn, how, kContactTime / (500 << level), true, angle, mu);
          residual[level] = std::max(residual[level], std::abs(i.residual));
          if (level == 1) lost += i.lost / 8, most = std::max(most, std::abs(i.lost));
        }
    testing::Test::RecordProperty(
        name_of(how), fmt::format("contact loss mean {:.2e} most {:.2e}, residual {:.2e} {:.2e}", lost, most,
                                  residual[0], residual[1]));
    SCOPED_TRACE(fmt::format("{}: lost {:.2e}, most {:.2e}, residual {:.2e} {:.2e}", name_of(how), lost, most,
                             residual[0], residual[1]));
    EXPECT_LT(residual[1], how == Combination::kMean ? 3e-3 : 5e-4);
    if (how == Combination::kContinuing || how == Combination::kIncremental) {
      EXPECT_LT(most, 0.01);
    }
  }
}

// Without friction and damping the deepest point alone has a potential.
TEST(ClustersForce, TheDeepestPointAloneLosesNothing) {
  const Impact i = fly(sphere_of_balls(100, 0.5, kRadius), some_turns()[1], Combination::kDeepest, kContactTime / 2000,
                       true, 0.5, 0);
  EXPECT_LT(std::abs(i.lost), 1e-4);
  EXPECT_LT(std::abs(i.residual), 1e-4);
}

// ------------------------------------------------------------------------------------------------------------ at rest

// A square of balls on the floor, and one on top of it in the hollows of the first.
ClusterWorld tower(Combination how) {
  const std::vector<Ball> square = square_of_balls(0.015, 0.02);
  ClusterWorld w(linear_block_law(1e6, 0.3, 0.5), 2650);
  w.gravity({0, 0, Real(-9.81)});
  w.model.settings.cluster_points = how;
  w.cluster(square);
  w.floor().open();
  const double r = radius_round(square),
               up = std::sqrt(0.04 * 0.04 - std::pow(0.015 * std::sqrt(2.0) - 0.015, 2) - 0.015 * 0.015);
  w.block(1, r, {0, 0, 0.02});
  w.block(1, r, {0, 0, 0.02 + up}, turn_about({0, 0, 1}, std::numbers::pi / 4));
  w.step_of(1);
  w.begin();
  return w;
}

TEST(ClustersForce, BodiesAtRestDoNotDrift) {
  for (const Combination how : {Combination::kIncremental, Combination::kContinuing}) {
    SCOPED_TRACE(name_of(how));
    ClusterWorld w = tower(how);
    w.run_for(0.5);
    const Vec3d lower = w.s.bodies.x[w.at(0)], upper = w.s.bodies.x[w.at(1)];
    w.run(30000);
    expect_below(fmt::format("lower {}", name_of(how)), norm(w.s.bodies.x[w.at(0)] - lower), 1e-12);
    expect_below(fmt::format("upper {}", name_of(how)), norm(w.s.bodies.x[w.at(1)] - upper), 1e-12);
    expect_close("weight on the floor", -w.s.walls[0].f.z, 9.81 * w.mass(), 1e-9);
  }
}

// --------------------------------------------------------------------------------------------------- several regions

// Force on the second body of a pair that is held where it is.
Vec3 force_on_second(const std::vector<Ball>& a, const std::vector<Ball>& b, const Vec3d& x, Combination how) {
  ClusterWorld w(linear_law(1e6), 2500, 1e-9);
  w.model.settings.cluster_points = how;
  w.cluster(a, sphere_properties(1)), w.cluster(b, sphere_properties(1));
  w.open();
  w.block(1, radius_round(a), {0, 0, 0}), w.block(2, radius_round(b), x);
  w.begin();
  return w.s.bodies.wrench[w.at(1)].f;
}

// Two dumb-bells side by side touch at both ends with the same normal: one region, as stiff as one contact.
TEST(ClustersForce, ParallelDumbbellsAreOneContact) {
  const std::vector<Ball> bell = {{{-0.1, 0, 0}, Real(0.03)}, {{0.1, 0, 0}, Real(0.03)}};
  const double overlap = 1e-4;
  const auto force = [&](Combination how) { return force_on_second(bell, bell, {0, 0, 0.06 - overlap}, how).z; };
  EXPECT_NEAR(force(Combination::kSum), 2e6 * overlap, 1e-6);
  for (const Combination how :
       {Combination::kMean, Combination::kIncremental, Combination::kContinuing, Combination::kDeepest})
    EXPECT_NEAR(force(how), 1e6 * overlap, 1e-6) << name_of(how);
}

// A ball between two jaws: normals are opposite, so there are two regions, and each is a contact.
TEST(ClustersForce, JawsAreTwoContacts) {
  const std::vector<Ball> jaws = {{{0, 0, -0.05}, Real(0.03)}, {{0, 0, 0.05}, Real(0.03)}};
  const std::vector<Ball> ball = {{{0, 0, 0}, Real(0.02) + Real(1e-4)}};
  for (const Combination how : kAll) {
    EXPECT_NEAR(force_on_second(jaws, ball, {0, 0, 0}, how).z, 0, 1e-6) << name_of(how);
    EXPECT_NEAR(force_on_second(jaws, ball, {0, 0, 5e-5}, how).z, -1e6 * 1e-4, 1e-6) << name_of(how);
  }
}

// ---------------------------------------------------------------------------------------------- polyhedra with points

// A cube falls flat on the floor: four corners, or one contact.
TEST(ClustersForce, PolyhedraWithPointsCombineThemToo) {
  const auto peak_of = [](Combination how) {
    ClusterWorld w(linear_law(1e6), 2500, 2e-6);
    w.model.settings.polyhedron_contact = ContactModel::kPoints;
    w.model.settings.polyhedron_points = how;
    const std::uint32_t type = w.shape(cube());
    w.floor().open();
    w.block(type, 0.04 * kRoot3 / 2, {0, 0, 0.0201}, {1, 0, 0, 0}, {0, 0, -1});
    w.begin();
    double peak = 0;
    for (int k = 0; k < 800; ++k) w.run(1), peak = std::max(peak, double(-w.s.walls[0].f.z));
    EXPECT_LT(std::abs(w.s.ledger.relative_residual()), 1e-3);
    return peak / std::sqrt(1e6 * w.mass());
  };
  EXPECT_NEAR(peak_of(Combination::kSum), 2, 1e-3);
  for (const Combination how : {Combination::kMean, Combination::kIncremental, Combination::kContinuing})
    EXPECT_NEAR(peak_of(how), 1, 1e-3) << name_of(how);
}

// ------------------------------------------------------------------------------------------------ threads and restart

ClusterWorld heap(Combination how) {
  const std::vector<Ball> bent = {
      {{-0.02, 0, 0}, Real(0.012)}, {{0, 0.004, 0}, Real(0.013)}, {{0.02, 0, 0.003}, Real(0.011)}};
  ClusterWorld w(linear_block_law(2e5, 0.4, 0.4), 2500, 4e-5);
  w.gravity({0, 0, Real(-9.81)});
  w.model.settings.cluster_points = how;
  const std::uint32_t type = w.cluster(bent);
  w.floor();
  w.frustum({0, 0, -0.01}, {0, 0, Real(0.8)}, 0.09, 0.09);
  w.open();
  const double r = radius_round(bent, mass_of_union(bent).centroid);
  for (int k = 0; k < 28; ++k)
    w.block(type, r, {0.04 * (k % 2 ? 1 : -1), 0.04 * (k / 2 % 2 ? 1 : -1), 0.04 + 0.066 * (k / 4)},
            turn_about({Real(1 + k % 3), Real(k % 5), 1}, k), {0, 0, -2});
  for (int k = 0; k < 4; ++k) w.sphere(0.012, {0.07 * std::cos(1.5 * k), 0.07 * std::sin(1.5 * k), 0.52}, {0, 0, -2});
  w.begin();
  return w;
}

struct Threads {
  int before = omp_get_max_threads();
  explicit Threads(int n) { omp_set_num_threads(n); }
  Threads(const Threads&) = delete;
  ~Threads() { omp_set_num_threads(before); }
};

TEST(ClustersForce, AnyNumberOfThreadsGivesTheSameBits) {
  std::uint64_t hash[3];
  int at = 0;
  for (const int n : {1, 2, 3}) {
    const Threads threads(n);
    ClusterWorld w = heap(Combination::kContinuing);
    w.run(7000);
    hash[at++] = state_hash(w.s);
    EXPECT_GT(count_touching(w.s), 20u);
  }
  EXPECT_EQ(hash[0], hash[1]);
  EXPECT_EQ(hash[0], hash[2]);
}

TEST(ClustersForce, ARunGoesOnFromACheckpointToTheBit) {
  const Threads threads(1);
  const TemporaryFolder folder;
  const std::string path = folder / "checkpoint.h5";
  for (const Combination how : kAll) {
    SCOPED_TRACE(name_of(how));
    ClusterWorld w = heap(how);
    w.run(6003);
    EXPECT_GT(count_touching(w.s), 10u);
    output::write_checkpoint(path, w.model, w.s);
    State again = output::read_checkpoint(path, w.model);
    w.run(700);
    for (int k = 0; k < 700; ++k) step(w.model, again);
    EXPECT_EQ(state_hash(w.s), state_hash(again));
  }
}

TEST(ClustersForce, AHeapKeepsItsBooks) {
  const Threads threads(1);
  for (const Combination how : kAll) {
    ClusterWorld w = heap(how);
    w.run(12000);
    update_ledger(w.model, w.s);
    testing::Test::RecordProperty(
        name_of(how), fmt::format("residual {:.2e}, contact loss {:.3e} of {:.3e} J", w.s.ledger.relative_residual(),
                                  w.s.ledger.contact_loss.value(), w.s.ledger.largest));
    EXPECT_LT(std::abs(w.s.ledger.relative_residual()), how == Combination::kMean ? 1e-2 : 3e-3) << name_of(how);
  }
}

}  // namespace
}  // namespace scree::test
