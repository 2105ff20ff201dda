#include "scree/bench/pair_motions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "scree/error.hpp"
#include "scree/math/random.hpp"
#include "scree/oracle/motion.hpp"

namespace scree::bench {
namespace {

using pairs::Space;
constexpr int kShapesOfAClass = 8;
constexpr int kScanUpTo = 50;  // largest number of vertices

Pose random_rotation(RandomStream& random) {
  const Real q[4] = {random.normal(), random.normal(), random.normal(), random.normal()};
  return Space::pose(q, {0, 0, 0});
}

// The reference of a motion comes from gjk. The scan of all axes has the last word on depths where it is affordable.
void refer_to_scan(const PairShapes& set, PairMotion& motion) {
  LinkOptions options;
  options.method = LinkMethod::kAxisScan;
  for (pairs::Pair<Space>& step : motion.steps) {
    pairs::Answer<Space> answer;
    LinkCache nothing;
    LinkCounters not_counted;
    ask(set.views, step, options, nothing, answer, not_counted);
    step.reference.gap = answer.link.gap;
    step.reference.n = step.X_a.R * answer.link.n;
  }
}

class Maker {
 public:
  explicit Maker(const MotionPlan& plan) : plan_(plan) {}

  void add_class(const PairClass& of) {
    const int first = int(made_.set.shapes.size());
    for (int k = 0; k < kShapesOfAClass; ++k) made_.set.shapes.push_back(pair_shape(of, plan_.seed, std::uint64_t(k)));
    pairs::make_views(made_.set);
    for (const char kind : {'S', 'P'})
      for (int k = 0; k < plan_.motions; ++k) add_motion(of, first, kind);
  }
  PairMotions take() { return std::move(made_); }

 private:
  void add_motion(const PairClass& of, int first_shape, char kind) {
    constexpr int kTries = 20;  // some paths cannot be placed: the bodies would have to pass through each other
    for (int t = 0; t < kTries; ++t) {
      pairs::Pair<Space> start;
      RandomStream random = RandomStream::branch(plan_.seed, std::uint64_t(1000000 + id_));
      start.id = id_++;
      start.set = of.name;
      start.a = first_shape + int(random.uniform(0, kShapesOfAClass));
      start.b = first_shape + int(random.uniform(0, kShapesOfAClass));
      start.X_a = random_rotation(random), start.X_b = random_rotation(random);
      start.reference.kind = kind;
      pairs::Motion<Space> path = make_motion(made_.set, start, plan_.steps, LinkMethod::kShortestLink);
      if (path.steps.empty()) continue;
      PairMotion motion{of.name, kind, start.a, start.b, std::move(path.steps)};
      if (kind == 'P' && of.vertices <= kScanUpTo) refer_to_scan(made_.set, motion);
      made_.motions.push_back(std::move(motion));
      return;
    }
    throw RunError(fmt::format("{}: no motion could be made in {} tries", of.name, kTries));
  }

  const MotionPlan& plan_;
  PairMotions made_;
  int id_ = 0;
};

void write_shape(fmt::memory_buffer& out, const PairShape& s) {
  fmt::format_to(std::back_inserter(out), "shape {} {}\n", s.vertices.size(), s.loops.size());
  for (const Vec3& v : s.vertices) fmt::format_to(std::back_inserter(out), "{:.17g} {:.17g} {:.17g}\n", v.x, v.y, v.z);
  for (const std::vector<int>& loop : s.loops)
    fmt::format_to(std::back_inserter(out), "{} {}\n", loop.size(), fmt::join(loop, " "));
}

void write_pose(fmt::memory_buffer& out, const Pose& X) {
  for (const Real x : Space::turn_matrix(X)) fmt::format_to(std::back_inserter(out), "{:.17g} ", x);
  fmt::format_to(std::back_inserter(out), "{:.17g} {:.17g} {:.17g} ", X.p.x, X.p.y, X.p.z);
}

}  // namespace

PairMotions make_pair_motions(const MotionPlan& plan) {
  Maker maker(plan);
  for (const PairClass& of : kPairClasses) {
    const bool named = std::find(plan.classes.begin(), plan.classes.end(), of.name) != plan.classes.end();
    if (plan.classes.empty() || named) maker.add_class(of);
  }
  return maker.take();
}

std::string motions_text(const PairMotions& m) {
  fmt::memory_buffer out;
  fmt::format_to(std::back_inserter(out), "shapes {}\n", m.set.shapes.size());
  for (const PairShape& s : m.set.shapes) write_shape(out, s);
  fmt::format_to(std::back_inserter(out), "motions {}\n", m.motions.size());
  for (const PairMotion& motion : m.motions) {
    const auto &a = m.set.views[std::size_t(motion.a)], &b = m.set.views[std::size_t(motion.b)];
    fmt::format_to(std::back_inserter(out), "motion {} {} {:.17g} {}\n", motion.a, motion.b,
                   pairs::size_of<Space>(a, b), motion.steps.size());
    for (const pairs::Pair<Space>& step : motion.steps) {
      write_pose(out, step.X_a);
      write_pose(out, step.X_b);
      fmt::format_to(std::back_inserter(out), "{:.17g}\n", step.reference.gap);
    }
  }
  return fmt::to_string(out);
}

}  // namespace scree::bench
