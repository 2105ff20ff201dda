// One body flies against a plane wall, without gravity: force, contact points and rebound, by the engine itself.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scree/scene/scene.hpp"

namespace scree::bench {

// Says what the body is, in words of a scene, and how the two touch.
struct ImpactBody {
  std::string name;   // "CP100"
  std::string shape;  // keys of [[shape]] but for name and material
};
struct ImpactLaw {
  double k_n, k_t, damping, mu, density;
  double dt;
};
Scene impact_scene(const ImpactBody& body, const ImpactLaw& law, const std::string& folder);

struct ImpactStart {
  Quat turn;      // rotation from the shape as given
  Vec3 velocity;  // vz < 0: towards the wall z = 0
  Combination combination = Combination::kIncremental;
};

struct Impact {
  double dt = 0;
  std::vector<Vec3> force;                 // on the body, after each step since just before the first touch
  std::vector<int> n_points;               // balls or vertices below the plane
  Vec3 velocity{0, 0, 0}, omega{0, 0, 0};  // once it has left the wall
  bool ended = false;

  double contact_time() const;  // time while there is a force
  double peak() const;          // peak of the normal force
  int most_points() const;
  double mean_points() const;  // over the contact
};

// Runs from half a step's way above first touch until nothing of the body is below the plane, or `most_steps`.
Impact run_impact(const Scene& scene, const ImpactStart& start, int most_steps);

// Measures the processor time of a step, over `steps` of them from the same start.
double nanoseconds_a_step(const Scene& scene, const ImpactStart& start, int steps);

// Finds the lowest point of the body above the plane, and how many balls or vertices lie below.
double lowest_point(const Model& model, const Bodies& b, std::size_t i);
int points_below(const Model& model, const Bodies& b, std::size_t i);

// Two such bodies meet without a wall: B rests, A comes along x. The result is what A's velocity and spin have changed
// by when they have parted, or nothing if they missed each other or still touch after `most_steps`.
struct PairStart {
  Quat turn_a, turn_b;
  Real speed;  // speed of A, m/s
  Real apart;  // distance of the centres along x, m
  Real y, z;   // position of the centre of B, m
  Combination combination = Combination::kContinuing;
};
struct PairImpact {
  Vec3 change{0, 0, 0}, spin{0, 0, 0};
};
Scene pair_scene(const ImpactBody& body, const ImpactLaw& law, const std::string& folder);
std::optional<PairImpact> run_pair(const Scene& scene, const PairStart& start, int most_steps);

// Measures what differs from the perfect body by integrals over both contact times, relative to the integral of the
// perfect one.
struct Deviation {
  double normal = 0;                            // integral of |F - F_ref|
  double tangential = 0;                        // the same for the amounts, whatever their direction
  double tangential_vector = 0;                 // the same for the vectors
  double mean_normal = 0, mean_tangential = 0;  // for the forces averaged over each one's contact time
  double tangential_newton = 0;                 // as `tangential`, but over the contact time of the perfect body, N
};
Deviation deviation(const Impact& impact, const Impact& perfect);
double rebound_angle(const Impact& impact);  // angle of the velocity to the normal of the wall, rad

}  // namespace scree::bench
