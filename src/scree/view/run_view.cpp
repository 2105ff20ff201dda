#include "scree/view/run_view.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "scree/error.hpp"
#include "scree/frames/json.hpp"
#include "scree/run/run.hpp"
#include "scree/run/run_folder.hpp"
#include "scree/store/content_hash.hpp"
#include "scree/view/pack_frame.hpp"

#ifndef SCREE_VERSION
#define SCREE_VERSION "unknown"
#endif

namespace scree::view {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostKept = std::size_t(256) << 20;  // bytes of packed frames
constexpr std::size_t kLongestNote = 2000;

bool is_place(const Vec3d& x) { return std::abs(x.x) < 1e30 && std::abs(x.y) < 1e30 && std::abs(x.z) < 1e30; }

std::string path_in(const std::string& dir, const char* name) { return (fs::path(dir) / name).string(); }

std::string folder_name(const std::string& dir) {
  std::error_code none;
  const fs::path whole = fs::weakly_canonical(dir, none);
  return none || whole.filename().empty() ? dir : whole.filename().string();
}

bool is_link(const std::string& path) {
  std::error_code none;
  return fs::is_symlink(path, none);
}

std::string why_not_followed(const std::string& path) {
  return fmt::format("{}: a link that leads out of the folder of the run; such links are not followed", path);
}

// Returns the last `n` bytes of a text file of the folder.
std::string tail_of(const std::string& dir, const char* name, std::size_t n) {
  const std::string path = path_in(dir, name);
  if (!identify(path) || leads_out(dir, path)) return "";
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return "";
  const auto size = std::size_t(std::max<std::streamoff>(0, file.tellg()));
  file.seekg(std::streamoff(size - std::min(n, size)));
  std::string text(std::min(n, size), '\0');
  file.read(text.data(), std::streamsize(text.size()));
  text.resize(std::size_t(file.gcount()));
  return text;
}

bool wanted_for_box(std::string_view dataset) {
  return dataset == "bodies/id" || dataset == "bodies/x" || dataset == "bodies/radius" || dataset.starts_with("walls/");
}

// Bodies without a finite position are left out of the box.
output::Box box_of(const Model& model, output::Frame frame) {
  Bodies& b = frame.bodies;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (!is_place(b.x[i]) || !(double(b.radius[i]) < 1e30)) continue;
    b.x[kept] = b.x[i];
    b.radius[kept++] = b.radius[i];
  }
  b.id.resize(kept);
  for (WallState& wall : frame.walls)
    if (!is_place(wall.x)) wall.present = 0;
  return output::view_box(model, frame);
}

bool contains(const output::Box& outer, const output::Box& inner, double margin) {
  for (int k = 0; k < 3; ++k)
    if (inner.lo[k] < outer.lo[k] - margin || inner.hi[k] > outer.hi[k] + margin) return false;
  return true;
}

// Lists folders in `dir` that hold runs, for a user who has named the folder above.
std::string runs_in(const std::string& dir) {
  std::set<std::string> found;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(dir, none))
    if (entry.is_directory(none) && holds_run(entry.path().string())) found.insert(entry.path().filename().string());
  std::string names;
  for (const std::string& name : found) {
    if (names.size() > 300) return names + ", ...";
    names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

int squares_for(std::uint64_t n_bodies) { return n_bodies > 20000 ? 3 : n_bodies > 4000 ? 4 : 6; }

}  // namespace

std::string problem_json(const Problem& problem) {
  return fmt::format(R"({{"ok":false,"title":{},"message":{},"retry":{}}})", json::text(problem.title),
                     json::text(problem.message), json::boolean(problem.retry));
}

bool leads_out(const std::string& dir, const std::string& path) {
  std::error_code none;
  const fs::path inner = fs::canonical(dir, none), real = none ? fs::path() : fs::canonical(path, none);
  return !none && std::mismatch(inner.begin(), inner.end(), real.begin(), real.end()).first != inner.end();
}

