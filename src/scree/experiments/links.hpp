// `scree bench links` holds the ladder on random pairs against two slow methods, and the guard of overlaps against the
// truth.
#pragma once
#include <functional>
#include <string>

#include "scree/experiments/guard_check.hpp"
#include "scree/experiments/link_check.hpp"

namespace scree::bench {

struct LinkBench {
  std::uint64_t n = 100000, first = 0, seed = 1;
  int threads = 1;
  LinkOptions link;    // the method that is checked
  std::string failed;  // file that pairs with disagreements are added to, for `scree pairs --replay`
};
// Throws RunError, after everything is said, if there was a disagreement or the guard let a wrong depth pass.
void link_bench(const LinkBench& options, const std::function<void(const std::string&)>& say);

std::string text_of(const LinkCheck& check);
// Returns "links: pairs=100000 disagreements=0 failed=0".
std::string last_line(const LinkCheck& check);

}  // namespace scree::bench
