// Asks for the link of every pair, cold or warm, and takes the time of the calls alone.
#pragma once
#include <cstdint>

#include "scree/store/pairs/judge.hpp"

namespace scree::pairs {

struct SolveOptions {
  LinkOptions link;
  int repeat = 1;     // number of passes; the fastest counts
  bool warm = false;  // with what is remembered from a pose nearby
  std::uint64_t seed = 1;
};

// Holds pairs of one set and kind.
struct Group {
  std::string set;
  char kind = 'S';
  std::vector<std::size_t> pairs;
  double ns = 0;  // for a pair
};
// Groups are in the order in which the sets come first.
template <class S>
std::vector<Group> groups_of(const std::vector<Pair<S>>& pairs);

template <class S>
struct Solved {
  std::vector<typename S::Cache> before;  // what each pair remembered before its call
  std::vector<Answer<S>> answers;
  std::vector<Judgement> judgements;
  std::vector<Group> groups;
  LinkCounters counters;  // counters of one pass
};

template <class S>
Solved<S> solve(const PairSet<S>& set, const SolveOptions& options);

// Returns the CPU time of this process, because the machine may be shared.
double cpu_seconds();

// One call makes the relative pose from the two poses, and the link.
template <class S>
inline void ask(const std::vector<typename S::View>& views, const Pair<S>& pair, const LinkOptions& options,
                typename S::Cache& cache, Answer<S>& answer, LinkCounters& counters) {
  answer.status = find_link(views[std::size_t(pair.a)], views[std::size_t(pair.b)], S::relative(pair.X_a, pair.X_b),
                            options, cache, answer.link, counters);
}

}  // namespace scree::pairs
