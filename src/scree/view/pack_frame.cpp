#include "scree/view/pack_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "scree/error.hpp"
#include "scree/frames/json.hpp"
#include "scree/narrow/contact_type.hpp"
#include "scree/view/bytes.hpp"
#include "scree/view/geometry.hpp"

namespace scree::view {

namespace {

using output::Frame;
using Line = Frame::ContactLine;

constexpr std::uint64_t kWallId = 0x8000000000000000ull;
constexpr std::uint32_t kFormatVersion = 1;
constexpr double kFarthest = 1e30;  // m: a place beyond it is as good as none

bool is_place(const Vec3d& x) {
  return std::abs(x.x) < kFarthest && std::abs(x.y) < kFarthest && std::abs(x.z) < kFarthest;  // false for NaN
}

// These are numbers that the page divides by and compares, so NaN becomes a harmless one.
float plain(double value) { return std::abs(value) < kFarthest ? float(value) : 0.0f; }

void check(const Model& model, const Frame& frame) {
  const Bodies& b = frame.bodies;
  const auto fail = [&](const std::string& what) {
    throw InputError(fmt::format("frame at {} s: {}", frame.time, what));
  };
  if (frame.walls.size() != model.walls.size())
    fail(fmt::format("it has {} walls, the model {}", frame.walls.size(), model.walls.size()));
  if (b.size() >= 0x80000000u) fail(fmt::format("it has {} bodies, too many to show", b.size()));
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b.type[i] >= model.body_types.size())
      fail(fmt::format("it has a body of type {}, the model only {} types", b.type[i], model.body_types.size()));
    if (b.type[i] > 0xffffu) fail(fmt::format("it has a body of type {}, too many to show", b.type[i]));
    if (b.owner[i] != kDynamic && (b.owner[i] < 0 || std::size_t(b.owner[i]) >= model.walls.size()))
      fail(fmt::format("it has a body carried by wall {}, the model only {} walls", b.owner[i], model.walls.size()));
    if (i > 0 && b.id[i] <= b.id[i - 1]) fail("its bodies are not in the order of their ids");
  }
  if (b.size() > 0 && b.id.back() > 0xffffffffull) fail(fmt::format("id {} is too large to show", b.id.back()));
}

// The order is that of dynamic bodies by their ids, then kinematic ones, wall by wall.
struct Order {
  std::vector<std::uint32_t> body;                        // place on the wire -> place in the frame
  std::vector<std::uint32_t> first_carried, n_kinematic;  // one a wall
  std::uint32_t n_free = 0;
};

Order order_of(const Model& model, const Bodies& b) {
  Order order;
  order.n_kinematic.assign(model.walls.size(), 0);
  for (const std::int32_t owner : b.owner) owner == kDynamic ? ++order.n_free : ++order.n_kinematic[std::size_t(owner)];
  std::vector<std::uint32_t> next(model.walls.size());
  std::uint32_t place = order.n_free;
  for (std::size_t w = 0; w < next.size(); ++w) next[w] = std::exchange(place, place + order.n_kinematic[w]);
  order.first_carried = next;
  order.body.resize(b.size());
  std::uint32_t free = 0;
  for (std::uint32_t i = 0; i < b.size(); ++i)
    order.body[b.owner[i] == kDynamic ? free++ : next[std::size_t(b.owner[i])]++] = i;
  return order;
}

// Finds bodies of a frame by their ids.
class Places {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  explicit Places(const std::vector<std::uint64_t>& ids) : ids_(ids) {
    if (ids.empty() || ids.back() > 8 * ids.size() + 1024) return;
    table_.assign(std::size_t(ids.back()) + 1, kNone);
    for (std::uint32_t i = 0; i < ids.size(); ++i) table_[std::size_t(ids[i])] = i;
  }
  std::uint32_t of(std::uint64_t id) const {
    if (!table_.empty()) return id < table_.size() ? table_[std::size_t(id)] : kNone;
    const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
    return found != ids_.end() && *found == id ? std::uint32_t(found - ids_.begin()) : kNone;
  }

 private:
  const std::vector<std::uint64_t>& ids_;
  std::vector<std::uint32_t> table_;
};

[[noreturn]] void no_partner(const Frame& frame, std::uint64_t id) {
  throw InputError(
      id & kWallId ? fmt::format("frame at {} s: a contact with wall {}, which is not there", frame.time, id & ~kWallId)
                   : fmt::format("frame at {} s: a contact of body {}, which is not there", frame.time, id));
}

