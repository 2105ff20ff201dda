#include "scree/picture/picture.hpp"

#include <numbers>
#include <regex>
#include <set>

#include "scree/picture/picture_smooth.hpp"
#include "store/sample.hpp"

namespace scree::output {
namespace {

using sample::TemporaryFolder;

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
  return n;
}

std::string picture_of(const Model& model, const State& s, const PictureOptions& o = {}) {
  const TemporaryFolder folder;
  write_picture(folder / "p.svg", model, frame_of(model, s, true), o);
  return sample::read_text(folder / "p.svg");
}

TEST(BodyParts, LieWhereTypeScaleAndPosePutThem) {
  const Model model = sample::shapes_model();
  State s = initial_state(model);
  add_body(model, s, 2, 2, {10, 0, 0}, {0, 0, 0});
  s.bodies.q[0] = rotation_by({0, 0, std::numbers::pi_v<Real> / 2});  // x to y
  const std::vector<BodyPart> parts = parts_of(model, frame_of(model, s, false), 0);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_LT(norm(parts[0].centre - Vec3d{10, -1.5, 0}), 1e-6);
  EXPECT_LT(norm(parts[1].centre - Vec3d{10, 1.5, 0}), 1e-6);
  EXPECT_EQ(parts[2].shape, nullptr);
  EXPECT_EQ(parts[2].size, 1);
  EXPECT_EQ(parts[2].material, 1u);
  for (const BodyPart& part : {parts[0], parts[1]})
    for (int v = 0; v < 8; ++v) EXPECT_NEAR(norm(part.vertex(v) - part.centre), 0.5, 1e-6);
  for (int f = 0; f < 6; ++f) {
    const Polygon p = parts[1].polygon(f);
    EXPECT_LT(norm(normalized(cross(p[1] - p[0], p[2] - p[1])) - parts[1].normal(f)), 1e-5);
  }
  Frame other = frame_of(model, s, false);
  other.bodies.type[0] = 4;
  EXPECT_THROW(parts_of(model, other, 0), InputError);
}

TEST(Picture, OfACubeHasTheThreeFacesOneSees) {
  const Model model = sample::shapes_model();
  State s = initial_state(model);
  add_body(model, s, 0, 1, {0, 0, 0}, {0, 0, 0});
  const std::string svg = picture_of(model, s);
  EXPECT_EQ(count(svg, "<path d=\"M"), 3u + 1u);  // and the scale bar
  EXPECT_EQ(count(svg, "<circle"), 0u);
  PictureOptions o;
  o.view = {0, 0, 1};
  EXPECT_EQ(count(picture_of(model, s, o), "<path d=\"M"), 1u + 1u);
}

TEST(Picture, FacesTurnedToTheLampAreBrighter) {
  const Model model = sample::shapes_model();
  State s = initial_state(model);
  add_body(model, s, 0, 1, {0, 0, 0}, {0, 0, 0});
  const std::string svg = picture_of(model, s);
  const std::regex face("z\" fill=\"#(..)(..)(..)\"");
  std::set<std::string> colours;
  for (std::sregex_iterator it(svg.begin(), svg.end(), face), end; it != end; ++it) colours.insert(it->str());
  EXPECT_EQ(colours.size(), 3u);
}

// A dense block of cubes: those inside cannot be seen, and are not in the file.
TEST(Picture, HiddenBodiesAreLeftOut) {
  const Model model = sample::shapes_model();
  State s = initial_state(model);
  const double edge = 2 / std::sqrt(3.0);
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 10; ++j)
      for (int k = 0; k < 10; ++k) add_body(model, s, 0, 1, {edge * i, edge * j, edge * k}, {0, 0, 0});
  EXPECT_EQ(count(picture_of(model, s), "<path d=\"M"), 3u * 100u + 1u);
}

