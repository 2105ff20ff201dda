#include "scree/frames/vtk.hpp"

#include <map>

#include "scree/error.hpp"
#include "scree/frames/vtk_poly_data.hpp"
#include "scree/frames/wall_surface.hpp"
#include "scree/narrow/contact_type.hpp"
#include "store/sample.hpp"

namespace scree::output {
namespace {

using sample::TemporaryFolder;

// Enough of XML to see that tags are closed in the right order; returns how often each tag occurs.
std::map<std::string, int> tags_of(const std::string& xml) {
  std::map<std::string, int> count;
  std::vector<std::string> open;
  for (std::size_t i = xml.find('<'); i != std::string::npos; i = xml.find('<', i + 1)) {
    const std::size_t end = xml.find('>', i);
    if (end == std::string::npos) throw std::runtime_error("a tag without an end");
    const std::string tag = xml.substr(i + 1, end - i - 1);
    if (tag.starts_with("?")) continue;
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag.starts_with("/")) {
      if (open.empty() || "/" + open.back() != tag) throw std::runtime_error("wrong end " + tag);
      open.pop_back();
      continue;
    }
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) throw std::runtime_error("odd quotes in " + tag);
    ++count[name];
    if (!tag.ends_with("/")) open.push_back(name);
  }
  if (!open.empty()) throw std::runtime_error("not closed: " + open.back());
  return count;
}

std::string attribute(const std::string& xml, const std::string& name, std::size_t from = 0) {
  const std::size_t begin = xml.find(" " + name + "=\"", from) + name.size() + 3;
  return xml.substr(begin, xml.find('"', begin) - begin);
}

std::string decode64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int n_bits = 0;
  for (const char c : text) {
    if (digits.find(c) == std::string::npos) break;
    bits = bits << 6 | std::uint32_t(digits.find(c));
    n_bits += 6;
    if (n_bits >= 8) bytes += char(bits >> (n_bits -= 8) & 255);
  }
  return bytes;
}

// The values of an appended array.
template <class T>
std::vector<T> array_of(const std::string& xml, const std::string& name) {
  const std::size_t offset = std::stoull(attribute(xml, "offset", xml.find("Name=\"" + name + "\"")));
  const std::string bytes = decode64(xml.substr(xml.find("\n_") + 2 + offset));
  std::uint64_t n_bytes = 0;
  std::memcpy(&n_bytes, bytes.data(), 8);
  std::vector<T> values(n_bytes / sizeof(T));
  if (n_bytes > 0) std::memcpy(values.data(), bytes.data() + 8, n_bytes);
  return values;
}

TEST(Vtk, Base64IsThatOfRfc4648) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(std::string("\xff\x00\x80", 3)), "/wCA");
}

TEST(Vtk, BodiesAreWellFormedAndComplete) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  const Frame frame = frame_of(model, sample::state(model), true);
  write_vtk_frame(folder.path(), 3, model, frame);
  const std::string xml = sample::read_text(folder / "vtk/bodies_000003.vtp");
  EXPECT_EQ(tags_of(xml)["Piece"], 1);
  EXPECT_EQ(attribute(xml, "NumberOfPoints"), "40");
  EXPECT_EQ(attribute(xml, "NumberOfVerts"), "40");
  EXPECT_EQ(array_of<std::uint64_t>(xml, "id"), frame.bodies.id);
  EXPECT_EQ(array_of<std::uint32_t>(xml, "coordination"), frame.coordination);
  EXPECT_TRUE(sample::same_bits(array_of<Vec3d>(xml, "Points"), frame.bodies.x));
  EXPECT_EQ(array_of<std::int64_t>(xml, "offsets").back(), 40);
  const std::vector<float> velocity = array_of<float>(xml, "velocity");
  ASSERT_EQ(velocity.size(), 120u);
  EXPECT_EQ(velocity[3], float(frame.bodies.v[1].x));
}

TEST(Vtk, ContactsAreLinesWithNormalForceOnTheirEnds) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  Frame frame = frame_of(model, sample::state(model), true);
  frame.contacts[0].n = {0, 0, 1};
  frame.contacts[0].f = {3, 0, -4};  // B, above A, presses it down
  write_vtk_frame(folder.path(), 0, model, frame);
  const std::string xml = sample::read_text(folder / "vtk/contacts_000000.vtp");
  tags_of(xml);
  EXPECT_EQ(attribute(xml, "NumberOfLines"), std::to_string(frame.contacts.size()));
  EXPECT_EQ(attribute(xml, "NumberOfPoints"), std::to_string(2 * frame.contacts.size()));
  EXPECT_EQ(array_of<float>(xml, "normal_force")[1], 4.0f);  // point data come first
  EXPECT_EQ(array_of<float>(xml, "force_magnitude")[0], 5.0f);
  EXPECT_EQ(array_of<std::uint64_t>(xml, "id_a")[0], frame.contacts[0].id_a);
}

