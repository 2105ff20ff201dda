#include "scree/store/checkpoint.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <sys/wait.h>

#include <csignal>

#include "scree/error.hpp"
#include "scree/state/order.hpp"
#include "scree/store/checkpoint_folder.hpp"
#include "scree/store/files.hpp"
#include "scree/store/hdf5.hpp"
#include "store/sample.hpp"

#if defined(__SANITIZE_ADDRESS__)
// HDF5 1.10 loses some memory of its own when it fails to open a damaged file, which is tried here hundreds of times.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }
#endif

namespace scree::output {
namespace {

namespace fs = std::filesystem;
using sample::TemporaryFolder;

void expect_same_walls(const State& a, const State& b) {
  ASSERT_EQ(a.walls.size(), b.walls.size());
  for (std::size_t w = 0; w < a.walls.size(); ++w) {
    const WallState &u = a.walls[w], &v = b.walls[w];
    EXPECT_TRUE(u.x == v.x && u.q == v.q && u.v == v.v && u.omega == v.omega && u.f == v.f && u.tau == v.tau &&
                u.travel == v.travel && u.extent == v.extent && u.present == v.present);
  }
}

void expect_same_sources(const State& a, const State& b) {
  EXPECT_TRUE(sample::same_bits(a.motion_start, b.motion_start));
  EXPECT_EQ(a.flow_mass, b.flow_mass);
  EXPECT_TRUE(sample::same_bits(a.streams, b.streams));
  EXPECT_TRUE(sample::same_bits(a.events, b.events));
}

void expect_same_sums(const State& a, const State& b) {
#define X(name) EXPECT_EQ(a.ledger.name, b.ledger.name) << #name;
  SCREE_LEDGER_HELD(X)
  SCREE_LEDGER_LOST(X)
  SCREE_LEDGER_GIVEN(X)
#undef X
  EXPECT_EQ(a.ledger.initial, b.ledger.initial);
  EXPECT_EQ(a.ledger.largest, b.ledger.largest);
  const Counters &c = a.counters, &d = b.counters;
  EXPECT_TRUE(c.step == d.step && c.pair_lists == d.pair_lists && c.list_step == d.list_step &&
              c.reorderings == d.reorderings && c.removed_bodies == d.removed_bodies);
  EXPECT_EQ(c.removed_mass, d.removed_mass);
}

void expect_same_pairs(const Pairs& a, const Pairs& b) {
  EXPECT_EQ(a.a, b.a);
  EXPECT_EQ(a.b, b.b);
  EXPECT_EQ(a.accumulator_body, b.accumulator_body);
  EXPECT_EQ(a.accumulator_of_pair, b.accumulator_of_pair);
  ASSERT_EQ(a.buckets.size(), b.buckets.size());
  for (std::size_t k = 0; k < a.buckets.size(); ++k) {
    const Bucket &u = a.buckets[k], &v = b.buckets[k];
    EXPECT_TRUE(u.kind_a == v.kind_a && u.kind_b == v.kind_b && u.law == v.law && u.reach == v.reach &&
                u.begin == v.begin && u.end == v.end);
  }
}

void expect_same(const State& a, const State& b) {
#define SCREE_FIELD(name, type, ghosts, unit, frame) \
  EXPECT_TRUE(sample::same_bits(a.bodies.name, b.bodies.name)) << #name;
#include "scree/state/fields.def"
#undef SCREE_FIELD
  EXPECT_TRUE(sample::same_bits(a.bodies.wrench, b.bodies.wrench));
  const Contacts in_a = detached(a), in_b = detached(b);
  EXPECT_EQ(in_a.a, in_b.a);
  EXPECT_EQ(in_a.b, in_b.b);
#define SCREE_CONTACT_FIELD(name, type, unit, when) EXPECT_TRUE(sample::same_bits(in_a.name, in_b.name)) << #name;
#include "scree/state/contact_fields.def"
#undef SCREE_CONTACT_FIELD
  expect_same_pairs(a.pairs, b.pairs);
  expect_same_walls(a, b);
  expect_same_sources(a, b);
  EXPECT_TRUE(sample::same_bits(a.aux, b.aux));
  EXPECT_EQ(a.gravity, b.gravity);
  EXPECT_EQ(a.stop_at, b.stop_at);
  expect_same_sums(a, b);
  EXPECT_EQ(a.next_id, b.next_id);
  EXPECT_EQ(a.skin, b.skin);
  EXPECT_EQ(a.list_valid, b.list_valid);
  EXPECT_EQ(a.checkpoint_wanted, b.checkpoint_wanted);
}

std::string error_of(const std::string& path, const Model& model) {
  try {
    read_checkpoint(path, model);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(Checkpoint, GivesTheStateBackBitForBit) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  const State s = sample::state(model);
  write_checkpoint(folder / "a.h5", model, s);
  expect_same(read_checkpoint(folder / "a.h5", model), s);
  // And equal states make equal files.
  write_checkpoint(folder / "b.h5", model, read_checkpoint(folder / "a.h5", model));
  EXPECT_EQ(sample::read_text(folder / "a.h5"), sample::read_text(folder / "b.h5"));
}

TEST(Checkpoint, KeepsInfinityNotANumberAndNegativeZero) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  State s = sample::state(model);
  s.bodies.v[0] = {-Real(0), std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity()};
  s.bodies.v[1].x = std::numeric_limits<Real>::denorm_min();
  write_checkpoint(folder / "a.h5", model, s);
  EXPECT_TRUE(sample::same_bits(read_checkpoint(folder / "a.h5", model).bodies.v, s.bodies.v));
}

TEST(Checkpoint, OfAnEmptyModelWorks) {
  const TemporaryFolder folder;
  const Model model;
  const State s = initial_state(model);
  write_checkpoint(folder / "a.h5", model, s);
  expect_same(read_checkpoint(folder / "a.h5", model), s);
}

TEST(Checkpoint, WithoutAValidListKeepsContactsWithoutPairs) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  State s = sample::state(model);
  std::vector<std::uint8_t> remove(s.bodies.size(), 0);
  remove[5] = 1;
  remove_bodies(s, remove);
  ASSERT_FALSE(s.list_valid);
  ASSERT_GT(count_contacts(s.contacts), 0u);
  write_checkpoint(folder / "a.h5", model, s);
  expect_same(read_checkpoint(folder / "a.h5", model), s);
}

TEST(Checkpoint, CutShortAtAnyLengthIsAnInputError) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  write_checkpoint(folder / "whole.h5", model, sample::state(model));
  const std::string whole = sample::read_text(folder / "whole.h5");
  int tried = 0;
  for (std::size_t length = 0; length < whole.size(); length += length < 200 || length + 40 > whole.size() ? 1 : 211) {
    sample::write_text(folder / "cut.h5", whole.substr(0, length));
    const std::string error = error_of(folder / "cut.h5", model);
    ASSERT_FALSE(error.empty()) << length;
    ASSERT_TRUE(error.starts_with(folder / "cut.h5")) << error;
    ++tried;
  }
  EXPECT_GT(tried, 250);
}

