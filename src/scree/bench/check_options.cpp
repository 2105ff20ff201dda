#include "scree/bench/check_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "scree/bench/peers.hpp"
#include "scree/error.hpp"

namespace scree::bench {
namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

struct Rule {
  bool given;  // set to other than the default
  const char* option;
  Names has;  // benchmarks with such an option
};

std::vector<Rule> rules(const Options& o) {
  const Length usual;
  const Options defaults;
  return {
      {!o.n.empty(),
       "--n",
       {"spheres", "polyhedra", "superellipsoids", "clusters", "detection", "links", "normals", "walks"}},
      {o.threads != defaults.threads,
       "--threads",
       {"spheres", "silo", "polyhedra", "superellipsoids", "clusters", "detection", "links", "normals"}},
      {o.length.steps != usual.steps,
       "--steps",
       {"spheres", "silo", "polyhedra", "superellipsoids", "clusters", "pairs", "detection"}},
      {o.length.seconds != usual.seconds, "--seconds", {"spheres", "silo", "polyhedra", "superellipsoids", "clusters"}},
      {o.length.warm != usual.warm, "--warm", {"spheres", "silo", "polyhedra", "superellipsoids", "clusters"}},
      {o.rounds != defaults.rounds,
       "--rounds",
       {"spheres", "silo", "polyhedra", "superellipsoids", "clusters", "broad", "pairs"}},
      {o.peers && o.codes.empty(), "--peers", {"spheres", "silo", "polyhedra", "superellipsoids", "clusters", "pairs"}},
      {!o.codes.empty(), "--codes", {"spheres", "silo", "polyhedra", "superellipsoids", "clusters"}},
      {!o.overrides.empty(), "--set", {"spheres", "silo", "polyhedra", "superellipsoids", "clusters", "detection"}},
      {!o.scene.empty(), "--scene", {"detection"}},
      {!o.run.empty(), "--run", {"detection"}},
      {!o.driver.empty(), "--driver", {"spheres", "silo", "polyhedra", "superellipsoids", "clusters", "pairs"}},
      {!o.csv.empty(),
       "--csv",
       {"spheres", "silo", "polyhedra", "superellipsoids", "clusters", "broad", "pairs", "detection", "figure13",
        "normals", "normal_examples", "cubes", "walks", "shrunken"}},
      {o.large || o.most > 0, "--large, --most", {"broad"}},
      {o.quick, "--quick", {"impacts", "normals"}},
      {o.seed != defaults.seed, "--seed", {"pairs", "links", "normals", "normal_examples", "cubes", "walks"}},
      {o.first != defaults.first, "--first", {"links"}},
  };
}

void check_numbers(const Options& o, std::vector<std::string>& problems) {
  constexpr std::int64_t kLeastSpheres = 100, kLeastPolyhedra = 27, kMostLinks = 2000000000;
  for (const std::int64_t n : o.n)
    if (contains(o.names, "spheres") && n < kLeastSpheres)
      problems.push_back(fmt::format("--n {}: at least {} spheres", n, kLeastSpheres));
  for (const std::int64_t n : o.n)
    if ((contains(o.names, "polyhedra") || contains(o.names, "detection")) && n < kLeastPolyhedra)
      problems.push_back(fmt::format("--n {}: at least {} polyhedra", n, kLeastPolyhedra));
  for (const std::int64_t n : o.n)
    if (contains(o.names, "superellipsoids") && n < kLeastPolyhedra)
      problems.push_back(fmt::format("--n {}: at least {} superellipsoids", n, kLeastPolyhedra));
  for (const std::int64_t n : o.n)
    if (contains(o.names, "clusters") && n < kLeastPolyhedra)
      problems.push_back(fmt::format("--n {}: at least {} clusters", n, kLeastPolyhedra));
  if (contains(o.names, "normals") && (o.n.size() > 1 || o.threads.size() > 1))
    problems.push_back("--n, --threads: one number each for `normals`");
  if (!contains(o.names, "links")) return;
  if (o.n.size() > 1 || o.threads.size() > 1) problems.push_back("--n, --threads: one number each for `links`");
  if (o.first + (o.n.empty() ? 0 : o.n[0]) > kMostLinks)
    problems.push_back(fmt::format("--first, --n: pairs are numbered up to {}", kMostLinks));
}

}  // namespace

void check(const Options& o, const std::vector<std::string>& known) {
  std::vector<std::string> problems;
  for (const std::string& name : o.names)
    if (!contains(known, name))
      problems.push_back(fmt::format("{}: no such benchmark ({})", name, fmt::join(known, ", ")));
  for (const std::string& code : o.codes)
    if (!contains(kPeerCodes, code))
      problems.push_back(fmt::format("--codes {}: no such peer ({})", code, fmt::join(kPeerCodes, ", ")));
  for (const Rule& rule : rules(o)) {
    const auto named = [&](const std::string& name) { return contains(o.names, name); };
    if (rule.given && std::none_of(rule.has.begin(), rule.has.end(), named))
      problems.push_back(fmt::format("{}: only `{}` {} it", rule.option, fmt::join(rule.has, "`, `"),
                                     rule.has.size() == 1 ? "has" : "have"));
  }
  if (contains(o.names, "detection") && o.scene.empty() && !o.overrides.empty())
    problems.push_back("--set: `detection` has it with --scene");
  if (!o.scene.empty() && !o.n.empty()) problems.push_back("--scene, --n: one or the other");
  if (!o.run.empty() && !o.scene.empty()) problems.push_back("--run, --scene: one or the other; a run knows its scene");
  if (!o.csv.empty() && o.names.size() > 1) problems.push_back("--csv: one benchmark at a time");
  check_numbers(o, problems);
  if (!problems.empty()) throw InputError(fmt::format("{}", fmt::join(problems, "\n")));
}

}  // namespace scree::bench
