#include "scree/run/check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <set>

#include "scree/force/law_table.hpp"
#include "scree/memory.hpp"
#include "scree/narrow/pair_table.hpp"
#include "scree/run/alarms.hpp"
#include "scree/run/odd_scene.hpp"
#include "scree/run/progress.hpp"
#include "scree/run/run.hpp"
#include "scree/setup/step_count.hpp"
#include "scree/setup/time_step.hpp"
#include "scree/step.hpp"

namespace scree {

namespace {

constexpr double kMeasureSeconds = 0.5;  // how long the run time is measured,
constexpr int kMeasureSteps = 200;       // at most so many steps,
constexpr int kWarmUpSteps = 5;          // after so many

struct Population {
  std::size_t count = 0;
  double mass = 0, volume = 0, r_min = kNever, r_max = 0, r_sum = 0;
  void add(double m, double density, double r) {
    ++count;
    mass += m;
    volume += density > 0 ? m / density : 0;
    r_min = std::min(r_min, r);
    r_max = std::max(r_max, r);
    r_sum += r;
  }
};

std::string population_row(const std::string& name, const Population& p) {
  if (p.count == 0) return fmt::format("  {:<16} {:>9}\n", name, 0);
  return fmt::format("  {:<16} {:>9}  {:>10.4g}  {:>10.4g}   {:.4g} .. {:.4g}, mean {:.4g}\n", name, p.count, p.mass,
                     p.volume, p.r_min, p.r_max, p.r_sum / double(p.count));
}

std::string bodies_text(const Model& model, const State& s) {
  std::vector<Population> types(model.body_types.size()), groups(model.blocks.size());
  Population all, carried;
  // Blocks are told by their groups: there may be as many shapes as blocks.
  const auto population = [&](std::size_t i) -> Population& {
    for (std::size_t k = 0; k < groups.size(); ++k)
      if (const BlockGroup& g = model.blocks[k]; s.bodies.id[i] - g.first_id < g.count) return groups[k];
    return types[s.bodies.type[i]];
  };
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const std::uint32_t t = s.bodies.type[i];
    const double m = double(s.bodies.mass[i]), d = double(model.body_types[t].density), r = double(s.bodies.radius[i]);
    if (s.bodies.owner[i] != kDynamic) {
      carried.add(m, d, r);
    } else {
      population(i).add(m, d, r);
      all.add(m, d, r);
    }
  }
  std::string text = fmt::format("bodies\n  {:<16} {:>9}  {:>10}  {:>10}   {}\n", "shape", "count", "mass [kg]",
                                 "solid [m3]", "radius [m]");
  for (std::size_t t = 0; t < types.size(); ++t)
    if (types[t].count > 0) text += population_row(model.body_types[t].name, types[t]);
  for (std::size_t k = 0; k < groups.size(); ++k)
    if (groups[k].count > 0) text += population_row(model.blocks[k].name, groups[k]);
  text += population_row("all", all);
  if (carried.count > 0) {
    const bool blocks =
        std::any_of(model.walls.begin(), model.walls.end(), [](const Wall& w) { return w.carries_blocks; });
    text += fmt::format("  and {} {} carried by walls\n", carried.count, blocks ? "bodies" : "balls");
  }
  for (const Stream& stream : model.streams)
    text += fmt::format(
        "  stream \"{}\" adds {:.4g} {}{}{}\n", stream.name, double(stream.rate),
        stream.layers    ? "layers/s"
        : stream.by_mass ? "kg/s"
                         : "bodies/s",
        stream.max_count < std::numeric_limits<std::uint64_t>::max() ? fmt::format(" up to {} bodies", stream.max_count)
                                                                     : "",
        stream.start == kNever ? ", started by an event" : fmt::format(" from t = {:.4g} s", stream.start));
  return text;
}

std::string dimension_text(const Model& model) {
  if (model.settings.dimension == 3) return {};
  return fmt::format("2-D, thickness {:.4g} m\n\n", double(model.settings.thickness));
}

std::string walls_text(const Model& model) {
  if (model.walls.empty()) return "walls\n  none\n";
  std::string text = "walls\n";
  for (std::size_t w = 0; w < model.walls.size(); ++w) {
    const Wall& wall = model.walls[w];
    std::string how = "fixed";
    for (const Motion& motion : model.motions)
      if (std::find(motion.walls.begin(), motion.walls.end(), w) != motion.walls.end())
        how = fmt::format("moved by \"{}\"{}", motion.name, motion.start == kNever ? " once an event starts it" : "");
    constexpr std::array kinds = {"plane", "plate", "cylinder", "cone", "balls"};
    text += fmt::format("  {:<16} {:<9} of {}, {}\n", wall.name, kinds[std::size_t(wall.kind)],
                        model.materials[wall.material].name, how);
  }
  return text;
}

std::string normal_text(const LawParams& l) {
  const char* name = force::law_name("normal", std::uint8_t(l.normal));
  if (l.normal == NormalLaw::kLinear || l.normal == NormalLaw::kKelvinVoigtCohesive)
    return fmt::format("{}, k_n = {:.4g} N/m, k_t = {:.4g} N/m", name, double(l.k_n), double(l.k_t));
  return fmt::format("{}, E* = {:.4g} Pa, G* = {:.4g} Pa", name, double(l.E_star), double(l.G_star));
}

std::string damping_text(const LawParams& l) {
  if (l.zeta_n > 0)
    return fmt::format("damping ratio {:.4g} (restitution {:.3g})", double(l.zeta_n),
                       double(restitution_for_zeta(l.zeta_n, l.attraction)));
  if (l.gamma_n > 0) return fmt::format("dashpot {:.4g} N s/m", double(l.gamma_n));
  if (l.rate_n > 0) return fmt::format("dashpot {:.4g} 1/s of the effective mass", double(l.rate_n));
  if (l.beta_n > 0) return fmt::format("damping factor {:.4g}", double(l.beta_n));
  return "no damping";
}

std::string law_text(const LawParams& l) {
  std::string text = normal_text(l) + ", " + damping_text(l);
  text += l.tangential == TangentialLaw::kNone ? ", no friction" : fmt::format(", mu = {:.4g}", double(l.mu));
  if (l.rolling != RollingLaw::kNone) text += fmt::format(", rolling {:.4g}", double(l.mu_rolling));
  if (l.twisting != RollingLaw::kNone) text += fmt::format(", twisting {:.4g}", double(l.mu_twisting));
  if (l.cohesive_force > 0) text += fmt::format(", cohesion up to {:.4g} N", double(l.cohesive_force));
  if (l.adhesion > 0) text += fmt::format(", adhesion {:.4g} J/m2", double(l.adhesion));
  return text;
}

// Lists pairs of materials that can meet, each once: two kinds of body, or a body and a wall.
std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_in_use(const Model& model, const State& s) {
  std::set<std::uint32_t> of_bodies, of_all;
  const auto add_type = [&](std::uint32_t t, bool free) {
    for (const Part& part : model.body_types[t].parts) {
      if (free) of_bodies.insert(part.material);
      of_all.insert(part.material);
    }
  };
  for (std::size_t i = 0; i < s.bodies.size(); ++i) add_type(s.bodies.type[i], s.bodies.owner[i] == kDynamic);
  for (const Stream& stream : model.streams)
    for (const std::uint32_t t : stream.types) add_type(t, true);
  for (const Wall& wall : model.walls) of_all.insert(wall.material);
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const std::uint32_t a : of_bodies)
    for (const std::uint32_t b : of_all) pairs.insert(std::minmax(a, b));
  return pairs;
}