// A flipped bit is either found or lies in bytes that mean nothing: then the state is the same.
TEST(Checkpoint, FlippedBytesNeverGiveAnotherState) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  const State s = sample::state(model, 12);
  write_checkpoint(folder / "whole.h5", model, s);
  const std::string whole = sample::read_text(folder / "whole.h5");
  std::mt19937 rng(20021);
  int found = 0, harmless = 0;
  for (int trial = 0; trial < 400; ++trial) {
    SCOPED_TRACE(testing::Message() << "trial " << trial);
    std::string broken = whole;
    broken[rng() % broken.size()] ^= char(1 << rng() % 8);
    sample::write_text(folder / "broken.h5", broken);
    try {
      expect_same(read_checkpoint(folder / "broken.h5", model), s);
      ++harmless;
    } catch (const InputError&) {
      ++found;
    }
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(found, 300);
  EXPECT_EQ(found + harmless, 400);
}

TEST(Checkpoint, SilentlyChangedNumberIsFoundByTheChecksum) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  const State s = sample::state(model);
  write_checkpoint(folder / "a.h5", model, s);
  std::string bytes = sample::read_text(folder / "a.h5");
  const std::size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&s.bodies.x[7]), sizeof(Vec3d)));
  ASSERT_NE(at, std::string::npos);
  bytes[at] ^= 1;
  sample::write_text(folder / "a.h5", bytes);
  EXPECT_SAYS(error_of(folder / "a.h5", model), "checksum");
}

