// The walk maximises r with n_f . x + r <= o_f for every face f: there are four unknowns and one constraint a face. It
// is an active-set walk from the centroid along the steepest way that keeps to the faces touched, until the ball is
// held from all sides. The walk visits finitely many sets of faces; the rule of the lowest index (Bland 1977) keeps it
// from going in circles where many faces are touched at once, as in regular bodies.
#include "scree/solids/inscribed_ball.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "scree/error.hpp"

namespace scree {
namespace {

using Vec4 = std::array<Real, 4>;  // x, y, z, r relative to the circumradius
Real dot(const Vec4& a, const Vec4& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }
void add(Vec4& a, Real t, const Vec4& b) {
  for (std::size_t k = 0; k < 4; ++k) a[k] += t * b[k];
}

constexpr Vec4 kUp = {0, 0, 0, 1};
constexpr Real kTiny = Real(1e-11);  // holds for numbers of the order of 1

// Splits kUp into the part that keeps all touched faces touched, and by how much each of them holds the ball: kUp is
// the sum of `holds` times the faces, plus `free`.
struct Split {
  Vec4 free;
  std::array<Real, 4> holds;
};
Split split_up(const std::vector<Vec4>& touched) {
  // The Gram-Schmidt base is kept as combinations of the faces, so that the shares can be read off.
  std::array<Vec4, 4> base, made_of;
  Split split{kUp, {}};
  for (std::size_t i = 0; i < touched.size(); ++i) {
    base[i] = touched[i];
    made_of[i] = {};
    made_of[i][i] = 1;
    for (int pass = 0; pass < 2; ++pass)  // twice is enough (Kahan)
      for (std::size_t j = 0; j < i; ++j) {
        const Real t = -dot(base[i], base[j]);
        add(base[i], t, base[j]);
        add(made_of[i], t, made_of[j]);
      }
    const Real length = std::sqrt(dot(base[i], base[i]));
    for (std::size_t k = 0; k < 4; ++k) base[i][k] /= length, made_of[i][k] /= length;
    const Real share = dot(split.free, base[i]);
    add(split.free, -share, base[i]);
    add(split.holds, share, made_of[i]);
  }
  return split;
}

class Walk {
 public:
  explicit Walk(const PolyhedronView& s) : s_(s) {
    for (int f = 0; f < s.n_faces; ++f) {
      const Vec3 n = s.normals[f];
      faces_.push_back({n.x, n.y, n.z, 1});
      room_.push_back((s.offsets[f] - scree::dot(n, s.centre)) / s.radius);
    }
    at_[3] = *std::min_element(room_.begin(), room_.end());
  }

  Ball solve() {
    const int limit = 1000 + 20 * s_.n_faces;
    for (int i = 0; i < limit; ++i) {
      std::vector<Vec4> touched;
      for (const int f : active_) touched.push_back(faces_[std::size_t(f)]);
      const Split split = split_up(touched);
      if (active_.size() < 4 && dot(split.free, split.free) > kTiny * kTiny) {
        advance(split.free);
      } else if (!let_go(split)) {
        return {s_.centre + s_.radius * Vec3{at_[0], at_[1], at_[2]}, s_.radius * radius()};
      }
    }
    throw InputError("the largest ball inside was not found; the faces are too nearly parallel");
  }

 private:
  // Goes as far along d as the other faces allow; the lowest of those that stop it is touched from now on.
  void advance(const Vec4& d) {
    int stop = -1;
    Real best = 0;
    for (int f = 0; f < s_.n_faces; ++f) {
      const Vec4& face = faces_[std::size_t(f)];
      const Real rate = dot(face, d);
      if (rate <= kTiny * std::sqrt(dot(d, d)) || std::find(active_.begin(), active_.end(), f) != active_.end())
        continue;
      const Real t = std::max(Real(0), (room_[std::size_t(f)] - dot(face, at_)) / rate);
      if (stop < 0 || t < best - Real(1e-14)) stop = f, best = t;
    }
    if (stop < 0) throw InputError("the body is not closed: a ball of any size fits in");
    add(at_, best, d);
    active_.push_back(stop);
    std::sort(active_.begin(), active_.end());
  }

  // A face that pulls instead of holding is let go. If there is none, the ball is as large as can be.
  bool let_go(const Split& split) {
    for (std::size_t k = 0; k < active_.size(); ++k)
      if (split.holds[k] < -kTiny) {
        active_.erase(active_.begin() + std::ptrdiff_t(k));
        return true;
      }
    return false;
  }

  Real radius() const {
    Real r = std::numeric_limits<Real>::infinity();
    for (std::size_t f = 0; f < faces_.size(); ++f)
      r = std::min(r, room_[f] - dot(faces_[f], {at_[0], at_[1], at_[2], 0}));
    return r;
  }

  const PolyhedronView& s_;
  std::vector<Vec4> faces_;
  std::vector<Real> room_;
  std::vector<int> active_;
  Vec4 at_ = {};
};

}  // namespace

Ball largest_inscribed_ball(const PolyhedronView& s) { return Walk(s).solve(); }

}  // namespace scree
