#include "scree/experiments/impacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "scree/experiments/impact.hpp"
#include "scree/experiments/wall_contact_cost.hpp"
#include "scree/math/random.hpp"
#include "scree/store/files.hpp"

namespace scree::bench {
namespace {

namespace fs = std::filesystem;
constexpr double kPi = std::numbers::pi;
constexpr double kDegree = kPi / 180;

// The readings are Table 1, with the stiffness in kN/mm as printed and in N/mm, which the number of contact points
// speaks for.
struct Reading {
  const char* name;
  double k_n, k_t;
  double speed;  // speed of the sphere, m/s; the paper does not give it
};
constexpr Reading kReadings[] = {{"N/mm", 1.25e5, 1e5, 1}, {"kN/mm", 1.25e8, 1e8, 3}};
constexpr double kDamping = 1, kMu = 0.18, kDensity = 3900;
constexpr double kRadius = 0.025, kLong = 0.05;  // m; the long semi-axis is assumed
constexpr double kSpeed = 2;                     // m/s, of the ellipsoid: gives the contact points of Table 4
constexpr int kStepsAContact = 2000;

struct Named {
  Combination value;
  const char* name;
};
constexpr Named kCombinations[] = {{Combination::kSum, "sum"},
                                   {Combination::kMean, "mean"},
                                   {Combination::kIncremental, "incremental"},
                                   {Combination::kContinuing, "continuing"},
                                   {Combination::kDeepest, "deepest"}};

ImpactLaw law_of(const Reading& reading, double mass, double steps_a_contact = kStepsAContact) {
  const double contact_time = kPi * std::sqrt(mass / reading.k_n);
  return {reading.k_n, reading.k_t, kDamping, kMu, kDensity, contact_time / steps_a_contact};
}
double sphere_mass() { return kDensity * 4 / 3 * kPi * kRadius * kRadius * kRadius; }
double ellipsoid_mass(double a) { return kDensity * 4 / 3 * kPi * a * kRadius * kRadius; }

ImpactBody perfect_sphere() { return {"sphere", fmt::format("type = \"sphere\"\nradius = {}", kRadius)}; }
ImpactBody sphere_of_balls(int n, double rho) {
  return {fmt::format("CP{}", n),
          fmt::format("type = \"cluster\"\nfrom = {{ type = \"sphere\", radius = {}, n = {}, rho = {} }}", kRadius, n,
                      rho)};
}
std::string axes_text(double a) { return fmt::format("semi_axes = [{}, {}, {}]", a, kRadius, kRadius); }
ImpactBody perfect_ellipsoid(double a) { return {"ellipsoid", "type = \"superellipsoid\"\n" + axes_text(a)}; }
ImpactBody ellipsoid_of_balls(int n, double a) {
  return {fmt::format("CL{}", n),
          fmt::format("type = \"cluster\"\nfrom = {{ type = \"ellipsoid\", {}, n = {} }}", axes_text(a), n)};
}
ImpactBody ellipsoid_of_faces(int n, double a) {
  return {fmt::format("Poly{}", n),
          fmt::format("type = \"polyhedron\"\nfrom = {{ type = \"ellipsoid\", {}, n = {} }}", axes_text(a), n)};
}

Quat turn_about(const Vec3& axis, double angle) {
  const Real s = Real(std::sin(angle / 2));
  return {Real(std::cos(angle / 2)), s * axis.x, s * axis.y, s * axis.z};
}

// ------------------------------------------------------------------------------------------------------ the sphere

struct Csv {
  std::string text;
  void save(const std::string& folder, const char* name) const {
    output::write_whole_file((fs::path(folder) / name).string(), text);
  }
};

std::string numbers_of(const Impact& impact, const Impact& perfect) {
  const Deviation d = deviation(impact, perfect);
  return fmt::format("{:.8g},{:.8g},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}", impact.peak(),
                     impact.contact_time(), impact.most_points(), impact.mean_points(), d.normal, d.tangential,
                     d.tangential_vector, d.mean_normal, d.mean_tangential, d.tangential_newton);
}
constexpr const char* kNumbers =
    "peak[N],contact_time[s],most_points,mean_points,normal_deviation,tangential_deviation,tangential_vector_deviation,"
    "mean_normal_deviation,mean_tangential_deviation,tangential_deviation[N]";

void add_history(Csv& csv, const std::string& head, const Impact& impact) {
  for (std::size_t i = 0; i < impact.force.size(); i += 8)
    csv.text += fmt::format("{},{:.8g},{:.6g},{:.6g},{:.6g},{}\n", head, double(i + 1) * impact.dt, impact.force[i].z,
                            impact.force[i].x, impact.force[i].y, impact.n_points[i]);
}

struct SphereTables {
  Csv rows{fmt::format("reading,angle,rho,combination,n,orientation,{}\n", kNumbers)};
  Csv histories{"reading,angle,rho,combination,n,time[s],normal[N],x[N],y[N],points\n"};
};

ImpactStart sphere_start(double speed, double angle, const Quat& turn, Combination how) {
  const double a = angle * kDegree;
  return {turn, {Real(speed * std::sin(a)), 0, Real(-speed * std::cos(a))}, how};
}

void sphere_impacts(const ImpactStudy& study, const Reading& reading, double rho, SphereTables& tables) {
  const ImpactLaw law = law_of(reading, sphere_mass());
  const Scene perfect_scene = impact_scene(perfect_sphere(), law, study.folder);
  const int orientations = study.quick ? 2 : 20;
  for (const int n : {25, 50, 100, 150, 300}) {
    const Scene scene = impact_scene(sphere_of_balls(n, rho), law, study.folder);
    for (const double angle : {0.0, 45.0}) {
      const Impact perfect =
          run_impact(perfect_scene, sphere_start(reading.speed, angle, {}, Combination::kSum), 5 * kStepsAContact);
      for (const Named& how : kCombinations)
        for (int k = 0; k < orientations; ++k) {
          RandomStream random = RandomStream::branch(2011, std::uint64_t(k));
          const Impact impact =
              run_impact(scene, sphere_start(reading.speed, angle, random.rotation(), how.value), 5 * kStepsAContact);
          const std::string head = fmt::format("{},{},{},{},{}", reading.name, angle, rho, how.name, n);
          tables.rows.text += fmt::format("{},{},{}\n", head, k, numbers_of(impact, perfect));
          if (k == 0) add_history(tables.histories, head, impact);
        }
      if (n != 25) continue;
      const std::string head = fmt::format("{},{},{},perfect,0", reading.name, angle, rho);
      tables.rows.text += fmt::format("{},0,{}\n", head, numbers_of(perfect, perfect));
      add_history(tables.histories, head, perfect);
    }
  }
}

// Measures how a history differs from the perfect one step by step, relative to the perfect peaks.
struct StepErrors {
  double largest = 0, mean = 0;          // errors of the normal force
  double jump = 0, tangential_jump = 0;  // largest change from step to step
};
StepErrors step_errors(const Impact& impact, const Impact& perfect) {
  StepErrors e;
  Vec3 last{0, 0, 0};
  double tangential_peak = 0;
  for (const Vec3& f : perfect.force) tangential_peak = std::max(tangential_peak, std::hypot(f.x, f.y));
  for (std::size_t i = 0; i < impact.force.size(); ++i) {
    const Vec3& f = impact.force[i];
    const double error = std::abs(f.z - (i < perfect.force.size() ? perfect.force[i].z : 0));
    e.largest = std::max(e.largest, error), e.mean += error / double(impact.force.size());
    e.jump = std::max(e.jump, std::abs(double(f.z - last.z)));
    e.tangential_jump = std::max(e.tangential_jump, std::hypot(f.x - last.x, f.y - last.y));
    last = f;
  }
  e.largest /= perfect.peak(), e.mean /= perfect.peak(), e.jump /= perfect.peak();
  e.tangential_jump = tangential_peak > 0 ? e.tangential_jump / tangential_peak : 0;
  return e;
}

// Tabulates errors and jumps against the time step, for some orientations, since it is chance where in a step a point
// touches: head on, head on with a body that no torque can rotate (all points then get the same increment), and at 45
// degrees.
void time_step_impacts(const ImpactStudy& study) {
  Csv rows{
      "angle,turns,combination,steps_a_contact,n,orientation,largest_normal_error,mean_normal_error,largest_jump,"
      "largest_tangential_jump,peak[N],contact_time[s],normal_deviation,tangential_deviation\n"};
  const Reading& reading = kReadings[0];
  constexpr int kOrientations = 4;
  struct Case {
    double angle;
    bool turns;
  };
  for (const int steps : {500, 1000, 2000, 5000, 20000}) {
    if (study.quick && steps > 5000) break;
    const ImpactLaw law = law_of(reading, sphere_mass(), steps);
    const Scene perfect_scene = impact_scene(perfect_sphere(), law, study.folder);
    const Scene free = impact_scene(sphere_of_balls(100, 0.5), law, study.folder);
    Scene held = free;
    held.model.body_types[0].gyration2 *= Real(1e9);
    for (const Case c : {Case{0, true}, Case{0, false}, Case{45, true}}) {
      const Impact perfect = run_impact(perfect_scene, sphere_start(1, c.angle, {}, Combination::kSum), 5 * steps);
      for (const Named& how : kCombinations)
        for (int k = 0; k < kOrientations; ++k) {
          RandomStream random = RandomStream::branch(2011, std::uint64_t(k));
          const ImpactStart begin = sphere_start(1, c.angle, random.rotation(), how.value);
          const Impact impact = run_impact(c.turns ? free : held, begin, 5 * steps);
          const StepErrors e = step_errors(impact, perfect);
          const Deviation d = deviation(impact, perfect);
          rows.text += fmt::format("{},{},{},{},100,{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}\n",
                                   c.angle, c.turns ? "yes" : "no", how.name, steps, k, e.largest, e.mean, e.jump,
                                   e.tangential_jump, impact.peak(), impact.contact_time(), d.normal, d.tangential);
        }
    }
  }
  rows.save(study.folder, "time_step.csv");
}

// --------------------------------------------------------------------------------------------------- the ellipsoid

struct EllipsoidTables {
  Csv rows{
      fmt::format("reading,a,speed,combination,shape,n,beta,spin,{},rebound[deg],perfect_rebound[deg],ns_a_step,"
                  "perfect_ns_a_step\n",
                  kNumbers)};
};

// beta = 0: the long axis lies along the wall; 90: it stands on it. `spin` rotates the body about its long axis first.
Quat ellipsoid_turn(double beta, double spin) {
  return turn_about({0, 1, 0}, beta * kDegree) * turn_about({1, 0, 0}, spin * kDegree);
}

struct EllipsoidCase {
  const Reading& reading;
  double a, speed;
  Combination how;
  const char* how_name;
  bool timed = false;
};

ImpactStart ellipsoid_start(const EllipsoidCase& c, double beta, double spin) {
  return {ellipsoid_turn(beta, spin), {0, 0, Real(-c.speed)}, c.how};
}

// Takes the fastest of three runs, lying at 45 degrees.
double step_time(const Scene& scene, const EllipsoidCase& c) {
  double best = 1e300;
  for (int round = 0; c.timed && round < 3; ++round)
    best = std::min(best, nanoseconds_a_step(scene, ellipsoid_start(c, 45, 0), kStepsAContact));
  return c.timed ? best : 0;
}

void ellipsoid_impacts(const ImpactStudy& study, const EllipsoidCase& c, EllipsoidTables& tables) {
  const ImpactLaw law = law_of(c.reading, ellipsoid_mass(c.a));
  const Scene perfect_scene = impact_scene(perfect_ellipsoid(c.a), law, study.folder);
  const auto fly = [&](const Scene& scene, double beta, double spin) {
    return run_impact(scene, ellipsoid_start(c, beta, spin), 5 * kStepsAContact);
  };
  const double beta_step = study.quick ? 15 : 5;
  std::vector<Impact> perfect;
  for (double beta = 0; beta <= 90; beta += beta_step) perfect.push_back(fly(perfect_scene, beta, 0));
  const double perfect_time = step_time(perfect_scene, c);
  const auto compare = [&](const ImpactBody& body, const char* shape, int n, int spins) {
    const Scene scene = impact_scene(body, law, study.folder);
    const double time = step_time(scene, c);
    for (std::size_t k = 0; k < perfect.size(); ++k)
      for (int s = 0; s < spins; ++s) {
        const double beta = double(k) * beta_step, spin = 360.0 * s / spins;
        const Impact impact = fly(scene, beta, spin);
        tables.rows.text +=
            fmt::format("{},{},{},{},{},{},{},{},{},{:.8g},{:.8g},{:.4g},{:.4g}\n", c.reading.name, c.a, c.speed,
                        c.how_name, shape, n, beta, spin, numbers_of(impact, perfect[k]),
                        rebound_angle(impact) / kDegree, rebound_angle(perfect[k]) / kDegree, time, perfect_time);
      }
  };
  for (const int n : {15, 25, 50, 100, 200}) {
    compare(ellipsoid_of_balls(n, c.a), "CL", n, 1);
    compare(ellipsoid_of_faces(n, c.a), "Poly", n, study.quick ? 2 : 8);
  }
  // These cases go beyond the paper: there polyhedra are best.
  if (c.timed && !study.quick)
    for (const int n : {400, 800, 1600}) compare(ellipsoid_of_faces(n, c.a), "Poly", n, 8);
}

// ------------------------------------------------------------------------------- beyond the paper: two ellipsoids

// One ellipsoid is at rest, the other comes at 2 m/s, rotated and set off at random. Pairs are compared if the perfect
// ones do not miss each other.
void pair_impacts(const ImpactStudy& study) {
  Csv rows{"shape,n,combination,pair,change,deviation,spin,spin_deviation\n"};
  const ImpactLaw law = law_of(kReadings[0], ellipsoid_mass(kLong) / 2, 500);
  const int pairs = study.quick ? 3 : 24;
  const auto start_of = [&](int k, Combination how) {
    RandomStream random = RandomStream::branch(12, std::uint64_t(k));
    const Quat a = random.rotation(), b = random.rotation();
    const Real y = Real(random.uniform(-1, 1) * kRadius), z = Real(random.uniform(-1, 1) * kRadius);
    return PairStart{a, b, Real(kSpeed), Real(2.05 * kLong), y, z, how};
  };
  const Scene perfect_scene = pair_scene(perfect_ellipsoid(kLong), law, study.folder);
  std::vector<std::optional<PairImpact>> perfect;
  for (int k = 0; k < pairs; ++k) perfect.push_back(run_pair(perfect_scene, start_of(k, Combination::kSum), 20000));
  const auto compare = [&](const ImpactBody& body, const char* shape, int n, const Named& how) {
    const Scene scene = pair_scene(body, law, study.folder);
    for (int k = 0; k < pairs; ++k) {
      const auto& ref = perfect[std::size_t(k)];
      const auto impact = ref ? run_pair(scene, start_of(k, how.value), 20000) : std::nullopt;
      if (!ref || !impact) continue;
      rows.text += fmt::format("{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g}\n", shape, n, how.name, k, norm(ref->change),
                               norm(impact->change - ref->change), norm(ref->spin), norm(impact->spin - ref->spin));
    }
  };
  for (const int n : {5, 15, 50}) {
    for (const Named& how : kCombinations)
      if (how.value != Combination::kMean) compare(ellipsoid_of_balls(n, kLong), "CL", n, how);
    compare(ellipsoid_of_faces(n, kLong), "Poly", n, {Combination::kSum, "area"});
  }
  rows.save(study.folder, "pairs.csv");
}

}  // namespace

void impact_study(const ImpactStudy& study, const std::function<void(const std::string&)>& say) {
  fs::create_directories(study.folder);
  SphereTables sphere;
  for (const Reading& reading : kReadings)
    for (const double rho : {0.5, 0.8}) {
      if (study.quick && rho != 0.5) continue;
      say(fmt::format("# sphere: {}, rho {}, {} m/s\n", reading.name, rho, reading.speed));
      sphere_impacts(study, reading, rho, sphere);
    }
  sphere.rows.save(study.folder, "sphere.csv");
  sphere.histories.save(study.folder, "sphere_histories.csv");
  say("# sphere: time step\n");
  time_step_impacts(study);

  EllipsoidTables ellipsoid;
  const auto run = [&](const Reading& reading, double a, double speed, const Named& how) {
    say(fmt::format("# ellipsoid: {}, semi-axis {} m, {} m/s, {}\n", reading.name, a, speed, how.name));
    const bool timed = speed == kSpeed && how.value == Combination::kIncremental && a == kLong;
    ellipsoid_impacts(study, {reading, a, speed, how.value, how.name, timed}, ellipsoid);
  };
  const Named& incremental = kCombinations[2];
  run(kReadings[0], kLong, kSpeed, incremental);
  if (!study.quick) {
    for (const double speed : {0.5, 1.0}) run(kReadings[0], kLong, speed, incremental);
    run(kReadings[0], kLong, kSpeed, kCombinations[3]);
    run(kReadings[0], kLong, kSpeed, kCombinations[4]);
    run(kReadings[0], 0.0375, kSpeed, incremental);
    // The impact is as deep at the other stiffness, and not faster.
    for (const double speed : {kSpeed, kSpeed * std::sqrt(1000.0)}) run(kReadings[1], kLong, speed, incremental);
  }
  ellipsoid.rows.save(study.folder, "ellipsoid.csv");
  say("# pairs of ellipsoids\n");
  pair_impacts(study);
  say("# cost of finding the contact with the wall\n");
  output::write_whole_file((fs::path(study.folder) / "cost.csv").string(),
                           wall_contact_cost(study.quick ? 2000 : 200000));
}

}  // namespace scree::bench