std::string laws_text(const Model& model, const State& s) {
  std::string text = "contact laws\n";
  for (const auto& [a, b] : pairs_in_use(model, s))
    text += fmt::format("  {:<24} {}\n", model.materials[a].name + " - " + model.materials[b].name,
                        law_text(model.laws[model.law_index(a, b)]));
  return text;
}

std::string time_text(const Model& model, const integrate::StepEstimate& estimate) {
  const Settings& set = model.settings;
  std::string text =
      fmt::format("time\n  {:.6g} s in {} steps of {:.4g} s\n", set.end, steps_until(set.end, set.dt), set.dt);
  if (estimate.stable == kNever) return text + "  no contact limits the time step\n";
  text += fmt::format("  that is {:.1f} % of the stable step {:.4g} s; advised: {:.4g} s\n  {}\n",
                      100 * set.dt / estimate.stable, estimate.stable, estimate.advised, estimate.reason);
  return text;
}

std::string start_text(const Model& model, const State& s) {
  std::size_t overlaps = 0;
  for_each_contact(s, [&](std::size_t k, std::uint32_t, std::uint32_t) { overlaps += s.contacts.gap[k] < 0; });
  std::string text = "start\n";
  text += overlaps == 0 ? "  no overlaps\n"
                        : fmt::format("  {} overlaps, the largest {:.3g} % of the inner radius of the smaller body\n",
                                      overlaps, 100 * extremes_of(model, s).overlap);
  text += fmt::format("  energy: kinetic {:.4g} J, elastic {:.4g} J, gravity {:.4g} J from {} = 0\n",
                      s.ledger.kinetic_translation + s.ledger.kinetic_rotation,
                      s.ledger.elastic_normal + s.ledger.elastic_tangential, s.ledger.gravity,
                      model.settings.dimension == 2 ? "y" : "z");
  return text;
}

