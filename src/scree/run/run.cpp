// The run is the loop around step(). Everything that happens beside the steps happens at step numbers that follow from
// the scene alone, so that a resumed run does the same; the clock decides only when extra checkpoints and progress
// lines come.
#include "scree/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "scree/error.hpp"
#include "scree/frames/frame.hpp"
#include "scree/frames/telemetry.hpp"
#include "scree/frames/vtk.hpp"
#include "scree/parallel.hpp"
#include "scree/run/alarms.hpp"
#include "scree/run/failed_links.hpp"
#include "scree/run/failed_normals.hpp"
#include "scree/run/odd_scene.hpp"
#include "scree/run/progress.hpp"
#include "scree/run/run_folder.hpp"
#include "scree/run/step_clock.hpp"
#include "scree/setup/step_count.hpp"
#include "scree/state/ledger.hpp"
#include "scree/step.hpp"
#include "scree/store/checkpoint.hpp"
#include "scree/store/content_hash.hpp"
#include "scree/store/files.hpp"
#include "scree/store/fingerprint.hpp"
#include "scree/threads.hpp"

namespace scree {

namespace {

namespace fs = std::filesystem;

// The state before an alarm is a copy in memory, renewed at most every so many steps. Larger states would double the
// memory of the run, so the newest checkpoint takes the place of the copy.
constexpr std::uint64_t kCopyEvery = 1000;
constexpr std::size_t kLargestCopy = std::size_t(64) << 20;

// Intervals are in steps; 0 is never.
struct Intervals {
  std::uint64_t frames, telemetry, checkpoints, checks;
};

Intervals intervals_of(const Model& model) {
  const OutputSettings& o = model.output;
  const double dt = model.settings.dt;
  return {.frames = o.frames ? steps_in(o.frames_every, dt) : 0,
          .telemetry = steps_in(o.telemetry_every > 0 ? o.telemetry_every : model.settings.end / 200, dt),
          .checkpoints = steps_in(o.checkpoints_every, dt),
          .checks = std::uint64_t(std::max(1, model.settings.check_every))};
}

bool due(std::uint64_t step, std::uint64_t every) { return every > 0 && step % every == 0; }

std::string last_lines(const RunResult& r) {
  const double rate = r.seconds > 0 ? r.particle_steps / r.seconds / 1e6 : 0;
  return fmt::format(
      "done: t = {:.6g} s, {} steps, {} bodies, {} contacts, {} s, {} M particle-steps/s\nstate: {:016x}\n"
      "books: {:016x}, telemetry: {:016x}, model: {:016x}\n",
      r.time, r.steps, r.bodies, r.contacts,
      r.seconds >= 1 ? fmt::format("{:.1f}", r.seconds) : fmt::format("{:.2g}", r.seconds),
      rate >= 1 ? fmt::format("{:.1f}", rate) : fmt::format("{:.2g}", rate), r.motion, r.books, r.telemetry, r.model);
}

// Returns one word of a shell command, quoted where it has to be.
std::string shell_word(const std::string& text) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) || std::strchr("_-./=:,+@%", c); };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

std::string resume_command(const Scene& scene, const std::string& out) {
  std::string command = fmt::format("scree run {} --out {} --resume", shell_word(scene.path), shell_word(out));
  for (const std::string& o : scene.overrides) command += " --set " + shell_word(o);
  return command;
}

// The text is empty where the processors that the program was built for have FMA instructions.
std::string slow_build() {
#if defined(__x86_64__) && !defined(__FMA__)
  return "built for processors without FMA instructions: slow, with the same results as other builds";
#else
  return "";
#endif
}

class Session {
 public:
  Session(Scene& scene, const RunOptions& options)
      : scene_(scene), model_(scene.model), s_(scene.state), options_(options), every_(intervals_of(scene.model)) {}

  RunResult run() {
    run_folder::refuse_if_file(options_.out);
    if (fs::is_directory(options_.out)) lock_.emplace(options_.out);
    if (!(options_.resume && resume())) begin();
    if (s_.counters.step >= last_step()) return already_complete();
    open();
    alarm_memory_ = alarm_memory_of(model_, s_);
    if (const std::string slow = slow_build(); !slow.empty()) warnings_.push_back(slow);
    for (const std::string& warning : warnings_) progress_->warn(warning);
    if (fresh_) {
      write_due(/*all=*/true);
      look_for_alarms(/*all=*/true);
    }
    try {
      loop();
      return interrupted_ ? leave() : finish();
    } catch (const RunError&) {
      if (!lock_->is_in_place()) throw folder_gone();
      throw;
    }
  }

