// One pair of superellipsoids gets one proved answer by the rungs in their order (superellipsoid_link.hpp).
#pragma once
#include "scree/narrow/superellipsoid/continuation.hpp"
#include "scree/narrow/superellipsoid/proof.hpp"
#include "scree/narrow/superellipsoid/restart.hpp"

namespace scree::superellipsoid {

inline constexpr int kMostRestarts = 20;

class Ladder {
 public:
  SCREE_HD Ladder(const Pair& pair, const NormalOptions& options, NormalCache& cache, NormalLink& link,
                  NormalCounters& counters)
      : pair_(pair),
        o_(options),
        cache_(cache),
        link_(link),
        counters_(counters),
        tolerance_(options.tolerance * pair.size()) {}

  SCREE_HD LinkStatus climb() {
    ++counters_.solves;
    const bool memory = cache_.state != NormalCache::State::kNothing;
    const Direction start = memory ? remembered() : centre_line(pair_);
    if (plane_parts(start, memory)) return LinkStatus::kBeyond;
    if (attempt(first_search(start), memory ? NormalRung::kWarm : NormalRung::kCold)) return status_;
    ++counters_.doubts[int(link_.doubt)];
    if (!o_.ladder) return accept(best_, link_.rung);
    if (memory && attempt(first_search(centre_line(pair_)), NormalRung::kCold)) return status_;
    // In the paper the random search comes next; but where a sharp ridge reaches in, no start gives points inside.
    const bool as_published = o_.method == NormalMethod::kCommonNormal && link_.doubt != NormalDoubt::kOutside;
    if (as_published && by_restarts()) return status_;
    if (o_.method == NormalMethod::kCommonNormal &&
        attempt(widest_slab(pair_, centre_line(pair_), settings()), NormalRung::kSupportGap))
      return status_;
    if (attempt(by_continuation(pair_, settings()), NormalRung::kContinuation)) return status_;
    if (!as_published && link_.doubt != NormalDoubt::kOutside && by_restarts()) return status_;
    // This is the tip of a sharp ridge, with a normal far from its middle: the way out along n is the shortest, but
    // from the tip it leads out of the ridge's own side. The slab is the widest of all that were tried.
    if (link_.doubt == NormalDoubt::kOutside) return accept(best_, NormalRung::kContinuation);
    ++counters_.failed;
    accept(best_, NormalRung::kNone);
    return LinkStatus::kFailed;
  }

 private:
  SCREE_HD Direction remembered() const {
    return cache_.state == NormalCache::State::kOfA ? direction_from_a(pair_, cache_.n)
                                                    : direction_from_b(pair_, cache_.n);
  }
  SCREE_HD SearchSettings settings() const { return {o_.margin, tolerance_, o_.max_iterations}; }

  // Gaps beyond the margin need a slab only. It is worth trying alone where it was enough last time.
  SCREE_HD bool plane_parts(const Direction& c, bool memory) {
    if (!(o_.margin < NormalOptions::kWholeAnswer) || (memory && !cache_.apart)) return false;
    const Real gap = slab(pair_, c);
    ++counters_.evaluations;
    if (!(gap > o_.margin)) return false;
    ++counters_.by_plane;
    link_.gap = gap, link_.n = c.a, link_.residual = 0, link_.iterations = 0, link_.doubt = NormalDoubt::kNone;
    link_.rung = memory ? NormalRung::kRememberedPlane : NormalRung::kCold;
    if (!memory) cache_.n = c.a, cache_.state = NormalCache::State::kOfA, cache_.apart = true;
    ++counters_.rung[int(link_.rung)];
    counters_.count_iterations(0);
    return true;
  }

  SCREE_HD Search first_search(const Direction& start) const {
    if (o_.method == NormalMethod::kSupportGap) return widest_slab(pair_, start, settings());
    // The gradient of |d|^2 is 2 M d_t: with radii of about the size this is the tolerance of the other method.
    const Real area = Real(1e-3) * tolerance_ * pair_.size();
    return common_normal(pair_, start.a, {o_.margin, area, o_.max_iterations});
  }

  SCREE_HD bool by_restarts() {
    for (int k = 0; k < kMostRestarts; ++k) {
      const Restart r = restart(pair_, k, o_.method == NormalMethod::kCommonNormal, o_.margin);
      ++counters_.restarts, counters_.evaluations += std::uint64_t(r.evaluations);
      if (attempt(first_search(direction_from_a(pair_, r.c)), NormalRung::kRestart)) return true;
    }
    return false;
  }

  // Returns true if the search is believed; else it is kept if it is the best so far.
  SCREE_HD bool attempt(Search&& s, NormalRung rung) {
    iterations_ += s.iterations;
    counters_.evaluations += std::uint64_t(s.evaluations);
    const NormalDoubt doubt = doubt_of(pair_, s, tolerance_);
    if (doubt == NormalDoubt::kNone) {
      link_.doubt = doubt;
      status_ = accept(s, rung);
      return true;
    }
    if (is_best(s, doubt)) best_ = s, has_best_ = true, link_.doubt = doubt, link_.rung = rung;
    return false;
  }
  // Takes the widest slab; of those that are equal to the tolerance one with its points over each other counts.
  SCREE_HD bool is_best(const Search& s, NormalDoubt doubt) const {
    if (!has_best_) return true;
    const bool upright = doubt == NormalDoubt::kOutside, best_upright = link_.doubt == NormalDoubt::kOutside;
    const Real favour = upright == best_upright ? Real(0) : upright ? tolerance_ : -tolerance_;
    return s.at.gap + favour > best_.at.gap;
  }

  SCREE_HD LinkStatus accept(Search& s, NormalRung rung) {
    GapPoint& g = s.at;
    if (s.end != SearchEnd::kApart) polish(g);
    link_.gap = g.gap, link_.n = g.c.a, link_.p_a = g.p_a, link_.p_b = g.p_b;
    link_.radii_a = g.M_a, link_.radii_b = g.M_b;
    link_.residual = std::sqrt(norm2(g.d_t)) + s.left;
    link_.iterations = iterations_, link_.rung = rung;
    const bool a_flatter = g.M_a.xx + g.M_a.yy > g.M_b.xx + g.M_b.yy;
    cache_.state = a_flatter ? NormalCache::State::kOfA : NormalCache::State::kOfB;
    cache_.n = a_flatter ? g.c.a : g.c.b;
    cache_.apart = s.end == SearchEnd::kApart;
    ++counters_.rung[int(rung)];
    counters_.by_plane += cache_.apart && iterations_ == 0;
    counters_.count_iterations(iterations_);
    return cache_.apart ? LinkStatus::kBeyond : LinkStatus::kLink;
  }

  const Pair& pair_;
  const NormalOptions& o_;
  NormalCache& cache_;
  NormalLink& link_;
  NormalCounters& counters_;
  Real tolerance_;
  Search best_;
  bool has_best_ = false;
  int iterations_ = 0;
  LinkStatus status_ = LinkStatus::kFailed;
};

}  // namespace scree::superellipsoid
