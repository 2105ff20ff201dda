// Small models for fills and streams, and the slow and certain way to find overlaps.
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

#include "scree/setup/fill.hpp"
#include "scree/state/state.hpp"
#include "support/temporary_folder.hpp"

namespace scree {

inline SizeDistribution fixed_size(Real r) { return {Distribution::kFixed, r, r, r, 0, {}, {}}; }
inline SizeDistribution uniform_size(Real lo, Real hi) { return {Distribution::kUniform, lo, hi, 0, 0, {}, {}}; }

// Two materials, one type of sphere each.
inline Model two_sphere_types() {
  Model model;
  model.materials = {{"steel", 7800, 0, 0, 0}, {"wood", 600, 0, 0, 0}};
  model.laws.resize(1);
  model.law_of_pair = {0, 0, 0, 0};
  model.body_types = {sphere_type("ball", 0, 7800), sphere_type("bead", 1, 600)};
  model.settings.dt = 1e-3;
  return model;
}

inline FillSpec box_fill(FillKind kind, SizeDistribution size, Vec3d lo, Vec3d hi) {
  FillSpec fill;
  fill.kind = kind;
  fill.where = "flow.toml:7";
  fill.types = {0};
  fill.shares = {1};
  fill.sizes = {std::move(size)};
  fill.lo = lo;
  fill.hi = hi;
  return fill;
}

// Smallest distance of two surfaces, over all pairs.
inline double smallest_gap(const Bodies& b) {
  double gap = kNever;
  for (std::size_t i = 0; i < b.size(); ++i)
    for (std::size_t j = i + 1; j < b.size(); ++j)
      gap = std::min(gap, norm(b.x[i] - b.x[j]) - double(b.radius[i]) - double(b.radius[j]));
  return gap;
}

inline double total_mass(const Bodies& b) {
  double mass = 0;
  for (const Real m : b.mass) mass += double(m);
  return mass;
}

inline bool same_bodies(const Bodies& a, const Bodies& b) {
  return a.id == b.id && a.type == b.type && a.scale == b.scale && a.x == b.x && a.v == b.v && a.omega == b.omega;
}

inline std::string join(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

// Gone when the process ends.
inline std::string temporary_file(const std::string& name, const std::string& text) {
  static const test::TemporaryFolder folder;
  return folder.file(name, text);
}

}  // namespace scree
