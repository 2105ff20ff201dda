// The methods that find common planes run on the same recorded configurations: Nezami et al. 2006, Sec. 5.2.1 and Fig.
// 16 (a flow), Sec. 5.2.2 and Table I (a bucket in a pile).
//
// A window is a few consecutive configurations of all bodies and plates. Every method goes through it with memories of
// its own, so that it starts each solve from what it found itself a step before, as in a run; only calls of find_link
// are timed. The pairs are those of bodies whose bounding spheres meet, and of bodies whose bounding sphere meets a
// plate.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scree/broad/broad_phase.hpp"
#include "scree/narrow/find_link.hpp"
#include "scree/shape/shapes.hpp"

namespace scree::bench {

struct Asked {
  LinkMethod method;
  bool ladder;  // with the rungs below, until it is proved; false: the method's own answer, whatever it is
  bool whole;   // the common plane of every pair; false: what a run asks, a gap beyond 0 need only be proved
};

// Holds what one method took, over all windows of a flow.
struct DetectionCost {
  Asked asked{};
  double cold_seconds = 0, warm_seconds = 0;  // CPU time of the first configuration of windows, and of the others
  std::uint64_t cold_solves = 0, warm_solves = 0;
  std::uint64_t with_plates = 0;     // solves with plates
  LinkCounters cold{}, warm{};       // split by what the pair remembered before the solve
  std::uint64_t touching = 0;        // pairs that overlap, by this method
  std::uint64_t other_contacts = 0;  // pairs that overlap or not, unlike the reference
  // The gap is that across the plane found, relative to the size of the pair (sum of the radii).
  std::uint64_t other_gaps = 0;  // differ from the reference by more than 1e-3
  double worst_gap = 0;          // largest difference
  double ns() const { return warm_solves > 0 ? 1e9 * warm_seconds / double(warm_solves) : 0; }
  double cold_ns() const { return cold_solves > 0 ? 1e9 * cold_seconds / double(cold_solves) : 0; }
};
// Returns the share of the solves that took two iterations or fewer. If a plane was enough, there were no iterations.
double at_most_two(const LinkCounters& c);
// Returns the number of plane evaluations a solve.
double planes(const LinkCounters& c);

// Holds the poses of all bodies at one time, and of the plates after them.
struct Configuration {
  std::vector<Vec3d> x;
  std::vector<Mat3> R;
};
struct Window {
  std::vector<Configuration> steps;
  broad::PairList pairs;  // all pairs that come near on the way
};

// The bodies have one part each, which is what the methods see of them.
class Detector {
 public:
  Detector(const Model& model, const Bodies& bodies);
  // Takes the poses into the window; the first call lists the pairs, with room for a few steps.
  void record(const State& s, Window& window) const;
  // Runs all of `costs` through the window. The reference is shortest_link with the ladder, whole answers.
  void replay(const Window& window, std::span<DetectionCost> costs) const;

 private:
  struct Query {
    std::uint32_t pair;
    Pose X;
  };
  bool meet(const Configuration& at, std::size_t i, std::size_t j, Real room) const;
  bool is_plate(std::size_t j) const { return j >= owner_.size(); }
  std::vector<Query> queries(const Window& window, std::size_t step) const;
  std::vector<Vec3> normals(const Window& window, DetectionCost& cost) const;
  std::vector<Real> gaps(const Window& window, const std::vector<Vec3>& normals) const;
  void compare(const Window& window, const std::vector<Real>& reference, const std::vector<Real>& gaps,
               DetectionCost& cost) const;

  std::vector<PolyhedronView> views_;
  std::vector<Real> radius_;
  std::vector<std::int32_t> owner_;  // owners of bodies
  std::vector<std::size_t> plates_;  // walls
  std::vector<PlateView> plate_views_;
};

// Lists every method, alone and with the ladder, whole and as in a run. The first is the reference.
std::vector<DetectionCost> all_methods();

struct FlowPlan {
  int steps = 1000;  // steps of the paper's length
  int steps_in_window = 10;
  std::uint64_t solves = 1000000;  // about so many solves of each method, in 2 to 50 windows
};
struct FlowDetection {
  std::string scene = "flow";
  std::string phase;  // phase of the motion of a tool
  std::int64_t n = 0;
  int windows = 0;
  double pairs = 0;        // pairs that are solved, on average over configurations
  double plate_pairs = 0;  // of these with plates
  std::vector<DetectionCost> costs;
};
// Takes two walls of a packing away and records the flow. `scene` is bench/flow.toml with the packing.
FlowDetection detect_in_flow(const std::string& scene, const std::vector<std::string>& overrides, const FlowPlan& plan);
// Runs a scene in which a tool moves in phases, until each of them has begun, and records the beginnings. Throws
// InputError if the scene ends before a phase.
std::vector<FlowDetection> detect_in_phases(const std::string& scene, const std::vector<std::string>& overrides,
                                            const FlowPlan& plan);
// Goes on from the checkpoints of a run: where its tool begins each of its phases, or else where walls were taken away,
// then with the lowest n bodies (0: all). Throws InputError if there is none where it is needed.
std::vector<FlowDetection> detect_in_run(const std::string& dir, std::int64_t n, const FlowPlan& plan);

}  // namespace scree::bench
