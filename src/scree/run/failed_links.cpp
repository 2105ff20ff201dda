#include "scree/run/failed_links.hpp"

#include "scree/narrow/polyhedron_batch.hpp"
#include "scree/store/pairs/fault_file.hpp"

namespace scree::pairs {
namespace {

// Holds a part of a body where it is.
struct PlacedPart {
  const Part& part;
  Real scale;
  Pose pose;
};

std::vector<PlacedPart> parts_of(const Model& model, const State& s, std::size_t i) {
  std::vector<PlacedPart> placed;
  const Bodies& b = s.bodies;
  const Mat3 R = to_matrix(b.q[i]);
  for (const Part& part : model.body_types[b.type[i]].parts)
    placed.push_back({part, b.scale[i] * part.size, {R * part.pose.R, Vec3(b.x[i]) + R * (b.scale[i] * part.pose.p)}});
  return placed;
}

Shape<Space> shape_of(const Model& model, const PlacedPart& p, const std::string& name) {
  const PolyhedronData& data = model.polyhedra[p.part.polyhedron];
  Shape<Space> shape;
  shape.name = name, shape.family = "run";
  for (const Vec3& v : data.vertices) shape.vertices.push_back(p.scale * v);
  for (std::size_t f = 0; f + 1 < data.face_start.size(); ++f)
    shape.loops.emplace_back(data.loop.begin() + data.face_start[f], data.loop.begin() + data.face_start[f + 1]);
  shape.width = 2 * p.scale;
  shape.data = Space::build(shape.vertices, shape.loops);
  return shape;
}

// Solves one pair of parts again; returns true if it failed.
bool ask_again(const Model& model, const PlacedPart& a, const PlacedPart& b, const LinkCache& before,
               FaultFile& faults) {
  PairSet<Space> set;
  set.shapes = {shape_of(model, a, "a"), shape_of(model, b, "b")};
  make_views(set);
  Pair<Space> pair;
  pair.set = "run", pair.a = 0, pair.b = 1, pair.X_a = a.pose, pair.X_b = b.pose;
  const LinkOptions options = narrow::link_options(model, LinkOptions::kWholeAnswer);
  Answer<Space> answer;
  LinkCounters counters;
  LinkCache cache = before;
  answer.status =
      find_link(set.views[0], set.views[1], Space::relative(pair.X_a, pair.X_b), options, cache, answer.link, counters);
  if (answer.status != LinkStatus::kFailed) return false;
  Judgement judgement;
  judgement.verdict = Verdict::kFailed;
  faults.add(set, pair, options, before, answer, judgement);
  return true;
}

}  // namespace

std::size_t save_failed_links(const Model& model, const State& s, const std::string& path) {
  FaultFile faults(path, true);
  std::size_t n = 0;
  for (const Bucket& bucket : s.pairs.buckets) {
    if (bucket.kind_a != ShapeKind::kPolyhedron || bucket.kind_b != ShapeKind::kPolyhedron) continue;
    for (std::uint32_t p = bucket.begin; p < bucket.end; ++p) {
      const auto parts_a = parts_of(model, s, s.pairs.a[p]), parts_b = parts_of(model, s, s.pairs.b[p]);
      std::size_t k = s.links.first[p];
      for (const PlacedPart& a : parts_a)
        for (const PlacedPart& b : parts_b) {
          const LinkCache memory = s.links.cache[k++].whole();
          n += ask_again(model, a, b, memory, faults) || ask_again(model, a, b, LinkCache{}, faults);
        }
    }
  }
  return n;
}

}  // namespace scree::pairs