std::optional<FileIdentity> identify(const std::string& path) {
  struct stat now = {};
  if (stat(path.c_str(), &now) != 0 || !S_ISREG(now.st_mode)) return std::nullopt;
  return FileIdentity{std::uint64_t(now.st_dev), std::uint64_t(now.st_ino), std::uint64_t(now.st_size),
                      std::int64_t(now.st_mtim.tv_sec) * 1000000000 + now.st_mtim.tv_nsec};
}

RunView::RunView(std::string dir) : dir_(std::move(dir)), telemetry_(path_in(dir_, "telemetry.csv")) {}

// ---------------------------------------------------------------------------------------------------- looking

std::optional<Problem> RunView::look() {
  try {
    if (const std::optional<Problem> problem = look_at_model()) return problem;
    look_at_frames();
    if (frames_.empty()) return no_frames();
    look_at_boxes();
    return std::nullopt;
  } catch (const std::exception& e) {  // a file system that fails, memory that does not suffice
    forget();
    return Problem{"This folder cannot be read", fmt::format("{}: {}", dir_, e.what()), true};
  }
}

Problem RunView::no_model() const {
  std::error_code none;
  if (!fs::exists(dir_, none))
    return {"There is no such folder",
            fmt::format("{} does not exist (yet). A run makes it: scree run SCENE --out {}", dir_, dir_), true};
  if (!fs::is_directory(dir_, none))
    return {"This is a file, not a folder", fmt::format("{} is a file. Give the folder of a run.", dir_), false};
  if (holds_run(dir_))
    return {
        "This run has not written anything to look at yet",
        fmt::format("{} holds a run, but no model.h5, which a run writes when it begins. If it is not going on, start "
                    "it again with scree run SCENE --out {} --overwrite.",
                    dir_, dir_),
        true};
  if (const std::string runs = runs_in(dir_); !runs.empty())
    return {"This is not a run, but there are runs in it",
            fmt::format("{} is not the folder of a run. Runs in it: {}. Give one of them: scree view {}", dir_, runs,
                        (fs::path(dir_) / runs.substr(0, runs.find(','))).string()),
            true};
  if (fs::is_empty(dir_, none))
    return {"This folder is empty", fmt::format("{} is empty. A run fills it: scree run SCENE --out {}", dir_, dir_),
            true};
  return {"This is not the folder of a run",
          fmt::format("{} has no model.h5 and no scene.toml, which every run of scree writes. Give the folder that was "
                      "named with --out (or out/NAME).",
                      dir_),
          true};
}

Problem RunView::no_frames() const {
  if (run_folder::is_running(dir_))
    return {"The run has not written its first frame yet",
            fmt::format("{} will show up as soon as there is one.", dir_), true};
  return {
      "This run has no frames",
      fmt::format(
          "{} has a model.h5, but nothing in frames/ (frames/000000.h5, ...). Either the run was stopped before its "
          "first frame, or its scene has [output] frames = false.",
          dir_),
      true};
}

std::optional<Problem> RunView::look_at_model() {
  const std::string path = path_in(dir_, "model.h5");
  const std::optional<FileIdentity> now = identify(path);
  if (!now) {
    forget();
    return no_model();
  }
  if (leads_out(dir_, path)) {
    forget();
    return Problem{"The model of this run lies elsewhere", why_not_followed(path), true};
  }
  if (model_identity_ == now) return std::nullopt;
  forget();
  try {
    model_ = output::read_model(dir_);
  } catch (const InputError& e) {
    return Problem{
        "The model of this run cannot be read",
        fmt::format("{}\nIt has shapes, materials and walls; without it nothing can be drawn. If the file was cut "
                    "short in copying, copy it again; scree run SCENE --out {} --resume writes it anew.",
                    e.what(), dir_),
        true};
  }
  model_identity_ = now;
  return std::nullopt;
}

void RunView::forget() {
  model_identity_.reset();
  model_ = {};
  frames_.clear();
  box_ = {};
  boxed_.clear();
  first_walls_.clear();
  geometry_bytes_.reset();
  kept_.clear();
  whole_identity_.reset();
  whole_ = {};
}

