// What fuzzing feeds and what must hold: bytes of files and of requests that anybody may have made. Used by the tests,
// which run a fixed number of cases, and by fuzz_view, which goes on as long as one likes.
#pragma once
#include "scree/view/answer.hpp"
#include "scree/view/pack_frame.hpp"
#include "scree/view/server.hpp"
#include "view/sample_run.hpp"

namespace scree::view::fuzz {

// Every shape and every wall, in one run of two frames.
inline void write_rich_run(const std::string& dir) {
  Model model = sample::shapes_model();
  model.title = "rich";
  model.walls = sample::model().walls;
  model.motions = sample::model().motions;
  const Superellipsoid pill = make_superellipsoid({2, 3, 4}, Real(0.5), Real(1.25));
  model.body_types.push_back(superellipsoid_type(model, "pill", 0, 2600, pill));
  BodyType cluster = model.body_types[3];
  cluster.name = "pair";
  cluster.parts.resize(2, cluster.parts[0]);
  for (Part& part : cluster.parts) part.kind = ShapeKind::kCluster;
  model.body_types.push_back(cluster);
  State s = initial_state(model);
  for (std::uint32_t k = 0; k < 24; ++k)
    add_body(model, s, k % 6, Real(0.1), {0.2 * k, 0, 0.1}, {0, 0, Real(k)}, k < 2 ? 6 : kDynamic);
  const std::pair<std::uint32_t, std::uint32_t> touching[] = {{3, 9},   {3, kWallBit}, {9, 15}, {9, kWallBit + 1},
                                                              {15, 21}, {21, kWallBit}};  // balls, floor and a side
  for (const auto& [one, other] : touching) {
    s.contacts.a.push_back(one);
    s.contacts.b.push_back(other);
    s.contacts.gap.push_back(Real(-0.01));
    s.contacts.mark.push_back(0);
    s.contacts.force.push_back({0, Real(one), 1});
  }
  sample_run::write_run(dir, model, s, 2);
}

inline void must_be_json(const std::string& text) {
  if (!sample_run::JsonCheck::is_valid(text)) throw std::logic_error("not JSON: " + text);
}

// False: refused, as it may be. Anything but an error of ours goes on to whoever called.
template <class Ask>
bool works(Ask&& ask) {
  try {
    ask();
    return true;
  } catch (const InputError&) {
  } catch (const NotThere&) {
  }
  return false;
}

// What may be spoilt, each read and sent on as the server does it.
inline bool look_at_model(const std::string& dir) {
  return works([&] {
    const Model model = output::read_model(dir);
    std::vector<WallState> walls(model.walls.size());
    for (std::size_t w = 0; w < walls.size(); ++w) walls[w].x = model.walls[w].x, walls[w].q = model.walls[w].q;
    pack_geometry(make_geometry(model, walls, {{-1, -1, -1}, {1, 1, 1}}, 3));
  });
}
inline bool look_at_frame(const Model& model, const std::string& path, std::uint64_t id) {
  return works([&] {
    const output::ContactForces forces = output::read_contact_forces(path);
    const sample_run::FrameReader wire(pack_frame(model, output::read_frame(path, wanted_for_frame), &forces, 0));
    if (wire.size() != wire.end) throw std::logic_error("a frame of the wrong size");
    const output::Frame frame = output::read_frame(path);
    pack_contacts(model, frame, 0);
    if (const std::string body = body_json(model, frame, id); !body.empty()) must_be_json(body);
  });
}
inline bool look_at_table(const std::string& path) {
  TelemetryTable table(path);
  const bool there = table.look();
  must_be_json(table.json(0));
  return there && table.n_rows() > 0;
}
// All of it, as a page would. Whatever is in the files, answers are valid JSON or errors of ours.
inline bool look_at_folder(const std::string& dir) {
  RunView run(dir);
  const std::string json = run.run_json(0);
  must_be_json(json);
  works([&] { run.geometry(); });
  works([&] { run.frame(0); });
  works([&] { run.contacts(1); });
  works([&] { must_be_json(run.body_json(1, 5)); });
  works([&] { must_be_json(run.telemetry_json(0)); });
  return sample_run::has(json, "\"ok\":true");
}

// A reply is HTTP with all that keeps other pages out, whatever was asked.
inline void check_reply(const std::string& reply) {
  if (reply.empty()) return;  // the connection is closed
  const bool interim = reply.starts_with("HTTP/1.1 100");
  if (!reply.starts_with("HTTP/1.1 ")) throw std::logic_error("not HTTP: " + reply.substr(0, 100));
  if (!interim && !sample_run::has(reply, "Content-Security-Policy: default-src 'none'"))
    throw std::logic_error("without a policy: " + reply.substr(0, 300));
  if (sample_run::has(reply, "Access-Control-Allow")) throw std::logic_error("open to other pages");
}

// A few bytes changed; in one case of four also some cut, doubled or left out, after which HDF5 finds nothing again.
template <class Rng>
std::string mutated(std::string bytes, Rng& rng) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : std::size_t(rng() % n); };
  const std::size_t n_changes = 1 + below(4), first_kind = below(4) == 0 ? 0 : 3;
  for (std::size_t k = 0; k < n_changes; ++k) {
    const std::size_t at = below(bytes.size()), length = std::min(1 + below(16), bytes.size() - at);
    switch (first_kind + below(8 - first_kind)) {
      case 0:
        bytes.resize(at);
        break;
      case 1:
        bytes.insert(at, bytes.substr(at, length));
        break;
      case 2:
        bytes.erase(at, length);
        break;
      case 3:
        for (std::size_t i = at; i < at + length; ++i) bytes[i] = char(rng() % 2 ? 0xff : 0);
        break;
      case 4:
        for (std::size_t i = at; i < at + length; ++i) bytes[i] = char(rng());
        break;
      default:
        if (!bytes.empty()) bytes[at] = char(bytes[at] ^ (1 << below(8)));
    }
  }
  return bytes;
}

}  // namespace scree::view::fuzz
