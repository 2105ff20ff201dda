#include "scree/run/failed_normals.hpp"

#include "scree/narrow/superellipsoid_batch.hpp"
#include "scree/store/pairs/fault_file.hpp"
#include "scree/store/pairs/superellipsoid_saved.hpp"

namespace scree::pairs {
namespace {

// Holds a body of one superellipsoid where it is.
struct Placed {
  Superellipsoid shape;
  Pose pose;
};
Placed placed(const Model& model, const State& s, std::size_t i) {
  const Bodies& b = s.bodies;
  const Part& part = model.body_types[b.type[i]].parts.front();
  return {scaled(model.superellipsoids[part.superellipsoid].shape, b.scale[i] * part.size),
          {to_matrix(b.q[i]), Vec3(b.x[i])}};
}

// Returns true if it fails again.
bool ask_again(const Model& model, int id, const Placed& a, const Placed& b, const NormalCache& before,
               FaultFile& faults) {
  SavedSmoothPair saved;
  saved.pair = {id, "run", a.shape, b.shape, a.pose, b.pose, {}};
  saved.options = narrow::normal_options(model, NormalOptions::kWholeAnswer);
  saved.before = before;
  NormalCache cache = before;
  NormalCounters counters;
  saved.answer = ask(saved.pair, saved.options, cache, counters);
  if (saved.answer.status != LinkStatus::kFailed) return false;
  const NormalLink& best = saved.answer.link;
  saved.pair.reference.kind = best.gap > 0 ? 'S' : 'P';
  if (std::isfinite(best.gap)) saved.pair.reference.gap = best.gap, saved.pair.reference.n = best.n;
  saved.verdict = "failed";
  faults.add(text_of(saved));
  return true;
}

}  // namespace

std::size_t save_failed_normals(const Model& model, const State& s, const std::string& path) {
  FaultFile faults(path, true);
  std::size_t n = 0;
  for (const Bucket& bucket : s.pairs.buckets) {
    if (bucket.kind_a != ShapeKind::kSuperellipsoid || bucket.kind_b != ShapeKind::kSuperellipsoid) continue;
    for (std::uint32_t p = bucket.begin; p < bucket.end; ++p) {
      const Placed a = placed(model, s, s.pairs.a[p]), b = placed(model, s, s.pairs.b[p]);
      const NormalCache memory = narrow::normal_of(s.links.cache[s.links.first[p]]);
      n += ask_again(model, int(p), a, b, memory, faults) || ask_again(model, int(p), a, b, {}, faults);
    }
  }
  return n;
}

}  // namespace scree::pairs