// The head of each file is read once.
void RunView::look_at_frames() {
  std::map<std::uint64_t, FrameFile> now;
  const bool all_out = leads_out(dir_, path_in(dir_, "frames"));
  for (const std::string& path : output::list_frames(dir_)) {
    const std::uint64_t number = output::frame_number(path);
    const std::optional<FileIdentity> identity = identify(path);
    if (!identity || number > 0xffffffffull || now.contains(number)) continue;
    const auto known = frames_.find(number);
    if (known != frames_.end() && known->second.path == path && known->second.identity == *identity) {
      now.emplace(number, std::move(known->second));
      continue;
    }
    FrameFile file{path, *identity, {}, ""};
    boxed_.erase(number);
    if (all_out || (is_link(path) && leads_out(dir_, path))) {
      file.broken = why_not_followed(all_out ? path_in(dir_, "frames") : path);
    } else {
      try {
        file.head = output::read_frame_head(path);
      } catch (const InputError& e) {
        file.broken = e.what();
      }
    }
    now.emplace(number, std::move(file));
  }
  frames_ = std::move(now);
}

// Looks at the first, middle and last frame when the folder is opened, then at every new last one.
void RunView::look_at_boxes() {
  std::vector<const FrameFile*> good;
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, file] : frames_)
    if (file.broken.empty()) good.push_back(&file), numbers.push_back(number);
  if (good.empty()) return renew_geometry();
  std::set<std::size_t> chosen = {good.size() - 1};
  if (boxed_.empty()) chosen = {0, good.size() / 2, good.size() - 1};
  for (const std::size_t k : chosen)
    if (boxed_.insert(numbers[k]).second) widen_box(*good[k]);
  renew_geometry();
}

void RunView::widen_box(const FrameFile& file) {
  try {
    output::Frame frame = output::read_frame(file.path, wanted_for_box);
    if (frame.walls.size() != model_.walls.size()) return;  // shown as broken when it is asked for
    if (first_walls_.empty()) first_walls_ = frame.walls;
    const output::Box box = box_of(model_, std::move(frame));
    if (box.empty() || !is_place(box.lo) || !is_place(box.hi)) return;
    box_.add(box.lo);
    box_.add(box.hi);
  } catch (const InputError&) {  // shown as broken, too
  }
}

// Planes end at the box; a box that has grown a little leaves them as they are.
void RunView::renew_geometry() {
  if (geometry_bytes_) {
    const double margin = box_.empty() ? 0 : 0.02 * norm(box_.hi - box_.lo);
    if (contains(geometry_box_, box_, margin)) return;
  }
  std::vector<WallState> walls = first_walls_;
  if (walls.size() != model_.walls.size()) {
    walls.assign(model_.walls.size(), {});
    for (std::size_t w = 0; w < walls.size(); ++w) walls[w].x = model_.walls[w].x, walls[w].q = model_.walls[w].q;
  }
  geometry_ = make_geometry(model_, walls, box_, squares_for(most_bodies()));
  geometry_bytes_ = std::make_shared<const std::string>(pack_geometry(geometry_));
  geometry_box_ = box_;
  ++geometry_number_;
}

std::uint64_t RunView::most_bodies() const {
  std::uint64_t most = 0;
  for (const auto& [number, file] : frames_) most = std::max(most, file.head.n_bodies);
  return most;
}

// ---------------------------------------------------------------------------------------------------- as JSON

std::string RunView::state_json() const {
  const auto as = [](const char* state, const std::string& note) {
    return fmt::format(R"("state":"{}","note":{})", state, json::text(note));
  };
  if (run_folder::is_running(dir_)) return as("running", "");
  if (identify(path_in(dir_, "summary.txt"))) return as("finished", "");
  if (identify(path_in(dir_, "alarm/alarm.txt"))) return as("failed", tail_of(dir_, "alarm/alarm.txt", kLongestNote));
  const std::string log = tail_of(dir_, "log.txt", kLongestNote);
  const std::size_t at = log.rfind("interrupted at t");
  if (at != std::string::npos) return as("stopped", log.substr(at));
  return as("stopped",
            "The run is not going on and did not reach its end: it was killed, or goes on on another machine.");
}