TEST(Checkpoint, ForeignFilesAreNamedForWhatTheyAre) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  EXPECT_SAYS(error_of(folder / "missing.h5", model), "No such file");
  sample::write_text(folder / "text.h5", "schema = 1\n");
  EXPECT_SAYS(error_of(folder / "text.h5", model), "not an HDF5 file");
  sample::write_text(folder / "empty.h5", "");
  EXPECT_SAYS(error_of(folder / "empty.h5", model), "not an HDF5 file");
  H5Fclose(H5Fcreate((folder / "foreign.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  EXPECT_SAYS(error_of(folder / "foreign.h5", model), "not a scree checkpoint");
  {
    h5::Writer file(folder / "frame.h5");
    file.attribute("format", "scree frame");
    file.commit(Durability::kRenamed);
  }
  EXPECT_SAYS(error_of(folder / "frame.h5", model), "a scree frame, not a scree checkpoint");
  fs::create_directory(folder / "folder.h5");
  EXPECT_FALSE(error_of(folder / "folder.h5", model).empty());
}

TEST(Checkpoint, OfAnotherVersionSaysWhichProgramWroteIt) {
  const TemporaryFolder folder;
  h5::Writer file(folder / "a.h5");
  file.attribute("format", "scree checkpoint");
  file.attribute("version", std::uint32_t(999));
  file.attribute("program", "7.2.0");
  file.commit(Durability::kRenamed);
  const std::string error = error_of(folder / "a.h5", sample::model());
  EXPECT_SAYS(error, "999");
  EXPECT_SAYS(error, "7.2.0");
}

template <class T>
void set_attribute(const std::string& path, const char* name, hid_t type, T value) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  if (H5Aexists(file, name) <= 0) {
    const hid_t space = H5Screate(H5S_SCALAR);
    H5Aclose(H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
  }
  const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  EXPECT_GE(H5Awrite(attribute, type, &value), 0);
  H5Aclose(attribute);
  H5Fclose(file);
}

// Takes out what version 12 has brought and puts in what was there before.
void turn_into_version(std::uint32_t version, const std::string& path, std::size_t n_bodies) {
  std::uint64_t checksum = 0;
  {
    h5::Reader file(path);
    checksum = file.attribute<std::uint64_t>("checksum");
  }
  {
    h5::Reader file(path);
    file.array<std::uint64_t>("bodies/order");
    file.array<std::int64_t>("sums");
    for (const char* name : {"unit_shift", "group_shift", "version"}) file.attribute<std::uint32_t>(name);
    checksum -= file.content_hash();
  }
  {
    h5::Writer added(path + ".added");
    added.array("bodies/rank", std::vector<std::uint32_t>(n_bodies, 7));
    added.attribute("next_rank", std::uint32_t(1000));
    added.attribute("version", version);
    checksum += added.content_hash();
    added.commit(Durability::kRenamed);
  }
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t from = H5Fopen((path + ".added").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_GE(H5Ocopy(from, "bodies/rank", file, "bodies/rank", H5P_DEFAULT, H5P_DEFAULT), 0);
  for (const char* name : {"bodies/order", "sums"}) EXPECT_GE(H5Ldelete(file, name, H5P_DEFAULT), 0);
  for (const char* name : {"unit_shift", "group_shift"}) EXPECT_GE(H5Adelete(file, name), 0);
  H5Fclose(from);
  H5Fclose(file);
  set_attribute(path, "next_rank", H5T_NATIVE_UINT32, std::uint32_t(1000));
  set_attribute(path, "version", H5T_NATIVE_UINT32, version);
  set_attribute(path, "checksum", H5T_NATIVE_UINT64, checksum);
}

class OlderCheckpoint : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Versions, OlderCheckpoint, testing::Values(10u, 11u));

TEST_P(OlderCheckpoint, GoesOnInTheOrderOfPlaces) {
  const TemporaryFolder folder;
  Model model = sample::model();
  model.smallest_radius = Real(0.01);
  const State s = sample::state(model);
  write_checkpoint(folder / "a.h5", model, s);
  turn_into_version(GetParam(), folder / "a.h5", s.bodies.size());
  std::string note;
  const State read = read_checkpoint(folder / "a.h5", model, &note);
  EXPECT_SAYS(note, fmt::format("version {}", GetParam()));
  EXPECT_FALSE(read.list_valid);
  EXPECT_TRUE(sample::same_bits(read.bodies.x, s.bodies.x));
  EXPECT_EQ(count_contacts(read.contacts), count_contacts(s.contacts));
  EXPECT_EQ(read.ledger.friction.value(), s.ledger.friction.value());
  EXPECT_EQ(read.flow_mass[0].value(), s.flow_mass[0].value());
  State renewed = s;
  renew_order(model, renewed);
  EXPECT_EQ(read.bodies.order, renewed.bodies.order);
  EXPECT_EQ(read.group_shift, renewed.group_shift);
  note.clear();
  write_checkpoint(folder / "b.h5", model, read);
  read_checkpoint(folder / "b.h5", model, &note);
  EXPECT_EQ(note, "");
}

TEST(Checkpoint, OfVersionsThatAreTooOldIsTurnedAway) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  write_checkpoint(folder / "a.h5", model, sample::state(model));
  set_attribute(folder / "a.h5", "version", H5T_NATIVE_UINT32, std::uint32_t(9));
  EXPECT_SAYS(error_of(folder / "a.h5", model), "reads versions 10 to 12");
}

TEST(Checkpoint, OfAnotherModelSaysWhatDiffers) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  write_checkpoint(folder / "a.h5", model, sample::state(model));
  Model other = model;
  other.laws[1].eta_twisting = Real(0.1);
  other.settings.dt = 2e-4;
  const std::string error = error_of(folder / "a.h5", other);
  EXPECT_SAYS(error, "another model");
  EXPECT_SAYS(error, "contact laws, time step)");
  other = model;
  other.events.push_back(other.events[0]);
  EXPECT_SAYS(error_of(folder / "a.h5", other), "names of events");
  other = model;
  other.settings.end = 99;
  other.output.vtk = true;
  other.settings.energy_limit = 1;
  EXPECT_EQ(error_of(folder / "a.h5", other), "");
}

