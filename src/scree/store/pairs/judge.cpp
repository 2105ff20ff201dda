#include "scree/store/pairs/judge.hpp"

#include <cmath>
#include <limits>

#include "scree/math/elementary.hpp"
#include "scree/store/pairs/labels.hpp"

namespace scree::pairs {
namespace {

constexpr Real kGap = 1e-9;          // relative to the size
constexpr Real kAngle = 1e-6;        // rad
constexpr Real kLastDigits = 1e-13;  // relative to both radii: what is left of an exact answer after some operations
constexpr Real kProof = 1e-10;       // relative to both radii: the proof that find_link is asked for
constexpr Real kRounding = 1e-14;    // relative to both radii, over the gap: by what rounding may rotate a normal

template <class S>
bool finite(const typename S::Vec& v) {
  for (const Real x : S::numbers(v))
    if (!std::isfinite(x)) return false;
  return true;
}

// Returns the angle between unit vectors, accurate for small angles, where the cosine is not.
template <class S>
Real angle_between(const typename S::Vec& m, const typename S::Vec& n) {
  return 2 * scree::atan2(norm(m - n), norm(m + n));
}

template <class S>
class Judge {
 public:
  Judge(const typename S::View& a, const typename S::View& b, const Pair<S>& pair, const Answer<S>& answer)
      : a_(a), b_(b), pair_(pair), reference_(pair.reference), answer_(answer), link_(answer.link) {
    both_ = a.radius + b.radius;
    tolerance_ = kGap * size_of<S>(a, b) + reference_.rounding;
    X_ab_ = S::relative(pair.X_a, pair.X_b);
    n_ = S::turn_back(pair.X_a, reference_.n);
  }

  Judgement judgement() const {
    Judgement j;
    if (!is_answer()) return {Verdict::kFailed, "no answer", 0, false};
    j.gap_error = std::abs(link_.gap - reference_.gap) / size_of<S>(a_, b_);
    j.why = first_fault();
    if (*j.why) j.verdict = is_lost() ? Verdict::kLost : Verdict::kWrong;
    j.other_type = reference_.kind != 'T' && reference_.ties == 1 && reference_.dim_a != Reference<S>::kUnknown &&
                   (int(link_.a.kind) != reference_.dim_a || int(link_.b.kind) != reference_.dim_b);
    return j;
  }

 private:
  bool is_answer() const {
    if (answer_.status == LinkStatus::kFailed || !std::isfinite(link_.gap) || !finite<S>(link_.n)) return false;
    return answer_.status == LinkStatus::kBeyond || (finite<S>(link_.p_a) && finite<S>(link_.p_b));
  }
  bool is_lost() const {
    return reference_.kind == 'P' && (answer_.status == LinkStatus::kBeyond || link_.gap > tolerance_);
  }
  const char* first_fault() const {
    if (answer_.status == LinkStatus::kBeyond) return "said to be beyond the margin";
    if (std::abs(link_.gap - reference_.gap) > tolerance_) return "gap";
    if (std::abs(norm(link_.n) - 1) > Real(1e-12)) return "normal not of unit length";
    if (reference_.kind != 'T' && !normal_is_right()) return "normal";
    if (norm(link_.p_b - link_.p_a - link_.gap * link_.n) > tolerance_) return "points not a gap apart along n";
    if (misfit() > tolerance_) return "point off its body";
    if (!point_is_the_one()) return "point";
    if (const auto label = label_of(pair_.set); label && (link_.a.kind != label->a || link_.b.kind != label->b))
      return "type";
    return "";
  }

  Real angle() const { return angle_between<S>(link_.n, n_); }
  Real angle_allowed() const {
    if (reference_.kind != 'S') return kAngle;
    return kAngle + (kRounding * both_ + 2 * reference_.rounding) / reference_.gap;
  }
  bool normal_is_right() const {
    if (angle() <= angle_allowed()) return true;
    return reference_.kind == 'P' && depth_along_n() <= -reference_.gap + kLastDigits * both_ + reference_.rounding;
  }
  // Returns how far the bodies reach into each other along the answer's normal.
  Real depth_along_n() const { return S::reach(a_, link_.n) + reach_b(); }
  Real reach_b() const { return S::reach(b_, S::turn_back(X_ab_, -link_.n)) - dot(X_ab_.p, link_.n); }

  // Returns how far the points are from where they should be: on their bodies and, overlapping, at the far end along n.
  Real misfit() const {
    const typename S::Vec p_b_in_b = S::turn_back(X_ab_, link_.p_b - X_ab_.p);
    Real most = std::max(S::outside(a_, link_.p_a), S::outside(b_, p_b_in_b));
    if (reference_.kind == 'P') {
      most = std::max(most, S::reach(a_, link_.n) - dot(link_.n, link_.p_a));
      most = std::max(most, reach_b() + dot(link_.n, link_.p_b));
    }
    return most;
  }
  bool point_is_the_one() const {
    if (reference_.kind == 'T' || reference_.ties != 1 || reference_.patch_dim != 0) return true;
    // This is another of several normals, to rounding, whose points differ, too.
    if (angle() > angle_allowed()) return true;
    // The file's point is rounded where it lies, which may be far from the origin.
    const Real far = 4 * std::numeric_limits<Real>::epsilon() * norm(reference_.p_a);
    const typename S::Vec p_a = S::turn_back(pair_.X_a, reference_.p_a - pair_.X_a.p);
    if (norm(link_.p_a - p_a) <= tolerance_ + far) return true;
    return misfit() <= kProof * both_ + reference_.rounding &&
           std::abs(link_.gap - reference_.gap) <= kProof * both_ + reference_.rounding;
  }

  const typename S::View &a_, &b_;
  const Pair<S>& pair_;
  const Reference<S>& reference_;
  const Answer<S>& answer_;
  const typename S::Link& link_;
  Real both_ = 0, tolerance_ = 0;
  typename S::Pose X_ab_{};
  typename S::Vec n_{};  // normal of the reference, in A's frame
};

}  // namespace

const char* name_of(Verdict v) {
  constexpr const char* names[kVerdicts] = {"right", "wrong", "lost", "failed"};
  return names[int(v)];
}

const char* name_of(LinkStatus s) {
  constexpr const char* names[] = {"beyond", "link", "failed"};
  return names[int(s)];
}

template <class S>
Judgement judge(const typename S::View& a, const typename S::View& b, const Pair<S>& pair, const Answer<S>& answer) {
  return Judge<S>(a, b, pair, answer).judgement();
}

template Judgement judge<Space>(const PolyhedronView&, const PolyhedronView&, const Pair<Space>&, const Answer<Space>&);
template Judgement judge<Plane2>(const PolygonView&, const PolygonView&, const Pair<Plane2>&, const Answer<Plane2>&);

}  // namespace scree::pairs
