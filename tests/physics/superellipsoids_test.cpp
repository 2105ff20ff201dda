// Superellipsoids in motion: they are what spheres are where they are spheres, lose no energy of their own, and come to
// rest.
#include <omp.h>

#include <set>

#include "physics/poly_world.hpp"
#include "scree/state/ledger.hpp"
#include "scree/store/checkpoint.hpp"
#include "support/temporary_folder.hpp"

namespace scree::test {
namespace {

constexpr double kG = 9.81;

// A heap of n x n x layers bodies over a floor within four walls, a little apart, turned and thrown at random.
struct Heap {
  int n = 3, layers = 3;
  double r = 0.01;
  unsigned seed = 7;
};
template <class AddBody>
void pour(PolyWorld& w, const Heap& heap, AddBody&& add) {
  std::mt19937 random(heap.seed);
  std::uniform_real_distribution<double> u(-1, 1);
  const double d = 2.1 * heap.r, half = d * heap.n / 2;
  w.floor();
  w.floor({-half, 0, 0}, {1, 0, 0}, "west").floor({half, 0, 0}, {-1, 0, 0}, "east");
  w.floor({0, -half, 0}, {0, 1, 0}, "south").floor({0, half, 0}, {0, -1, 0}, "north");
  w.gravity({0, 0, Real(-kG)});
  w.open();
  for (int k = 0; k < heap.layers; ++k)
    for (int i = 0; i < heap.n; ++i)
      for (int j = 0; j < heap.n; ++j) {
        const Vec3d x{d * (i + 0.5) - half, d * (j + 0.5) - half, d * (k + 0.6)};
        const Vec3 v{Real(0.2 * u(random)), Real(0.2 * u(random)), Real(0.2 * u(random))};
        const Quat q = turn_about({Real(u(random)), Real(u(random)), Real(u(random))}, 3 * u(random));
        add(x, q, v);
      }
}

LawParams with_rolling(LawParams law) {
  law.rolling = RollingLaw::kSpring, law.mu_rolling = Real(0.05);
  return law;
}

// The same heap of balls, once as spheres and once as superellipsoids.
struct Twins {
  PolyWorld spheres, smooth;
  explicit Twins(const LawParams& law) : spheres(law), smooth(law) {
    const Heap heap;
    const std::uint32_t type = smooth.shape(make_superellipsoid({1, 1, 1}, 1, 1));
    pour(spheres, heap, [&](const Vec3d& x, const Quat&, const Vec3& v) { spheres.sphere(heap.r, x, v); });
    pour(smooth, heap, [&](const Vec3d& x, const Quat& q, const Vec3& v) { smooth.block(type, heap.r, x, q, v); });
    spheres.step_of(1);
    smooth.model.settings.dt = spheres.model.settings.dt;
    spheres.begin();
    smooth.begin();
  }
  // The largest difference of forces, relative to the largest force, and of places, in radii.
  std::pair<double, double> difference() const {
    double f = 0, largest = 0, x = 0;
    for (std::uint64_t id = 0; id < spheres.s.bodies.size(); ++id) {
      const std::size_t i = spheres.at(id), j = smooth.at(id);
      f = std::max(f, norm(spheres.s.bodies.wrench[i].f - smooth.s.bodies.wrench[j].f));
      largest = std::max(largest, norm(spheres.s.bodies.wrench[i].f));
      x = std::max(x, norm(spheres.s.bodies.x[i] - smooth.s.bodies.x[j]));
    }
    return {f / largest, x / Heap{}.r};
  }
};

class SphereTwins : public ::testing::TestWithParam<LawParams> {};

TEST_P(SphereTwins, round_superellipsoids_move_as_spheres_do) {
  Twins twins(GetParam());
  EXPECT_NEAR(twins.smooth.mass() / twins.spheres.mass(), 1, 1e-14);
  // As soon as there are contacts the forces agree to rounding; then rounding grows with every collision.
  std::uint64_t steps = 0;
  while (count_touching(twins.spheres.s) == 0 && steps < 100000) twins.spheres.run(1), twins.smooth.run(1), ++steps;
  twins.spheres.run(5), twins.smooth.run(5);
  const auto [f, x] = twins.difference();
  EXPECT_LT(f, 1e-12);
  EXPECT_LT(x, 1e-14);
  twins.spheres.run(2000), twins.smooth.run(2000);
  const auto [f_late, x_late] = twins.difference();
  EXPECT_LT(x_late, 1e-9);
  EXPECT_EQ(count_contacts(twins.spheres.s.contacts), count_contacts(twins.smooth.s.contacts));
  EXPECT_EQ(twins.smooth.s.normal_counters.failed, 0u);
}
INSTANTIATE_TEST_SUITE_P(laws, SphereTwins,
                         ::testing::Values(linear_block_law(2e4, 0.7, 0.4), hertz_block_law(5e6, 0.7, 0.4),
                                           with_rolling(hertz_block_law(5e6, 0.7, 0.4))));

// Four kinds with different flatness and squareness.
std::vector<Superellipsoid> four_shapes() {
  return {make_superellipsoid({1, 1, 2}, 1, 1), make_superellipsoid({1, 1.5, 2}, 0.6, 0.8),
          make_superellipsoid({2, 2, 1}, 1.3, 1.2), make_superellipsoid({1, 1.2, 2}, 0.4, 1.4)};
}
void pour_mixed(PolyWorld& w, const Heap& heap) {
  std::vector<std::uint32_t> types;
  for (const Superellipsoid& s : four_shapes()) types.push_back(w.shape(s));
  std::size_t k = 0;
  pour(w, heap,
       [&](const Vec3d& x, const Quat& q, const Vec3& v) { w.block(types[k++ % types.size()], heap.r, x, q, v); });
}

TEST(Superellipsoids, pairs_that_are_clear_are_not_looked_at_and_none_is_missed) {
  const LawParams law = linear_block_law(2e4, 0.7, 0.4);
  PolyWorld kept(law), anew(law);
  std::size_t touched[2] = {0, 0};
  for (PolyWorld* w : {&kept, &anew}) {
    w->model.settings.skin = Real(0.8 * Heap{}.r);
    w->model.settings.list_every_step = w == &anew;
    pour_mixed(*w, {});
    w->step_of(1);
    w->begin();
    for (int k = 0; k < 40; ++k) w->run(100), touched[w == &anew] += count_touching(w->s);
  }
  EXPECT_GT(touched[0], 60u);
  EXPECT_EQ(touched[0], touched[1]);
  for (std::uint64_t id = 0; id < kept.s.bodies.size(); ++id)
    EXPECT_LT(norm(kept.s.bodies.x[kept.at(id)] - anew.s.bodies.x[anew.at(id)]), 1e-7 * Heap{}.r);
  EXPECT_LT(kept.s.counters.pair_lists, 400u);
  EXPECT_LT(kept.s.normal_counters.evaluations, kept.s.normal_counters.solves);  // a look is one at least
}

// No dashpot, no friction: the gap is a function of where the bodies are and the force its slope, so that only the
// integration errs, with the square of the step. Heaps are chaotic: a mean over several.
double mean_residual(double part_of_advised) {
  constexpr unsigned kHeaps = 6;
  double sum = 0;
  for (unsigned seed = 1; seed <= kHeaps; ++seed) {
    PolyWorld w(linear_block_law(2e4, 1));
    pour_mixed(w, {3, 3, 0.01, seed});
    w.step_of(part_of_advised);
    w.begin();
    w.run_for(0.3);
    update_ledger(w.model, w.s);
    EXPECT_GT(w.s.ledger.kinetic_rotation, 0.05 * w.s.ledger.kinetic_translation);
    sum += std::abs(w.s.ledger.relative_residual());
  }
  return sum / kHeaps;
}

TEST(Superellipsoids, elastic_collisions_keep_energy) {
  const double coarse = mean_residual(0.5), fine = mean_residual(0.125);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_LT(fine, 0.25 * coarse);
}

// Friction, dashpots, rolling springs: what is lost is booked, with Hertz's law by the curvatures of each place, too.
TEST(Superellipsoids, ledger_is_balanced) {
  for (const NormalLaw normal : {NormalLaw::kLinear, NormalLaw::kHertz, NormalLaw::kDmt, NormalLaw::kJkr}) {
    LawParams law = normal == NormalLaw::kLinear ? linear_block_law(2e4, 0.6, 0.5) : hertz_block_law(5e6, 0.6, 0.5);
    law.normal = normal;
    if (normal == NormalLaw::kDmt || normal == NormalLaw::kJkr) law.adhesion = Real(0.05);
    SCOPED_TRACE(int(normal));
    PolyWorld w(law);
    pour_mixed(w, {});
    w.step_of(0.5);
    w.begin();
    w.run_for(0.5);
    update_ledger(w.model, w.s);
    const Ledger& l = w.s.ledger;
    EXPECT_LT(std::abs(l.residual()), 0.005 * l.lost());
    EXPECT_LT(std::abs(l.contact_loss.value()), 0.05 * l.lost());
  }
}

// Both methods give the same contacts: one for each pair that touches, and forces that agree until chaos sets in.
TEST(Superellipsoids, the_published_method_runs_too) {
  std::vector<Vec3d> places[2];
  for (const NormalMethod method : {NormalMethod::kSupportGap, NormalMethod::kCommonNormal}) {
    PolyWorld w(linear_block_law(2e4, 0.6, 0.5));
    w.model.settings.superellipsoid_superellipsoid = method;
    pour_mixed(w, {});
    w.step_of(1);
    w.begin();
    w.run_for(0.12);
    EXPECT_GT(count_touching(w.s), 5u);
    EXPECT_EQ(w.s.normal_counters.failed, 0u);
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for_each_contact(w.s,
                     [&](std::size_t, std::uint32_t a, std::uint32_t b) { EXPECT_TRUE(pairs.emplace(a, b).second); });
    for (std::uint64_t id = 0; id < w.s.bodies.size(); ++id) places[int(method)].push_back(w.s.bodies.x[w.at(id)]);
  }
  for (std::size_t i = 0; i < places[0].size(); ++i) EXPECT_LT(norm(places[0][i] - places[1][i]), 1e-6 * Heap{}.r);
}

TEST(Superellipsoids, two_bodies_keep_their_momenta) {
  PolyWorld w(hertz_block_law(5e6, 0.8, 0.5));
  const std::uint32_t a = w.shape(make_superellipsoid({1, 1.4, 2}, 0.7, 1.2)),
                      b = w.shape(make_superellipsoid({2, 1, 1}, 1, 0.5));
  w.open();
  w.block(a, 0.01, {0, 0, 0}, turn_about({1, 2, 3}, 1), {0, 0, 0}, {20, -10, 30});
  w.block(b, 0.012, {0.025, 0.003, 0.002}, turn_about({3, -1, 2}, 2), {-1, 0, 0}, {0, 40, 5});
  w.step_of(0.2);
  w.begin();
  const auto momenta = [&] {
    Vec3d p{0, 0, 0}, spin{0, 0, 0};
    const Bodies& bodies = w.s.bodies;
    for (std::size_t i = 0; i < 2; ++i) {
      const Mat3 R = to_matrix(bodies.q[i]);
      const Vec3 l = R * componentwise(inertias_of(w.model, bodies, i), transpose(R) * bodies.omega[i]);
      p += Vec3d(bodies.mass[i] * bodies.v[i]);
      spin += Vec3d(l) + cross(bodies.x[i], Vec3d(bodies.mass[i] * bodies.v[i]));
    }
    return std::pair{p, spin};
  };
  const auto [p0, l0] = momenta();
  std::size_t touched = 0;
  for (int k = 0; k < 4000; ++k) w.run(1), touched += count_touching(w.s);
  const auto [p1, l1] = momenta();
  EXPECT_GT(touched, 10u);
  EXPECT_EQ(count_touching(w.s), 0u);
  EXPECT_LT(norm(p1 - p0), 1e-14 * norm(p0) * 10);
  EXPECT_LT(norm(l1 - l0), 1e-7 * norm(l0));  // forces at the two ends of a step have different arms
}

TEST(Superellipsoids, heap_comes_to_rest) {
  PolyWorld w(with_rolling(linear_block_law(2e4, 0.3, 0.6)));
  pour_mixed(w, {3, 3, 0.01, 3});
  w.step_of(2);
  w.begin();
  w.run_for(0.9);
  EXPECT_LT(w.kinetic() / w.mass(), 1e-9);
  EXPECT_EQ(w.s.normal_counters.failed, 0u);
  // The walls carry all of it, and nothing pushes it aside.
  Vec3 on_walls{0, 0, 0};
  for (const WallState& wall : w.s.walls) on_walls += wall.f;
  EXPECT_LT(norm(on_walls - Vec3{0, 0, Real(-kG * w.mass())}), 1e-3 * kG * w.mass());
}

// An ellipsoid on its side under its own weight: Hertz's overlap by the two radii of curvature (Johnson 1985).
TEST(Superellipsoids, ellipsoid_sinks_in_as_hertz_says) {
  const double e_star = 1e6, r = 0.01;
  LawParams law = hertz_block_law(e_star, 0.2);
  PolyWorld w(law);
  const std::uint32_t type = w.shape(make_superellipsoid({1, 2, 1.5}, 1, 1));
  w.floor();
  w.gravity({0, 0, Real(-kG)});
  w.open();
  const double c = r * 1.5 / 2, a = r / 2, b = r;  // semi-axes: z up
  w.block(type, r, {0, 0, c});
  w.step_of(0.5);
  w.begin();
  w.run_for(0.4);
  // Radii of curvature at the bottom: a^2/c and b^2/c. Elliptic integrals by their series through the mean of Gauss.
  const double r1 = b * b / c, r2 = a * a / c, weight = kG * w.mass();
  double lo = 1e-6, hi = 1;                  // of the ratio of the axes of the contact
  const auto integrals = [](double ratio) {  // K and E of e^2 = 1 - ratio^2
    double x = 1, y = ratio, sum = (1 - ratio * ratio) / 2, power = 1;
    while (std::abs(x - y) > 1e-15) {
      const double z = (x - y) / 2;
      sum += power * z * z, power *= 2;
      const double mean = (x + y) / 2;
      y = std::sqrt(x * y), x = mean;
    }
    const double k = 1.5707963267948966 / x;
    return std::pair{k, k * (1 - sum)};
  };
  for (int k = 0; k < 200; ++k) {  // R'/R'' = ((a/b)^2 E - K) / (K - E)
    const double ratio = (lo + hi) / 2;
    const auto [K, E] = integrals(ratio);
    ((E / (ratio * ratio) - K) / (K - E) > r1 / r2 ? lo : hi) = ratio;
  }
  const auto [K, E] = integrals(lo);
  const double r_e = std::sqrt(r1 * r2), e2 = 1 - lo * lo;
  const double f1 =
      std::cbrt(4 / (3.141592653589793 * e2) * std::sqrt(lo) * lo * std::sqrt((E / (lo * lo) - K) * (K - E)));
  const double f2 = 2 / 3.141592653589793 * std::sqrt(lo) / f1 * K;
  const double overlap = std::cbrt(9 * weight * weight / (16 * e_star * e_star * r_e)) * f2;
  EXPECT_NEAR((c - w.s.bodies.x[0].z) / overlap, 1, 0.005);
}

TEST(Superellipsoids, threads_do_not_matter) {
  const int before = omp_get_max_threads();
  std::uint64_t hash[2];
  for (const int threads : {1, 3}) {
    omp_set_num_threads(threads);
    PolyWorld w(with_rolling(hertz_block_law(5e6, 0.5, 0.5)));
    pour_mixed(w, {5, 4, 0.01, 3});
    w.step_of(1);
    w.begin();
    w.run_for(0.12);
    EXPECT_GT(count_touching(w.s), 20u);
    hash[threads / 2] = state_hash(w.s);
  }
  omp_set_num_threads(before);
  EXPECT_EQ(hash[0], hash[1]);
}

TEST(Superellipsoids, restart_goes_on_bit_for_bit) {
  PolyWorld w(with_rolling(hertz_block_law(5e6, 0.5, 0.5)));
  pour_mixed(w, {});
  w.step_of(1);
  w.begin();
  w.run_for(0.12);
  EXPECT_GT(count_touching(w.s), 5u);
  const TemporaryFolder folder;
  const std::string file = folder / "restart.h5";
  output::write_checkpoint(file, w.model, w.s);
  State again = output::read_checkpoint(file, w.model);
  w.run(500);
  for (int k = 0; k < 500; ++k) step(w.model, again);
  EXPECT_EQ(state_hash(w.s), state_hash(again));
  EXPECT_EQ(w.s.normal_counters.solves, again.normal_counters.solves);
}

}  // namespace
}  // namespace scree::test
