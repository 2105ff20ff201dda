// The motions are made here: poses first, then the references.
#include <cmath>
#include <numbers>

#include "scree/math/elementary.hpp"
#include "scree/math/random.hpp"
#include "scree/oracle/motion.hpp"

namespace scree::pairs {
namespace {

constexpr Real kDegree = std::numbers::pi_v<Real> / 180;
constexpr Real kTurn = Real(0.1) * kDegree, kSwing = Real(0.05) * kDegree;  // rotation a step
constexpr int kPeriod = 250;                                                // steps of one swing of the gap
constexpr int kMostPlacings = 200;

// The stream is seeded by the pair, so that a motion does not depend on which others are made.
template <class S>
class Path {
 public:
  Path(const Pair<S>& start, unsigned seed) : X_a_(start.X_a), X_b_(start.X_b), random_(RandomStream::branch(seed, 0)) {
    turn_a_ = kTurn * random_axis();
    turn_b_ = kTurn * random_axis();
    swing_ = kSwing * random_axis();
    u_ = S::numbers(direction());
  }
  typename S::Pose a(int step) const { return turned_at(X_a_, step, turn_a_); }
  typename S::Pose b(int step) const { return turned_at(X_b_, step, turn_b_); }
  // Returns the unit vector from A to B.
  typename S::Vec line_of_centres(int step) const { return S::turn(S::rotation(step * swing_), S::vec(u_.data())); }

 private:
  Vec3 random_axis() {
    if (S::kDim == 2) return {0, 0, random_.normal() < 0 ? Real(-1) : Real(1)};
    const Real x = random_.normal(), y = random_.normal(), z = random_.normal();
    return normalized(Vec3{x, y, z});
  }
  typename S::Vec direction() {
    const Real x[3] = {random_.normal(), random_.normal(), random_.normal()};
    return normalized(S::vec(x));
  }
  static typename S::Pose turned_at(typename S::Pose X, int step, const Vec3& turn) {
    const typename S::Vec p = X.p;
    X.p = {};
    X = S::rotation(step * turn) * X;
    X.p = p;
    return X;
  }

  typename S::Pose X_a_, X_b_;
  RandomStream random_;
  Vec3 turn_a_{}, turn_b_{}, swing_{};
  std::array<Real, S::kDim> u_{};
};

template <class S>
class Placer {
 public:
  Placer(const PairSet<S>& set, const Pair<S>& start, LinkMethod method) : set_(set) {
    options_.method = method;
    const auto &a = set.views[std::size_t(start.a)], &b = set.views[std::size_t(start.b)];
    size_ = size_of<S>(a, b);
    width_ = std::min(set.shapes[std::size_t(start.a)].width, set.shapes[std::size_t(start.b)].width);
    // The origins of the shapes need not be their centres.
    distance_ = Real(1.01) * (a.radius + b.radius) + norm(a.centre) + norm(b.centre);
  }

  Answer<S> ask_cold(const Pair<S>& pair) const {
    Answer<S> answer;
    typename S::Cache nothing;
    LinkCounters not_counted;
    ask(set_.views, pair, options_, nothing, answer, not_counted);
    return answer;
  }

  // Puts B where the gap is as the law says at this step. Overlapping pairs are first put a little apart, where the
  // normal is sure, and then moved along it.
  bool place(Pair<S>& pair, const typename S::Vec& u, int step) {
    const Real swing = Real(1.02) + scree::sin(2 * std::numbers::pi_v<Real> * Real(step) / kPeriod);
    if (pair.reference.kind == 'S') return put_apart(pair, u, Real(5e-3) * size_ * swing);
    const Real apart = Real(1e-4) * width_;
    if (!put_apart(pair, u, apart)) return false;
    pair.X_b.p = pair.X_b.p - (apart + Real(2e-3) * width_ * swing) * S::turn(pair.X_a, n_);
    return true;
  }

 private:
  bool put_apart(Pair<S>& pair, const typename S::Vec& u, Real gap) {
    for (int i = 0; i < kMostPlacings; ++i) {
      pair.X_b.p = pair.X_a.p + distance_ * u;
      const Answer<S> answer = ask_cold(pair);
      if (answer.status == LinkStatus::kFailed) return false;
      n_ = answer.link.n;
      if (!(answer.link.gap > 0)) {
        distance_ += Real(2e-3) * size_ - answer.link.gap;
        continue;
      }
      const Real change = (answer.link.gap - gap) / std::max(dot(S::turn(pair.X_a, n_), u), Real(0.05));
      if (std::abs(change) < Real(1e-4) * gap) return true;
      distance_ -= change;
    }
    return false;
  }

  const PairSet<S>& set_;
  LinkOptions options_;
  Real size_ = 0, width_ = 0;
  Real distance_ = 0;    // distance of the origins, from step to step
  typename S::Vec n_{};  // normal of the last answer, in A's frame
};

// The reference must not come from the method that is measured.
LinkMethod other_than(LinkMethod measured) {
  return measured == LinkMethod::kGjk ? LinkMethod::kAxisScan : LinkMethod::kGjk;
}

}  // namespace

template <class S>
Motion<S> make_motion(const PairSet<S>& set, const Pair<S>& start, int n_steps, LinkMethod measured) {
  const Path<S> path(start, unsigned(start.id) + 1);
  Placer<S> placer(set, start, other_than(measured));
  Motion<S> motion;
  motion.set = start.set;
  for (int step = 0; step < n_steps; ++step) {
    Pair<S> pair = start;
    pair.reference = {};
    pair.reference.kind = start.reference.kind;
    pair.X_a = path.a(step), pair.X_b = path.b(step);
    if (!placer.place(pair, path.line_of_centres(step), step)) return {};
    const Answer<S> answer = placer.ask_cold(pair);
    if (answer.status != LinkStatus::kLink) return {};
    pair.reference.gap = answer.link.gap;
    pair.reference.n = S::turn(pair.X_a, answer.link.n);
    // The law stays near contact, but the answer counts: it says which kind the step really is.
    pair.reference.kind = answer.link.gap > 0 ? 'S' : 'P';
    motion.steps.push_back(std::move(pair));
  }
  return motion;
}

template Motion<Space> make_motion(const PairSet<Space>&, const Pair<Space>&, int, LinkMethod);
template Motion<Plane2> make_motion(const PairSet<Plane2>&, const Pair<Plane2>&, int, LinkMethod);

}  // namespace scree::pairs