TEST(Checkpoint, OfOtherSuperellipsoidsIsRefused) {
  const TemporaryFolder folder;
  const Model model = sample::smooth_model();
  write_checkpoint(folder / "a.h5", model, initial_state(model));
  EXPECT_EQ(error_of(folder / "a.h5", model), "");
  Model other = model;
  const Superellipsoid& s = model.superellipsoids[0].shape;
  other.superellipsoids[0].shape = make_superellipsoid(s.r(), Real(0.6), s.eps2());
  EXPECT_SAYS(error_of(folder / "a.h5", other), "different: body types)");
}

// These are copied into the State at t = 0, so that a changed setting would be ignored.
TEST(Checkpoint, OfAModelWhoseStateStartsElsewhereIsRefused) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  write_checkpoint(folder / "a.h5", model, sample::state(model));
  const auto error_with = [&](auto&& change) {
    Model other = model;
    change(other);
    return error_of(folder / "a.h5", other);
  };
  EXPECT_SAYS(error_with([](Model& m) { m.settings.gravity.x = 1; }), "different: gravity)");
  EXPECT_SAYS(error_with([](Model& m) { m.motions[1].start = 2; }), "different: start of motions)");
  EXPECT_SAYS(error_with([](Model& m) { m.streams[0].start = 1; }), "different: start and end of streams)");
  EXPECT_SAYS(error_with([](Model& m) { m.streams[0].end = 1; }), "different: start and end of streams)");
  EXPECT_EQ(error_with([](Model& m) { m.streams[0].rate = 7; }), "");
}

