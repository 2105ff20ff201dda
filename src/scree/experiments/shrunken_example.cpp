#include "scree/experiments/shrunken_example.hpp"

#include <fmt/format.h>

#include "scree/experiments/face_loops.hpp"
#include "scree/narrow/contact_type.hpp"
#include "scree/narrow/shrunken_edge.hpp"
#include "scree/solids/polyhedron_build.hpp"
#include "scree/solids/shape_library.hpp"

namespace scree::bench {
namespace {

// No two faces are alike: the top is a smaller copy of the base, moved aside.
PolyhedronData hexahedron() {
  std::vector<Vec3> points;
  for (const Vec3& p : {Vec3{0, 0, 0}, Vec3{1.2, 0, 0}, Vec3{1.3, 1, 0}, Vec3{0, 1.1, 0}}) {
    points.push_back(p);
    points.push_back(Real(0.75) * p + Vec3{0.25, 0.1, 1});
  }
  return hull_of(points);
}

std::string corners_of(const PolyhedronData& body, const Vec3& at) {
  return face_loops(body, [&](int h) { return at + body.vertices[std::size_t(body.loop[std::size_t(h)])]; });
}

// Eight unit cubes meet in one point; the text says what shrunken edges find for each pair.
std::string stack() {
  const PolyhedronData body = cube();
  const ShrunkenShape shape = shrunken(body, Shrinkage{}.part);
  const PolyhedronView view = body.view();
  const ShrunkenView one(view, shape);
  std::vector<std::string> blocks, contacts;
  for (int i = 0; i < 8; ++i) {
    const auto place = [](int k) { return Vec3{Real(k & 1), Real(k >> 1 & 1), Real(k >> 2)}; };
    blocks.push_back(corners_of(body, place(i)));
    for (int j = i + 1; j < 8; ++j) {
      LinkCache cache;
      LinkCounters counters;
      ShrunkenContact c;
      const Real tolerance = shrunken_tolerance(one, one, Shrinkage{}.tolerance);
      if (!find_shrunken_contact(one, one, {Mat3::identity(), place(j) - place(i)}, tolerance, 0, true, cache, c,
                                 counters))
        continue;
      const ContactType type = contact_type(std::uint8_t(c.a), std::uint8_t(c.b));
      contacts.push_back(
          fmt::format(R"({{"a": {}, "b": {}, "type": "{}", "area": {:.9g}}})", i, j, name_of(type), c.area));
    }
  }
  return fmt::format(R"({{"blocks": {}, "contacts": {}}})", json::list(blocks), json::list(contacts));
}

}  // namespace

std::string shrunken_example() {
  constexpr Real kPart = Shrinkage::kMost, kDrawn = 10 * kPart;
  const PolyhedronData body = hexahedron();
  const ShrunkenShape true_one = shrunken(body, kPart), drawn = shrunken(body, kDrawn);
  const auto points = [](const ShrunkenShape& s) { return [&s](int h) { return s.points[std::size_t(h)]; }; };
  return fmt::format(
      "{{\"part\": {:g}, \"drawn_part\": {:g}, \"inset\": {:.12g}, \"lag\": {:.12g},\n\"faces\": {},\n\"shrunken\": "
      "{},\n"
      "\"drawn\": {},\n\"stack\": {}}}\n",
      kPart, kDrawn, true_one.inset, true_one.lag, corners_of(body, {0, 0, 0}), face_loops(body, points(true_one)),
      face_loops(body, points(drawn)), stack());
}

}  // namespace scree::bench
