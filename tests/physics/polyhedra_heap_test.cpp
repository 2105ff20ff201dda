// Heaps of mixed polyhedra: the energy ledger, equal bits for any number of threads and after a restart, and the same
// motion in micrometres and kilometres.
#include <omp.h>

#include "physics/measured.hpp"
#include "physics/poly_heap.hpp"
#include "scree/state/ledger.hpp"
#include "scree/store/checkpoint.hpp"
#include "support/temporary_folder.hpp"

namespace scree::test {
namespace {

constexpr double kG = 9.81, kDensity = 2650;

// 30 polyhedra fall into a box, until most of the energy is gone, at 5 us: a fifth of the stable step.
TEST(PolyhedraHeap, TheLedgerOfADropBalances) {
  for (const bool hertz : {false, true}) {
    PolyWorld w(hertz ? hertz_block_law(1e7, 0.3, 0.5) : linear_block_law(130e3, 0.3, 0.5), Real(kDensity), 5e-6);
    w.gravity({0, 0, Real(-kG)});
    add_heap(w, {.n_x = 3, .n_y = 2, .n_z = 5});
    for (Vec3& v : w.s.bodies.v) v.z -= 1;
    w.begin();
    double worst = 0;
    for (int k = 0; k < 20; ++k) {
      w.run_for(0.01);
      update_ledger(w.model, w.s);
      worst = std::max(worst, std::abs(w.s.ledger.residual()));
    }
    EXPECT_LT(w.kinetic(), 0.05 * w.s.ledger.lost());
    expect_below(hertz ? "hertz" : "linear", worst / w.s.ledger.lost(), 0.01);
  }
}

// 60 polyhedra and balls rain on a plate and a cylinder.
PolyWorld busy_box(ContactModel contact) {
  PolyWorld w(linear_block_law(130e3, 0.3, 0.5), Real(kDensity), 2e-5);
  w.model.settings.polyhedron_contact = contact;
  w.model.settings.reorder_every = 2;
  w.gravity({0, 0, Real(-kG)});
  w.plate({0.05, 0.06, 0.03}, {Real(0.3), 0, 1}, 0.06, 0.08);
  w.frustum({0, 0.03, 0.02}, {Real(0.12), 0, 0}, 0.015, 0.015);
  add_heap(w, {.n_x = 4, .n_y = 3, .n_z = 5, .balls = true});
  for (Vec3& v : w.s.bodies.v) v.z -= 1;
  w.begin();
  return w;
}
constexpr std::uint64_t kSteps = 2000;

class PolyhedraBits : public testing::Test {
 protected:
  void TearDown() override { omp_set_num_threads(before_); }

