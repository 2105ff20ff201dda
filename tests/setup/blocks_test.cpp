// Boxes cut into blocks: what is shared, and that nothing is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numbers>

#include "scree/error.hpp"
#include "scree/setup/blocks/block_types.hpp"
#include "scree/setup/blocks/interfaces.hpp"
#include "scree/setup/blocks/patterns.hpp"
#include "scree/state/state.hpp"

namespace scree::blocks {
namespace {

const BlockBox kBox{{-0.3, 0.1, 2}, {0.8, 0.9, 3.3}};

struct Case {
  std::string name;
  Cells cells;
  double volume;   // of the region, by hand
  double surface;  // likewise
};

double surface_of(const BlockBox& box) {
  const Vec3d s = box.size();
  return 2 * (s.x * s.y + s.y * s.z + s.z * s.x);
}

// A corner of the unit cube is cut off: a tetrahedron of legs 0.6.
Cells without_corner(Cells cells) {
  const double n = 1 / std::sqrt(3.0);
  cells.keep_below({{n, n, n}, 2.4 * n});
  return cells;
}

std::vector<Case> all_cases() {
  const BlockBox unit{{0, 0, 0}, {1, 1, 1}};
  const double leg = 0.6, cut_volume = 1 - leg * leg * leg / 6;
  const double cut_surface = 6 - 3 * leg * leg / 2 + std::sqrt(3.0) / 4 * 2 * leg * leg;
  std::vector<Case> cases;
  cases.push_back({"bricks", bricks(kBox, {3, 4, 5}), kBox.volume(), surface_of(kBox)});
  cases.push_back({"bond", running_bond(kBox, {3, 2, 5}), kBox.volume(), surface_of(kBox)});
  cases.push_back({"tetrahedra", tetrahedra(kBox, {3, 2, 2}), kBox.volume(), surface_of(kBox)});
  cases.push_back({"voronoi", voronoi(kBox, {300, 7}), kBox.volume(), surface_of(kBox)});
  Cells sets = whole(kBox);
  cut_by_sets(sets, {{normalized(Vec3d{1, 0, 2}), 0.31, 0.1}, {normalized(Vec3d{-2, 1, 0.5}), 0.4, 0}}, 10000);
  cases.push_back({"sets", sets, kBox.volume(), surface_of(kBox)});
  cases.push_back({"bricks without a corner", without_corner(bricks(unit, {3, 3, 3})), cut_volume, cut_surface});
  cases.push_back({"voronoi without a corner", without_corner(voronoi(unit, {40, 3})), cut_volume, cut_surface});
  return cases;
}

double surface_of(const Cells& cells, const Cell& cell) {
  double sum = 0;
  for (const std::vector<int>& face : cell.faces) {
    Vec3d twice = {0, 0, 0};
    for (std::size_t k = 1; k + 1 < face.size(); ++k)
      twice += cross(cells.at(face[k]) - cells.at(face[0]), cells.at(face[k + 1]) - cells.at(face[0]));
    sum += norm(twice) / 2;
  }
  return sum;
}

std::vector<Vec3d> world_corners(const Model& model, const PlacedBlock& block) {
  std::vector<Vec3d> corners;
  const PolyhedronData& p = model.polyhedra[model.body_types[block.type].parts[0].polyhedron];
  for (const Vec3& v : p.vertices) corners.push_back(block.x + Vec3d(rotate(block.q, block.scale * v)));
  return corners;
}

TEST(Blocks, VolumesAddUpToThatOfTheRegion) {
  for (const Case& c : all_cases()) {
    SCOPED_TRACE(c.name);
    EXPECT_NEAR(c.cells.volume(), c.volume, 1e-12 * c.volume);
    Model model;
    double sum = 0;
    for (const PlacedBlock& b : make_blocks(model, "b", 0, 1000, c.cells))
      sum += model.volume_of(b.type, double(b.scale));
    EXPECT_NEAR(sum, c.volume, 1e-12 * c.volume);
  }
}

// Every bit of surface is either outside or lies against another block.
TEST(Blocks, InterfacesCoverAllThatIsInside) {
  for (const Case& c : all_cases()) {
    SCOPED_TRACE(c.name);
    double surfaces = 0, inside = 0;
    for (const Cell& cell : c.cells.cells) surfaces += surface_of(c.cells, cell);
    for (const Interface& i : find_interfaces(c.cells)) {
      inside += i.area;
      ASSERT_GE(i.corners.size(), 3u);
    }
    EXPECT_NEAR(surfaces - 2 * inside, c.surface, 1e-9 * surfaces);
  }
}

TEST(Blocks, CornersOfNeighboursCoincide) {
  for (const Case& c : all_cases()) {
    SCOPED_TRACE(c.name);
    Model model;
    const std::vector<PlacedBlock> blocks = make_blocks(model, "b", 0, 1000, c.cells);
    double worst = 0;
    for (std::size_t k = 0; k < blocks.size(); ++k)
      for (const Vec3d& x : world_corners(model, blocks[k])) {
        double nearest = kNever;  // of the shared points
        for (const int p : corners_of(c.cells.cells[k])) nearest = std::min(nearest, norm(x - c.cells.at(p)));
        worst = std::max(worst, nearest);
      }
    EXPECT_LT(worst, 2e-14);  // coordinates of some metres
  }
}

TEST(Blocks, CopiesShareTheirShape) {
  const auto types = [](const Cells& cells) {
    Model model;
    make_blocks(model, "b", 0, 1000, cells);
    return model.body_types.size();
  };
  EXPECT_EQ(types(bricks(kBox, {7, 6, 5})), 1u);
  EXPECT_EQ(types(running_bond(kBox, {7, 2, 5})), 2u);
  EXPECT_LE(types(tetrahedra(kBox, {4, 3, 5})), 6u);
  EXPECT_EQ(types(voronoi(kBox, {50, 1})), 50u);
  EXPECT_EQ(types(arch({{0, 0, 0}, 1, 0.2, 0.4, 13, 0, std::numbers::pi})), 1u);
}

TEST(Blocks, PatternsHaveTheBlocksTheyShould) {
  EXPECT_EQ(bricks(kBox, {2, 3, 4}).cells.size(), 24u);
  EXPECT_EQ(bricks(kBox, {2, 2, 2}).points().size(), 27u);
  EXPECT_EQ(running_bond(kBox, {3, 1, 4}).cells.size(), 14u);  // 3, 4, 3, 4
  EXPECT_EQ(tetrahedra(kBox, {2, 1, 3}).cells.size(), 36u);
  EXPECT_EQ(tetrahedra(kBox, {2, 2, 2}).points().size(), 27u);  // no points beside those of the bricks
  EXPECT_EQ(voronoi(kBox, {123, 5}).cells.size(), 123u);
  EXPECT_EQ(find_interfaces(bricks(kBox, {2, 2, 2})).size(), 12u);
  EXPECT_EQ(find_interfaces(running_bond(kBox, {2, 1, 2})).size(), 7u);  // 1 + 2 upright, 4 between the courses
  // Six tetrahedra of a brick have 24 faces, 12 of them outside.
  EXPECT_EQ(find_interfaces(tetrahedra(kBox, {1, 1, 1})).size(), 6u);
}

TEST(Blocks, ArchIsARingOfTrapezoids) {
  const ArchOptions o{{1, 2, 3}, 1, 0.25, 0.5, 9, 0.2, 2.8};
  const Cells cells = arch(o);
  const double ring = 9 * std::sin(2.6 / 9) / 2 * (1.25 * 1.25 - 1) * 0.5;
  EXPECT_NEAR(cells.volume(), ring, 1e-12);
  const std::vector<Interface> joints = find_interfaces(cells);
  ASSERT_EQ(joints.size(), 8u);
  for (const Interface& i : joints) {
    EXPECT_NEAR(i.area, 0.25 * 0.5, 1e-12);
    EXPECT_NEAR(norm(Vec3d{i.centre.x - 1, 0, i.centre.z - 3}), 1.125, 1e-12);
    EXPECT_NEAR(i.centre.y, 2, 1e-12);
  }
}

TEST(Blocks, TheSameSeedGivesTheSameCells) {
  const Cells a = voronoi(kBox, {60, 11}), b = voronoi(kBox, {60, 11}), c = voronoi(kBox, {60, 12});
  EXPECT_EQ(a.points(), b.points());
  EXPECT_NE(a.points(), c.points());
}

TEST(Interfaces, NormalsPointFromTheFirstToTheSecondBlock) {
  const Cells cells = voronoi(kBox, {80, 2});
  const auto middle = [&](int k) {
    Vec3d sum = {0, 0, 0};
    const std::vector<int> corners = corners_of(cells.cells[std::size_t(k)]);
    for (const int p : corners) sum += cells.at(p) / double(corners.size());
    return sum;
  };
  for (const Interface& i : find_interfaces(cells)) {
    const Vec3d n = Vec3d(rotate(i.frame, {0, 0, 1}));
    EXPECT_LT(i.a, i.b);
    EXPECT_GT(dot(n, middle(i.b) - middle(i.a)), 0);
    // Corners, put back into space, lie in a plane across n; moments are those about its principal axes.
    const AreaMoments m = area_moments(i.corners);
    EXPECT_NEAR(m.area, i.area, 1e-12);
    EXPECT_NEAR(norm(m.centre), 0, 1e-12);
    EXPECT_NEAR(m.xy, 0, 1e-12);
    EXPECT_NEAR(m.yy, i.i_x, 1e-12);
    EXPECT_NEAR(m.xx, i.i_y, 1e-12);
  }
}

TEST(Interfaces, MomentsOfARectangleAndATriangle) {
  const AreaMoments r = area_moments({{1, 1}, {4, 1}, {4, 3}, {1, 3}});
  EXPECT_DOUBLE_EQ(r.area, 6);
  EXPECT_DOUBLE_EQ(r.centre.x, 2.5);
  EXPECT_NEAR(r.xx, 2 * 27.0 / 12, 1e-12);
  EXPECT_NEAR(r.yy, 3 * 8.0 / 12, 1e-12);
  EXPECT_NEAR(r.xy, 0, 1e-12);
  const AreaMoments t = area_moments({{0, 0}, {3, 0}, {0, 6}});  // b h^3/36, b^2 h^2/72
  EXPECT_NEAR(t.yy, 3 * 216.0 / 36, 1e-12);
  EXPECT_NEAR(t.xx, 6 * 27.0 / 36, 1e-12);
  EXPECT_NEAR(t.xy, -9 * 36.0 / 72, 1e-12);
}

TEST(Blocks, SliversAndTooManyBlocksAreRefused) {
  Cells cells = whole({{0, 0, 0}, {1, 1, 1}});
  cells.cut({{0, 0, 1}, 1e-8});  // a slice of 10 nm
  Model model;
  EXPECT_THROW(make_blocks(model, "b", 0, 1000, cells), InputError);
  Cells many = whole({{0, 0, 0}, {1, 1, 1}});
  EXPECT_THROW(cut_by_sets(many, {{{0, 0, 1}, 1e-3, 0}}, 100), InputError);
}

}  // namespace
}  // namespace scree::blocks
