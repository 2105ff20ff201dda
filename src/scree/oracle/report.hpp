// Answers are printed as one row of CSV a pair, and as tables for people.
#pragma once
#include <string>

#include "scree/oracle/solve.hpp"

namespace scree::pairs {

// Counts the answers by their verdicts.
struct Score {
  std::size_t pairs = 0;
  std::size_t verdict[kVerdicts] = {};
  std::size_t other_type = 0;
  Real worst_gap = 0;  // relative to the size
  int worst_id = -1;
  std::size_t rung[kRungs] = {};
  std::size_t iterations[LinkCounters::kHistogram] = {};

  void add(const Judgement& j, int id, Rung rung_used, int n_iterations);
  Score& operator+=(const Score& other);
  std::size_t of(Verdict v) const { return verdict[int(v)]; }
  bool clean() const { return of(Verdict::kRight) == pairs; }
  double mean_iterations() const;
  // Returns the part of the answers with at most so many.
  double share_up_to(int n_iterations) const;
};

// Returns `vertex_face` and so on; the first word is A's.
std::string contact_type(const Feature& a, const Feature& b);

template <class S>
std::string csv_of(const PairSet<S>& set, const Solved<S>& solved);
template <class S>
Score score_of(const PairSet<S>& set, const Solved<S>& solved, const Group& group);
template <class S>
Score score_of(const PairSet<S>& set, const Solved<S>& solved);
// Reports by set and kind, then the whole.
template <class S>
std::string table_of(const PairSet<S>& set, const Solved<S>& solved);

// Describes a score by rungs, iterations and worst gap, and counters by what the methods counted on the way.
std::string score_text(const Score& score);
std::string counters_text(const LinkCounters& counters);
void add(LinkCounters& to, const LinkCounters& counters);
// Returns the last line of the output, for programs.
std::string summary_line(const Score& score, double ns);

}  // namespace scree::pairs
