// The kinds of fills share bodies not yet added, the region, and how much is wanted. The header is internal to setup/.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scree/boundary/overlap_grid.hpp"
#include "scree/math/random.hpp"
#include "scree/setup/fill.hpp"

namespace scree::insert {

// Holds a body of a fill before it is added: either all of a fill's bodies reach the State or none.
struct NewBody {
  std::uint32_t type = 0;
  Real scale = 1;
  Vec3d x = {0, 0, 0};
  Vec3 v = {0, 0, 0}, omega = {0, 0, 0};
  std::optional<Quat> q;  // nothing: by the fill's orientation
};

// Names the branches of a fill's seed.
enum Branch : std::uint64_t { kSizes, kPositions, kVelocities, kOrientations };

inline constexpr double kMaxBodies = 2147483647;  // indices are 31 bits, the highest bit marks walls

double radius_of(const Model& model, const NewBody& b);
double volume_of(const Model& model, const NewBody& b);
double mass_of(const Model& model, const NewBody& b);
double largest_radius(const Model& model, const FillSpec& fill);
double smallest_radius(const Model& model, const FillSpec& fill);
NewBody draw_body(const FillSpec& fill, RandomStream& sizes);  // type and size

// These functions know the region, and the box around it. A box that is flat in a direction (lo == hi) is 2-D and holds
// centres in that plane.
double volume(const FillSpec& fill);
void bounding_box(const FillSpec& fill, Vec3d& lo, Vec3d& hi);
bool is_flat(const FillSpec& fill, int axis);
// Is a ball wholly inside? Rounding in the last digits of the region's size is forgiven.
bool holds(const FillSpec& fill, const Vec3d& x, double r);
// Draws a centre for a ball of radius r, uniform over all that keep it inside. Returns false if it is too large for the
// region.
bool draw_centre(const FillSpec& fill, double r, RandomStream& positions, Vec3d& x);

// Tracks how much of the requested amount is there. A mass or volume is met by the number of bodies that comes nearest.
class Target {
 public:
  explicit Target(const FillSpec& fill);
  bool open_ended() const { return wanted_ == kNever; }
  bool reached_before(const Model& model, const NewBody& next) const;
  void book(const Model& model, const NewBody& b);
  double expected_bodies(const Model& model, const FillSpec& fill) const;
  std::string progress() const;  // "12 of 40 bodies", "0.3 of 1.2 kg"

 private:
  double amount(const Model& model, const NewBody& b) const;
  enum class Kind { kCount, kMass, kVolume } kind_ = Kind::kCount;
  double wanted_ = kNever, have_ = 0;
};

// Returns the bodies of the State that reach into the box of the region.
OverlapGrid bodies_near_region(const FillSpec& fill, const State& s);

// Each function fills `out`, or appends to `problems`, without fill.where.
void lattice_fill(const Model& model, const FillSpec& fill, const State& s, std::vector<NewBody>& out,
                  std::vector<std::string>& problems);
void random_fill(const Model& model, const FillSpec& fill, const State& s, std::vector<NewBody>& out,
                 std::vector<std::string>& problems);
void table_fill(const Model& model, const FillSpec& fill, ReadEarlierBodies read_frame, std::vector<NewBody>& out,
                std::vector<std::string>& problems);

}  // namespace scree::insert
