#include "scree/bench/bench.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "scree/bench/bed.hpp"
#include "scree/bench/check_options.hpp"
#include "scree/bench/pair_bench.hpp"
#include "scree/bench/peers.hpp"
#include "scree/bench/processes.hpp"
#include "scree/bench/shape_bed.hpp"
#include "scree/error.hpp"
#include "scree/experiments/broad_figure.hpp"
#include "scree/experiments/cube_examples.hpp"
#include "scree/experiments/detection_report.hpp"
#include "scree/experiments/figure13_report.hpp"
#include "scree/experiments/impacts.hpp"
#include "scree/experiments/links.hpp"
#include "scree/experiments/normal_examples.hpp"
#include "scree/experiments/normals_report.hpp"
#include "scree/experiments/shrunken_example.hpp"
#include "scree/experiments/walks.hpp"
#include "scree/store/files.hpp"

namespace scree::bench {

namespace {

namespace fs = std::filesystem;

struct Benchmark {
  const char* name;
  const char* what;
  void (*run)(const Options& options);
};

void say(const std::string& text) {
  fmt::print("{}", text);
  std::fflush(stdout);
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

std::string machine() {
  return fmt::format("# scree {}, compiler {}, {}, {} processors\n", SCREE_VERSION, __VERSION__, processor(),
                     std::thread::hardware_concurrency());
}

// ------------------------------------------------------------------------------------------- scenes, ours and peers'

// Rows go out as they come: to the terminal and to a file.
class Report {
 public:
  explicit Report(const std::string& csv) {
    if (csv.empty()) return;
    file_.open(csv);
    if (!file_) throw InputError(fmt::format("--csv {}: cannot be written", csv));
    file_ << csv_head() << std::flush;
  }
  void row(const Measurement& m) {
    say(table_row(m));
    if (file_.is_open() && m.failed.empty()) file_ << csv_row(m) << std::flush;
  }

 private:
  std::ofstream file_;
};

struct Subject {
  TimedScene scene;
  std::int64_t nominal;       // names the packing for the peers
  bool peers_bed_too = true;  // false: peers settle their own, and run for as long as they are told
};

Folders folders_of(const Options& o) { return {SCREE_BENCH_DIR, o.work}; }

PeerDriver driver_of(const Options& o) {
  const std::string standard = (fs::path(SCREE_BENCH_DIR) / "peers" / "run_peers").string();
  return {o.driver.empty() ? standard : fs::absolute(o.driver).string(), fs::absolute(o.work).string()};
}

// Our code and every peer run in turn, so that a machine that others use too is equally slow for all.
std::vector<Measurement> interleaved(const Options& o, const Subject& subject, int threads,
                                     const std::vector<std::string>& peers, Length& length, Report& report) {
  std::vector<Measurement> runs;
  for (int round = 0; round < o.rounds; ++round) {
    runs.push_back(from_words(in_child([&] { return to_words(measure(subject.scene, threads, length)); })));
    length.steps = runs.back().steps;  // as many from now on for all: packings stir, and contacts change with time
    report.row(runs.back());
    for (const std::string& code : peers) {
      const Length& theirs = subject.peers_bed_too ? length : o.length;
      runs.push_back(measure_peer(driver_of(o), subject.scene.name, code, subject.nominal, threads, theirs));
      report.row(runs.back());
    }
  }
  return runs;
}

void say_best(const Options& o, const Subject& subject, const std::vector<Measurement>& runs,
              const std::vector<std::string>& peers) {
  if (o.rounds > 1) {
    say(fmt::format("# the fastest of {} for each:\n", o.rounds));
    if (const Measurement* best = fastest(runs, "scree")) say(table_row(*best));
    for (const std::string& code : peers)
      if (const Measurement* best = fastest(runs, code)) say(table_row(*best));
  }
  if (std::any_of(runs.begin(), runs.end(), [](const Measurement& m) { return m.starved(); }))
    say("# some runs did not get their processors (remarks): repeat on a quiet machine\n");
  if (!subject.peers_bed_too) say(contacts_line(runs));
  say(ratio_line(runs));
}

std::vector<std::string> peers_for(const Options& o, const std::string& scene) {
  if (!o.peers) return {};
  std::vector<std::string> peers = installed_peers(driver_of(o), scene, o.codes);
  if (peers.empty()) say(fmt::format("# no peer is installed; to compare: apt-get install {}\n", kPeerPackages));
  return peers;
}

void compare(const Options& o, const std::vector<Subject>& subjects) {
  const std::string& name = subjects[0].scene.name;
  Report report(o.csv);
  say(machine());
  say(fmt::format("# {}: the loop of steps alone is timed, after {} steps to warm up\n", name, o.length.warm));
  const std::vector<std::string> peers = peers_for(o, name);
  for (const Subject& subject : subjects) {
    Length length = o.length;
    for (const int threads : o.threads) {
      say(table_head());
      say_best(o, subject, interleaved(o, subject, threads, peers, length, report), peers);
    }
  }
}

template <class Bed>
Subject subject_of(const Options& o, const char* name, const Bed& bed, std::int64_t nominal) {
  TimedScene scene{name, (fs::path(SCREE_BENCH_DIR) / fmt::format("{}.toml", name)).string(), overrides_for(bed)};
  scene.overrides.insert(scene.overrides.end(), o.overrides.begin(), o.overrides.end());
  return {scene, nominal};
}

// The peer needs minutes to settle more of them than these; its cost for each does not depend on their number, or grows
// with it.
constexpr std::int64_t kPeersSuperellipsoids = 250, kPeersPolyhedra = 216;

std::vector<std::int64_t> sizes_of(const Options& o, std::int64_t usual) {
  return o.n.empty() ? std::vector<std::int64_t>{usual} : o.n;
}

void spheres(const Options& o) {
  std::vector<Subject> subjects;
  for (const std::int64_t n : sizes_of(o, 27000)) {
    const SphereBed bed = sphere_bed(folders_of(o), n);
    subjects.push_back(subject_of(o, "spheres", bed, bed.nominal));
  }
  compare(o, subjects);
}

void polyhedra(const Options& o) {
  std::vector<Subject> subjects;
  for (const std::int64_t n : sizes_of(o, 216)) {
    const ShapeBed bed = polyhedron_bed(folders_of(o), n);
    subjects.push_back(subject_of(o, "polyhedra", bed, std::min(n, kPeersPolyhedra)));
    subjects.back().peers_bed_too = false;
    // With other settings it is another model, which starts from the table.
    if (o.overrides.empty()) subjects.back().scene.rest = bed.rest;
  }
  compare(o, subjects);
}

void superellipsoids(const Options& o) {
  std::vector<Subject> subjects;
  for (const std::int64_t n : sizes_of(o, 5000)) {
    subjects.push_back(subject_of(o, "superellipsoids", superellipsoid_bed(folders_of(o), n), kPeersSuperellipsoids));
    subjects.back().peers_bed_too = false;
  }
  compare(o, subjects);
}

void clusters(const Options& o) {
  std::vector<Subject> subjects;
  for (const std::int64_t n : sizes_of(o, 2000)) {
    subjects.push_back(subject_of(o, "clusters", cluster_bed(folders_of(o), n), n));
    subjects.back().peers_bed_too = false;
  }
  compare(o, subjects);
}

void silo(const Options& o) { compare(o, {subject_of(o, "silo", silo_bed(folders_of(o)), kSiloBalls)}); }

// --------------------------------------------------------------------------------------------------- the broad phase

// A script of ours draws the figure beside the numbers; without matplotlib there is none.
void draw(const char* name, const std::string& csv) {
  const std::string script = (fs::path(SCREE_BENCH_DIR).parent_path() / "tools/reproduce/draw.py").string();
  const std::string picture = fs::path(csv).replace_extension(".svg").string();
  say(fmt::format("# numbers: {}\n", csv));
  if (run_program({script, name, csv, picture}).status == 0) say(fmt::format("# figure: {}\n", picture));
}

void broad(const Options& o) {
  const std::string csv = o.csv.empty() ? (fs::path(o.work) / "broad.csv").string() : o.csv;
  say(machine());
  const BroadFigure figure{.most = o.most, .large = o.large, .rounds = o.rounds, .csv = csv};
  in_child([&] { return broad_figure(figure, say), std::string(); });
  draw("broad", csv);
}

// ------------------------------------------------------------------------------------------------- pairs of polyhedra

void pairs(const Options& o) {
  PairBench bench{.plan = {}, .rounds = o.rounds, .peers = o.peers, .driver = o.driver, .work = o.work, .csv = o.csv};
  bench.plan.seed = o.seed;
  if (o.length.steps > 0) bench.plan.steps = int(o.length.steps);
  say(machine());
  pair_bench(bench, say);
}

void links(const Options& o) {
  LinkBench bench{.first = std::uint64_t(o.first), .seed = o.seed, .threads = o.threads[0], .link = {}, .failed = {}};
  if (!o.n.empty()) bench.n = std::uint64_t(o.n[0]);
  bench.failed = (fs::path(o.work) / "failed_links.txt").string();
  say(machine());
  in_child([&] { return link_bench(bench, say), std::string(); });
}

// Runs step with as many threads as were said; the timed code runs on one.
void detection(const Options& o) {
  const std::string csv = o.csv.empty() ? (fs::path(o.work) / "detection.csv").string() : o.csv;
  std::string rows = detection_csv_head();
  FlowPlan plan;
  if (o.length.steps > 0) plan.steps = int(o.length.steps);
  const auto add = [&](const std::function<std::vector<FlowDetection>()>& detect) {
    rows += in_child([&] {
      omp_set_num_threads(o.threads[0]);
      std::string text;
      for (const FlowDetection& flow : detect()) say(table_of(flow)), text += csv_of(flow);
      return text;
    });
    output::write_whole_file(csv, rows);
  };
  say(machine());
  if (!o.scene.empty()) {
    add([&] { return detect_in_phases(o.scene, o.overrides, plan); });
    return draw("detection", csv);
  }
  if (!o.run.empty()) {
    for (const std::int64_t n : o.n.empty() ? std::vector<std::int64_t>{0} : o.n)
      add([&] { return detect_in_run(o.run, n, plan); });
    return draw("detection", csv);
  }
  for (const std::int64_t n : o.n.empty() ? std::vector<std::int64_t>{500, 4000} : o.n) {
    const ShapeBed bed = flow_bed(folders_of(o), n);
    add([&] { return std::vector{detect_in_flow(bed.scene, overrides_for(bed), plan)}; });
  }
  draw("detection", csv);
}

void polygons(const Options& o) {
  constexpr double kSeconds = 0.1;  // spent on each timing
  const std::string csv = o.csv.empty() ? (fs::path(o.work) / "figure13.csv").string() : o.csv;
  say(machine());
  const std::vector<Figure13Row> rows = figure13(kSeconds);
  say(table_of(rows));
  output::write_whole_file(csv, csv_of(rows, figure13_pairs()));
  draw("figure13", csv);
}

// -------------------------------------------------------------------------------------------- pairs of superellipsoids

void normals(const Options& o) {
  NormalBench bench{.seed = o.seed, .threads = o.threads[0], .csv = o.csv, .failed = {}, .paper_only = o.quick};
  if (!o.n.empty()) bench.n = std::uint64_t(o.n[0]);
  if (bench.csv.empty()) bench.csv = (fs::path(o.work) / "normals.csv").string();
  bench.failed = (fs::path(o.work) / "failed_normals.txt").string();
  say(machine());
  in_child([&] { return normal_bench(bench, say), std::string(); });
  draw("normals", bench.csv);
}

// --------------------------------------------------------------------------------------- what the papers' sketches
// show

void write_numbers(const Options& o, const char* name, const std::string& json) {
  const std::string file = o.csv.empty() ? (fs::path(o.work) / name).string() : o.csv;
  output::write_whole_file(file, json);
  say(fmt::format("# numbers: {}\n", file));
}

void sketched_normals(const Options& o) { write_numbers(o, "normal_examples.json", normal_examples(o.seed)); }

void sketched_cubes(const Options& o) {
  constexpr int kBalls = 40000;
  write_numbers(o, "cubes.json", cube_examples(o.seed, kBalls));
}

// ------------------------------------------------------------------------------------- impacts of multi-sphere bodies

void impacts(const Options& o) {
  const ImpactStudy study{.folder = (fs::path(o.work) / "impacts").string(), .quick = o.quick};
  say(machine());
  impact_study(study, say);
  say(fmt::format("# numbers: {}/*.csv\n", study.folder));
}

void sketched_walks(const Options& o) {
  constexpr int kPairs = 10000;
  write_numbers(o, "walks.json", walk_examples(o.seed, o.n.empty() ? kPairs : int(o.n[0])));
}

void sketched_shrinkage(const Options& o) { write_numbers(o, "shrunken.json", shrunken_example()); }

constexpr Benchmark kBenchmarks[] = {
    {"spheres", "settled bed with friction and history, 7 200 to 1 008 000 spheres (--n), also by the peers", spheres},
    {"silo", "22 741 frictionless balls at rest in a silo of 3 821 fixed balls, also by the peers", silo},
    {"polyhedra", "settled bed of four kinds of polyhedra, 216 unless said (--n), also by YADE (216 at most)",
     polyhedra},
    {"superellipsoids", "settled bed of four kinds of superellipsoids, 5000 unless said (--n), also by YADE (250)",
     superellipsoids},
    {"clusters", "settled bed of clusters of 15 balls, 2000 unless said (--n), also by the peers", clusters},
    {"broad", "cost of the broad phases against the number of balls, Lazarević 2002, Fig. 5", broad},
    {"pairs", "pairs of polyhedra in smooth motion near contact, also by Bullet and FCL", pairs},
    {"links", "random pairs of polyhedra against two slow methods, and overlaps against the true depth (--n)", links},
    {"detection",
     "common planes by three methods in a flow (--n) or with a tool (--scene), Nezami 2006, Fig. 16, Table I",
     detection},
    {"figure13", "common planes of nine pairs of polygons by three methods, Nezami 2006, Fig. 13", polygons},
    {"normals", "random pairs of superellipsoids by two methods (--n), Wellmann 2008, Figs. 5 and 6, Table II",
     normals},
    {"impacts", "a sphere and an ellipsoid of balls or faces on a wall, Höhner 2011, Figs. 6 to 14, Tables 2 to 7",
     impacts},
    {"normal_examples",
     "three pairs of superellipsoids and the way of their normals, Wellmann 2008, Figs. 2 to 4: JSON",
     sketched_normals},
    {"cubes", "cells, candidate cubes and comparisons of balls in cubes, Lazarević 2002, Figs. 1 to 4: JSON",
     sketched_cubes},
    {"walks", "walks, alternating iterations and special cases (--n pairs), Nezami 2006, Figs. 6 to 11: JSON",
     sketched_walks},
    {"shrunken", "blocks whose vertices coincide, and shrunken edges of a hexahedron, Wang 2015, Figs. 1, 2: JSON",
     sketched_shrinkage},
};

const Benchmark* find(const std::string& name) {
  for (const Benchmark& b : kBenchmarks)
    if (name == b.name) return &b;
  return nullptr;
}

}  // namespace

void run(const Options& options) {
  std::vector<std::string> names;
  for (const Benchmark& b : kBenchmarks) names.push_back(b.name);
  check(options, names);
  if (options.names.empty())
    for (const Benchmark& b : kBenchmarks) say(fmt::format("{:<10} {}\n", b.name, b.what));
  else
    fs::create_directories(options.work);
  for (const std::string& name : options.names) find(name)->run(options);
}

}  // namespace scree::bench
