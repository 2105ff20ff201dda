#include "scree/experiments/link_check.hpp"

#include <algorithm>
#include <cmath>

#include "scree/oracle/report.hpp"

namespace scree::bench {
namespace {

using pairs::Space;
using Answer = pairs::Answer<Space>;
constexpr std::uint64_t kChunkOfPairs = 64;
constexpr std::size_t kMostKept = 1000;

class Asker {
 public:
  Asker(const RandomPairs& random, const LinkOptions& link, LinkCheck& result)
      : random_(random), link_(link), result_(result) {}

  void check(std::uint64_t index) {
    RandomPair pair = random_.pair(index);
    const PairShapes& set = random_.set();
    const Real size = pairs::size_of<Space>(set.views[std::size_t(pair.a)], set.views[std::size_t(pair.b)]);
    Answer references[kReferences];
    for (int r = 0; r < kReferences; ++r) references[r] = alone(pair, kReferenceMethods[r]);
    set_reference(pair, references[kReferences - 1].link);
    ++result_.pairs;
    ++result_.kinds[std::abs(pair.reference.gap) < Real(1e-3) * size ? 1 : pair.reference.gap > 0 ? 0 : 2];
    bool agreed = true;
    for (int m = 0; m < kMemories; ++m) agreed &= agrees(pair, Memory(m), references, size, agreed);
    result_.disagreeing_pairs += !agreed;
  }

 private:
  Answer alone(const RandomPair& pair, LinkMethod method) const {
    LinkOptions options;
    options.method = method, options.ladder = false;
    Answer answer;
    LinkCache nothing;
    LinkCounters not_counted;
    ask(random_.set().views, pair, options, nothing, answer, not_counted);
    return answer;
  }
  static void set_reference(RandomPair& pair, const Link& link) {
    pair.reference.kind = link.gap > 0 ? 'S' : 'P';
    pair.reference.gap = link.gap;
    pair.reference.n = pair.X_a.R * link.n;
  }
  LinkCache remembered(const RandomPair& pair, Memory memory) const {
    LinkCache cache;
    if (memory == Memory::kNone) return cache;
    Answer not_judged;
    LinkCounters not_counted;
    const RandomPair before = memory == Memory::kNearby ? random_.nearby(pair) : random_.elsewhere(pair);
    ask(random_.set().views, before, link_, cache, not_judged, not_counted);
    return cache;
  }

  bool agrees(const RandomPair& pair, Memory memory, const Answer* references, Real size, bool keep) {
    const LinkCache before = remembered(pair, memory);
    LinkCache cache = before;
    Answer answer;
    ask(random_.set().views, pair, link_, cache, answer, result_.counters[int(memory)]);
    const bool failed = answer.status == LinkStatus::kFailed;
    result_.failed += failed;
    bool agreed = true;
    for (int r = 0; r < kReferences; ++r) {
      const Real off = std::abs(answer.link.gap - references[r].link.gap) / size;
      const bool sound = std::isfinite(off) && std::isfinite(norm(answer.link.n)) && !failed &&
                         references[r].status != LinkStatus::kFailed;
      if (std::isfinite(off)) result_.worst[int(memory)][r] = std::max(result_.worst[int(memory)][r], off);
      if (sound && off <= kAgreement) continue;
      ++result_.beyond[int(memory)][r];
      if (agreed && keep) result_.disagreements.push_back({pair, memory, kReferenceMethods[r], off, before, answer});
      agreed = false;
    }
    return agreed;
  }

  const RandomPairs& random_;
  const LinkOptions& link_;
  LinkCheck& result_;
};

}  // namespace

void LinkCheck::add(const LinkCheck& other) {
  pairs += other.pairs, failed += other.failed, disagreeing_pairs += other.disagreeing_pairs;
  for (int k = 0; k < 3; ++k) kinds[k] += other.kinds[k];
  for (int m = 0; m < kMemories; ++m) {
    pairs::add(counters[m], other.counters[m]);
    for (int r = 0; r < kReferences; ++r) {
      worst[m][r] = std::max(worst[m][r], other.worst[m][r]);
      beyond[m][r] += other.beyond[m][r];
    }
  }
  disagreements.insert(disagreements.end(), other.disagreements.begin(), other.disagreements.end());
  const auto earlier = [](const Disagreement& a, const Disagreement& b) { return a.pair.id < b.pair.id; };
  if (!other.disagreements.empty()) std::sort(disagreements.begin(), disagreements.end(), earlier);
  if (disagreements.size() > kMostKept) disagreements.resize(kMostKept);
}

LinkCheck check_links(const RandomPairs& random, const LinkCheckOptions& o) {
  LinkCheck total;
  const std::ptrdiff_t chunks = std::ptrdiff_t((o.n + kChunkOfPairs - 1) / kChunkOfPairs);
#pragma omp parallel for schedule(dynamic)
  for (std::ptrdiff_t c = 0; c < chunks; ++c) {
    LinkCheck part;
    Asker asker(random, o.link, part);
    const std::uint64_t begin = std::uint64_t(c) * kChunkOfPairs, end = std::min(o.n, begin + kChunkOfPairs);
    for (std::uint64_t i = begin; i < end; ++i) asker.check(o.first + i);
#pragma omp critical
    {
      total.add(part);
      if (o.progress) o.progress(total.pairs);
    }
  }
  return total;
}

}  // namespace scree::bench
