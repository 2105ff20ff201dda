#include "scree/frames/frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <numeric>
#include <tuple>

#include "scree/force/joints.hpp"
#include "scree/narrow/contact_type.hpp"
#include "scree/narrow/points.hpp"
#include "scree/store/hdf5.hpp"

#ifndef SCREE_VERSION
#define SCREE_VERSION "unknown"
#endif

namespace scree::output {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFormat = "scree frame";
constexpr std::uint32_t kFormatVersion = 2;

// Enumerations are stored as the numbers they are.
template <class T>
using Stored = typename std::conditional_t<std::is_enum_v<T>, std::underlying_type<T>, std::type_identity<T>>::type;

// Bodies and contacts are in the order of ids, so that a frame does not depend on the order of arrays.
std::vector<std::uint32_t> order_by_id(const Bodies& b) {
  std::vector<std::uint32_t> order(b.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](auto i, auto j) { return b.id[i] < b.id[j]; });
  return order;
}

// Lists contacts that touch or pull.
std::vector<narrow::ContactRow> listed_contacts(const Model& model, const State& s) {
  std::vector<narrow::ContactRow> rows = narrow::contact_rows(model, s);
  std::erase_if(rows, [](const narrow::ContactRow& r) { return r.gap > 0 && !(norm2(r.f) > 0); });
  const auto key = [&](const narrow::ContactRow& r) {
    return std::tuple(s.bodies.id[r.a], partner_id(s.bodies, r.b), r.feature);
  };
  std::sort(rows.begin(), rows.end(), [&](const auto& r, const auto& t) { return key(r) < key(t); });
  return rows;
}

template <class Archive, class F>
void transfer_bodies(Archive&& ar, F& frame) {
#define SCREE_TRANSFER_true(name, unit) ar("bodies/" #name, frame.bodies.name, unit);
#define SCREE_TRANSFER_false(name, unit)
#define SCREE_FIELD(name, type, ghosts, unit, in_frame) SCREE_TRANSFER_##in_frame(name, unit)
#include "scree/state/fields.def"
#undef SCREE_FIELD
#undef SCREE_TRANSFER_true
#undef SCREE_TRANSFER_false
  ar("bodies/coordination", frame.coordination, "1");
}

// Calls ar(name, rows, member, unit) for every column of the tables.
template <class Archive, class F>
void transfer_tables(Archive&& ar, F& frame, bool joints, bool contacts) {
  ar("bodies/f", frame.bodies.wrench, &Wrench::f, "N");
  ar("bodies/tau", frame.bodies.wrench, &Wrench::tau, "N m");
  ar("walls/x", frame.walls, &WallState::x, "m");
  ar("walls/q", frame.walls, &WallState::q, "1");
  ar("walls/v", frame.walls, &WallState::v, "m/s");
  ar("walls/omega", frame.walls, &WallState::omega, "rad/s");
  ar("walls/f", frame.walls, &WallState::f, "N");
  ar("walls/tau", frame.walls, &WallState::tau, "N m");
  ar("walls/present", frame.walls, &WallState::present, "1");
  using Joint = Frame::JointRow;
  if (joints) {
    ar("joints/id_a", frame.joints, &Joint::id_a, "1");
    ar("joints/id_b", frame.joints, &Joint::id_b, "1");
    ar("joints/mode", frame.joints, &Joint::mode, "1");
    ar("joints/broken_at", frame.joints, &Joint::broken_at, "s");
    ar("joints/p", frame.joints, &Joint::p, "m");
    ar("joints/n", frame.joints, &Joint::n, "1");
    ar("joints/area", frame.joints, &Joint::area, "m2");
    ar("joints/normal_stress", frame.joints, &Joint::normal, "Pa");
    ar("joints/tension", frame.joints, &Joint::tension, "Pa");
    ar("joints/shear", frame.joints, &Joint::shear, "Pa");
  }
  if (!contacts) return;
  using Line = Frame::ContactLine;
  ar("contacts/id_a", frame.contacts, &Line::id_a, "1");
  ar("contacts/id_b", frame.contacts, &Line::id_b, "1");
  ar("contacts/x_a", frame.contacts, &Line::x_a, "m");
  ar("contacts/x_b", frame.contacts, &Line::x_b, "m");
  ar("contacts/p", frame.contacts, &Line::p, "m");
  ar("contacts/n", frame.contacts, &Line::n, "1");
  ar("contacts/f", frame.contacts, &Line::f, "N");
  ar("contacts/gap", frame.contacts, &Line::gap, "m");
  ar("contacts/feature_a", frame.contacts, &Line::feature_a, "1");
  ar("contacts/feature_b", frame.contacts, &Line::feature_b, "1");
}

