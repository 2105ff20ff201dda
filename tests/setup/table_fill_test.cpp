#include <gtest/gtest.h>

#include <cmath>

#include "scree/frames/frame.hpp"
#include "scree/setup/polyhedron_type.hpp"
#include "scree/setup/superellipsoid_type.hpp"
#include "scree/solids/shape_library.hpp"
#include "setup/insert_fixture.hpp"

namespace scree {
namespace {

FillSpec table(const std::string& path, const std::string& format = "") {
  FillSpec fill;
  fill.kind = FillKind::kTable;
  fill.where = "flow.toml:7";
  fill.types = {0, 1};
  fill.shares = {Real(0.5), Real(0.5)};
  fill.table = path;
  fill.table_format = format;
  return fill;
}

EarlierBodies read_earlier(const std::string& path) {
  output::Frame frame = output::read_frame(path);
  return {std::move(frame.bodies), std::move(frame.type_names)};
}

State filled(const FillSpec& fill) {
  const Model model = two_sphere_types();
  State s = initial_state(model);
  std::vector<std::string> problems;
  apply_fill(model, fill, s, problems, read_earlier);
  EXPECT_EQ(join(problems), "");
  return s;
}
// The problems without the part that is the same in all: where and file.
std::string problems_of(const FillSpec& fill) {
  const Model model = two_sphere_types();
  State s = initial_state(model);
  std::vector<std::string> problems;
  apply_fill(model, fill, s, problems, read_earlier);
  EXPECT_EQ(s.bodies.size(), 0u);
  EXPECT_FALSE(problems.empty());
  const std::string start = fill.where + ": " + fill.table + ":";
  std::string text;
  for (const std::string& p : problems) {
    EXPECT_EQ(p.find(start), 0u) << p;
    text += p.substr(std::min(p.size(), start.size())) + "\n";
  }
  return text;
}
std::string csv_problems(const std::string& text) { return problems_of(table(temporary_file("bad.csv", text))); }
std::string lammps_problems(const std::string& text) { return problems_of(table(temporary_file("bad.data", text))); }

TEST(CsvTable, ReadsEveryColumn) {
  const std::string path = temporary_file("all.csv",
                                          "\xef\xbb\xbf# made by hand\r\n"
                                          "shape, X,y,z, diameter, vx,vy,vz, wx,wy,wz\r\n"
                                          "bead, 1,2,+3, 0.5, 4,5,6, 7,8,9  # the first\r\n"
                                          "\r\n"
                                          "ball, -1,2e-3,0, 1, 0,0,0, 0,0,0\r\n");
  FillSpec fill = table(path);
  fill.shift = {10, 0, 0};
  fill.size_factor = 2;
  fill.velocity = {Real(0.5), 0, 0};
  fill.angular_velocity = {0, 0, 1};
  const State s = filled(fill);
  ASSERT_EQ(s.bodies.size(), 2u);
  EXPECT_EQ(s.bodies.x[0], (Vec3d{11, 2, 3}));
  EXPECT_EQ(s.bodies.x[1], (Vec3d{9, 2e-3, 0}));
  EXPECT_EQ(s.bodies.type, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(s.bodies.radius[0], Real(0.5));
  EXPECT_EQ(s.bodies.radius[1], Real(1));
  EXPECT_EQ(s.bodies.v[0], (Vec3{Real(4.5), 5, 6}));
  EXPECT_EQ(s.bodies.omega[0], (Vec3{7, 8, 10}));
  EXPECT_NEAR(double(s.bodies.mass[0]), 600 * 4 * std::numbers::pi / 3 / 8, 1e-3);
}

// Quaternions turn the shape as given; rows without them are turned as the fill says.
TEST(CsvTable, QuaternionsTurnTheShapeAsGiven) {
  Model model = two_sphere_types();
  const PolyhedronData brick = box({Real(0.1), Real(0.2), Real(0.3)});
  model.body_types.push_back(polyhedron_type(model, "brick", 0, 1000, brick, mass_properties(brick.view())));
  FillSpec fill = table(temporary_file("turned.csv", "x,y,z,size,qw,qx,qy,qz\n0,0,0,1,3,0,0,3\n"));
  fill.types = {2};
  fill.shares = {1};
  State s = initial_state(model);
  std::vector<std::string> problems;
  apply_fill(model, fill, s, problems, read_earlier);
  ASSERT_EQ(join(problems), "");
  const Quat quarter = normalized(Quat{3, 0, 0, 3});
  EXPECT_EQ(s.bodies.q[0], quarter * model.body_types[2].as_given);
  EXPECT_EQ(s.bodies.radius[0], Real(0.5));
  fill.table = temporary_file("not_turned.csv", "x,y,z,size\n0,0,0,1\n");
  apply_fill(model, fill, s, problems, read_earlier);
  EXPECT_NE(s.bodies.q[1], model.body_types[2].as_given);
  fill.orientation = Orientation::kAsGiven;
  apply_fill(model, fill, s, problems, read_earlier);
  EXPECT_EQ(s.bodies.q[2], model.body_types[2].as_given);
  EXPECT_EQ(csv_problems("x,y,z,r,qw,qx,qy,qz\n0,0,0,1,0,0,0,0\n"), "2: qw, qx, qy, qz: must not all be 0\n");
  EXPECT_EQ(csv_problems("x,y,z,r,qw,qx\n0,0,0,1,0,0\n"), "1: columns qw, qx, qy and qz go together\n");
}

TEST(CsvTable, RowsMayBeSuperellipsoids) {
  Model model = two_sphere_types();
  const Superellipsoid pill = make_superellipsoid({1, 1, 2}, 1, Real(0.5));
  model.body_types.push_back(superellipsoid_type(model, "pill", 0, 1000, pill));
  FillSpec fill = table(temporary_file("pills.csv",
                                       "x,y,z,size,qw,qx,qy,qz,shape\n0,0,0,1,3,0,0,3,pill\n"
                                       "5,0,0,1,1,0,0,0,ball\n"));
  fill.types = {2, 0};
  fill.shares = {Real(0.5), Real(0.5)};
  State s = initial_state(model);
  std::vector<std::string> problems;
  apply_fill(model, fill, s, problems, read_earlier);
  ASSERT_EQ(join(problems), "");
  EXPECT_EQ(s.bodies.type, (std::vector<std::uint32_t>{2, 0}));
  EXPECT_EQ(s.bodies.q[0], normalized(Quat{3, 0, 0, 3}));
  EXPECT_EQ(s.bodies.radius[0], Real(0.5));
}

TEST(CsvTable, RadiusAndDiameterHaveMoreThanOneName) {
  for (const char* name : {"r", "radius", "d", "diameter", "size"}) {
    const State s = filled(table(temporary_file("size.csv", std::string("x,y,z,") + name + "\n0,0,0,2\n")));
    EXPECT_EQ(s.bodies.radius[0], Real(name[0] == 'r' ? 2 : 1)) << name;
    EXPECT_EQ(s.bodies.type[0], 0u);
  }
}

TEST(CsvTable, WithoutASizeColumnSizesAreDrawn) {
  FillSpec fill = table(temporary_file("places.csv", "x,y,z\n0,0,0\n1,1,1\n"));
  EXPECT_NE(problems_of(fill).find("no column for the size"), std::string::npos);
  fill.sizes = {fixed_size(3), fixed_size(4)};
  EXPECT_EQ(filled(fill).bodies.radius[1], Real(3));
}

TEST(CsvTable, EveryErrorNamesLineColumnAndValue) {
  EXPECT_EQ(csv_problems("x,y,z,r\n0,0,0,1\n0,zero,0,1\n0,0,inf,-1\n"),
            "3: y = \"zero\": must be a finite number\n"
            "4: z = \"inf\": must be a finite number\n"
            "4: r = -1: must be > 0\n");
  EXPECT_EQ(csv_problems("x,y,z,r\n1,2,3\n"), "2: 3 fields, the header has 4\n");
  EXPECT_EQ(csv_problems("# nothing\nx,y,r,\n"),
            "2: column \"\": no such column (x, y, z, r or radius, d, diameter or size, vx, vy, vz, wx, wy, wz, "
            "qw, qx, qy, qz, shape)\n"
            "2: column \"z\" is missing\n");
  EXPECT_EQ(csv_problems("x,y,z,x,r,d\n"), "1: more than one column for the size\n1: column \"x\" is there twice\n");
  EXPECT_EQ(csv_problems("x,y,z,r,shape\n0,0,0,1,cubo\n"),
            "2: shape = \"cubo\": no such shape in this fill (ball, bead)\n");
  EXPECT_EQ(csv_problems("x,y,z,r\n"), " no bodies\n");
  EXPECT_EQ(csv_problems(""), " no header line\n");
}

TEST(CsvTable, AColumnWrongOnEveryLineIsNotRepeatedForEver) {
  std::string text = "x,y,z,r\n";
  for (int k = 0; k < 100; ++k) text += "a,0,0,1\n";
  const std::string problems = csv_problems(text);
  EXPECT_EQ(std::count(problems.begin(), problems.end(), '\n'), 21);
  EXPECT_NE(problems.find("and 80 more problems"), std::string::npos);
}

TEST(Table, FormatAndFileMustBeKnown) {
  EXPECT_EQ(problems_of(table("/nowhere/at_all.csv")), " there is no such file\n");
  EXPECT_NE(problems_of(table("bodies.xyz")).find("csv, lammps, frame"), std::string::npos);
  EXPECT_NE(problems_of(table("bodies.csv", "vtk")).find("\"vtk\" is not known"), std::string::npos);
  FillSpec fill = table("bodies.csv");
  fill.size_factor = 0;
  EXPECT_NE(problems_of(fill).find("size_factor = 0: must be > 0"), std::string::npos);
  EXPECT_EQ(filled(table(temporary_file("odd_name.txt", "x,y,z,r\n0,0,0,1\n"), "csv")).bodies.size(), 1u);
}

const char* const kLammps =
    "LAMMPS data file via write_data, version 29 Sep 2021, timestep = 0\n"
    "\n"
    "3 atoms\n"
    "2 atom types\n"
    "\n"
    "0 10 xlo xhi\n"
    "0 10 ylo yhi\n"
    "0 10 zlo zhi\n"
    "\n"
    "Pair Coeffs # none\n"
    "\n"
    "1 5 5\n"
    "\n"
    "Atoms # sphere\n"
    "\n"
    "3 2 0.4 2500 1 2 3 0 0 0\n"
    "1 1 0.2 2500 4 5 6\n"
    "2 1 0.2 2500 7 8 9 # comment\n"
    "\n"
    "Velocities\n"
    "\n"
    "2 1 2 3 4 5 6\n";

TEST(LammpsTable, ReadsWhatWriteDataWrites) {
  const State s = filled(table(temporary_file("good.data", kLammps)));
  ASSERT_EQ(s.bodies.size(), 3u);  // in the order of ids
  EXPECT_EQ(s.bodies.x[0], (Vec3d{4, 5, 6}));
  EXPECT_EQ(s.bodies.x[2], (Vec3d{1, 2, 3}));
  EXPECT_EQ(s.bodies.radius[2], Real(0.2));
  EXPECT_EQ(s.bodies.type, (std::vector<std::uint32_t>{0, 0, 1}));
  EXPECT_EQ(s.bodies.v[1], (Vec3{1, 2, 3}));
  EXPECT_EQ(s.bodies.omega[1], (Vec3{4, 5, 6}));
  EXPECT_EQ(s.bodies.v[0], (Vec3{0, 0, 0}));
}

TEST(LammpsTable, OneShapeServesAllTypes) {
  FillSpec fill = table(temporary_file("good.data", kLammps));
  fill.types = {1};
  fill.shares = {1};
  EXPECT_EQ(filled(fill).bodies.type, (std::vector<std::uint32_t>{1, 1, 1}));
}

TEST(LammpsTable, EveryErrorNamesLineColumnAndValue) {
  EXPECT_EQ(lammps_problems("title\nAtoms # atomic\n\n1 1 1 1 0 0 0\n"),
            "2: atom_style atomic: only sphere can be read\n");
  EXPECT_EQ(lammps_problems("title\n\nAtoms\n\n1 1 1 1 0 0\n"),
            "5: 6 columns, must be 7 (id type diameter density x y z) or 10 with image flags\n");
  EXPECT_EQ(lammps_problems("title\n\nAtoms\n\n-1 1 1 1 0 0 0\n1 0 1 1 0 0 0\n1 1 0 1 0 y 0\n"),
            "5: id = \"-1\": must be a whole number\n"
            "6: type = \"0\": must be a whole number from 1\n"
            "7: diameter = 0: must be > 0\n"
            "7: y = \"y\": must be a finite number\n");
  EXPECT_EQ(lammps_problems("title\n\nAtoms\n\n1 1 1 1 0 0 0\n1 1 1 1 5 5 5\n"), "6: id = 1: there twice\n");
  EXPECT_EQ(lammps_problems("title\n\nAtoms\n\n1 3 1 1 0 0 0\n"), "5: type = 3: the fill has 2 shapes (ball, bead)\n");
  EXPECT_EQ(lammps_problems("title\n\nAtoms\n\n1 1 1 1 0 0 0\n\nVelocities\n\n2 0 0 0 0 0 0\n1 0 0 0\n1 0 0 0 0 0 w\n"),
            "9: id = \"2\": no such atom\n"
            "10: 4 columns, must be 7 (id vx vy vz wx wy wz)\n"
            "11: wz = \"w\": must be a finite number\n");
  EXPECT_EQ(lammps_problems("title\n2 atoms\n\nAtoms\n\n1 1 1 1 0 0 0\n"),
            " 1 atoms in the section, the header promises 2\n");
  EXPECT_EQ(lammps_problems("title\nx atoms\n\nAtoms\n\n1 1 1 1 0 0 0\n"),
            "2: atoms = \"x\": must be a whole number\n");
  EXPECT_EQ(lammps_problems("title\n2 atoms\n"), " no section Atoms\n");
  EXPECT_EQ(lammps_problems("title\n\nAtoms\n"), " no bodies\n");
}

TEST(FrameTable, TakesUpAnEarlierRun) {
  const Model model = two_sphere_types();
  State before = initial_state(model);
  add_body(model, before, 1, Real(0.5), {1, 2, 3}, {4, 5, 6});
  add_body(model, before, 0, Real(0.25), {7, 8, 9}, {0, 0, 0}, 0);  // of a wall: stays behind
  add_body(model, before, 0, Real(0.125), {-1, -2, -3}, {0, 0, 1});
  before.bodies.q[0] = normalized(Quat{1, 2, 3, 4});
  before.bodies.omega[0] = {1, 0, 1};
  std::swap(before.bodies.id[0], before.bodies.id[2]);
  const std::string path = temporary_file("frame.h5", "");
  output::write_frame(path, model, before, false);

  FillSpec fill = table(path);
  fill.shift = {0, 0, 100};
  const State s = filled(fill);
  ASSERT_EQ(s.bodies.size(), 2u);
  EXPECT_EQ(s.bodies.type, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(s.bodies.x[0], (Vec3d{-1, -2, 97}));
  EXPECT_NEAR(double(s.bodies.radius[1]), 0.5, 1e-6);  // frames may hold floats
  EXPECT_NEAR(double(s.bodies.v[1].y), 5, 1e-6);
  EXPECT_NEAR(double(s.bodies.omega[1].z), 1, 1e-6);
  EXPECT_NEAR(double(s.bodies.q[1].z), 4 / std::sqrt(30.0), 1e-6);

  fill.types = {1};  // the only shape serves all
  fill.shares = {1};
  EXPECT_EQ(filled(fill).bodies.type, (std::vector<std::uint32_t>{1, 1}));
}

TEST(FrameTable, WhatIsNoFrameIsAProblem) {
  EXPECT_NE(problems_of(table(temporary_file("not_a_frame.h5", "text"))), "");
  EXPECT_NE(problems_of(table("/nowhere/000000.h5")), "");
}

}  // namespace
}  // namespace scree
