#include "scree/boundary/inlet.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "setup/insert_fixture.hpp"

namespace scree {
namespace {

// 250 bodies/s into a box of 1 m, in steps of 1 ms.
Model one_stream() {
  Model model = two_sphere_types();
  Stream stream;
  stream.name = "inlet";
  stream.types = {0, 1};
  stream.shares = {Real(0.5), Real(0.5)};
  stream.sizes = {uniform_size(Real(0.02), Real(0.04)), uniform_size(Real(0.01), Real(0.02))};
  stream.rate = 250;
  stream.lo = {0, 0, 0};
  stream.hi = {1, 1, 1};
  stream.velocity = {0, 0, -1};
  stream.velocity_spread = {Real(0.1), 0, 0};
  model.streams = {stream};
  return model;
}

// Bodies fly on freely, out of the way of the next.
std::size_t run(const Model& model, State& s, int steps) {
  std::size_t added = 0;
  for (int k = 0; k < steps; ++k) {
    added += run_streams(model, s);
    for (std::size_t i = 0; i < s.bodies.size(); ++i) s.bodies.x[i] += model.settings.dt * Vec3d(s.bodies.v[i]);
    ++s.counters.step;
  }
  return added;
}

TEST(Stream, KeepsItsRateOverManySteps) {
  const Model model = one_stream();
  State s = initial_state(model);
  EXPECT_EQ(run(model, s, 4), 1u);  // a quarter of a body a step
  EXPECT_EQ(run(model, s, 1996), 499u);
  EXPECT_EQ(s.bodies.size(), 500u);
  EXPECT_EQ(s.streams[0].inserted, 500u);
  EXPECT_NEAR(s.streams[0].mass, total_mass(s.bodies), 1e-6 * s.streams[0].mass);
  for (const Vec3& v : s.bodies.v) EXPECT_LE(std::abs(double(v.x)), 0.1 + 1e-6);
  EXPECT_NEAR(double(std::count(s.bodies.type.begin(), s.bodies.type.end(), 0u)), 250, 40);
}

TEST(Stream, NothingOverlapsAndCentresLieInTheBox) {
  Model model = one_stream();
  model.streams[0].rate = 1e5;
  State s = initial_state(model);
  EXPECT_EQ(run_streams(model, s), 100u);
  EXPECT_EQ(run_streams(model, s), 100u);
  EXPECT_GE(smallest_gap(s.bodies), 0);
  for (const Vec3d& x : s.bodies.x)
    for (int k = 0; k < 3; ++k) EXPECT_TRUE(x[k] >= 0 && x[k] <= 1);
}

TEST(Stream, PaysByMassWithTheRealMassOfEachBody) {
  Model model = one_stream();
  model.streams[0].by_mass = true;
  model.streams[0].rate = 50;  // kg/s
  State s = initial_state(model);
  run(model, s, 2000);
  const double largest = 7800 * 4 * std::numbers::pi / 3 * std::pow(0.04, 3);
  EXPECT_NEAR(total_mass(s.bodies), 100, largest);
  EXPECT_NEAR(s.streams[0].mass + s.streams[0].owed, 100, 1e-6);
  EXPECT_GT(s.bodies.size(), 50u);
}

TEST(Stream, WhatFindsNoRoomStaysOwedAndKeepsItsSize) {
  Model model = one_stream();
  State open = initial_state(model);
  run(model, open, 2000);

  State blocked = initial_state(model);
  add_body(model, blocked, 0, 2, {0.5, 0.5, 0.5}, {0, 0, 0});  // covers the inlet
  EXPECT_EQ(run(model, blocked, 100), 0u);
  EXPECT_NEAR(blocked.streams[0].owed, 25, 1e-9);
  EXPECT_GT(blocked.streams[0].draws, 0u);
  blocked.bodies.x[0] = {0, 0, 100};
  EXPECT_EQ(run_streams(model, blocked), 25u);
  for (std::size_t n = 0; n < 25; ++n) {
    EXPECT_EQ(blocked.bodies.scale[n + 1], open.bodies.scale[n]);
    EXPECT_EQ(blocked.bodies.type[n + 1], open.bodies.type[n]);
    EXPECT_EQ(blocked.bodies.v[n + 1], open.bodies.v[n]);
  }
}

TEST(Stream, ACopiedStateGoesOnWithTheSameBodies) {
  Model model = one_stream();
  model.streams[0].rate = Real(1e4);
  model.streams[0].hi = {1, 1, 0.1};  // crowded: some places are refused
  State s = initial_state(model);
  run(model, s, 30);
  State restarted = s;
  run(model, s, 30);
  run(model, restarted, 30);
  EXPECT_TRUE(same_bodies(s.bodies, restarted.bodies));
  EXPECT_GT(s.streams[0].draws, 3 * s.streams[0].inserted);  // else nothing was refused
  EXPECT_GE(smallest_gap(s.bodies), -0.1);
}

TEST(Stream, PlacesDoNotDependOnTheOrderOfBodies) {
  Model model = one_stream();
  model.streams[0].rate = Real(1e5);
  State s = initial_state(model);
  run_streams(model, s);
  State other = s;
  std::vector<std::uint32_t> order(other.bodies.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = std::uint32_t(order.size() - 1 - i);
  reorder_bodies(other, order);
  run_streams(model, s);
  run_streams(model, other);
  ASSERT_EQ(s.bodies.size(), 200u);
  for (std::size_t i = 100; i < 200; ++i) EXPECT_EQ(s.bodies.x[i], other.bodies.x[i]);
}

TEST(Stream, StartsEndsAndStopsAtItsLargestNumber) {
  Model model = one_stream();
  model.streams[0].rate = 1000;
  model.streams[0].start = 0.0105;
  model.streams[0].end = 0.0205;
  State s = initial_state(model);
  EXPECT_EQ(run(model, s, 11), 0u);
  EXPECT_EQ(run(model, s, 100), 10u);  // steps that begin at 11 to 20 ms
  model.streams[0].max_count = 3;
  s = initial_state(model);
  EXPECT_EQ(run(model, s, 100), 3u);
  model.streams[0].start = kNever;  // waits for an event
  s = initial_state(model);
  EXPECT_EQ(run(model, s, 100), 0u);
  s.streams[0].start = s.time(model);
  s.streams[0].end = kNever;
  EXPECT_EQ(run(model, s, 100), 3u);
}

// A round inlet of radius 0.5 m, a layer of balls of up to 8 cm every 20 ms.
Model layer_stream() {
  Model model = one_stream();
  Stream& stream = model.streams[0];
  stream.layers = true;
  stream.round = true;
  stream.rate = 50;  // layers/s
  stream.spacing = Real(0.1);
  stream.jitter = 1;
  stream.hi = {1, 1, 0.02};
  stream.velocity = {0, 0, -6};  // 12 cm from one layer to the next
  stream.velocity_spread = {0, 0, 0};
  return model;
}

TEST(Stream, LayersComeAtOnceAndThenEverySoOften) {
  const Model model = layer_stream();
  State s = initial_state(model);
  const std::size_t first = run(model, s, 1);
  EXPECT_NEAR(double(first), std::numbers::pi * 0.25 / (0.01 * std::sqrt(3.0) / 2), 10);  // area over that of a site
  EXPECT_EQ(run(model, s, 19), 0u);
  EXPECT_NEAR(double(run(model, s, 1)), double(first), 10);
  EXPECT_EQ(run(model, s, 19), 0u);
  const std::size_t before = s.bodies.size();
  run(model, s, 160);
  EXPECT_NEAR(double(s.bodies.size() - before), 8.0 * double(first), 60);
  EXPECT_GE(smallest_gap(s.bodies), 0);
}

TEST(Stream, LayersLieInTheInletAndNoTwoAreAlike) {
  const Model model = layer_stream();
  State s = initial_state(model);
  run_streams(model, s);
  const std::size_t first = s.bodies.size();
  for (const Vec3d& x : s.bodies.x) {
    EXPECT_LE(std::hypot(x.x - 0.5, x.y - 0.5), 0.5 + 1e-12);
    EXPECT_TRUE(x.z >= 0 && x.z <= 0.02);
  }
  // Without jitter and shift the next layer would lie on the first.
  State next = s;
  for (Vec3d& x : next.bodies.x) x.z = -1;
  next.streams[0].owed = 1;
  run_streams(model, next);
  std::size_t same = 0;
  for (std::size_t i = first; i < next.bodies.size(); ++i)
    for (std::size_t j = 0; j < first; ++j)
      same += std::hypot(next.bodies.x[i].x - s.bodies.x[j].x, next.bodies.x[i].y - s.bodies.x[j].y) < 0.005;
  EXPECT_LT(same, first / 10);
}

TEST(Stream, ALayerLeavesOutSitesThatAreTakenAndEndsAtItsLargestNumber) {
  Model model = layer_stream();
  State open = initial_state(model), s = initial_state(model);
  run_streams(model, open);
  add_body(model, s, 0, Real(0.3), {0.5, 0.5, 0}, {0, 0, 0});
  run_streams(model, s);
  EXPECT_LT(s.bodies.size(), open.bodies.size() - 10);
  EXPECT_GE(smallest_gap(s.bodies), 0);
  for (std::size_t n = 0; n + 1 < s.bodies.size(); ++n) EXPECT_EQ(s.bodies.scale[n + 1], open.bodies.scale[n]);

  model.streams[0].max_count = open.bodies.size() + 10;
  s = initial_state(model);
  run(model, s, 200);
  EXPECT_EQ(s.bodies.size(), open.bodies.size() + 10);
  int left = 0;  // the ten of the second layer are spread, not in a corner
  for (std::size_t i = open.bodies.size(); i < s.bodies.size(); ++i) left += s.bodies.x[i].x < 0.5;
  EXPECT_TRUE(left > 0 && left < 10);
}

TEST(Stream, ACopiedStateGoesOnWithTheSameLayers) {
  const Model model = layer_stream();
  State s = initial_state(model);
  run(model, s, 30);
  State restarted = s;
  run(model, s, 30);
  run(model, restarted, 30);
  EXPECT_TRUE(same_bodies(s.bodies, restarted.bodies));
}

TEST(Stream, ARoundInletHoldsSingleBodiesToo) {
  Model model = one_stream();
  model.streams[0].round = true;
  model.streams[0].rate = Real(1e5);
  State s = initial_state(model);
  EXPECT_EQ(run_streams(model, s), 100u);
  for (const Vec3d& x : s.bodies.x) EXPECT_LE(std::hypot(x.x - 0.5, x.y - 0.5), 0.5);
}

TEST(Stream, SeedsTellStreamsApart) {
  Model model = one_stream();
  model.streams.push_back(model.streams[0]);
  model.streams[1].seed = 2;
  State s = initial_state(model);
  run(model, s, 4);
  ASSERT_EQ(s.bodies.size(), 2u);
  EXPECT_NE(s.bodies.x[0], s.bodies.x[1]);
  EXPECT_NE(s.bodies.scale[0], s.bodies.scale[1]);
}

}  // namespace
}  // namespace scree