// Returns the place of the body, or kWallBit + its number for a wall.
std::uint32_t partner(const Frame& frame, const Places& places, std::uint64_t id) {
  if (id & kWallId) {
    if ((id & ~kWallId) >= frame.walls.size()) no_partner(frame, id);
    return kWallBit | std::uint32_t(id & ~kWallId);
  }
  const std::uint32_t place = places.of(id);
  if (place == Places::kNone) no_partner(frame, id);
  return place;
}

std::uint8_t type_on_wire(std::uint8_t feature_a, std::uint8_t feature_b) {
  return std::uint8_t(1 + int(contact_type(feature_a, feature_b)));
}

// Sums up the contacts of a body.
struct Pressed {
  std::vector<float> force;
  std::vector<std::uint8_t> type;
};

Pressed net_forces(const Bodies& b) {
  Pressed p{std::vector<float>(b.size(), 0), std::vector<std::uint8_t>(b.size(), 0)};
  for (std::size_t i = 0; i < b.size(); ++i) p.force[i] = plain(norm(b.wrench[i].f));
  return p;
}

Pressed pressed(const Frame& frame, const output::ContactForces& contacts) {
  const std::size_t n = frame.bodies.size();
  Pressed p{std::vector<float>(n, 0), std::vector<std::uint8_t>(n, 0)};
  const Places places(frame.bodies.id);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const float force = plain(norm(contacts.f[c]));
    const std::uint8_t type = type_on_wire(contacts.feature_a[c], contacts.feature_b[c]);
    for (const std::uint64_t id : {contacts.id_a[c], contacts.id_b[c]}) {
      const std::uint32_t place = partner(frame, places, id);
      if (place & kWallBit) continue;
      p.force[place] += force;
      p.type[place] = std::max(p.type[place], type);
    }
  }
  return p;
}

// The origin is the middle of the bodies, because floats are exact to about 1e-7 of the distance from it.
Vec3d origin_of(const Bodies& b) {
  output::Box box;
  for (const Vec3d& x : b.x)
    if (is_place(x)) box.add(x);
  return box.empty() ? Vec3d{0, 0, 0} : 0.5 * (box.lo + box.hi);
}

// Returns the unit of a column of half floats, chosen so that the largest value is near the largest half float.
float unit_for(float largest) { return largest > 0 ? std::max(largest / 60000.0f, 1e-37f) : 1.0f; }

struct Fields {
  std::vector<float> speed, spin;
  Pressed pressed;
};

struct Largest {
  float speed = 0, spin = 0, force = 0;
  void add(const Fields& f, std::size_t i) {
    speed = std::max(speed, f.speed[i]), spin = std::max(spin, f.spin[i]), force = std::max(force, f.pressed.force[i]);
  }
};

void put_head(Bytes& out, const Frame& frame, const Order& order, const Fields& fields, const Vec3d& origin,
              const Largest& units, std::uint64_t number, const output::ContactForces* contacts) {
  const Bodies& b = frame.bodies;
  Largest largest;
  output::Box box;
  float smallest_radius = std::numeric_limits<float>::max(), largest_radius = 0;
  for (std::uint32_t k = 0; k < order.n_free; ++k) {
    const std::uint32_t i = order.body[k];
    largest.add(fields, i);
    if (!is_place(b.x[i])) continue;
    const float r = plain(b.radius[i]);
    box.add(b.x[i] - origin, double(r));
    smallest_radius = std::min(smallest_radius, r);
    largest_radius = std::max(largest_radius, r);
  }
  if (box.empty()) box = {{0, 0, 0}, {0, 0, 0}};
  out.put_text("SCRF");
  out.put_all<std::uint32_t>({kFormatVersion, std::uint32_t(number), std::uint32_t(b.size()), order.n_free,
                              std::uint32_t(frame.walls.size())});
  out.put_all<double>({frame.time, double(frame.step), origin.x, origin.y, origin.z});
  out.put_all<float>({units.speed, units.spin, units.force});
  out.put<std::uint32_t>(contacts ? 1 : 0);
  out.put_all<float>({largest.speed, largest.spin, largest.force});
  out.put(std::uint32_t(contacts ? contacts->size() : 0));
  out.put_vec3(box.lo);
  out.put_vec3(box.hi);
  out.put_all<float>({std::min(smallest_radius, largest_radius), largest_radius});
}

Quat turned(const Quat& q) {
  const double size =
      double(q.w) * double(q.w) + double(q.x) * double(q.x) + double(q.y) * double(q.y) + double(q.z) * double(q.z);
  return size > 1e-6 && size < 1e6 ? normalized(q) : Quat{};  // NaN: not rotated
}