std::string RunView::frames_json(std::uint64_t since) const {
  std::vector<std::string> items;
  for (auto at = frames_.lower_bound(since); at != frames_.end(); ++at) {
    const auto& [number, file] = *at;
    items.push_back(file.broken.empty() ? fmt::format(R"({{"n":{},"t":{},"bodies":{},"step":{}}})", number,
                                                      json::number(file.head.time), file.head.n_bodies, file.head.step)
                                        : fmt::format(R"({{"n":{},"broken":{}}})", number, json::text(file.broken)));
  }
  return json::list(items);
}

std::string RunView::model_json() const {
  std::vector<std::string> types, materials, walls;
  for (std::size_t k = 0; k < model_.body_types.size(); ++k) {
    const BodyType& t = model_.body_types[k];
    types.push_back(fmt::format(
        R"({{"name":{},"shape":"{}","material":{},"mesh":{},"balls":{},"parts":{},"radius":{},"density":{}}})",
        json::text(t.name), shape_name(model_, t), t.parts.front().material, geometry_.mesh_of_type[k],
        geometry_.balls_of_type[k], t.parts.size(), json::number(double(t.bounding_radius)),
        json::number(double(t.density))));
  }
  for (const Material& m : model_.materials) materials.push_back(m.name);
  std::vector<std::string> motion(model_.walls.size());
  for (const Motion& m : model_.motions)
    for (const std::uint32_t w : m.walls) motion[w] = m.name;
  for (std::size_t w = 0; w < model_.walls.size(); ++w) {
    const Wall& wall = model_.walls[w];
    const char* kind = wall.kind == WallKind::kBalls ? "balls" : name_of(shape_kind(wall.kind));
    walls.push_back(fmt::format(R"({{"name":{},"kind":"{}","material":{},"mesh":{},"moving":{},"motion":{}}})",
                                json::text(wall.name), kind, wall.material, geometry_.mesh_of_wall[w],
                                json::boolean(!motion[w].empty()), json::text(motion[w])));
  }
  return fmt::format(R"("types":{},"materials":{},"walls":{},"contact_types":{})", json::list(types),
                     json::texts(materials), json::list(walls), json::texts(contact_type_names()));
}

std::string RunView::run_json(std::uint64_t since) {
  const std::lock_guard lock(mutex_);
  if (const std::optional<Problem> problem = look()) return problem_json(*problem);
  const Settings& s = model_.settings;
  const bool falls = norm2(s.gravity) > 0;
  const Vec3d up = falls              ? Vec3d{0, 0, 0} - normalized(Vec3d(s.gravity))
                   : s.dimension == 2 ? Vec3d{0, 1, 0}
                                      : Vec3d{0, 0, 1};
  const bool contacts =
      std::any_of(frames_.begin(), frames_.end(), [](const auto& f) { return f.second.head.contacts; });
  const std::string box = box_.empty() ? "null" : fmt::format("[{},{}]", json::vector(box_.lo), json::vector(box_.hi));
  const FileIdentity& model = *model_identity_;
  return fmt::format(
      R"({{"ok":true,"name":{},"title":{},"scree":"{}","key":"{:016x}",{},"dimension":{},"thickness":{},"gravity":{},"up":{},)"
      R"("dt":{},"box":{},"geometry":{},"frames_total":{},"frames":{},{},"telemetry":{},"has_contacts":{}}})",
      json::text(folder_name(dir_)), json::text(model_.title), SCREE_VERSION, output::hash_bytes(&model, sizeof model),
      state_json(), s.dimension, json::number(double(s.thickness)), json::vector(Vec3d(s.gravity)), json::vector(up),
      json::number(s.dt), box, geometry_number_, frames_.size(), frames_json(since), model_json(),
      json::boolean(identify(path_in(dir_, "telemetry.csv")).has_value()), json::boolean(contacts));
}