// A joint that has broken has no stress; one whose block is gone has no place.
Frame::JointRow joint_row(const Model& model, const State& s, std::size_t k) {
  const Joint& joint = model.joints[k];
  const JointState& state = s.joints[k];
  const double broken_at = double(state.broken_step + 1) * model.settings.dt;
  Frame::JointRow row{joint.id_a, joint.id_b, state.mode, state.mode == JointMode::kIntact ? -1 : broken_at,
                      {0, 0, 0},  {0, 0, 1},  joint.area, 0,
                      0,          0};
  if (state.mode == JointMode::kGone) return row;
  const force::JointStrain strain = force::strain_of(s.bodies, joint, state);
  row.p = s.bodies.x[state.b] + Vec3d(strain.r_b);
  row.n = strain.R * Vec3{0, 0, 1};
  if (state.mode != JointMode::kIntact) return row;
  const force::JointStress stress = force::stress_of(joint, strain);
  row.normal = stress.normal, row.tension = stress.tension, row.shear = stress.shear;
  return row;
}

}  // namespace

Frame frame_of(const Model& model, const State& s, bool contacts) {
  Frame frame;
  frame.time = s.time(model);
  frame.step = s.counters.step;
  frame.walls = s.walls;
  for (const BodyType& type : model.body_types) frame.type_names.push_back(type.name);

  std::vector<std::uint32_t> touching(s.bodies.size(), 0);
  for_each_contact(s, [&](std::size_t k, std::uint32_t a, std::uint32_t b) {
    if (s.contacts.gap[k] > 0) return;
    ++touching[a];
    if (!is_wall_index(b)) ++touching[b];
  });
  const std::vector<std::uint32_t> order = order_by_id(s.bodies);
  const auto pick = [&order](const auto& from, auto& to) {
    to.reserve(order.size());
    for (const std::uint32_t i : order) to.push_back(from[i]);
  };
  pick(touching, frame.coordination);
#define SCREE_FIELD(name, type, ghosts, unit, in_frame) \
  if constexpr (in_frame) pick(s.bodies.name, frame.bodies.name);
#include "scree/state/fields.def"
#undef SCREE_FIELD
  pick(s.bodies.wrench, frame.bodies.wrench);
  for (std::size_t k = 0; k < s.joints.size(); ++k) frame.joints.push_back(joint_row(model, s, k));
  if (!contacts) return frame;

  for (const narrow::ContactRow& r : listed_contacts(model, s)) {
    const Vec3d x_a = s.bodies.x[r.a], p = x_a + Vec3d(r.p);
    frame.contacts.push_back({s.bodies.id[r.a], partner_id(s.bodies, r.b), x_a,
                              is_wall_index(r.b) ? p : s.bodies.x[r.b], p, r.n, r.f, r.gap, r.feature_a, r.feature_b});
  }
  return frame;
}

void write_frame(const std::string& path, const Model& model, const State& s, bool contacts) {
  const Frame frame = frame_of(model, s, contacts);
  h5::Writer file(path);
  file.attribute("format", kFormat);
  file.attribute("version", kFormatVersion);
  file.attribute("program", SCREE_VERSION);
  file.attribute("time", frame.time);
  file.attribute("step", frame.step);
  file.attribute("n", std::uint64_t(frame.bodies.size()));
  file.array("type_names", frame.type_names);
  transfer_bodies([&](const char* name, const auto& values, const char* unit) { file.array(name, values, unit); },
                  frame);
  const auto save = [&]<class Row, class T>(const char* name, const std::vector<Row>& rows, T Row::*member,
                                            const char* unit) {
    std::vector<Stored<T>> values;
    for (const Row& row : rows) values.push_back(Stored<T>(row.*member));
    file.array(name, values, unit);
  };
  transfer_tables(save, frame, !frame.joints.empty(), contacts);
  if (contacts) {  // follows from the features: written for readers of frames, not read back
    std::vector<std::uint8_t> types;
    for (const Frame::ContactLine& c : frame.contacts)
      types.push_back(std::uint8_t(contact_type(c.feature_a, c.feature_b)));
    file.array("contacts/type", types, "1");
  }
  file.commit(Durability::kRenamed);
}

