// Inlets. Type, size, velocity and orientation of the n-th body of a stream depend on (seed, n) alone, so a place that
// is not free changes neither the grading nor what comes later; places come from a counter of their own. All of it is
// in StreamState.
#include "scree/boundary/inlet.hpp"

#include <algorithm>
#include <numbers>

#include "scree/boundary/orientation.hpp"
#include "scree/boundary/overlap_grid.hpp"
#include "scree/math/elementary.hpp"
#include "scree/math/random.hpp"
#include "scree/math/whole.hpp"
#include "scree/model/size_distribution.hpp"

namespace scree {
namespace {

constexpr int kTries = 20;                         // places looked at in one step for one body
constexpr double kRounding = 1e-9;                 // of a body: rate dt summed up ten times is not quite 10 rate dt
constexpr std::uint64_t kPlaces = 0x706c61636573;  // branch of the seed, away from the bodies' numbers

struct NextBody {
  std::uint32_t type;
  Real scale;
  Vec3 v;
  Quat q;
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
  b.q = draw_orientation(model, b.type, stream.orientation, random);
  b.radius = double(model.body_types[b.type].bounding_radius) * double(b.scale);
  b.mass = model.mass_of(b.type, double(b.scale));
  return b;
}

RandomStream places_of(const Stream& stream, const StreamState& st) {
  return {RandomStream::branch(stream.seed, kPlaces).seed, st.draws};
}

// Every body that can overlap one with its centre in the inlet.
OverlapGrid bodies_near(const Model& model, const Stream& stream, const Bodies& bodies) {
  const double r_max = largest_radius_of(model, stream);
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

bool inside(const Stream& stream, const Vec3d& x) {
  const Vec3d middle = 0.5 * (stream.lo + stream.hi), half = 0.5 * (stream.hi - stream.lo), d = x - middle;
  if (stream.round) return d.x * d.x + d.y * d.y <= half.x * half.x;
  return std::abs(d.x) <= half.x && std::abs(d.y) <= half.y;
}

bool find_place(const Stream& stream, const OverlapGrid& grid, double r, RandomStream& places, Vec3d& x) {
  for (int k = 0; k < kTries; ++k) {
    do {
      for (int axis = 0; axis < 3; ++axis) x[axis] = places.uniform(stream.lo[axis], stream.hi[axis]);
    } while (stream.round && !inside(stream, x));
    if (!grid.overlaps(x, r)) return true;
  }
  return false;
}

void add(const Model& model, State& s, StreamState& st, OverlapGrid& grid, const NextBody& b, const Vec3d& x) {
  const std::size_t i = add_body(model, s, b.type, b.scale, x, b.v);
  s.bodies.q[i] = b.q;
  grid.add(x, b.radius);
  st.mass += b.mass;
  ++st.inserted;
}

std::size_t run_single(const Model& model, const Stream& stream, StreamState& st, State& s) {
  std::size_t added = 0;
  OverlapGrid grid;
  bool grid_made = false;
  while (st.inserted < stream.max_count) {
    const NextBody b = next_body(model, stream, st.inserted);
    const double amount = stream.by_mass ? b.mass : 1;
    if (st.owed < amount * (1 - kRounding)) break;
    if (!grid_made) grid = bodies_near(model, stream, s.bodies);
    grid_made = true;
    RandomStream places = places_of(stream, st);
    Vec3d x;
    const bool placed = find_place(stream, grid, b.radius, places, x);
    st.draws = places.draws;
    if (!placed) break;
    add(model, s, st, grid, b, x);
    st.owed -= amount;
    ++added;
  }
  return added;
}

// 2-D: sites side by side half way up the inlet, shifted at random.
std::vector<Vec3d> sites_of_row(const Stream& stream, RandomStream& places) {
  const double d = double(stream.spacing);
  std::vector<Vec3d> sites;
  Vec3d site = 0.5 * (stream.lo + stream.hi);
  for (site.x = stream.lo.x + places.uniform(0, d); site.x <= stream.hi.x; site.x += d) sites.push_back(site);
  return sites;
}

// A triangular net half way up the inlet, turned and shifted at random, its sites in random order: layers then do not
// lie on each other like those of a crystal, and one that is not full is spread all over the inlet.
std::vector<Vec3d> sites_of_net(const Stream& stream, RandomStream& places) {
  const double d = double(stream.spacing), row = d * std::sqrt(3.0) / 2;
  const Vec3d middle = 0.5 * (stream.lo + stream.hi), half = 0.5 * (stream.hi - stream.lo);
  const double turn = places.uniform(0, std::numbers::pi / 3), c = scree::cos(turn), s = scree::sin(turn);
  const double shift_x = places.uniform(0, d), shift_y = places.uniform(0, 2 * row);
  const double reach = scree::hypot(half.x, half.y);
  const auto n_x = whole<std::int64_t>(reach / d) + 2, n_y = whole<std::int64_t>(reach / row) + 3;
  std::vector<Vec3d> sites;
  for (std::int64_t j = -n_y; j <= n_y; ++j)
    for (std::int64_t i = -n_x; i <= n_x; ++i) {
      const double x = (double(i) + (j % 2 != 0 ? 0.5 : 0.0)) * d + shift_x, y = double(j) * row + shift_y;
      const Vec3d site = middle + Vec3d{c * x - s * y, s * x + c * y, 0};
      if (inside(stream, site)) sites.push_back(site);
    }
  return sites;
}

std::vector<Vec3d> sites_of_layer(const Model& model, const Stream& stream, RandomStream& places) {
  const bool flat = model.settings.dimension == 2;
  std::vector<Vec3d> sites = flat ? sites_of_row(stream, places) : sites_of_net(stream, places);
  for (std::size_t k = sites.size(); k > 1; --k) std::swap(sites[k - 1], sites[std::size_t(places.bits() % k)]);
  return sites;
}

// Within its own ball of radius spacing / 2, so that bodies of a layer stay apart; flat where the inlet is.
Vec3d jittered(const Stream& stream, const Vec3d& site, double r, RandomStream& places) {
  const double room = double(stream.jitter) * std::max(0.0, double(stream.spacing) / 2 - r);
  const double z = places.uniform(-1, 1), phi = 2 * std::numbers::pi * places.uniform();
  const double rho = room * scree::cbrt(places.uniform()), rim = std::sqrt(1 - z * z);
  Vec3d x = site + rho * Vec3d{rim * scree::cos(phi), rim * scree::sin(phi), z};
  x.z = std::clamp(x.z, stream.lo.z, stream.hi.z);
  return inside(stream, x) ? x : site;
}

// The first layer comes at once. What finds no room in its layer comes with a later one.
std::size_t run_layer(const Model& model, const Stream& stream, StreamState& st, State& s) {
  const bool first = st.draws == 0;
  if (!first && st.owed < 1 - kRounding) return 0;
  st.owed = first ? 0 : st.owed - 1;
  std::size_t added = 0;
  RandomStream places = places_of(stream, st);
  OverlapGrid grid = bodies_near(model, stream, s.bodies);
  for (const Vec3d& site : sites_of_layer(model, stream, places)) {
    if (st.inserted >= stream.max_count) break;
    const NextBody b = next_body(model, stream, st.inserted);
    const Vec3d x = jittered(stream, site, b.radius, places);
    if (grid.overlaps(x, b.radius)) continue;
    add(model, s, st, grid, b, x);
    ++added;
  }
  st.draws = places.draws;
  return added;
}

std::size_t run_stream(const Model& model, const Stream& stream, StreamState& st, State& s) {
  const double t = s.time(model);
  if (!(st.start <= t && t < st.end) || st.inserted >= stream.max_count) return 0;
  st.owed += double(stream.rate) * model.settings.dt;
  return stream.layers ? run_layer(model, stream, st, s) : run_single(model, stream, st, s);
}

}  // namespace

double largest_radius_of(const Model& model, const Stream& stream) {
  double r_max = 0;
  for (std::size_t k = 0; k < stream.types.size(); ++k)
    r_max = std::max(r_max,
                     double(model.body_types[stream.types[k]].bounding_radius) * double(largest_size(stream.sizes[k])));
  return r_max;
}

std::size_t run_streams(const Model& model, State& s) {
  std::size_t added = 0;
  for (std::size_t k = 0; k < model.streams.size(); ++k) added += run_stream(model, model.streams[k], s.streams[k], s);
  return added;
}

}  // namespace scree