TEST(Checkpoint, WithIndicesOutOfRangeIsRefused) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  const auto error_with = [&](auto&& spoil) {
    State s = sample::state(model);
    detach_contacts(s);
    spoil(s);
    write_checkpoint(folder / "a.h5", model, s);
    return error_of(folder / "a.h5", model);
  };
  EXPECT_SAYS(error_with([](State& s) { s.bodies.type[3] = 2; }), "bodies/type");
  EXPECT_SAYS(error_with([](State& s) { s.bodies.owner[3] = 7; }), "bodies/owner");
  EXPECT_SAYS(error_with([](State& s) { s.bodies.owner[3] = -2; }), "bodies/owner");
  EXPECT_SAYS(error_with([](State& s) { s.bodies.id[3] = s.bodies.id[4]; }), "one id");
  EXPECT_SAYS(error_with([](State& s) { s.next_id = 101; }), "not given out");
  EXPECT_SAYS(error_with([](State& s) { s.bodies.v.pop_back(); }), "bodies/v");
  EXPECT_SAYS(error_with([](State& s) { s.contacts.b[0] = kWallBit + 7; }), "contacts");
  EXPECT_SAYS(error_with([](State& s) { s.contacts.force.pop_back(); }), "contacts/force");
  EXPECT_SAYS(error_with([](State& s) { s.contacts.a.pop_back(); }), "contacts/a");
  EXPECT_SAYS(error_with([](State& s) { s.contacts.b[0] = 5; }), "without a pair");
  EXPECT_SAYS(error_with([](State& s) { s.pairs.a[0] = 40; }), "pairs/a");
  EXPECT_SAYS(error_with([](State& s) { s.pairs.buckets[0].law = 2; }), "buckets");
  EXPECT_SAYS(error_with([](State& s) { s.walls.pop_back(); }), "6 walls where the model has 7");
  EXPECT_SAYS(error_with([](State& s) { s.streams.clear(); }), "streams");
  EXPECT_SAYS(error_with([](State& s) { s.aux.pop_back(); }), "aux");
  EXPECT_EQ(error_with([](State&) {}), "");
}

TEST(Checkpoint, KeepsJointsAndRefusesThoseThatDoNotFit) {
  const TemporaryFolder folder;
  Model model = sample::model();
  State s = sample::state(model);
  const auto place = [&](std::uint64_t id) {
    return std::uint32_t(std::find(s.bodies.id.begin(), s.bodies.id.end(), id) - s.bodies.id.begin());
  };
  model.joints.resize(3);
  for (std::uint64_t k = 0; k < 3; ++k) {
    model.joints[k].id_a = 101 + k, model.joints[k].id_b = 110 + k;
    s.joints.push_back({place(101 + k), place(110 + k), JointMode(k), 1000 * k});
  }
  s.joints[2] = {0, 0, JointMode::kGone, 77};
  write_checkpoint(folder / "a.h5", model, s);
  const State back = read_checkpoint(folder / "a.h5", model);
  expect_same(s, back);
  ASSERT_EQ(back.joints.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(back.joints[k].a, s.joints[k].a);
    EXPECT_EQ(back.joints[k].b, s.joints[k].b);
    EXPECT_EQ(back.joints[k].mode, s.joints[k].mode);
    EXPECT_EQ(back.joints[k].broken_step, s.joints[k].broken_step);
  }
  const auto error_with = [&](auto&& spoil) {
    State wrong = s;
    spoil(wrong);
    write_checkpoint(folder / "b.h5", model, wrong);
    return error_of(folder / "b.h5", model);
  };
  EXPECT_SAYS(error_with([](State& w) { w.joints.pop_back(); }), "2 joints where the model has 3");
  EXPECT_SAYS(error_with([](State& w) { w.joints[0].a = 4000; }), "joints/a");
  EXPECT_SAYS(error_with([](State& w) { std::swap(w.joints[0].a, w.joints[0].b); }), "not the body");
  EXPECT_SAYS(error_with([](State& w) { w.joints[1].mode = JointMode(4); }), "joints/mode");
  Model stronger = model;
  stronger.joints[1].cohesion = 3;
  EXPECT_SAYS(error_of(folder / "a.h5", stronger), "blocks and joints");
}