TEST(Vtk, ContactsSayWhatTouches) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  Frame frame = frame_of(model, sample::state(model), true);
  frame.contacts[0].feature_a = 0;  // vertex
  frame.contacts[0].feature_b = 2;  // on a face
  write_vtk_frame(folder.path(), 0, model, frame);
  const std::string xml = sample::read_text(folder / "vtk/contacts_000000.vtp");
  EXPECT_EQ(array_of<std::uint8_t>(xml, "feature_a")[0], 0);
  EXPECT_EQ(array_of<std::uint8_t>(xml, "feature_b")[0], 2);
  EXPECT_EQ(array_of<std::uint8_t>(xml, "feature_a")[1], 3);
  EXPECT_EQ(array_of<std::uint8_t>(xml, "contact_type")[0], int(contact_type(0, frame.contacts[0].feature_b)));
  EXPECT_EQ(array_of<std::uint8_t>(xml, "contact_type")[1], 0);  // a curved surface
}

TEST(Vtk, PolyhedraAreFacesWithTheFieldsOfTheirBodies) {
  const TemporaryFolder folder;
  const Model model = sample::shapes_model();
  State s = initial_state(model);
  for (std::uint32_t type = 0; type < 4; ++type) add_body(model, s, type, 1, {3.0 * type, 0, 0}, {Real(type), 0, 0});
  write_vtk_frame(folder.path(), 0, model, frame_of(model, s, true));
  const std::string xml = sample::read_text(folder / "vtk/shapes_000000.vtp");
  tags_of(xml);
  EXPECT_EQ(attribute(xml, "NumberOfPolys"), "22");                       // 6, 4, twice 6; balls are points
  EXPECT_EQ(attribute(xml, "NumberOfPoints"), "28");                      // faces share corners
  EXPECT_EQ(array_of<std::int64_t>(xml, "offsets").back(), 84);           // 24 + 12 + 48
  EXPECT_EQ(array_of<std::int64_t>(xml, "connectivity").back() / 20, 1);  // of the last eight points
  const std::vector<std::uint64_t> id = array_of<std::uint64_t>(xml, "id");
  EXPECT_EQ(std::count(id.begin(), id.end(), 1u), 4);
  EXPECT_EQ(std::count(id.begin(), id.end(), 2u), 12);
  EXPECT_EQ(array_of<float>(xml, "speed")[7], 1.0f);
  const std::vector<Vec3d> points = array_of<Vec3d>(xml, "Points");
  for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(std::abs(points[k].x), std::sqrt(1.0 / 3), 1e-6);
  write_pvd(folder.path());
  EXPECT_EQ(tags_of(sample::read_text(folder / "vtk/shapes.pvd"))["DataSet"], 1);
}

TEST(Vtk, SuperellipsoidsAreClosedSurfacesOfTriangles) {
  const TemporaryFolder folder;
  const Model model = sample::smooth_model();
  State s = initial_state(model);
  add_body(model, s, 0, 1, {0, 0, 0}, {0, 0, 0});
  add_body(model, s, 1, 2, {10, 0, 0}, {0, 0, 0});
  s.bodies.q[1] = rotation_by({1, 2, 3});
  write_vtk_frame(folder.path(), 0, model, frame_of(model, s, true));
  const std::string xml = sample::read_text(folder / "vtk/shapes_000000.vtp");
  tags_of(xml);
  EXPECT_EQ(attribute(xml, "NumberOfPolys"), "432");  // the ball is a point
  const Superellipsoid& shape = model.superellipsoids[0].shape;
  for (const Vec3d& p : array_of<Vec3d>(xml, "Points")) {
    const Vec3 in_body = transpose(to_matrix(s.bodies.q[1])) * Vec3(p - s.bodies.x[1]);
    EXPECT_NEAR(norm_value(shape.gauge, in_body / 2), 1, 1e-6);
  }
  // Every edge belongs to two triangles, which go along it in opposite directions.
  const std::vector<std::int64_t> corner = array_of<std::int64_t>(xml, "connectivity");
  std::map<std::pair<std::int64_t, std::int64_t>, int> edges;
  for (std::size_t k = 0; k < corner.size(); ++k) ++edges[{corner[k], corner[k % 3 == 2 ? k - 2 : k + 1]}];
  EXPECT_EQ(edges.size(), 3u * 432u);
  for (const auto& [edge, n] : edges) EXPECT_EQ(n + edges.count({edge.second, edge.first}), 2u);
}

TEST(Vtk, BodiesInThePlaneAreFlatPolygons) {
  const TemporaryFolder folder;
  Model model = sample::shapes_model();
  model.settings.dimension = 2;
  State s = initial_state(model);
  add_body(model, s, 0, 1, {0, 0, 0}, {0, 0, 0});
  add_body(model, s, 3, 2, {5, 1, 0}, {0, 0, 0});
  write_vtk_frame(folder.path(), 0, model, frame_of(model, s, true));
  const std::string xml = sample::read_text(folder / "vtk/shapes_000000.vtp");
  EXPECT_EQ(attribute(xml, "NumberOfPolys"), "2");
  const std::vector<Vec3d> points = array_of<Vec3d>(xml, "Points");
  ASSERT_EQ(points.size(), 4u + 48u);
  for (const Vec3d& p : points) EXPECT_EQ(p.z, 0);
  for (std::size_t k = 4; k < points.size(); ++k) EXPECT_NEAR(norm(points[k] - Vec3d{5, 1, 0}), 2, 1e-12);
}