namespace {

FrameHead read_head(h5::Reader& file) {
  if (!file.has_attribute("format") || file.text("format") != kFormat) file.fail("not a scree frame");
  if (const auto version = file.attribute<std::uint32_t>("version"); version != kFormatVersion) {
    file.fail(fmt::format("frame version {} by scree {}; this program reads version {}", version, file.text("program"),
                          kFormatVersion));
  }
  return {file.attribute<double>("time"), file.attribute<std::uint64_t>("step"), file.attribute<std::uint64_t>("n"),
          file.has("contacts")};
}

}  // namespace

FrameHead read_frame_head(const std::string& path) {
  h5::Reader file(path);
  return read_head(file);
}

Frame read_frame(const std::string& path, Wanted wanted) {
  h5::Reader file(path);
  const FrameHead head = read_head(file);
  Frame frame;
  frame.time = head.time;
  frame.step = head.step;
  frame.type_names = file.texts("type_names");
  const auto load_field = [&]<class T>(const char* name, std::vector<T>& values, const char*) {
    if (wanted && !wanted(name)) return;
    values = file.array<T>(name);
    if (values.size() != head.n_bodies)
      file.fail(fmt::format("dataset \"{}\" has {} rows for {} bodies", name, values.size(), head.n_bodies));
  };
  transfer_bodies(load_field, frame);
  if (std::any_of(frame.bodies.type.begin(), frame.bodies.type.end(),
                  [&](std::uint32_t t) { return t >= frame.type_names.size(); })) {
    file.fail("dataset \"bodies/type\" has types without a name");
  }
  const auto load_column = [&]<class Row, class T>(const char* name, std::vector<Row>& rows, T Row::*member,
                                                   const char*) {
    if (wanted && !wanted(name)) return;
    const std::vector<Stored<T>> values = file.array<Stored<T>>(name);
    if (rows.empty()) rows.resize(values.size());
    if (rows.size() != values.size()) file.fail(fmt::format("dataset \"{}\" has {} rows", name, values.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].*member = T(values[i]);
  };
  transfer_tables(load_column, frame, file.has("joints"), head.contacts);
  return frame;
}

ContactForces read_contact_forces(const std::string& path) {
  h5::Reader file(path);
  ContactForces c;
  if (!read_head(file).contacts) return c;
  c.id_a = file.array<std::uint64_t>("contacts/id_a");
  const auto load = [&]<class T>(const char* name, std::vector<T>& values) {
    values = file.array<T>(name);
    if (values.size() != c.size()) file.fail(fmt::format("dataset \"{}\" has {} rows", name, values.size()));
  };
  load("contacts/id_b", c.id_b);
  load("contacts/f", c.f);
  load("contacts/feature_a", c.feature_a);
  load("contacts/feature_b", c.feature_b);
  return c;
}

ContactForces contact_forces(const Frame& frame) {
  ContactForces c;
  for (const Frame::ContactLine& line : frame.contacts) {
    c.id_a.push_back(line.id_a), c.id_b.push_back(line.id_b), c.f.push_back(line.f);
    c.feature_a.push_back(line.feature_a), c.feature_b.push_back(line.feature_b);
  }
  return c;
}

std::string frame_path(const std::string& dir, std::uint64_t number) {
  return (fs::path(dir) / "frames" / fmt::format("{:06}.h5", number)).string();
}

std::vector<std::string> list_frames(const std::string& dir) {
  std::vector<std::pair<std::uint64_t, std::string>> found;
  std::error_code none;  // no folder: no frames
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(dir) / "frames", none)) {
    const std::string stem = entry.path().stem().string();
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
    if (error != std::errc() || end != stem.data() + stem.size() || entry.path().extension() != ".h5") continue;
    found.emplace_back(number, entry.path().string());
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> paths;
  for (auto& [number, path] : found) paths.push_back(std::move(path));
  return paths;
}

std::uint64_t frame_number(const std::string& path) { return std::stoull(fs::path(path).stem().string()); }

}  // namespace scree::output