void put_walls(Bytes& out, const Frame& frame, const Order& order) {
  for (std::size_t w = 0; w < frame.walls.size(); ++w) {
    const WallState& wall = frame.walls[w];
    const Vec3d x = is_place(wall.x) ? wall.x : Vec3d{0, 0, 0};
    const Quat q = turned(wall.q);
    out.put_all<double>({x.x, x.y, x.z});
    out.put_all<float>({float(q.x), float(q.y), float(q.z), float(q.w)});
    out.put_all<std::uint32_t>({order.first_carried[w], order.n_kinematic[w], wall.present ? 1u : 0u});
    out.put_all<float>({plain(norm(wall.f)), plain(norm(wall.v)), plain(norm(wall.omega))});
  }
}

void store_vec3(char* at, const Vec3d& v) {
  store(at, float(v.x)), store(at + 4, float(v.y)), store(at + 8, float(v.z));
}

std::int16_t short_of(Real x) {
  const Real y = std::clamp(x, Real(-1), Real(1)) * 32767;
  return std::int16_t(y < 0 ? y - Real(0.5) : y + Real(0.5));
}

// Arrays follow one after the other; `at` goes from array to array.
std::string bodies_on_wire(const Frame& frame, const Order& order, const Fields& fields, const Vec3d& origin,
                           const Largest& units) {
  const Bodies& b = frame.bodies;
  const std::size_t n = b.size();
  std::string out(n * kFrameBody, '\0');
  char* at = out.data();
  const auto column = [&](std::size_t bytes, auto&& put) {
    for (std::size_t k = 0; k < n; ++k, at += bytes) put(at, order.body[k]);
  };
  column(12, [&](char* to, std::uint32_t i) { store_vec3(to, is_place(b.x[i]) ? b.x[i] - origin : Vec3d{0, 0, 0}); });
  column(4, [&](char* to, std::uint32_t i) { store(to, is_place(b.x[i]) ? plain(b.radius[i]) : 0.0f); });
  column(4, [&](char* to, std::uint32_t i) { store(to, std::uint32_t(b.id[i])); });
  column(8, [&](char* to, std::uint32_t i) {
    const Quat q = turned(b.q[i]);
    store(to, short_of(q.x)), store(to + 2, short_of(q.y)), store(to + 4, short_of(q.z)), store(to + 6, short_of(q.w));
  });
  column(2, [&](char* to, std::uint32_t i) { store(to, std::uint16_t(b.type[i])); });
  column(2, [&](char* to, std::uint32_t i) { store(to, half_of(fields.speed[i] / units.speed)); });
  column(2, [&](char* to, std::uint32_t i) { store(to, half_of(fields.spin[i] / units.spin)); });
  column(2, [&](char* to, std::uint32_t i) { store(to, half_of(fields.pressed.force[i] / units.force)); });
  column(1, [&](char* to, std::uint32_t i) { store(to, std::uint8_t(std::min(frame.coordination[i], 255u))); });
  column(1, [&](char* to, std::uint32_t i) { store(to, fields.pressed.type[i]); });
  return out;
}

std::string contact_json(const Model& model, const Frame& frame, const Line& c, std::uint64_t id) {
  const bool is_a = c.id_a == id;
  const std::uint64_t other = is_a ? c.id_b : c.id_a;
  const double sign = is_a ? 1 : -1;
  const std::size_t wall = std::size_t(other & ~kWallId);
  const bool known_wall = (other & kWallId) && wall < std::min(model.walls.size(), frame.walls.size());
  return fmt::format(
      R"({{"with":{},"wall":{},"point":{},"normal":{},"force":{},"normal_force":{},"gap":{},"type":{}}})",
      other & kWallId ? "null" : fmt::format("{}", other), known_wall ? json::text(model.walls[wall].name) : "null",
      json::vector(c.p), json::vector(sign * Vec3d(c.n)), json::vector(sign * Vec3d(c.f)),
      json::number(double(-dot(c.f, c.n))), json::number(double(c.gap)), type_on_wire(c.feature_a, c.feature_b));
}

}  // namespace

bool wanted_for_frame(std::string_view dataset) {
  return !(dataset == "bodies/mass" || dataset == "bodies/tau" || dataset == "walls/tau" ||
           dataset.starts_with("contacts/") || dataset.starts_with("joints/"));
}

bool wanted_beside_contacts(std::string_view dataset) { return dataset != "bodies/f" && wanted_for_frame(dataset); }

const std::vector<std::string>& contact_type_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {"none"};
    for (int t = 0; t < kContactTypes; ++t) all.push_back(name_of(ContactType(t)));
    return all;
  }();
  return names;
}