 private:
  int before_ = omp_get_max_threads();
};

TEST_F(PolyhedraBits, AnyNumberOfThreadsGivesTheSameBits) {
  for (const ContactModel contact : {ContactModel::kArea, ContactModel::kPoints}) {
    std::uint64_t expected = 0;
    for (const int n : {1, 2, 3, 7}) {
      omp_set_num_threads(n);
      PolyWorld w = busy_box(contact);
      w.run(kSteps);
      update_ledger(w.model, w.s);
      EXPECT_GT(w.s.ledger.lost(), 0.1 * w.s.ledger.initial);  // else nothing was tested
      EXPECT_GT(w.s.counters.pair_lists, 3u);
      if (n == 1) expected = state_hash(w.s);
      EXPECT_EQ(state_hash(w.s), expected) << n << " threads";
    }
  }
}

// All contacts are new at once, and more groups of bodies wait for room than may at a time (force/contacts.cpp).
TEST_F(PolyhedraBits, SoDoManyThatBeginToTouchTogether) {
  constexpr int kSide = 17;
  constexpr double kEdge = 0.01, kPitch = 0.999 * kEdge;
  std::uint64_t expected = 0;
  for (const int n : {1, 3}) {
    omp_set_num_threads(n);
    PolyWorld w(linear_block_law(1e4, Real(0.5)));
    const std::uint32_t type = w.shape(cube());
    w.open();
    for (int k = 0; k < kSide * kSide * kSide; ++k) {
      const Vec3d at = kPitch * Vec3d{double(k % kSide), double(k / kSide % kSide), double(k / kSide / kSide)};
      w.block(type, kEdge / 2 * std::sqrt(3.0), at, Quat{}, Vec3{Real(0.01 * (k % 7)), 0, Real(0.01 * (k % 5))});
    }
    w.begin();
    w.run(3);
    EXPECT_GE(count_contacts(w.s.contacts), std::size_t(3 * kSide * kSide * (kSide - 1)));
    if (n == 1) expected = state_hash(w.s);
    EXPECT_EQ(state_hash(w.s), expected) << n << " threads";
  }
}

TEST_F(PolyhedraBits, ARestartGoesOnToTheBit) {
  const TemporaryFolder folder;
  const std::string path = folder / "polyhedra.h5";
  for (const ContactModel contact : {ContactModel::kArea, ContactModel::kPoints}) {
    PolyWorld whole = busy_box(contact), first = busy_box(contact);
    whole.run(kSteps);
    const auto clear_pairs = [&] {
      return std::ranges::count_if(first.s.links.cache, [](const LinkMemo& memo) { return memo.clear > 0; });
    };
    std::uint64_t steps = kSteps / 4;
    first.run(steps);
    for (; clear_pairs() == 0 && steps < kSteps - 1; ++steps) first.run(1);
    ASSERT_GT(clear_pairs(), 0);  // else nothing would be tested
    output::write_checkpoint(path, first.model, first.s);
    const std::vector<LinkMemo> before = first.s.links.cache;
    first.s = output::read_checkpoint(path, first.model);
    ASSERT_EQ(first.s.links.cache.size(), before.size());
    for (std::size_t k = 0; k < before.size(); ++k) EXPECT_EQ(first.s.links.cache[k].clear, before[k].clear);
    first.run(kSteps - steps);
    EXPECT_EQ(state_hash(first.s), state_hash(whole.s));
    EXPECT_EQ(first.s.ledger.residual(), whole.s.ledger.residual());
  }
}

// As in the step in which a joint breaks: what pairs remember outlives their list.
TEST_F(PolyhedraBits, SoDoesOneWhereTheListMustBeMadeAnew) {
  const TemporaryFolder folder;
  const std::string path = folder / "polyhedra.h5";
  PolyWorld whole = busy_box(ContactModel::kArea);
  whole.run(kSteps / 2);
  whole.s.list_valid = false;
  output::write_checkpoint(path, whole.model, whole.s);
  State again = output::read_checkpoint(path, whole.model);
  PolyWorld second = whole;
  second.s = again;
  whole.run(kSteps / 2), second.run(kSteps / 2);
  EXPECT_EQ(state_hash(second.s), state_hash(whole.s));
  EXPECT_EQ(second.s.link_counters.rung[int(Rung::kCold)], whole.s.link_counters.rung[int(Rung::kCold)]);
  EXPECT_EQ(second.s.link_counters.plane_evaluations, whole.s.link_counters.plane_evaluations);
}

// Lengths times L at the same density and gravity: times and speeds go with sqrt(L), masses with L^3, so the stiffness
// of a linear contact goes with L^2 and E of a Hertz contact with L. A power of 4 changes no digit of any of them, so
// what scales does so to the bit, but for powers like xi^0.2; and an absolute tolerance anywhere would show.
constexpr double kMicro = 1.0 / (1 << 20), kKilo = 1 << 10;

PolyWorld scaled_heap(double L, bool hertz, ContactModel contact) {
  const double root = std::sqrt(L);
  PolyWorld w(hertz ? hertz_block_law(1e7 * L, 0.3, 0.5) : linear_block_law(130e3 * L * L, 0.3, 0.5), Real(kDensity),
              2e-5 * root);
  w.model.settings.polyhedron_contact = contact;
  w.gravity({0, 0, Real(-kG)});
  w.plate({0.05 * L, 0.05 * L, 0.02 * L}, {Real(0.3), 0, 1}, 0.06 * L, 0.08 * L);
  w.frustum({0.02 * L, 0.03 * L, 0}, {0, 0, Real(0.02 * L)}, 0.01 * L, 0.02 * L);
  add_heap(w, {.r = 0.015 * L, .speed = 0.3 * root, .balls = true});
  for (Vec3& v : w.s.bodies.v) v.z -= Real(root);
  w.begin();
  return w;
}

// Largest difference of positions, relative to the radius, and of velocities, in m/s at L = 1.
double difference(const PolyWorld& metre, const PolyWorld& other, double L) {
  double worst = 0;
  for (std::uint64_t id = 0; id < metre.s.bodies.size(); ++id) {
    const std::size_t i = metre.at(id), j = other.at(id);
    worst = std::max(worst, norm(metre.s.bodies.x[i] - other.s.bodies.x[j] / L) / 0.015);
    worst = std::max(worst, double(norm(metre.s.bodies.v[i] - other.s.bodies.v[j] / Real(std::sqrt(L)))));
  }
  return worst;
}

void expect_same_motion(double L, bool hertz, ContactModel contact, std::uint64_t steps, double tolerance) {
  PolyWorld metre = scaled_heap(1, hertz, contact), other = scaled_heap(L, hertz, contact);
  metre.run(steps), other.run(steps);
  update_ledger(metre.model, metre.s);
  EXPECT_GT(metre.s.ledger.lost(), 0.1 * metre.s.ledger.initial);  // else nothing was tested
  expect_below(
      fmt::format("{}_{}_{:.0e}", hertz ? "hertz" : "linear", contact == ContactModel::kArea ? "area" : "points", L),
      difference(metre, other, L), tolerance);
}

TEST(PolyhedraScale, MicrometresAndKilometresMoveAsMetresDo) {
  for (const double L : {kMicro, kKilo})
    for (const ContactModel contact : {ContactModel::kArea, ContactModel::kPoints}) {
      expect_same_motion(L, false, contact, 3000, 1e-300);
      expect_same_motion(L, true, contact, 1000, 1e-6);
    }
}

}  // namespace
}  // namespace scree::test