TEST(Checkpoint, NewestIsByStepAndTemporariesDoNotCount) {
  const TemporaryFolder folder;
  EXPECT_EQ(newest_checkpoint(folder.path()), std::nullopt);
  EXPECT_TRUE(checkpoint_path(folder.path(), 1200).ends_with("/checkpoints/step_000000001200.h5"));
  fs::create_directory(folder / "checkpoints");
  for (const std::uint64_t step : {900ull, 1000ull, 12'000'000'000'000ull, 11ull}) {
    sample::write_text(checkpoint_path(folder.path(), step), "");
  }
  sample::write_text(temporary_name(checkpoint_path(folder.path(), 99'000'000'000'000ull)), "");
  sample::write_text(folder / "checkpoints/step_x.h5", "");
  sample::write_text(folder / "checkpoints/notes.txt", "");
  EXPECT_EQ(newest_checkpoint(folder.path()), checkpoint_path(folder.path(), 12'000'000'000'000ull));
  prune_checkpoints(folder.path(), 2);
  const auto left = checkpoints_in(folder / "checkpoints");
  ASSERT_EQ(left.size(), 2u);
  EXPECT_EQ(left[1].step, 1000u);
  EXPECT_TRUE(fs::exists(folder / "checkpoints/notes.txt"));
  EXPECT_FALSE(fs::exists(temporary_name(checkpoint_path(folder.path(), 99'000'000'000'000ull))));
}

TEST(Checkpoint, UnreadableNewestNamesTheOneBefore) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  const State s = sample::state(model);
  write_checkpoint(checkpoint_path(folder.path(), 100), model, s);
  write_checkpoint(checkpoint_path(folder.path(), 200), model, s);
  fs::resize_file(checkpoint_path(folder.path(), 200), 5000);
  const std::string error = error_of(*newest_checkpoint(folder.path()), model);
  EXPECT_SAYS(error, "step_000000000200.h5: damaged or cut short");
  EXPECT_SAYS(error, checkpoint_path(folder.path(), 100));
}

// It is whole: the one before it would be refused as well.
TEST(Checkpoint, ForeignNewestDoesNotNameTheOneBefore) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  const State s = sample::state(model);
  const std::string newest = checkpoint_path(folder.path(), 200);
  write_checkpoint(checkpoint_path(folder.path(), 100), model, s);
  write_checkpoint(newest, model, s);
  Model other = model;
  other.settings.dt = 2e-4;
  std::string error = error_of(newest, other);
  EXPECT_SAYS(error, "another model");
  EXPECT_EQ(error.find("the one before"), std::string::npos) << error;
  {
    h5::Writer file(newest);
    file.attribute("format", "scree checkpoint");
    file.attribute("version", std::uint32_t(999));
    file.attribute("program", "7.2.0");
    file.commit(Durability::kRenamed);
  }
  error = error_of(newest, model);
  EXPECT_SAYS(error, "999");
  EXPECT_EQ(error.find("the one before"), std::string::npos) << error;
}

// Kills a child at random moments while it writes one file over and over: what is there is always whole.
TEST(Checkpoint, KilledWriterLeavesTheOldOrTheNewFile) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  State s = sample::state(model, 400);
  write_checkpoint(folder / "a.h5", model, s);
  std::mt19937 rng(5);
  for (int trial = 0; trial < 20; ++trial) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (;;) {
        ++s.counters.step;
        write_checkpoint(folder / "a.h5", model, s);
      }
    }
    ::usleep(useconds_t(1000 + rng() % 20000));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ASSERT_EQ(error_of(folder / "a.h5", model), "") << trial;
  }
}

TEST(Checkpoint, FullDiskIsARunErrorAndKeepsTheOldFile) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  write_checkpoint(folder / "a.h5", model, sample::state(model));
  const std::string old = sample::read_text(folder / "a.h5");
  const State larger = sample::state(model, 2000);  // made here: a child must not start threads
  for (const std::size_t limit : {1000u, 10'000u, 50'000u, 100'000u, 400'000u}) {
    EXPECT_TRUE(sample::fails_with_files_below(limit, [&] { write_checkpoint(folder / "a.h5", model, larger); }))
        << limit;
    EXPECT_EQ(sample::read_text(folder / "a.h5"), old);
    EXPECT_FALSE(fs::exists(temporary_name(folder / "a.h5")));
  }
}

}  // namespace
}  // namespace scree::output