 private:
  std::string path(const char* name) const { return (fs::path(options_.out) / name).string(); }
  double end() const { return std::min(model_.settings.end, s_.stop_at); }
  std::uint64_t last_step() const { return steps_until(end(), model_.settings.dt); }

  void begin() {
    if (!options_.overwrite && !options_.resume && holds_run(options_.out))
      throw InputError(
          fmt::format("{}: already holds a run; --resume continues it, --overwrite replaces it", options_.out));
    start(model_, s_);
    refuse_numbers_at_start(model_, s_, scene_.path);
    refuse_overlaps_at_start(model_, s_, scene_.path);
    warnings_ = start_warnings(model_, s_);
    if (!lock_) {
      run_folder::make(options_.out);
      lock_.emplace(options_.out);
      if (!options_.overwrite && holds_run(options_.out))  // appeared since we looked
        throw InputError(fmt::format("{}: another run was begun here just now", options_.out));
    }
    run_folder::clear(options_.out);
    fresh_ = true;
  }

  // Returns false if the run was stopped before its first checkpoint and starts again.
  bool resume() {
    const std::optional<std::string> newest = output::newest_checkpoint(options_.out);
    if (newest) {
      s_ = output::read_checkpoint(*newest, model_, &note_);
      return true;
    }
    if (!holds_run(options_.out))
      throw InputError(
          fmt::format("{}: nothing to resume, no checkpoint here; leave out --resume to start a run", options_.out));
    return false;
  }

  void open() {
    run_folder::write_scene(options_.out, scene_);
    fs::remove(path("summary.txt"));
    progress_.emplace(path("log.txt"), /*append=*/!fresh_, options_.quiet);
    telemetry_.emplace(path("telemetry.csv"), model_, /*resume=*/!fresh_, s_.counters.step);
    output::write_model(options_.out, model_);
    first_step_ = s_.counters.step;
    if (options_.opened) options_.opened();
    if (fresh_) return;
    last_frame_ = run_folder::remove_frames_after(options_.out, first_step_);
    progress_->say(fmt::format("resumed at t = {:.10g} s, step {}", s_.time(model_), first_step_));
    if (!note_.empty()) progress_->say(note_);
  }

  void loop() {
    step_clock_.start();
    if (!fresh_) say_what_is_saved("all up to its last checkpoint is saved");
    while (s_.counters.step < last_step()) {
      if (options_.interrupted && options_.interrupted()) {
        interrupted_ = true;
        return;
      }
      step(model_, s_);
      count_particle_steps();
      look_for_alarms(/*all=*/s_.counters.step >= last_step());
      write_due(/*all=*/s_.counters.step >= last_step());
      progress_->after_step(model_, s_, end());
      if (const std::optional<std::string> slow = step_clock_.after_step()) progress_->warn(*slow);
    }
  }

  void count_particle_steps() {
    if (s_.bodies.size() != counted_size_) {
      counted_size_ = s_.bodies.size();
      const std::size_t before = std::exchange(counted_free_, count_free_bodies(s_));
      if (before > 0 && counted_free_ == 0 && !std::exchange(said_empty_, true))
        progress_->warn(fmt::format("no body is left at t = {:.6g} s{}", s_.time(model_),
                                    model_.streams.empty() ? ": nothing moves any more" : ""));
    }
    particle_steps_ += double(counted_free_);
  }

  // The checkpoint comes last: a run that resumes from it finds the row and the frame of its step already written.
  void write_due(bool all) {
    const std::uint64_t step = s_.counters.step;
    const double minutes = model_.output.checkpoint_minutes;
    const bool by_clock = minutes > 0 && progress_->seconds() - last_checkpoint_ > 60 * minutes;
    const bool row = all || due(step, every_.telemetry);
    const bool frame = model_.output.frames && (all || due(step, every_.frames));
    const bool checkpoint = all || by_clock || s_.checkpoint_wanted || due(step, every_.checkpoints);
    if (!row && !frame && !checkpoint) return;
    if (!lock_->is_in_place()) throw folder_gone();
    const StepClock::Pause pause(step_clock_);
    if (row) write_row();
    if (frame) write_frame();
    if (checkpoint) write_checkpoint();
  }

  RunError folder_gone() const {
    return RunError(
        fmt::format("{}: the folder was deleted or moved while the run went on; the state at t = {:.10g} s, step {}, "
                    "could not be saved",
                    options_.out, s_.time(model_), s_.counters.step));
  }

