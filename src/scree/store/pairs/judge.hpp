// An answer is judged: gap and normal against the reference, the two points against the bodies themselves.
//
// An answer is right if the gap is so to 1e-9 of the size, twice the radius of the smaller body, and the unit normal to
// 1e-6 rad plus what rounding makes of a small gap. In an overlap another normal is as right if the bodies reach no
// farther into each other along it than the reference says: symmetric bodies have many. The points must lie on the
// bodies and a gap apart along n; that is what it means to lie in the patch of the reference file. If the point is
// unique it must be the file's, unless it fits the bodies as well as an answer is asked to be proved: between nearly
// parallel features that leaves it much room. In sets that are named after a type of contact (labels.hpp) the type must
// be that one.
#pragma once
#include "scree/store/pairs/pair_set.hpp"

namespace scree::pairs {

enum class Verdict { kRight, kWrong, kLost, kFailed };
inline constexpr int kVerdicts = 4;
const char* name_of(Verdict v);
const char* name_of(LinkStatus s);

struct Judgement {
  Verdict verdict = Verdict::kRight;
  const char* why = "";     // what was wrong first
  Real gap_error = 0;       // relative to the size
  bool other_type = false;  // the features that meet are not those of the reference, which is no error
};

template <class S>
struct Answer {
  LinkStatus status = LinkStatus::kFailed;
  typename S::Link link;
};

// A pair is lost if the bodies overlap and the answer says apart, failed if there is no proof, or NaN, and wrong if
// anything else.
template <class S>
Judgement judge(const typename S::View& a, const typename S::View& b, const Pair<S>& pair, const Answer<S>& answer);

// Errors are measured by this size.
template <class S>
Real size_of(const typename S::View& a, const typename S::View& b) {
  return 2 * std::min(a.radius, b.radius);
}

}  // namespace scree::pairs
