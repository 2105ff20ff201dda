// The page sees a run's folder: finished, broken, or still growing while it is looked at.
//
// Everything is read from model.h5, frames/, telemetry.csv and a few short texts: not from the scene, so that a folder
// can be looked at far from where it was made. HDF5 must not be called by two threads at once, so one mutex guards all.
#pragma once
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "scree/frames/frame.hpp"
#include "scree/frames/wall_surface.hpp"
#include "scree/view/geometry.hpp"
#include "scree/view/telemetry_table.hpp"

namespace scree::view {

// There is nothing of that name (404).
struct NotThere : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Says why there is nothing to look at, for a person.
struct Problem {
  std::string title, message;
  bool retry = false;  // may become a run
};
std::string problem_json(const Problem& problem);

// Identifies a file as it is now: another one, or the same after a change, is different.
struct FileIdentity {
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t nanoseconds = 0;
  bool operator==(const FileIdentity&) const = default;
};
std::optional<FileIdentity> identify(const std::string& path);
// Tells whether a path in a folder leads out of it, by links: whoever gives a folder away must not choose what else is
// read.
bool leads_out(const std::string& dir, const std::string& path);

using SharedText = std::shared_ptr<const std::string>;

class RunView {
 public:
  explicit RunView(std::string dir);

  // Returns what is there, or the problem, as JSON; frames from number `since` on. Never throws for what a folder can
  // hold.
  std::string run_json(std::uint64_t since);

  // These throw NotThere, or InputError where the file is broken.
  SharedText geometry();
  SharedText frame(std::uint64_t number);
  SharedText contacts(std::uint64_t number);
  std::string body_json(std::uint64_t number, std::uint64_t id);
  std::string telemetry_json(double since);

  // Lists numbers and times of frames that can be read; it is empty if there is a problem.
  struct Entry {
    std::uint64_t number;
    double time;
  };
  std::vector<Entry> readable_frames();
  std::optional<Problem> problem();

 private:
  struct FrameFile {
    std::string path;
    FileIdentity identity;
    output::FrameHead head;
    std::string broken;  // why it cannot be read
  };
  enum class Kind { kFrame, kContacts };
  struct Packed {
    Kind kind;
    std::uint64_t number;
    FileIdentity identity;
    SharedText bytes;
  };

  std::optional<Problem> look();
  std::optional<Problem> look_at_model();
  void look_at_frames();
  void look_at_boxes();
  void widen_box(const FrameFile& file);
  void renew_geometry();
  Problem no_model() const;
  Problem no_frames() const;
  void forget();

  const FrameFile& file_of(std::uint64_t number);
  SharedText packed(Kind kind, std::uint64_t number);
  void keep(Packed packed);
  const output::Frame& whole_frame(const FrameFile& file);

  std::string state_json() const;
  std::string frames_json(std::uint64_t since) const;
  std::string model_json() const;
  std::uint64_t most_bodies() const;

  std::mutex mutex_;
  std::string dir_;
  std::optional<FileIdentity> model_identity_;
  Model model_;
  std::map<std::uint64_t, FrameFile> frames_;
  output::Box box_;                     // encloses all that was looked at
  std::set<std::uint64_t> boxed_;       // frames that are in it
  std::vector<WallState> first_walls_;  // those of the first frame that can be read
  Geometry geometry_;
  SharedText geometry_bytes_;
  output::Box geometry_box_;
  std::uint64_t geometry_number_ = 0;
  std::list<Packed> kept_;  // the newest first
  std::optional<FileIdentity> whole_identity_;
  output::Frame whole_;
  TelemetryTable telemetry_;
};

}  // namespace scree::view