  void write_row() {
    update_ledger(model_, s_);
    try {
      telemetry_->row(model_, s_);
    } catch (const RunError& e) {
      write_checkpoint();
      throw RunError(fmt::format("{}; state saved at t = {:.10g} s, to go on:\n  {}", e.what(), s_.time(model_),
                                 resume_command(scene_, options_.out)));
    }
    s_.deepest = {};
  }

  // Frame k is that of step k * every; a last frame between two of these takes the next number. A resumed run counts on
  // from the last frame it has found, so that none is written over where the interval or the end has changed.
  std::uint64_t frame_number() const {
    const std::uint64_t step = s_.counters.step, every = every_.frames;
    if (every == 0) return last_frame_.number + (step > last_frame_.step ? 1 : 0);
    return last_frame_.number + (step + every - 1) / every - last_frame_.step / every;
  }

  void write_frame() {
    const std::uint64_t number = frame_number();
    output::write_frame(output::frame_path(options_.out, number), model_, s_, model_.output.contacts);
    if (!model_.output.vtk) return;
    output::write_vtk_frame(options_.out, number, model_, output::frame_of(model_, s_, model_.output.contacts));
    output::write_pvd(options_.out);
  }

  void write_checkpoint() {
    s_.checkpoint_wanted = false;
    output::write_checkpoint(output::checkpoint_path(options_.out, s_.counters.step), model_, s_);
    output::prune_checkpoints(options_.out, model_.output.keep_checkpoints);
    last_checkpoint_ = progress_->seconds();
    say_what_is_saved(fmt::format("the state at t = {:.10g} s, step {}, is saved", s_.time(model_), s_.counters.step));
  }

  void say_what_is_saved(const std::string& saved) const {
    if (options_.without_memory)
      options_.without_memory(fmt::format("the run ends; {}; to go on, with more memory:\n  {}\n", saved,
                                          resume_command(scene_, options_.out)),
                              &s_.counters.step);
  }

  // Alarms are looked for before the first step, after every step, and at the end before the run is called done.
  void look_for_alarms(bool all) {
    std::optional<std::string> alarm = watch_step(model_, s_, alarm_memory_);
    for (const std::string& w : take_warnings(alarm_memory_)) progress_->warn(w);
    const bool look = all || due(s_.counters.step, every_.checks);
    if (!alarm && look) alarm = check_energy(model_, s_);
    if (alarm) stop(*alarm);
    if (!look) return;
    look_for_failed_links();
    if (s_.counters.step < next_copy_ || memory_of(s_) > kLargestCopy) return;
    next_copy_ = s_.counters.step + kCopyEvery;
    Scratch scratch = std::move(s_.scratch);
    before_ = s_;
    s_.scratch = std::move(scratch);
  }

  // A link that could not be proved is still the best there is, and the contact counts. It is reported once a run.
  void look_for_failed_links() {
    const std::uint64_t failed = s_.link_counters.failed + s_.normal_counters.failed;
    if (said_failed_links_ || failed == 0) return;
    said_failed_links_ = true;
    const std::string file = path("failed_pairs.txt");
    const std::size_t found = pairs::save_failed_links(model_, s_, file) + pairs::save_failed_normals(model_, s_, file);
    s_.checkpoint_wanted = true;
    progress_->warn(fmt::format(
        "{} links of polyhedra or superellipsoids could not be proved up to t = {:.6g} s; the best answers were "
        "used{}",
        failed, s_.time(model_), found > 0 ? "; ask them again with: scree pairs --replay " + file : ""));
  }

  [[noreturn]] void stop(const std::string& alarm) {
    const std::string before = path("alarm/before.h5"), at = path("alarm/at.h5");
    const std::optional<std::string> newest = output::newest_checkpoint(options_.out);
    if (before_) {
      output::write_checkpoint(before, model_, *before_);
    } else if (newest) {
      output::make_folder_of(before);
      fs::copy_file(*newest, before, fs::copy_options::overwrite_existing);
    }
    output::write_checkpoint(at, model_, s_);
    if (model_.output.frames) write_frame();
    const std::string text = fmt::format("t = {:.10g} s, step {}: {}\nstate before it: {}\nstate at it: {}",
                                         s_.time(model_), s_.counters.step, alarm, before, at);
    progress_->say("stopped by an alarm");
    output::write_whole_file(path("alarm/alarm.txt"), text + "\n");
    throw RunError(text);
  }

