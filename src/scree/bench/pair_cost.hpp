// A pair has two costs along smooth motions: that of the remembered plane alone, and that of the whole answer from
// memory.
//
// Only the calls are timed, in CPU time. Poses are prepared beforehand; the relative pose belongs to the whole answer,
// because a run has to make it, too. The best of all passes counts, motion by motion: what disturbs a pass only ever
// makes it longer.
#pragma once
#include "scree/bench/pair_motions.hpp"
#include "scree/oracle/report.hpp"

namespace scree::bench {

// Holds one motion, and what was measured on it.
class TimedMotion {
 public:
  TimedMotion(const PairShapes& set, const PairMotion& motion);

  // Finds answers, verdicts and counters; it is not timed.
  void judge_answers();
  // Takes the best of some passes, and of all calls before.
  void take_time();

  const PairMotion& motion() const { return motion_; }
  double seconds() const { return seconds_; }
  double plane_seconds() const { return plane_seconds_; }
  std::size_t plane_calls() const { return plane_calls_; }
  const pairs::Score& score() const { return score_; }
  const LinkCounters& counters() const { return counters_; }

 private:
  // Holds steps in a row that the remembered plane answers when asked for contact only, and what was remembered before.
  struct Stretch {
    std::size_t begin, end;
    LinkCache before;
  };
  void find_stretches();
  double time_planes() const;
  double time_answers() const;

  const PairShapes& set_;
  const PairMotion& motion_;
  const PolyhedronView &a_, &b_;
  std::vector<Pose> X_a_, X_b_;
  std::vector<Stretch> stretches_;
  std::size_t plane_calls_ = 0;
  double seconds_ = 1e300, plane_seconds_ = 1e300;
  pairs::Score score_;
  LinkCounters counters_;
};

// Holds all motions of one class and kind.
struct PairCost {
  std::string family;
  char kind = 'S';
  int motions = 0;
  double seconds = 0, plane_seconds = 0;
  std::size_t plane_calls = 0;
  pairs::Score score;
  LinkCounters counters;

  double ns() const;        // ns of a whole answer
  double plane_ns() const;  // ns of a plane that holds; 0: none did
  double plane_share() const;
  double fresh_share() const;  // part of all answers that the guard sent to a fresh search
};
// They come in the order of their first motions.
std::vector<PairCost> costs_of(const std::vector<TimedMotion>& motions);

}  // namespace scree::bench
