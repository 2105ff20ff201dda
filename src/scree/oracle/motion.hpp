// Pairs move smoothly near contact, as in a run: each call starts from what the one before left.
//
// Both bodies rotate 0.1 degree a step about axes of their own, the line of centres 0.05 degree; the distance is set so
// that the gap swings smoothly, between 1e-4 and 1e-2 of the size apart, or 4e-5 and 4e-3 of the width overlapping.
#pragma once
#include "scree/oracle/report.hpp"

namespace scree::pairs {

// Makes a motion of `n_steps` from the poses and of the kind of `start`. References are the answers of a method that is
// independent of `measured` and remembers nothing. It is empty if the bodies cannot be placed.
template <class S>
Motion<S> make_motion(const PairSet<S>& set, const Pair<S>& start, int n_steps, LinkMethod measured);

struct MotionResult {
  std::string set;
  char kind = 'S';
  int motions = 0;
  double seconds = 0;        // best passes, whole answers
  double plane_seconds = 0;  // best passes over the calls that the remembered plane answers when asked for contact only
  std::size_t plane_calls = 0;
  std::size_t contact_calls = 0;  // all calls that asked for contact only
  Score score;
  LinkCounters counters;

  double ns() const;
  double plane_ns() const;
  double plane_share() const;
};

// Calls a pair wrong with the step it was in: f(pair, cache before, answer, judgement).
template <class S>
struct MotionFault {
  Pair<S> pair;
  typename S::Cache before;
  Answer<S> answer;
  Judgement judgement;
};

// Adds one motion. Faults are added to `faults`.
template <class S>
void measure(const PairSet<S>& set, const Motion<S>& motion, const LinkOptions& options, int repeat,
             MotionResult& result, std::vector<MotionFault<S>>& faults);

std::string motion_table(const std::vector<MotionResult>& results);
std::string motion_csv(const std::vector<MotionResult>& results);

}  // namespace scree::pairs