std::string pack_frame(const Model& model, const Frame& frame, const output::ContactForces* contacts,
                       std::uint64_t number) {
  check(model, frame);
  const Bodies& b = frame.bodies;
  const Order order = order_of(model, b);
  Fields fields{{}, {}, contacts ? pressed(frame, *contacts) : net_forces(b)};
  Largest largest;
  for (std::size_t i = 0; i < b.size(); ++i) {
    fields.speed.push_back(plain(norm(b.v[i])));
    fields.spin.push_back(plain(norm(b.omega[i])));
    largest.add(fields, i);
  }
  const Largest units{unit_for(largest.speed), unit_for(largest.spin), unit_for(largest.force)};
  const Vec3d origin = origin_of(b);
  Bytes head;
  put_head(head, frame, order, fields, origin, units, number, contacts);
  put_walls(head, frame, order);
  return head.take() + bodies_on_wire(frame, order, fields, origin, units);
}

std::string pack_contacts(const Model& model, const Frame& frame, std::uint64_t number) {
  check(model, frame);
  const std::vector<Line>& lines = frame.contacts;
  const Order order = order_of(model, frame.bodies);
  std::vector<std::uint32_t> on_wire(order.body.size());
  for (std::uint32_t k = 0; k < order.body.size(); ++k) on_wire[order.body[k]] = k;
  std::vector<float> size;
  for (const Line& c : lines) size.push_back(plain(norm(c.f)));
  std::vector<std::uint32_t> by_size(lines.size());
  std::iota(by_size.begin(), by_size.end(), 0u);
  // The first of equal ones in the file comes first.
  const auto larger = [&](auto k, auto l) { return size[k] > size[l] || (size[k] == size[l] && k < l); };
  if (by_size.size() > kMostContacts) {
    std::nth_element(by_size.begin(), by_size.begin() + std::ptrdiff_t(kMostContacts), by_size.end(), larger);
    by_size.resize(kMostContacts);
  }
  std::sort(by_size.begin(), by_size.end(), larger);

  const Vec3d origin = origin_of(frame.bodies);
  const Places places(frame.bodies.id);
  const auto place = [&](std::uint64_t id) {
    const std::uint32_t i = partner(frame, places, id);
    return i & kWallBit ? i : on_wire[i];
  };
  Bytes out(48 + 41 * by_size.size());
  out.put_text("SCRC");
  out.put_all<std::uint32_t>({kFormatVersion, std::uint32_t(number), std::uint32_t(by_size.size())});
  out.put_all<double>({origin.x, origin.y, origin.z});
  out.put(lines.empty() ? 0.0f : size[by_size[0]]);
  out.put(std::uint32_t(lines.size()));
  const auto column = [&](auto&& put) {
    for (const std::uint32_t k : by_size) put(lines[k]);
  };
  column([&](const Line& c) { out.put_vec3(is_place(c.p) ? c.p - origin : Vec3d{0, 0, 0}); });
  column([&](const Line& c) { out.put_all<float>({plain(c.f.x), plain(c.f.y), plain(c.f.z)}); });
  column([&](const Line& c) { out.put(plain(-dot(c.f, c.n))); });
  column([&](const Line& c) { out.put(plain(c.gap)); });
  column([&](const Line& c) { out.put(place(c.id_a)); });
  column([&](const Line& c) { out.put(place(c.id_b)); });
  column([&](const Line& c) { out.put(type_on_wire(c.feature_a, c.feature_b)); });
  return out.take();
}

std::string body_json(const Model& model, const Frame& frame, std::uint64_t id) {
  check(model, frame);
  const Bodies& b = frame.bodies;
  const auto found = std::lower_bound(b.id.begin(), b.id.end(), id);
  if (found == b.id.end() || *found != id) return "";
  const auto i = std::size_t(found - b.id.begin());
  const BodyType& type = model.body_types[b.type[i]];
  std::vector<std::string> contacts;
  for (const Line& c : frame.contacts)
    if (c.id_a == id || c.id_b == id) contacts.push_back(contact_json(model, frame, c, id));
  return fmt::format(
      R"({{"ok":true,"id":{},"type":{},"name":{},"shape":"{}","material":{},"owner":{},"radius":{},"mass":{},"x":{},"q":{},)"
      R"("v":{},"omega":{},"f":{},"tau":{},"coordination":{},"contacts":{}}})",
      id, b.type[i], json::text(type.name), shape_name(model, type), type.parts.front().material, b.owner[i],
      json::number(double(b.radius[i])), json::number(double(b.mass[i])), json::vector(b.x[i]),
      json::quaternion(b.q[i]), json::vector(Vec3d(b.v[i])), json::vector(Vec3d(b.omega[i])),
      json::vector(Vec3d(b.wrench[i].f)), json::vector(Vec3d(b.wrench[i].tau)), frame.coordination[i],
      json::list(contacts));
}

}  // namespace scree::view
