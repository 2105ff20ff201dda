// Shapes of type "compound" are read here.
#include <fmt/format.h>

#include <algorithm>

#include "scree/broad/broad_phase.hpp"
#include "scree/narrow/find_link.hpp"
#include "scree/scene/draft.hpp"
#include "scree/setup/compound_type.hpp"
#include "scree/solids/polyhedron_build.hpp"

namespace scree::scene {

namespace {

// Returns nothing after a problem.
std::optional<PlacedPart> read_part(const Draft& d, const Table& t) {
  const std::size_t problems_before = d.problems.size();
  const auto found = find_name(t, "shape", names_of(d.shapes), "shape before this one");
  PlacedPart part;
  const Vec3 position = Vec3(t.vector("position"));
  const Quat turn = read_turn(t);
  if (!found) return std::nullopt;
  const ShapeSpec& shape = d.shapes[*found];
  const BodyType& type = d.model.body_types[*found];
  if (!shape.usable) return std::nullopt;
  if (type.parts.size() != 1 || type.parts[0].kind != ShapeKind::kPolyhedron) {
    t.problem("shape", "must be a shape of type \"polyhedron\"");
    return std::nullopt;
  }
  part.type = *found;
  part.material = shape.materials[0];
  part.density = type.density;
  part.pose = {to_matrix(turn * type.as_given), position};
  if (t.has("size"))
    part.scale = Real(t.number("size")) / 2;
  else if (shape.radius && shape.radius->kind == Distribution::kFixed)
    part.scale = shape.radius->min;
  else
    t.problem("size", fmt::format("missing; shape \"{}\" has no single size", shape.name));
  return d.problems.size() == problems_before ? std::optional(part) : std::nullopt;
}

const PolyhedronData& polyhedron_of(const Model& model, const PlacedPart& p) {
  return model.polyhedra[model.body_types[p.type].parts[0].polyhedron];
}

// Finds pairs of parts whose bounding spheres meet, the earlier part first.
std::vector<std::pair<std::size_t, std::size_t>> near_parts(const Draft& d, const std::vector<PlacedPart>& parts,
                                                            Real margin) {
  std::vector<Vec3d> x;
  std::vector<Real> r;
  for (const PlacedPart& p : parts) {
    const PolyhedronData& shape = polyhedron_of(d.model, p);
    x.push_back(Vec3d(p.pose * (p.scale * shape.centre)));
    r.push_back(p.scale * shape.radius * Real(1 + 1e-12));
  }
  const std::vector<std::int32_t> owner(x.size(), kDynamic);
  broad::PairList found;
  broad::sorted_cells({x.size(), x.data(), r.data(), owner.data()}, margin, found);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const broad::RawPair& pair : found) pairs.emplace_back(pair.i, pair.j);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Parts may touch, but what lies in two of them would be weighed twice.
void check_overlaps(const Draft& d, const std::vector<Table>& tables, const std::vector<PlacedPart>& parts, Real size) {
  constexpr int kMostProblems = 20;
  int problems = 0;
  for (const auto& [i, j] : near_parts(d, parts, kShapeTolerance * size)) {
    const PlacedPart &a = parts[i], &b = parts[j];
    LinkCache cache;
    Link link;
    LinkCounters not_counted;
    find_link(polyhedron_of(d.model, a).view(a.scale), polyhedron_of(d.model, b).view(b.scale),
              inverse(a.pose) * b.pose, {}, cache, link, not_counted);
    if (link.gap >= -kShapeTolerance * size) continue;
    tables[j].problem(fmt::format("overlaps {} by {:.3g} m; parts may only touch", tables[i].path(), -link.gap));
    if (++problems == kMostProblems) return;
  }
}

}  // namespace

BodyType read_compound_type(Draft& d, const Table& t, ShapeSpec& shape, std::optional<std::uint32_t> material) {
  const BodyType stand_in = sphere_type(shape.name, 0, 1);
  const std::size_t problems_before = d.problems.size();
  if (t.has("size")) shape.radius = read_half_size(t, "size");
  std::vector<PlacedPart> parts;
  const std::vector<Table> tables = t.tables("parts");
  for (const Table& table : tables)
    if (const auto part = read_part(d, table)) parts.push_back(*part);
  if (t.has("parts") && tables.empty()) t.problem("parts", "must not be empty");
  t.refuse_unused("type \"compound\"");
  if (d.problems.size() != problems_before || parts.empty()) return stand_in;

  shape.materials.clear();
  for (PlacedPart& part : parts) {
    if (material) part.material = *material, part.density = d.model.materials[*material].density;
    if (std::find(shape.materials.begin(), shape.materials.end(), part.material) == shape.materials.end())
      shape.materials.push_back(part.material);
  }
  Compound c = compound_type(d.model, shape.name, parts);
  check_overlaps(d, tables, parts, c.circumradius);
  if (!shape.radius) {
    shape.radius.emplace();
    shape.radius->min = shape.radius->max = shape.radius->mean = c.circumradius;
  }
  const Real r = shape.radius->max;
  std::size_t covered = 0;
  for (const Part& part : c.type.parts) covered += std::size_t(std::count(part.covered.begin(), part.covered.end(), 1));
  d.notes.push_back(fmt::format(
      "shape \"{}\": {} parts, {} faces covered; {}: volume {:.6g} m3, mean density {:.6g} kg/m3, circumradius {:.6g} "
      "m, "
      "principal radii of gyration {:.6g}, {:.6g}, {:.6g} m",
      shape.name, parts.size(), covered, size_text(*shape.radius), r * r * r * c.type.volume, c.type.density, r,
      r * std::sqrt(c.type.gyration2.x), r * std::sqrt(c.type.gyration2.y), r * std::sqrt(c.type.gyration2.z)));
  return std::move(c.type);
}

}  // namespace scree::scene