std::optional<Problem> RunView::problem() {
  const std::lock_guard lock(mutex_);
  return look();
}

std::vector<RunView::Entry> RunView::readable_frames() {
  const std::lock_guard lock(mutex_);
  std::vector<Entry> entries;
  if (look()) return entries;
  for (const auto& [number, file] : frames_)
    if (file.broken.empty()) entries.push_back({number, file.head.time});
  return entries;
}

// ---------------------------------------------------------------------------------------------------- as bytes

SharedText RunView::geometry() {
  const std::lock_guard lock(mutex_);
  if (const std::optional<Problem> problem = look()) throw NotThere(problem->message);
  return geometry_bytes_;
}

// A file that has changed on disk is looked at again.
const RunView::FrameFile& RunView::file_of(std::uint64_t number) {
  auto found = frames_.find(number);
  if (found == frames_.end() || identify(found->second.path) != found->second.identity) {
    if (const std::optional<Problem> problem = look()) throw NotThere(problem->message);
    found = frames_.find(number);
  }
  if (found == frames_.end()) throw NotThere(fmt::format("{}: there is no frame {}", dir_, number));
  if (!found->second.broken.empty()) throw InputError(found->second.broken);
  return found->second;
}

const output::Frame& RunView::whole_frame(const FrameFile& file) {
  if (whole_identity_ == file.identity) return whole_;
  whole_identity_.reset();
  whole_ = output::read_frame(file.path);
  whole_identity_ = file.identity;
  return whole_;
}

SharedText RunView::packed(Kind kind, std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  if (!model_identity_ || !geometry_bytes_)
    if (const std::optional<Problem> problem = look()) throw NotThere(problem->message);
  const FrameFile& file = file_of(number);
  const auto same = [&](const Packed& p) {
    return p.kind == kind && p.number == number && p.identity == file.identity;
  };
  const auto found = std::find_if(kept_.begin(), kept_.end(), same);
  if (found != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, found);
    return kept_.front().bytes;
  }
  std::string bytes;
  if (kind == Kind::kContacts) {
    bytes = pack_contacts(model_, whole_frame(file), number);
  } else {
    const output::Frame frame =
        output::read_frame(file.path, file.head.contacts ? wanted_beside_contacts : wanted_for_frame);
    const output::ContactForces forces = output::read_contact_forces(file.path);
    bytes = pack_frame(model_, frame, file.head.contacts ? &forces : nullptr, number);
  }
  keep({kind, number, file.identity, std::make_shared<const std::string>(std::move(bytes))});
  return kept_.front().bytes;
}

void RunView::keep(Packed packed) {
  std::erase_if(kept_, [&](const Packed& p) { return p.kind == packed.kind && p.number == packed.number; });
  kept_.push_front(std::move(packed));
  std::size_t total = 0;
  for (const Packed& p : kept_) total += p.bytes->size();
  for (; total > kMostKept && kept_.size() > 1; kept_.pop_back()) total -= kept_.back().bytes->size();
}

SharedText RunView::frame(std::uint64_t number) { return packed(Kind::kFrame, number); }
SharedText RunView::contacts(std::uint64_t number) { return packed(Kind::kContacts, number); }

std::string RunView::body_json(std::uint64_t number, std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const FrameFile& file = file_of(number);
  std::string json = view::body_json(model_, whole_frame(file), id);
  if (json.empty()) throw NotThere(fmt::format("{}: frame {} has no body {}", dir_, number, id));
  return json;
}

std::string RunView::telemetry_json(double since) {
  const std::lock_guard lock(mutex_);
  const std::string path = path_in(dir_, "telemetry.csv");
  if (leads_out(dir_, path)) throw InputError(why_not_followed(path));
  if (!telemetry_.look()) throw NotThere(fmt::format("{}: no telemetry here yet", path));
  return telemetry_.json(since);
}

}  // namespace scree::view
