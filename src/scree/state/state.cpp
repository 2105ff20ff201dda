#include "scree/state/state.hpp"

#include <algorithm>
#include <numbers>

#include "scree/state/large_arrays.hpp"
#include "scree/state/order.hpp"
#include "scree/state/pick.hpp"

namespace scree {

BodyType sphere_type(std::string name, std::uint32_t material, Real density) {
  BodyType t;
  t.name = std::move(name);
  t.parts = {Part{ShapeKind::kSphere, 1, Pose{}, material, 0, 0, 0, {}}};
  t.density = density;
  t.volume = Real(4) / 3 * std::numbers::pi_v<Real>;
  t.gyration2 = {Real(0.4), Real(0.4), Real(0.4)};
  t.bounding_radius = 1;
  return t;
}

BodyType disc_type(std::string name, std::uint32_t material, Real density, Real thickness) {
  BodyType t = sphere_type(std::move(name), material, density);
  t.volume = std::numbers::pi_v<Real> * thickness;
  t.gyration2 = {Real(0.5), Real(0.5), Real(0.5)};
  return t;
}

namespace {

// At scale 1.
Real inner_radius_of(const Model& model, const BodyType& type) {
  Real largest = 0;
  for (const Part& part : type.parts) {
    Real r = part.size;
    if (part.kind == ShapeKind::kPolyhedron) r *= model.polyhedra[part.polyhedron].inner_radius;
    if (part.kind == ShapeKind::kSuperellipsoid) r *= model.superellipsoids[part.superellipsoid].shape.inradius;
    largest = std::max(largest, r);
  }
  return largest;
}

}  // namespace

std::vector<Real> inner_radii(const Model& model, const Bodies& bodies) {
  std::vector<Real> of_type;
  for (const BodyType& type : model.body_types) of_type.push_back(inner_radius_of(model, type));
  std::vector<Real> radii(bodies.size());
  for (std::size_t i = 0; i < radii.size(); ++i) radii[i] = bodies.scale[i] * of_type[bodies.type[i]];
  return radii;
}

void resize(Bodies& b, std::size_t n) {
  return_large_arrays(n);
  for_each_field(b, [n](const char*, auto& array) { array.resize(n); });
}

void reserve(Bodies& b, std::size_t n) {
  return_large_arrays(n);
  for_each_field(b, [n](const char*, auto& array) { array.reserve(n); });
}

State initial_state(const Model& model) {
  State s;
  for (const Wall& w : model.walls) {
    WallState ws;
    ws.x = w.x;
    ws.q = w.q;
    s.walls.push_back(ws);
  }
  for (const Motion& m : model.motions) s.motion_start.push_back(m.start);
  for (const Stream& st : model.streams) {
    StreamState ss;
    ss.start = st.start;
    ss.end = st.end;
    s.streams.push_back(ss);
  }
  s.events.resize(model.events.size());
  s.flow_mass.resize(model.flow_planes.size());
  s.gravity = model.settings.gravity;
  return s;
}

std::size_t add_body(const Model& model, State& s, std::uint32_t type, Real scale, const Vec3d& x, const Vec3& v,
                     std::int32_t owner) {
  const std::size_t i = s.bodies.size();
  const BodyType& t = model.body_types[type];
  Bodies& b = s.bodies;
  resize(b, i + 1);
  b.id[i] = s.next_id++;
  b.order[i] = order_at(model, x);
  b.type[i] = type;
  b.owner[i] = owner;
  b.scale[i] = scale;
  b.radius[i] = scale * t.bounding_radius;
  b.mass[i] = Real(model.mass_of(type, double(scale)));
  b.x[i] = x;
  b.q[i] = t.as_given;
  b.v[i] = v;
  b.omega[i] = {0, 0, 0};
  b.wrench[i] = {};
  b.x_listed[i] = x;
  b.side[i] = 0;
  s.aux.resize((i + 1) * aux_per_body(model.settings), Vec3{0, 0, 0});
  s.list_valid = false;
  return i;
}

namespace {

constexpr std::uint32_t kGone = 0xffffffffu;

// Bodies go to their new places in what detached pairs remember; pairs of bodies that are gone go, too.
void rename_links(Links& links, const std::vector<std::uint32_t>& place) {
  Links kept;
  for (std::size_t k = 0; k < links.a.size(); ++k) {
    const bool wall = is_wall_index(links.b[k]);
    const std::uint32_t a = place[links.a[k]], b = wall ? links.b[k] : place[links.b[k]];
    if (a == kGone || b == kGone) continue;
    if (kept.first.empty()) kept.first = {0};
    kept.a.push_back(a);
    kept.b.push_back(b);
    kept.cache.insert(kept.cache.end(), links.cache.begin() + links.first[k], links.cache.begin() + links.first[k + 1]);
    kept.first.push_back(std::uint32_t(kept.cache.size()));
  }
  links = std::move(kept);
}

// Joints of bodies that are gone are gone, too; their places say nothing any more.
void rename_joints(State& s, const std::vector<std::uint32_t>& place) {
  for (JointState& joint : s.joints) {
    if (joint.mode == JointMode::kGone) continue;
    joint.a = place[joint.a], joint.b = place[joint.b];
    if (joint.a != kGone && joint.b != kGone) continue;
    joint.mode = JointMode::kGone;
    joint.a = joint.b = 0;
    joint.broken_step = s.counters.step;
  }
}

// Keeps the bodies in `order`; contacts of bodies that are not in it go.
void keep_bodies(State& s, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> place(s.bodies.size(), kGone);
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = std::uint32_t(i);

  detach_contacts(s);
  detach_links(s);
  if (!s.bodies.id.empty()) pick(s.aux, order, s.aux.size() / s.bodies.size());
  for_each_field(s.bodies, [&](const char*, auto& array) { pick(array, order); });

  std::vector<std::uint32_t> kept;
  Contacts& c = s.contacts;
  for (std::size_t k = 0; k < c.a.size(); ++k) {
    const bool wall = is_wall_index(c.b[k]);
    if (place[c.a[k]] == kGone || (!wall && place[c.b[k]] == kGone)) continue;
    kept.push_back(std::uint32_t(k));
    c.a[k] = place[c.a[k]];
    if (!wall) c.b[k] = place[c.b[k]];
  }
  if (kept.size() < c.a.size()) {
    for_each_contact_field(c, [&](const char*, auto& array, Keep) {
      if (!array.empty()) pick(array, kept);
    });
    pick(c.a, kept);
    pick(c.b, kept);
  }
  rename_links(s.links, place);
  rename_joints(s, place);
  s.pairs = {};
  s.q_listed.clear();
  s.list_valid = false;
}

}  // namespace

void remove_bodies(State& s, const std::vector<std::uint8_t>& remove) {
  std::vector<std::uint32_t> order;
  for (std::size_t i = 0; i < remove.size(); ++i)
    if (!remove[i]) order.push_back(std::uint32_t(i));
  keep_bodies(s, order);
}

void reorder_bodies(State& s, const std::vector<std::uint32_t>& order) { keep_bodies(s, order); }

}  // namespace scree