  RunResult result() const {
    RunResult r;
    r.time = s_.time(model_);
    r.steps = s_.counters.step;
    r.bodies = count_free_bodies(s_);
    r.contacts = count_touching(s_);
    r.seconds = progress_ ? progress_->seconds() : 0;
    r.particle_steps = particle_steps_;
    r.motion = state_hash(s_);
    r.books = books_hash(s_);
    r.telemetry = output::hash_text(run_folder::read_text(path("telemetry.csv")));
    r.model = output::model_hash(model_);
    return r;
  }

  RunResult finish() {
    RunResult r = result();
    r.summary = last_lines(r);
    output::write_whole_file(path("summary.txt"), r.summary);
    progress_->log(r.summary);
    return r;
  }

  RunResult leave() {
    write_checkpoint();
    RunResult r = result();
    r.interrupted = true;
    progress_->warn(fmt::format("interrupted at t = {:.10g} s, state saved; to go on:\n  {}", r.time,
                                resume_command(scene_, options_.out)));
    return r;
  }

  // A run killed after its last checkpoint has no summary yet.
  RunResult already_complete() {
    RunResult r = result();
    r.summary = run_folder::read_text(path("summary.txt"));
    r.already_complete = !r.summary.empty();
    if (r.already_complete) return r;
    r.summary = last_lines(r);
    output::write_whole_file(path("summary.txt"), r.summary);
    return r;
  }

  Scene& scene_;
  const Model& model_;
  State& s_;
  const RunOptions& options_;
  const Intervals every_;
  bool fresh_ = false, interrupted_ = false;
  std::string note_;  // describes the checkpoint it goes on from
  std::optional<Progress> progress_;
  StepClock step_clock_;
  std::optional<run_folder::FolderLock> lock_;
  std::optional<output::Telemetry> telemetry_;
  AlarmMemory alarm_memory_;
  std::vector<std::string> warnings_;  // warnings of the start
  bool said_failed_links_ = false, said_empty_ = false;
  std::optional<State> before_;
  run_folder::NumberedFrame last_frame_;  // the last one that the session has found
  std::uint64_t next_copy_ = 0, first_step_ = 0;
  double last_checkpoint_ = 0;  // s since the start of the session
  double particle_steps_ = 0;
  std::size_t counted_size_ = SIZE_MAX, counted_free_ = 0;
};

}  // namespace

std::size_t count_free_bodies(const State& s) {
  return std::size_t(std::count(s.bodies.owner.begin(), s.bodies.owner.end(), kDynamic));
}

std::size_t memory_of(const State& s) {
  std::size_t bytes = 0;
  const auto add = [&bytes](const auto& array) { bytes += array.capacity() * sizeof(array[0]); };
  for_each_field(s.bodies, [&](const char*, const auto& array) { add(array); });
  for_each_contact_field(s.contacts, [&](const char*, const auto& array, Keep) { add(array); });
  add(s.aux), add(s.scratch.list.size), add(s.contacts.batches), add(s.pairs.accumulators), add(s.links.cache);
  for (const auto* array :
       {&s.contacts.pair, &s.contacts.a, &s.contacts.b, &s.pairs.a, &s.pairs.b, &s.pairs.accumulator_body,
        &s.pairs.accumulator_of_pair, &s.links.first, &s.scratch.broad.cubes.head, &s.scratch.broad.cubes.next,
        &s.scratch.broad.cubes.ball, &s.scratch.broad.cubes.wall_head})
    add(*array);
  return bytes;
}

std::size_t memory_of(const Model& model) {
  std::size_t bytes = 0;
  const auto add = [&bytes](const auto&... arrays) { ((bytes += arrays.capacity() * sizeof(arrays[0])), ...); };
  for (const PolyhedronData& p : model.polyhedra)
    add(p.vertices, p.edges, p.normals, p.offsets, p.face_start, p.loop, p.loop_edge, p.loop_face, p.fan_start,
        p.neighbours, p.fan_edge, p.fan_face, p.fan_points, p.side_normals, p.side_offsets, p.outlines,
        p.outline_start);
  for (const ShrunkenShape& s : model.shrunken) add(s.points);
  return bytes;
}

RunResult run(Scene& scene, const RunOptions& options) {
  use_threads(options.threads);
  if (scene.state.bodies.size() == 0 && scene.model.streams.empty())
    throw InputError(fmt::format("{}: the scene has no bodies; add a [[fill]], [[body]] or [[stream]]", scene.path));
  return Session(scene, options).run();
}

}  // namespace scree
