// One list, transfer(), says what a checkpoint holds; it serves measuring, writing and reading.
#include "scree/store/checkpoint.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "scree/contacts/index_by_pair.hpp"
#include "scree/error.hpp"
#include "scree/state/large_arrays.hpp"
#include "scree/state/order.hpp"
#include "scree/store/checkpoint_check.hpp"
#include "scree/store/checkpoint_folder.hpp"
#include "scree/store/fingerprint.hpp"
#include "scree/store/hdf5.hpp"
#include "scree/store/stored_links.hpp"
#include "scree/store/stored_sums.hpp"

#ifndef SCREE_VERSION
#define SCREE_VERSION "unknown"
#endif

namespace scree::output {

namespace {

constexpr const char* kFormat = "scree checkpoint";
constexpr std::uint32_t kFormatVersion = 12;  // increases with every change of transfer(), the fingerprint or a meaning
constexpr std::uint32_t kOldestVersion = 10;  // here A of two spheres has the lower id: as good until the next list
// Before this version sums were doubles, and bodies were numbered in the order of sums.
constexpr std::uint32_t kOrderByPlace = 12;
constexpr const char* kRealName = sizeof(Real) == 8 ? "double" : "float";

// A table of rows is stored as one array a column.
template <class Archive, class Walls>
void transfer_walls(Archive& ar, Walls& walls) {
  ar.column("walls/x", walls, &WallState::x, "m");
  ar.column("walls/q", walls, &WallState::q, "1");
  ar.column("walls/v", walls, &WallState::v, "m/s");
  ar.column("walls/omega", walls, &WallState::omega, "rad/s");
  ar.column("walls/f", walls, &WallState::f, "N");
  ar.column("walls/tau", walls, &WallState::tau, "N m");
  ar.column("walls/travel", walls, &WallState::travel, "m");
  ar.column("walls/extent", walls, &WallState::extent, "m");
  ar.column("walls/present", walls, &WallState::present, "1");
}

template <class Archive, class P>
void transfer_pairs(Archive& ar, P& pairs) {
  ar.array("pairs/a", pairs.a, "1");
  ar.array("pairs/b", pairs.b, "1");
  ar.column("pairs/buckets/kind_a", pairs.buckets, &Bucket::kind_a, "1");
  ar.column("pairs/buckets/kind_b", pairs.buckets, &Bucket::kind_b, "1");
  ar.column("pairs/buckets/law", pairs.buckets, &Bucket::law, "1");
  ar.column("pairs/buckets/reach", pairs.buckets, &Bucket::reach, "m");
  ar.column("pairs/buckets/begin", pairs.buckets, &Bucket::begin, "1");
  ar.column("pairs/buckets/end", pairs.buckets, &Bucket::end, "1");
}

template <class Archive, class S>
void transfer_sources(Archive& ar, S& s) {
  ar.array("motion_start", s.motion_start, "s");
  ar.values_of("flow_mass", s.flow_mass, "kg");
  ar.column("streams/inserted", s.streams, &StreamState::inserted, "1");
  ar.column("streams/draws", s.streams, &StreamState::draws, "1");
  ar.column("streams/owed", s.streams, &StreamState::owed, "bodies or kg");
  ar.column("streams/start", s.streams, &StreamState::start, "s");
  ar.column("streams/end", s.streams, &StreamState::end, "s");
  ar.column("streams/mass", s.streams, &StreamState::mass, "kg");
  ar.column("events/since", s.events, &EventState::since, "s");
  ar.column("events/fired_at", s.events, &EventState::fired_at, "s");
}

template <class Archive, class J>
void transfer_joints(Archive& ar, J& joints) {
  ar.column("joints/a", joints, &JointState::a, "1");
  ar.column("joints/b", joints, &JointState::b, "1");
  ar.column("joints/mode", joints, &JointState::mode, "1");
  ar.column("joints/broken_step", joints, &JointState::broken_step, "1");
}

template <class Archive, class S>
void transfer_values(Archive& ar, S& s) {
#define X(name) ar.value("ledger/" #name, s.ledger.name);
  SCREE_LEDGER_HELD(X)
  SCREE_LEDGER_LOST(X)
  SCREE_LEDGER_GIVEN(X)
#undef X
  ar.value("ledger/initial", s.ledger.initial);
  ar.value("ledger/largest", s.ledger.largest);
  ar.value("counters/step", s.counters.step);
  ar.value("counters/pair_lists", s.counters.pair_lists);
  ar.value("counters/list_step", s.counters.list_step);
  ar.value("counters/reorderings", s.counters.reorderings);
  ar.value("counters/removed_bodies", s.counters.removed_bodies);
  ar.value("counters/removed_mass", s.counters.removed_mass);
  ar.later_value("deepest/bodies", s.deepest.bodies);
  ar.later_value("deepest/walls", s.deepest.walls);
  ar.later_value("energy_floor", s.energy_floor);
  ar.value("gravity", s.gravity);
  ar.value("stop_at", s.stop_at);
  ar.value("next_id", s.next_id);
  ar.shifts(s);
  ar.value("skin", s.skin);
  ar.value("list_valid", s.list_valid);
  ar.value("checkpoint_wanted", s.checkpoint_wanted);
}

// Lists every exact sum of a State. Their values are stored as well, rounded, for a reader of the file.
template <class Sum, class S>
std::vector<Sum*> sums_of(S& s) {
  std::vector<Sum*> sums;
#define X(name) sums.push_back(&s.ledger.name);
  SCREE_LEDGER_LOST(X)
  SCREE_LEDGER_GIVEN(X)
#undef X
  sums.push_back(&s.counters.removed_mass);
  for (auto& mass : s.flow_mass) sums.push_back(&mass);
  return sums;
}

// Contacts are stored detached, in the order of the list; batches and accumulators follow from it.
template <class Archive, class C>
void transfer_contacts(Archive& ar, C& contacts) {
  ar.array("contacts/a", contacts.a, "1");
  ar.array("contacts/b", contacts.b, "1");
#define SCREE_CONTACT_FIELD(name, type, unit, when) ar.array("contacts/" #name, contacts.name, unit);
#include "scree/state/contact_fields.def"
#undef SCREE_CONTACT_FIELD
}

template <class Archive, class L>
void transfer_links(Archive& ar, L& links) {
  ar.array("links/first", links.first, "1");
  ar.array("links/numbers", links.numbers, "1");
  ar.array("links/vectors", links.vectors, "m");
  ar.array("links/proved", links.proved, "m");
  ar.array("links/clear", links.clear, "m");
  ar.array("links/counters", links.counters, "1");
}

template <class Archive, class S, class C, class L>
void transfer(Archive& ar, S& s, C& loose_contacts, L& links) {
#define SCREE_FIELD(name, type, ghosts, unit, frame) ar.array("bodies/" #name, s.bodies.name, unit);
#include "scree/state/fields.def"
#undef SCREE_FIELD
  ar.column("bodies/f", s.bodies.wrench, &Wrench::f, "N");
  ar.column("bodies/tau", s.bodies.wrench, &Wrench::tau, "N m");
  transfer_contacts(ar, loose_contacts);
  transfer_pairs(ar, s.pairs);
  transfer_links(ar, links);
  transfer_walls(ar, s.walls);
  transfer_sources(ar, s);
  transfer_joints(ar, s.joints);
  ar.array("q_listed", s.q_listed);
  ar.array("aux", s.aux);
  transfer_values(ar, s);
  ar.sums("sums", s);
}

// This does not compile when a member comes or goes: then transfer() and kFormatVersion must follow.
[[maybe_unused]] void every_member_is_listed(const State& s, const WallState& wall, const Bucket& bucket) {
  [[maybe_unused]] const auto& [bodies, pairs, contacts, links, walls, motion_start, streams, events, flow_mass, joints,
                                q_listed, aux, gravity, stop_at, ledger, counters, deepest, energy_floor, link_counters,
                                normal_counters, next_id, unit_shift, group_shift, skin, list_valid, checkpoint_wanted,
                                scratch] = s;
  [[maybe_unused]] const auto& [a, b, buckets, to, receiver, walls_of_sums, sums] = pairs;
  [[maybe_unused]] const auto& [x, q, v, omega, f, tau, travel, extent, present] = wall;
  [[maybe_unused]] const auto& [kind_a, kind_b, law, reach, begin, end] = bucket;
  [[maybe_unused]] const auto& [inserted, draws, owed, stream_start, stream_end, mass] = streams.front();
  [[maybe_unused]] const auto& [since, fired_at] = events.front();
  [[maybe_unused]] const auto& [joint_a, joint_b, mode, broken_step] = joints.front();
  [[maybe_unused]] const auto& [step, pair_lists, list_step, reorderings, removed_bodies, removed_mass] = counters;
}

// Enumerations are stored as the numbers they are.
template <class T>
constexpr auto to_stored(const T& v) {
  if constexpr (std::is_enum_v<T>) {
    return static_cast<std::underlying_type_t<T>>(v);
  } else {
    return v;
  }
}
template <class T>
using Stored = decltype(to_stored(T{}));

struct Measure {
  std::uint64_t bytes = 64 << 10;  // room for names and attributes
  template <class T>
  void array(const char*, const std::vector<T>& values, const char* = "") {
    bytes += values.size() * sizeof(T);
  }
  template <class Row, class T>
  void column(const char*, const std::vector<Row>& rows, T Row::*, const char*) {
    bytes += rows.size() * sizeof(T);
  }
  template <class T>
  void value(const char*, const T&) {}
  void later_value(const char*, double) {}
  void shifts(const State&) {}
  void values_of(const char*, const std::vector<ExactSum>&, const char*) {}
  void sums(const char*, const State& s) { bytes += (sums_of<const ExactSum>(s).size() + 1) * sizeof(ExactSum); }
};

struct Save {
  h5::Writer& file;
  template <class T>
  void array(const char* name, const std::vector<T>& values, const char* unit = "") {
    file.array(name, values, unit);
  }
  template <class Row, class T>
  void column(const char* name, const std::vector<Row>& rows, T Row::*member, const char* unit) {
    std::vector<Stored<T>> values;
    for (const Row& row : rows) values.push_back(to_stored(row.*member));
    file.array(name, values, unit);
  }
  template <class T>
  void value(const char* name, const T& v) {
    file.attribute(name, v);
  }
  void value(const char* name, bool v) { file.attribute(name, std::uint8_t(v)); }
  void value(const char* name, const ExactSum& sum) { file.attribute(name, sum.value()); }
  void values_of(const char* name, const std::vector<ExactSum>& sums, const char* unit) {
    std::vector<double> values;
    for (const ExactSum& sum : sums) values.push_back(sum.value());
    file.array(name, values, unit);
  }
  void sums(const char* name, const State& s) { file.array(name, stored_sums(sums_of<const ExactSum>(s)), "1"); }
  void later_value(const char* name, double v) { file.attribute(name, v); }
  void shifts(const State& s) { value("unit_shift", s.unit_shift), value("group_shift", s.group_shift); }
};

struct Load {
  h5::Reader& file;
  std::uint32_t version;
  template <class T>
  void array(const char* name, std::vector<T>& values, const char* = "") {
    if constexpr (std::is_same_v<T, std::uint64_t>)
      if (version < kOrderByPlace && name == std::string_view("bodies/order")) {
        values.assign(file.array<std::uint32_t>("bodies/rank").size(), 0);  // one group, until the order is renewed
        return;
      }
    values = file.array<T>(name);
  }
  template <class Row, class T>
  void column(const char* name, std::vector<Row>& rows, T Row::*member, const char*) {
    const std::vector<Stored<T>> values = file.array<Stored<T>>(name);
    if (rows.empty()) rows.resize(values.size());
    if (rows.size() != values.size()) {
      file.fail(fmt::format("dataset \"{}\" has {} rows, not {} as its neighbours", name, values.size(), rows.size()));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].*member = T(values[i]);
  }
  template <class T>
  void value(const char* name, T& v) {
    v = file.attribute<T>(name);
  }
  void value(const char* name, bool& v) { v = file.attribute<std::uint8_t>(name) != 0; }
  void value(const char* name, ExactSum& sum) {
    sum = {};
    sum.add(file.attribute<double>(name));
  }
  void values_of(const char* name, std::vector<ExactSum>& sums, const char*) {
    sums.clear();
    for (const double value : file.array<double>(name)) sums.emplace_back().add(value);
  }
  void sums(const char* name, State& s) {
    if (version < kOrderByPlace) return;
    const std::string problem = restore(file.array<std::int64_t>(name), sums_of<ExactSum>(s));
    if (!problem.empty()) file.fail("inconsistent: " + problem);
  }
  void shifts(State& s) {
    if (version < kOrderByPlace) {
      file.attribute<std::uint32_t>("next_rank");
      return;
    }
    value("unit_shift", s.unit_shift), value("group_shift", s.group_shift);
  }
  // The value came without a new version of the format: files that do not have it begin with 0.
  void later_value(const char* name, double& v) { v = file.has_attribute(name) ? file.attribute<double>(name) : 0; }
};

// The file is whole, but not for this program or this model: an older checkpoint would not be either.
struct Foreign : InputError {
  Foreign(const h5::Reader& file, const std::string& what) : InputError(file.path() + ": " + what) {}
};

std::string attribute_of(const FingerprintPart& part) {
  std::string name = "model_" + part.name;
  for (char& c : name) c = c == ' ' ? '_' : c;
  return name;
}

// Returns the version.
std::uint32_t check_format(h5::Reader& file) {
  const std::string format = file.has_attribute("format") ? file.text("format") : "";
  if (format != kFormat) {
    throw Foreign(file, format.empty() ? "an HDF5 file, but not a scree checkpoint"
                                       : fmt::format("a {}, not a scree checkpoint", format));
  }
  const auto version = file.attribute<std::uint32_t>("version");
  const std::string program = file.text("program");
  if (version < kOldestVersion || version > kFormatVersion) {
    throw Foreign(
        file,
        fmt::format("checkpoint version {} by scree {}; this is scree {}, which reads versions {} to {}. Continue with "
                    "the program that wrote it, or start the run anew",
                    version, program, SCREE_VERSION, kOldestVersion, kFormatVersion));
  }
  if (const std::string real = file.text("real"); real != kRealName) {
    throw Foreign(file,
                  fmt::format("written by a build that computes in {}; this one computes in {}", real, kRealName));
  }
  return version;
}

void check_model(h5::Reader& file, const Model& model) {
  std::string changed;
  for (const FingerprintPart& part : fingerprint_parts(model)) {
    if (file.attribute<std::uint64_t>(attribute_of(part)) != part.hash) {
      changed += (changed.empty() ? "" : ", ") + part.name;
    }
  }
  if (file.attribute<std::uint64_t>("model_fingerprint") == model_fingerprint(model) && changed.empty()) return;
  throw Foreign(
      file, fmt::format("belongs to another model (different: {}). Continue with the scene the run was started with, "
                        "or start anew in another folder",
                        changed.empty() ? "its fingerprint" : changed));
}

// Files of versions without keys lose their pair list, which was made in another order.
void order_by_place(const Model& model, State& s) {
  detach_contacts(s);
  detach_links(s);
  s.pairs = {};
  s.q_listed.clear();
  s.list_valid = false;
  renew_order(model, s);
}

State read_state(const std::string& path, const Model& model, std::string* note) {
  h5::Reader file(path);
  const std::uint32_t version = check_format(file);
  check_model(file, model);
  State s;
  Load load{file, version};
  StoredLinks links;
  transfer(load, s, s.contacts, links);
  return_large_arrays(s.bodies.size());
  file.attribute<double>("time");
  file.attribute<std::uint64_t>("step");
  file.attribute<std::uint64_t>("n");
  const std::uint64_t expected = file.content_hash();
  if (file.attribute<std::uint64_t>("checksum") != expected) {
    file.fail("damaged: the content does not have the checksum it was written with");
  }
  if (const std::string problem = inconsistency(s, model); !problem.empty()) file.fail("inconsistent: " + problem);
  if (const std::string problem = restore(links, model, s); !problem.empty()) file.fail("inconsistent: " + problem);
  if (s.list_valid && !contacts::index_contacts_by_pair(model, s).a.empty())
    file.fail("inconsistent: contacts without a pair");
  if (load.version < kOrderByPlace) {
    order_by_place(model, s);
    if (note)
      *note = fmt::format(
          "{} has version {}, of before bodies were added up by their places: the run goes on rightly, with other last "
          "bits than the program that wrote it would have",
          path, load.version);
  }
  return s;
}

std::string advice_on_older(const std::string& path) {
  const std::filesystem::path p(path);
  for (const NamedCheckpoint& older : checkpoints_in(p.parent_path().string())) {
    if (std::filesystem::path(older.path).filename() < p.filename()) {
      return fmt::format("\n  the one before it is {}: move the broken one away to continue from there", older.path);
    }
  }
  return "";
}

}  // namespace

void write_checkpoint(const std::string& path, const Model& model, const State& s) {
  const Contacts contacts = detached(s);
  const StoredLinks links = stored_links(s);
  Measure size;
  transfer(size, s, contacts, links);
  h5::Writer file(path, size.bytes);
  file.attribute("format", kFormat);
  file.attribute("version", kFormatVersion);
  file.attribute("program", SCREE_VERSION);
  file.attribute("real", kRealName);
  for (const FingerprintPart& part : fingerprint_parts(model)) file.attribute(attribute_of(part), part.hash);
  file.attribute("model_fingerprint", model_fingerprint(model));
  Save save{file};
  transfer(save, s, contacts, links);
  file.attribute("time", s.time(model));
  file.attribute("step", s.counters.step);
  file.attribute("n", std::uint64_t(s.bodies.size()));
  file.attribute("checksum", file.content_hash());
  file.commit(Durability::kOnDisk);
}

State read_checkpoint(const std::string& path, const Model& model, std::string* note) {
  try {
    return read_state(path, model, note);
  } catch (const Foreign&) {
    throw;
  } catch (const InputError& e) {
    throw InputError(e.what() + advice_on_older(path));
  }
}

}  // namespace scree::output
