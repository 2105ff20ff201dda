#include "scree/setup/fill.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/boundary/orientation.hpp"
#include "scree/model/size_distribution.hpp"
#include "scree/setup/fill_parts.hpp"

namespace scree {
namespace insert {

double radius_of(const Model& model, const NewBody& b) {
  return double(model.body_types[b.type].bounding_radius) * double(b.scale);
}
double volume_of(const Model& model, const NewBody& b) { return model.volume_of(b.type, double(b.scale)); }
double mass_of(const Model& model, const NewBody& b) { return model.mass_of(b.type, double(b.scale)); }

double largest_radius(const Model& model, const FillSpec& fill) {
  double r = 0;
  for (std::size_t k = 0; k < fill.types.size(); ++k)
    r = std::max(r, radius_of(model, {fill.types[k], largest_size(fill.sizes[k]), {}, {}, {}, {}}));
  return r;
}
double smallest_radius(const Model& model, const FillSpec& fill) {
  double r = kNever;
  for (std::size_t k = 0; k < fill.types.size(); ++k)
    r = std::min(r, radius_of(model, {fill.types[k], smallest_size(fill.sizes[k]), {}, {}, {}, {}}));
  return r;
}

NewBody draw_body(const FillSpec& fill, RandomStream& sizes) {
  NewBody b;
  const std::size_t k = draw_share(fill.shares, sizes);
  b.type = fill.types[k];
  b.scale = draw_size(fill.sizes[k], sizes);
  return b;
}

Target::Target(const FillSpec& fill) {
  if (fill.count > 0) {
    wanted_ = double(fill.count);
  } else if (fill.mass > 0) {
    kind_ = Kind::kMass;
    wanted_ = fill.mass;
  } else if (fill.solid_fraction > 0) {
    kind_ = Kind::kVolume;
    wanted_ = double(fill.solid_fraction) * volume(fill);
  }
}

double Target::amount(const Model& model, const NewBody& b) const {
  switch (kind_) {
    case Kind::kCount:
      return 1;
    case Kind::kMass:
      return mass_of(model, b);
    case Kind::kVolume:
      return volume_of(model, b);
  }
  return 1;
}

// If bodies are counted, half a body is always on the safe side of rounding, too.
bool Target::reached_before(const Model& model, const NewBody& next) const {
  return have_ + amount(model, next) / 2 > wanted_;
}

void Target::book(const Model& model, const NewBody& b) { have_ += amount(model, b); }

double Target::expected_bodies(const Model& model, const FillSpec& fill) const {
  double mean = 0;  // mean amount of a body
  for (std::size_t k = 0; k < fill.types.size(); ++k) {
    const double share = fill.shares.empty() ? 1 / double(fill.types.size()) : double(fill.shares[k]);
    const SizeDistribution& size = fill.sizes[k];
    const double power = double(model.settings.dimension == 2 ? mean_square(size) : mean_cube(size));
    mean += share * (kind_ == Kind::kCount ? 1 : power) * amount(model, {fill.types[k], 1, {}, {}, {}, {}});
  }
  return wanted_ / mean;
}

std::string Target::progress() const {
  switch (kind_) {
    case Kind::kCount:
      return fmt::format("{} of {} bodies", std::uint64_t(have_), std::uint64_t(wanted_));
    case Kind::kMass:
      return fmt::format("{:.4g} of {:.4g} kg", have_, wanted_);
    case Kind::kVolume:
      return fmt::format("{:.4g} of {:.4g} m3 of solid", have_, wanted_);
  }
  return {};
}

namespace {

// These are problems the scene reader should have caught, but a caller of the library may not have.
std::string region_problem(const FillSpec& fill) {
  if (fill.kind == FillKind::kTable) return {};
  if (fill.region == Region::kBox) {
    for (int k = 0; k < 3; ++k)
      if (!(fill.hi[k] >= fill.lo[k])) return "the box of the region has its upper corner below its lower one";
  } else if (!(fill.radius > 0)) {
    return "the radius of the region must be > 0";
  } else if (fill.region == Region::kCylinder && !(norm(fill.axis) > 0)) {
    return "the height of the region must be > 0";
  }
  const bool wants_volume = fill.count == 0 && !(fill.mass > 0) && fill.solid_fraction > 0;
  if (wants_volume && !(volume(fill) > 0)) return "a flat region has no volume: give count or mass, not solid_fraction";
  return {};
}

void add_all(const Model& model, const FillSpec& fill, const std::vector<NewBody>& bodies, State& s) {
  RandomStream random = RandomStream::branch(fill.seed, kVelocities);
  RandomStream rotations = RandomStream::branch(fill.seed, kOrientations);
  reserve(s.bodies, s.bodies.size() + bodies.size());
  for (const NewBody& b : bodies) {
    Vec3 v = b.v + fill.velocity;
    for (int k = 0; k < 3; ++k)
      if (fill.velocity_spread[k] != 0) v[k] += fill.velocity_spread[k] * Real(random.uniform(-1, 1));
    const std::size_t i = add_body(model, s, b.type, b.scale, b.x, v);
    s.bodies.omega[i] = b.omega + fill.angular_velocity;
    s.bodies.q[i] = b.q ? *b.q : draw_orientation(model, b.type, fill.orientation, rotations);
  }
}

}  // namespace
}  // namespace insert

void apply_fill(const Model& model, const FillSpec& fill, State& s, std::vector<std::string>& problems,
                ReadEarlierBodies read_frame) {
  using namespace insert;
  std::vector<NewBody> bodies;
  std::vector<std::string> found;
  if (std::string text = region_problem(fill); !text.empty()) {
    found.push_back(std::move(text));
  } else if (fill.types.empty()) {
    found.push_back("the fill names no shape");
  } else {
    switch (fill.kind) {
      case FillKind::kLattice:
        lattice_fill(model, fill, s, bodies, found);
        break;
      case FillKind::kRandom:
        random_fill(model, fill, s, bodies, found);
        break;
      case FillKind::kTable:
        table_fill(model, fill, read_frame, bodies, found);
        break;
    }
  }
  for (const std::string& text : found) problems.push_back(fill.where + ": " + text);
  if (found.empty()) add_all(model, fill, bodies, s);
}

}  // namespace scree