TEST(Picture, BodiesBehindOthersAreDrawnFirst) {
  const Model model = sample::shapes_model();
  State s = initial_state(model);
  add_body(model, s, 3, 1, {0, 0, 5}, {0, 0, 0});  // a ball in front, partly over the cube
  add_body(model, s, 0, 2, {1, 0, 0}, {0, 0, 0});
  PictureOptions o;
  o.view = {0, 0, 1};
  const std::string svg = picture_of(model, s, o);
  EXPECT_LT(svg.find("<path d=\"M"), svg.find("<circle"));
}

TEST(Picture, InThePlaneOneLooksAlongZAtFlatShapes) {
  Model model = sample::shapes_model();
  model.settings.dimension = 2;
  State s = initial_state(model);
  add_body(model, s, 0, 1, {0, 0, 0}, {0, 0, 0});
  add_body(model, s, 3, 1, {3, 0, 0}, {0, 0, 0});
  const std::string svg = picture_of(model, s);
  EXPECT_EQ(count(svg, "<path d=\"M"), 1u + 1u);
  EXPECT_EQ(count(svg, "<circle"), 1u);
  EXPECT_EQ(count(svg, "fill=\"url("), 0u);  // no shading
}

TEST(Picture, OfBallsAloneHasAllOfThemAsCircles) {
  const Model model = sample::model();
  const State s = sample::state(model);
  EXPECT_EQ(count(picture_of(model, s), "<circle"), s.bodies.size());
}

std::vector<std::vector<Point>> contours_of(const Model& model, const State& s, const Canvas& canvas) {
  std::vector<std::vector<Point>> all;
  const std::vector<BodyPart> parts = parts_of(model, frame_of(model, s, false), 0);
  for (const Contour& c : smooth_contours(canvas, parts[0])) all.push_back(c.corners);
  return all;
}

// A sphere is a superellipsoid whose outline everyone knows: a circle.
TEST(Picture, TheOutlineOfASmoothBodyIsThatOfItsShape) {
  Model model = sample::smooth_model();
  model.superellipsoids[0].shape = make_superellipsoid({1, 1, 1}, 1, 1);
  State s = initial_state(model);
  add_body(model, s, 1, 1, {0, 0, 0}, {0, 0, 0});
  PictureOptions o;
  o.view = {3, 2, 1};
  Box box;
  box.add({-1, -1, -1});
  box.add({1, 1, 1});
  const Canvas canvas(box, o);
  const auto contours = contours_of(model, s, canvas);
  ASSERT_GT(contours.size(), 10u);
  for (const Point& p : contours[0]) EXPECT_NEAR(std::hypot(p.x - 450, p.y - 450), canvas.scale, 1e-3 * canvas.scale);
  EXPECT_LT(contours[0].size(), 200u);
  // Contours get smaller towards the brightest spot, which is up and to the left.
  const auto extent = [](const std::vector<Point>& c) {
    const auto [lo, hi] = std::minmax_element(c.begin(), c.end(), [](auto& a, auto& b) { return a.x < b.x; });
    return hi->x - lo->x;
  };
  for (std::size_t k = 1; k < contours.size(); ++k) EXPECT_LE(extent(contours[k]), extent(contours[k - 1]) + 1);
  EXPECT_LT(contours.back()[0].x, 450);
  EXPECT_LT(contours.back()[0].y, 450);
}

