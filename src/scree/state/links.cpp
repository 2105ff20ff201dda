// What pairs remember, apart from the pair list.
#include <algorithm>

#include "scree/state/state.hpp"

namespace scree {

void detach_links(State& s) {
  Links& links = s.links;
  const bool indexed = links.a.empty() && links.first.size() == s.pairs.size() + 1;
  if (!indexed) return;
  // In place: what is kept moves up.
  std::uint32_t kept = 0, first = 0;
  links.a.reserve(s.pairs.size()), links.b.reserve(s.pairs.size());
  for (std::size_t p = 0; p < s.pairs.size(); ++p) {
    const std::uint32_t last = links.first[p + 1];
    const auto begin = links.cache.begin() + first, end = links.cache.begin() + last;
    first = last;
    if (std::all_of(begin, end, [](const LinkMemo& c) { return c.state == LinkCache::State::kNothing; })) continue;
    links.first[links.a.size()] = kept;
    links.a.push_back(s.pairs.a[p]);
    links.b.push_back(s.pairs.b[p]);
    const auto to = links.cache.begin() + kept;
    kept += std::uint32_t(end - begin);
    if (to != begin) std::copy(begin, end, to);
  }
  links.first[links.a.size()] = kept;
  links.first.resize(links.a.size() + 1);
  links.cache.resize(kept);
}

}  // namespace scree
