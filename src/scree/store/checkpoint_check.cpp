#include "scree/store/checkpoint_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree::output {

namespace {

template <class T, class F>
bool all_of(const std::vector<T>& values, F&& f) {
  return std::all_of(values.begin(), values.end(), f);
}

std::string check_counts(const State& s, const Model& m) {
  const auto count = [](const char* what, std::size_t have, std::size_t need) {
    return have == need ? std::string() : fmt::format("{} {} where the model has {}", have, what, need);
  };
  for (const std::string& problem :
       {count("walls", s.walls.size(), m.walls.size()), count("motions", s.motion_start.size(), m.motions.size()),
        count("streams", s.streams.size(), m.streams.size()), count("events", s.events.size(), m.events.size()),
        count("flow planes", s.flow_mass.size(), m.flow_planes.size()),
        count("joints", s.joints.size(), m.joints.size())}) {
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string check_bodies(const State& s, const Model& m) {
  const Bodies& b = s.bodies;
  std::string wrong;
  for_each_field(b, [&](const char* name, const auto& values) {
    if (values.size() != b.size())
      wrong = fmt::format("bodies/{} has {} rows for {} bodies", name, values.size(), b.size());
  });
  if (!wrong.empty()) return wrong;
  if (!all_of(b.type, [&](std::uint32_t t) { return t < m.body_types.size(); })) return "bodies/type out of range";
  if (!all_of(b.owner, [&](std::int32_t w) { return w == kDynamic || (w >= 0 && std::size_t(w) < m.walls.size()); })) {
    return "bodies/owner out of range";
  }
  std::vector<std::uint64_t> ids = b.id;
  std::sort(ids.begin(), ids.end());
  if (std::adjacent_find(ids.begin(), ids.end()) != ids.end()) return "two bodies have one id";
  if (!ids.empty() && ids.back() >= s.next_id) return "a body has an id that is not given out yet";
  if (s.list_valid && s.q_listed.size() != (m.has_shaped_bodies() ? b.size() : 0))
    return "q_listed does not fit the bodies";
  if (s.unit_shift > 63 || s.group_shift > 63 || s.unit_shift > s.group_shift)
    return "unit_shift or group_shift out of range";
  if (s.aux.size() != b.size() * aux_per_body(m.settings)) return "aux does not fit the integrator";
  return "";
}

std::string check_pairs(const State& s, const Model& m) {
  const Pairs& p = s.pairs;
  const std::size_t n = s.bodies.size();
  const auto is_body = [&](std::uint32_t i) { return i < n; };
  const auto is_partner = [&](std::uint32_t i) { return is_wall_index(i) ? (i & ~kWallBit) < m.walls.size() : i < n; };
  std::string wrong;
  const std::size_t n_contacts = s.contacts.a.size();
  if (s.contacts.b.size() != n_contacts) return "contacts/a and contacts/b differ in length";
  for_each_contact_field(s.contacts, [&](const char* name, const auto& values, Keep what) {
    const std::size_t expected = keeps(m, what) ? n_contacts : 0;
    const bool anyway = what == Keep::kForces && (values.empty() || values.size() == n_contacts);  // of other output
    if (values.size() != expected && !anyway) wrong = fmt::format("contacts/{} has {} rows", name, values.size());
  });
  if (!wrong.empty()) return wrong;
  if (!all_of(s.contacts.a, is_body) || !all_of(s.contacts.b, is_partner)) return "contacts/a or b out of range";
  if (!s.list_valid) return "";  // pairs may be older than the bodies and will be rebuilt
  if (p.a.size() != p.b.size()) return "pairs/a and pairs/b differ in length";
  if (!all_of(p.a, is_body) || !all_of(p.b, is_partner)) return "pairs/a or b out of range";
  if (!all_of(p.buckets, [&](const Bucket& b) {
        return b.begin <= b.end && b.end <= p.size() && b.law < m.laws.size() && int(b.kind_a) < kShapeKinds &&
               int(b.kind_b) < kShapeKinds;
      })) {
    return "pairs/buckets out of range";
  }
  return "";
}

std::string check_joints(const State& s, const Model& m) {
  for (std::size_t k = 0; k < s.joints.size(); ++k) {
    const JointState& joint = s.joints[k];
    if (joint.mode > JointMode::kGone) return "joints/mode out of range";
    if (joint.mode == JointMode::kGone) continue;
    if (joint.a >= s.bodies.size() || joint.b >= s.bodies.size()) return "joints/a or b out of range";
    if (s.bodies.id[joint.a] != m.joints[k].id_a || s.bodies.id[joint.b] != m.joints[k].id_b)
      return "joints/a or b is not the body that the joint holds";
  }
  return "";
}

}  // namespace

std::string inconsistency(const State& s, const Model& model) {
  for (auto* check : {check_counts, check_bodies, check_pairs, check_joints}) {
    if (std::string problem = check(s, model); !problem.empty()) return problem;
  }
  return "";
}

}  // namespace scree::output
