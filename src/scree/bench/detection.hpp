// The methods that find common planes, on the same recorded configurations: Nezami et al. 2006, Sec. 5.2.1 and Fig. 16.
//
// A window is a few consecutive configurations of all bodies in a flow. Every method goes through it with memories of
// its own, so that it starts each solve from what it found itself a step before, as in a run; only calls of find_link
// are timed. The pairs asked are those whose balls meet.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scree/broad/broad_phase.hpp"
#include "scree/narrow/find_link.hpp"

namespace scree::bench {

struct Asked {
  LinkMethod method;
  bool ladder;  // with the rungs below, until it is proved; false: the method's own answer, whatever it is
  bool whole;   // the common plane of every pair; false: what a run asks, a gap beyond 0 need only be proved
};

// What one method took, over all windows of a flow.
struct DetectionCost {
  Asked asked{};
  double cold_seconds = 0, warm_seconds = 0;  // CPU time of the first configuration of windows, and of the others
  std::uint64_t cold_solves = 0, warm_solves = 0;
  LinkCounters cold{}, warm{};       // by what the pair remembered when it was asked
  std::uint64_t touching = 0;        // pairs that overlap, by this method
  std::uint64_t other_contacts = 0;  // pairs that overlap or not, unlike the reference
  // Of the gap across the plane found, in parts of the size of the pair (sum of the radii).
  std::uint64_t other_gaps = 0;  // differ from the reference by more than 1e-3
  double worst_gap = 0;          // largest difference
  double ns() const { return warm_solves > 0 ? 1e9 * warm_seconds / double(warm_solves) : 0; }
  double cold_ns() const { return cold_solves > 0 ? 1e9 * cold_seconds / double(cold_solves) : 0; }
};
// Share of the solves that took two iterations or fewer. A plane that was enough is none.
double at_most_two(const LinkCounters& c);
// Plane evaluations a solve.
double planes(const LinkCounters& c);

// Poses of all bodies at one time.
struct Configuration {
  std::vector<Vec3d> x;
  std::vector<Mat3> R;
};
struct Window {
  std::vector<Configuration> steps;
  broad::PairList pairs;  // all that come near on the way
};

// Bodies of one part each: what the methods see of them.
class Detector {
 public:
  Detector(const Model& model, const Bodies& bodies);
  // Takes the bodies' poses into the window; the first call lists the pairs, with room for a few steps.
  void record(const Bodies& bodies, Window& window) const;
  // All of `costs` through the window. The reference is shortest_link with the ladder, whole answers.
  void replay(const Window& window, std::span<DetectionCost> costs) const;

 private:
  struct Query {
    std::uint32_t pair;
    Pose X;
  };
  std::vector<Query> queries(const Window& window, std::size_t step) const;
  std::vector<Vec3> normals(const Window& window, DetectionCost& cost) const;
  std::vector<Real> gaps(const Window& window, const std::vector<Vec3>& normals) const;
  void compare(const Window& window, const std::vector<Real>& reference, const std::vector<Real>& gaps,
               DetectionCost& cost) const;

  std::vector<PolyhedronView> views_;
  std::vector<Real> radius_;
  std::vector<std::int32_t> owner_;
};

// Every method, alone and with the ladder, whole and as a run asks. The first is the reference.
std::vector<DetectionCost> all_methods();

struct FlowPlan {
  int steps = 1000;  // of 130 us
  int steps_in_window = 10;
  std::uint64_t solves = 1000000;  // of each method, about: so many windows, 2 to 50
};
struct FlowDetection {
  std::int64_t n = 0;
  int windows = 0;
  double pairs = 0;  // whose balls meet, on average over configurations
  std::vector<DetectionCost> costs;
};
// Takes two walls of a packing away and records the flow. `scene`: bench/flow.toml with the packing.
FlowDetection detect_in_flow(const std::string& scene, const std::vector<std::string>& overrides, const FlowPlan& plan);

}  // namespace scree::bench