TEST(Vtk, ThereAreNoShapesWhereAllAreBalls) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  write_vtk_frame(folder.path(), 0, model, frame_of(model, sample::state(model), true));
  write_pvd(folder.path());
  EXPECT_FALSE(std::filesystem::exists(folder / "vtk/shapes_000000.vtp"));
  EXPECT_FALSE(std::filesystem::exists(folder / "vtk/shapes.pvd"));
}

TEST(Vtk, WallsThatAreGoneAreLeftOut) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  write_vtk_frame(folder.path(), 0, model, frame_of(model, sample::state(model), false));
  const std::string xml = sample::read_text(folder / "vtk/walls_000000.vtp");
  tags_of(xml);
  const std::vector<std::int32_t> wall = array_of<std::int32_t>(xml, "wall");
  EXPECT_EQ(attribute(xml, "NumberOfPolys"), std::to_string(wall.size()));
  EXPECT_EQ(std::count(wall.begin(), wall.end(), 0), 1);
  EXPECT_EQ(std::count(wall.begin(), wall.end(), 2), 0);   // taken away
  EXPECT_EQ(std::count(wall.begin(), wall.end(), 3), 1);   // the plate
  EXPECT_EQ(std::count(wall.begin(), wall.end(), 4), 48);  // the cylinder
  EXPECT_EQ(std::count(wall.begin(), wall.end(), 5), 48);  // the cone
  EXPECT_EQ(std::count(wall.begin(), wall.end(), 6), 0);   // balls are bodies
}

TEST(Vtk, EmptyFramesAreWrittenToo) {
  const TemporaryFolder folder;
  const Model model;
  write_vtk_frame(folder.path(), 0, model, frame_of(model, initial_state(model), true));
  for (const char* name : {"bodies", "contacts", "walls"}) {
    EXPECT_EQ(
        attribute(sample::read_text(folder / "vtk" + ("/" + std::string(name)) + "_000000.vtp"), "NumberOfPoints"),
        "0");
  }
}

// Planes round a box of bodies: their polygons lie in the planes and close up to the box.
TEST(WallSurface, PlanesAreCutToTheBodies) {
  Model model = sample::model();
  model.walls.resize(3);
  State s = initial_state(model);
  add_body(model, s, 0, Real(0.5), {0, 0, 0.5}, {0, 0, 0});
  const Frame frame = frame_of(model, s, false);
  const Box view = view_box(model, frame);
  EXPECT_LT(view.lo.x, -1);
  EXPECT_GT(view.hi.x, 1);
  EXPECT_LT(view.hi.x, 1.1);
  for (std::size_t w = 0; w < 3; ++w) {
    const std::vector<Polygon> polygons = wall_surface(model.walls[w], frame.walls[w], view);
    ASSERT_EQ(polygons.size(), 1u);
    ASSERT_EQ(polygons[0].size(), 4u);
    const Vec3d n = Vec3d(rotate(frame.walls[w].q, {0, 0, 1}));
    for (const Vec3d& p : polygons[0]) EXPECT_NEAR(dot(p - frame.walls[w].x, n), 0, 1e-12);
    // Counter-clockwise seen from the side of the bodies.
    EXPECT_GT(dot(cross(polygons[0][1] - polygons[0][0], polygons[0][2] - polygons[0][1]), n), 0);
  }
}

TEST(Pvd, TimesComeFromTheFilesInOrderAndSurviveANewExport) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  State s = sample::state(model);
  for (const std::uint64_t number : {2ull, 0ull, 1ull}) {
    s.counters.step = 1000 * number;
    write_vtk_frame(folder.path(), number, model, frame_of(model, s, true));
  }
  write_pvd(folder.path());
  const std::string xml = sample::read_text(folder / "vtk/contacts.pvd");
  EXPECT_EQ(tags_of(xml)["DataSet"], 3);
  std::size_t at = 0;
  for (const char* expected : {"0", "0.1", "0.2"}) {
    at = xml.find("<DataSet", at + 1);
    EXPECT_EQ(attribute(xml, "timestep", at), expected);
  }
  EXPECT_EQ(attribute(xml, "file", at), "contacts_000002.vtp");
  std::filesystem::remove(folder / "vtk/bodies_000001.vtp");
  write_pvd(folder.path());
  EXPECT_EQ(tags_of(sample::read_text(folder / "vtk/bodies.pvd"))["DataSet"], 2);
  sample::write_text(folder / "vtk/walls_000009.vtp", "<VTKFile/>");
  EXPECT_THROW(write_pvd(folder.path()), InputError);
}

}  // namespace
}  // namespace scree::output
