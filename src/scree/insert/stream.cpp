// Inlets. Type, size and velocity of the n-th body of a stream depend on (seed, n) alone, so a place that is not free
// changes neither the grading nor what comes later; places come from a counter of their own. All of it is in
// StreamState.
#include "scree/insert/stream.hpp"

#include <algorithm>

#include "scree/insert/overlap_grid.hpp"
#include "scree/insert/random.hpp"
#include "scree/insert/size.hpp"

namespace scree {
namespace {

constexpr int kTries = 20;                         // places looked at in one step for one body
constexpr double kRounding = 1e-9;                 // of a body: rate dt summed up ten times is not quite 10 rate dt
constexpr std::uint64_t kPlaces = 0x706c61636573;  // branch of the seed, away from the bodies' numbers

struct NextBody {
  std::uint32_t type;
  Real scale;
  Vec3 v;
  double radius, mass;
};

NextBody next_body(const Model& model, const Stream& stream, std::uint64_t number) {
  RandomStream random = RandomStream::branch(stream.seed, number);
  const std::size_t k = draw_share(stream.shares, random);
  NextBody b;
  b.type = stream.types[k];
  b.scale = draw_size(stream.sizes[k], random);
  b.v = stream.velocity;
  for (int axis = 0; axis < 3; ++axis) b.v[axis] += stream.velocity_spread[axis] * Real(random.uniform(-1, 1));
  const BodyType& type = model.body_types[b.type];
  b.radius = double(type.bounding_radius) * double(b.scale);
  b.mass = double(type.density) * double(type.volume) * double(b.scale) * double(b.scale) * double(b.scale);
  return b;
}

// Every body that can overlap one with its centre in the inlet.
OverlapGrid bodies_near(const Model& model, const Stream& stream, const Bodies& bodies) {
  double r_max = 0;
  for (std::size_t k = 0; k < stream.types.size(); ++k)
    r_max = std::max(r_max,
                     double(model.body_types[stream.types[k]].bounding_radius) * double(largest_size(stream.sizes[k])));
  OverlapGrid grid;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec3d& x = bodies.x[i];
    const double reach = double(bodies.radius[i]) + r_max;
    if (x.x >= stream.lo.x - reach && x.x <= stream.hi.x + reach && x.y >= stream.lo.y - reach &&
        x.y <= stream.hi.y + reach && x.z >= stream.lo.z - reach && x.z <= stream.hi.z + reach)
      grid.add(x, bodies.radius[i]);
  }
  return grid;
}

bool find_place(const Stream& stream, const OverlapGrid& grid, double r, RandomStream& places, Vec3d& x) {
  for (int k = 0; k < kTries; ++k) {
    for (int axis = 0; axis < 3; ++axis) x[axis] = places.uniform(stream.lo[axis], stream.hi[axis]);
    if (!grid.overlaps(x, r)) return true;
  }
  return false;
}

std::size_t run_stream(const Model& model, const Stream& stream, StreamState& st, State& s) {
  const double t = s.time(model);
  if (!(st.start <= t && t < st.end) || st.inserted >= stream.max_count) return 0;
  st.owed += double(stream.rate) * model.settings.dt;

  std::size_t added = 0;
  OverlapGrid grid;
  bool grid_made = false;
  while (st.inserted < stream.max_count) {
    const NextBody b = next_body(model, stream, st.inserted);
    const double amount = stream.by_mass ? b.mass : 1;
    if (st.owed < amount * (1 - kRounding)) break;
    if (!grid_made) grid = bodies_near(model, stream, s.bodies);
    grid_made = true;
    RandomStream places{RandomStream::branch(stream.seed, kPlaces).seed, st.draws};
    Vec3d x;
    const bool placed = find_place(stream, grid, b.radius, places, x);
    st.draws = places.draws;
    if (!placed) break;
    add_body(model, s, b.type, b.scale, x, b.v);
    grid.add(x, b.radius);
    st.owed -= amount;
    st.mass += b.mass;
    ++st.inserted;
    ++added;
  }
  return added;
}

}  // namespace

std::size_t run_streams(const Model& model, State& s) {
  std::size_t added = 0;
  for (std::size_t k = 0; k < model.streams.size(); ++k) added += run_stream(model, model.streams[k], s.streams[k], s);
  return added;
}

}  // namespace scree