// The outline comes from normals, the mesh from points: each vertex lies within it, and some lie near every side of it.
TEST(Picture, TheOutlineGoesRoundTheWholeSurface) {
  const Model model = sample::smooth_model();
  Box box;
  box.add({-1, -1, -1});
  box.add({1, 1, 1});
  std::mt19937_64 rng(5);
  std::normal_distribution<Real> any;
  for (int trial = 0; trial < 20; ++trial) {
    SCOPED_TRACE(trial);
    State s = initial_state(model);
    add_body(model, s, 1, 1, {0, 0, 0}, {0, 0, 0});
    s.bodies.q[0] = rotation_by({any(rng), any(rng), any(rng)});
    PictureOptions o;
    o.view = {any(rng), any(rng), any(rng)};
    const Canvas canvas(box, o);
    const std::vector<Point> outline = contours_of(model, s, canvas)[0];
    const BodyPart part = parts_of(model, frame_of(model, s, false), 0)[0];
    const std::size_t n = outline.size();
    double area = 0;  // its sign says which way round
    for (std::size_t k = 0; k < n; ++k) {
      const Point &p = outline[k], &q = outline[(k + 1) % n];
      area += p.x * q.y - q.x * p.y;
    }
    for (std::size_t k = 0; k < n; ++k) {
      const Point &p = outline[k], &q = outline[(k + 1) % n];
      double nearest = 1e9;  // px from the side, inwards
      for (int v = 0; v < int(part.shape->vertices.size()); ++v) {
        const double x = canvas.x(part.vertex(v)) - p.x, y = canvas.y(part.vertex(v)) - p.y;
        const double inside = ((q.x - p.x) * y - (q.y - p.y) * x) / std::hypot(q.x - p.x, q.y - p.y);
        nearest = std::min(nearest, area > 0 ? inside : -inside);
      }
      EXPECT_GT(nearest, -1);
      EXPECT_LT(nearest, 0.1 * canvas.scale);
    }
  }
}

TEST(Picture, SmoothBodiesHaveOneLineRoundThemAndFewBytes) {
  const Model model = sample::smooth_model();
  State s = initial_state(model);
  std::mt19937_64 rng(3);
  std::normal_distribution<Real> any;
  for (int i = 0; i < 20; ++i)
    for (int k = 0; k < 20; ++k) {
      const std::size_t b = add_body(model, s, 1, 1, {0, 2.5 * i, 2.5 * k}, {0, 0, 0});
      s.bodies.q[b] = rotation_by({any(rng), any(rng), any(rng)});
    }
  PictureOptions o;
  o.view = {1, 0, 0};
  const std::string svg = picture_of(model, s, o);
  EXPECT_EQ(count(svg, "<g stroke=\"none\">"), 400u);
  EXPECT_LT(svg.size(), 400u * 1500u);
}

TEST(Film, HasSuperellipsoidsAsNumbers) {
  const TemporaryFolder folder;
  const Model model = sample::smooth_model();
  State s = initial_state(model);
  add_body(model, s, 1, 1, {0, 0, 0}, {0, 0, 0});
  write_frame(folder / "f.h5", model, s, false);
  write_film(folder / "f.html", model, {folder / "f.h5"}, {});
  const std::string page = sample::read_text(folder / "f.html");
  EXPECT_EQ(count(page, "{\"e\":["), 1u);
  EXPECT_EQ(count(page, ",0.5,1.25]}"), 1u);
}

TEST(Film, HasShapesOfTypesAndTenBytesMoreABody) {
  const TemporaryFolder folder;
  const auto film_of = [&](const Model& model) {
    State s = initial_state(model);
    for (int i = 0; i < 30; ++i)
      add_body(model, s, std::uint32_t(i % int(model.body_types.size())), 1, {3.0 * i, 0, 0}, {0, 0, 0});
    write_frame(folder / "f.h5", model, s, false);
    write_film(folder / "f.html", model, {folder / "f.h5"}, {});
    const std::string page = sample::read_text(folder / "f.html");
    const std::size_t data = page.find("\"b\":\"") + 5;
    EXPECT_EQ(page.find('"', data) - data, model.polyhedra.empty() ? 30u * 8 * 4 / 3 : 30u * 18 * 4 / 3);
    return page;
  };
  EXPECT_NE(film_of(sample::model()).find("\"types\":[]"), std::string::npos);
  const std::string page = film_of(sample::shapes_model());
  const std::size_t types = page.find("\"types\":[");
  ASSERT_NE(types, std::string::npos);
  const std::string shapes = page.substr(types, page.find("\"walls\"") - types);
  EXPECT_EQ(count(shapes, "\"v\":"), 4u);
  EXPECT_EQ(count(shapes, "\"r\":"), 2u);
}

}  // namespace
}  // namespace scree::output