// Holds the seconds a step takes now. The first steps start threads and touch new memory, so they are not counted. If
// an alarm stops the run so soon, it says what is wrong instead.
struct Measured {
  double seconds = 0;
  std::optional<std::string> alarm;
};
Measured measure_step(const Model& model, State& s) {
  using Clock = std::chrono::steady_clock;
  AlarmMemory memory = alarm_memory_of(model, s);
  Measured measured;
  Clock::time_point begin;
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  for (int n = -kWarmUpSteps; n < kMeasureSteps && (n <= 0 || seconds() < kMeasureSeconds); ++n) {
    if (n == 0) begin = Clock::now();
    step(model, s);
    measured.alarm = watch_step(model, s, memory);
    if (measured.alarm) return measured;
    if (n >= 0) measured.seconds = seconds() / (n + 1);
  }
  return measured;
}

// Finds inlets that would bring more bodies than fit into the memory.
std::vector<std::string> streams_beyond_memory(const Model& model, const State& s) {
  std::vector<std::string> texts;
  const double each =
      s.bodies.size() > 0 ? std::max(kBytesOfABody, double(memory_of(s)) / double(s.bodies.size())) : kBytesOfABody;
  for (const Stream& stream : model.streams) {
    if (stream.by_mass || stream.layers || stream.start == kNever) continue;
    const double seconds = std::min(stream.end, model.settings.end) - stream.start;
    const double n = std::min(double(stream.max_count), std::max(0.0, seconds) * double(stream.rate));
    if (const auto much = too_much_memory(n * each))
      texts.push_back(fmt::format("stream \"{}\" adds up to {:.3g} bodies: {}", stream.name, n, *much));
  }
  return texts;
}

std::string cost_text(const Model& model, State& s, std::vector<std::string>& warnings) {
  const auto [per_step, alarm] = measure_step(model, s);
  if (alarm) {
    warnings.push_back("an alarm will stop the run: " + *alarm);
    return {};
  }
  const double total = per_step * double(steps_until(model.settings.end, model.settings.dt));
  const std::size_t n = std::max<std::size_t>(1, s.bodies.size());
  std::string text = "cost\n";
  const double of_shapes = double(memory_of(model));
  text += fmt::format("  memory: {} ({:.0f} bytes a body){}\n", bytes_text(double(memory_of(s))),
                      double(memory_of(s)) / double(n),
                      of_shapes >= 1e6 ? fmt::format(", and {} of shapes", bytes_text(of_shapes)) : "");
  for (const std::string& w : streams_beyond_memory(model, s)) warnings.push_back(w);
  text += fmt::format(
      "  run time: about {} with {} threads, from the first steps ({:.3g} ms each){}\n", duration_text(total),
      omp_get_max_threads(), 1e3 * per_step,
      model.streams.empty() ? "; a packing with more contacts takes longer" : "; streams will make it longer");
  return text;
}

}  // namespace

std::string physical_summary(const Scene& scene) {
  const Model& model = scene.model;
  State s = scene.state;
  std::string text = model.title.empty() ? scene.path + "\n\n" : fmt::format("{}: {}\n\n", scene.path, model.title);
  text += dimension_text(model);
  if (s.bodies.size() == 0 && model.streams.empty())
    return text +
           fmt::format("shapes\n  {}\nnothing to run: the scene has no bodies\n", fmt::join(scene.notes, "\n  "));
  start(model, s);
  refuse_numbers_at_start(model, s, scene.path);
  refuse_overlaps_at_start(model, s, scene.path);
  std::vector<std::string> warnings = start_warnings(model, s);
  text += bodies_text(model, s) + walls_text(model) + laws_text(model, s);
  text += time_text(model, integrate::estimate_step(model, s));
  text += start_text(model, s);
  text += cost_text(model, s, warnings);
  if (!scene.notes.empty()) text += fmt::format("notes\n  {}\n", fmt::join(scene.notes, "\n  "));
  for (const std::string& w : warnings) text += "warning: " + w + "\n";
  return text;
}

std::string tables_text() {
  std::string text = narrow::pair_table_markdown();
  text += "\n| part | law | what it is | source |\n|---|---|---|---|\n";
  for (const force::LawRow& row : force::kLawTable)
    text += fmt::format("| {} | `{}` | {} | {} |\n", row.part, row.name, row.what, row.source);
  return text;
}

}  // namespace scree
