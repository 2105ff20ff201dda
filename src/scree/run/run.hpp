// A whole run consists of steps, output by step number, checkpoints, alarms and resume.
//
// The folder of a run holds:
//   scene.toml      the scene as read          overrides.txt   its --set options and where it came from
//   model.h5        shapes, materials, walls   frames/         what one looks at
//   telemetry.csv   numbers over time          checkpoints/    whole states, newest few
//   log.txt         progress, warnings         summary.txt     the last three lines, once the run has finished
//   vtk/            with output.vtk            alarm/          before.h5 and at.h5, if an alarm stopped the run
//   pictures/       by `scree picture`
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "scree/scene/scene.hpp"

namespace scree {

struct RunOptions {
  std::string out;                    // folder of the run
  bool resume = false;                // go on from the newest checkpoint in `out`
  bool overwrite = false;             // replace a run that is already in `out`
  bool quiet = false;                 // no progress on the terminal; log.txt is written all the same
  int threads = 0;                    // 0: as many as OpenMP likes
  std::function<void()> opened = {};  // called once the folder is this run's, before its first frame
  // It is told at the start and with every checkpoint what is to be said where the run gets no memory, and where its
  // step is counted (memory.hpp).
  std::function<void(const std::string& text, const std::uint64_t* step)> without_memory = {};
  // It is called after every step; if it returns true, a checkpoint is written and run() returns (signals).
  std::function<bool()> interrupted = {};
};

struct RunResult {
  double time = 0;                // s, simulated
  std::uint64_t steps = 0;        // from t = 0, earlier sessions of a resumed run included
  std::size_t bodies = 0;         // dynamic bodies; the balls of walls are not counted
  std::size_t contacts = 0;       // contacts that touch: gap <= 0
  double seconds = 0;             // wall clock of this session
  double particle_steps = 0;      // bodies times steps of this session
  std::uint64_t motion = 0;       // state_hash
  std::uint64_t books = 0;        // books_hash
  std::uint64_t telemetry = 0;    // hash of the bytes of telemetry.csv
  std::uint64_t model = 0;        // model_hash
  bool interrupted = false;       // the checkpoint is written; resume goes on
  bool already_complete = false;  // nothing was left to do: the summary is that of the session that finished
  std::string summary;            // the last three lines that a finished run prints
};

// Throws InputError before anything is written (folder in use, nothing to resume, foreign checkpoint) and RunError
// when an alarm stops the run, with the states before and at the alarm saved in out/alarm.
RunResult run(Scene& scene, const RunOptions& options);

// Does `dir` hold a run, finished or not?
bool holds_run(const std::string& dir);
// Loads the scene of a finished or unfinished run, with its overrides, for looking at its output.
Scene load_scene_of_run(const std::string& dir);

std::size_t count_free_bodies(const State& s);
// Counts the bytes held by the arrays of a state.
std::size_t memory_of(const State& s);
std::size_t memory_of(const Model& model);  // counts those of its shapes

}  // namespace scree
