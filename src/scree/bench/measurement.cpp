#include "scree/bench/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace scree::bench {

namespace {

// This is the one list of what travels and what a CSV file holds.
template <class M, class F>
void for_each_entry(M& m, F&& f) {
  f("scene", m.scene);
  f("code", m.code);
  f("threads", m.threads);
  f("n", m.n);
  f("contacts", m.contacts);
  f("steps", m.steps);
  f("wall", m.wall);
  f("lists", m.lists);
  f("list_share", m.list_share);
  f("peak", m.peak);
  f("run_peak", m.run_peak);
  f("cpu", m.cpu);
  f("ke", m.ke);
  f("skin", m.skin);
  f("failed_links", m.failed_links);
  f("by_plane", m.by_plane);
  f("hash", m.hash);
}

void read(const std::string& text, std::string& value) { value = text; }
void read(const std::string& text, double& value) { value = std::strtod(text.c_str(), nullptr); }
void read(const std::string& text, int& value) { value = std::atoi(text.c_str()); }
void read(const std::string& text, std::int64_t& value) { value = std::strtoll(text.c_str(), nullptr, 10); }

template <class T>
std::string known(T value, const char* format, double factor = 1) {
  return value < 0 ? "-" : fmt::format(fmt::runtime(format), double(value) * factor);
}

std::string remarks(const Measurement& m) {
  std::string text;
  const auto add = [&text](const std::string& remark) { text += (text.empty() ? "" : ", ") + remark; };
  if (m.ke >= 0) add(fmt::format("ke {:.2g}", m.ke));
  if (m.skin >= 0) add(fmt::format("skin {:g} m", m.skin));
  if (m.failed_links >= 0) add(fmt::format("{} failed links", m.failed_links));
  if (m.by_plane >= 0) add(fmt::format("{:.1f} % of pairs apart without a search", 100 * m.by_plane));
  if (m.starved()) add(fmt::format("only {:.2f} cpu", m.cpu));
  return text;
}

std::string rate_text(double rate) {
  if (rate >= 1e6) return fmt::format("{:.1f} M/s", rate / 1e6);
  return rate >= 1e5 ? fmt::format("{:.2g} M/s", rate / 1e6) : fmt::format("{:.2g} k/s", rate / 1e3);
}

}  // namespace

std::string to_words(const Measurement& m) {
  std::string line;
  for_each_entry(m, [&line](const char* key, const auto& value) {
    if (!fmt::format("{}", value).empty()) line += fmt::format("{}{}={}", line.empty() ? "" : " ", key, value);
  });
  return line;
}

Measurement from_words(const std::string& line) {
  Measurement m;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == word.npos) continue;
    for_each_entry(m, [&](const char* key, auto& value) {
      if (word.compare(0, equals, key) == 0) read(word.substr(equals + 1), value);
    });
  }
  return m;
}

std::string table_head() {
  return fmt::format("{:<15} {:<10} {:>3} {:>8} {:>6} {:>7} {:>8} {:>12} {:>6} {:>6} {:>8} {:>7} {:>7} {:<16} {}\n",
                     "scene", "code", "thr", "N", "cont/N", "steps", "wall_s", "M-psteps/s", "lists", "list%",
                     "peak_MiB", "B/part", "run_MiB", "state", "remarks");
}

std::string table_row(const Measurement& m) {
  const std::string who = fmt::format("{:<15} {:<10} {:>3} {:>8}", m.scene, m.code, m.threads, m.n);
  if (!m.failed.empty()) return fmt::format("{} failed: {}\n", who, m.failed);
  const double per_particle = 1 / std::max(1.0, double(m.n)), mib = 1.0 / (1 << 20);
  // Ranks are processes, of which only the largest is known.
  const bool whole = m.code == "scree" || m.threads == 1 || m.code.starts_with("yade");
  return fmt::format("{} {:>6} {:>7} {:>8.2f} {:>12.3f} {:>6} {:>6} {:>8} {:>7} {:>7} {:<16} {}\n", who,
                     known(m.contacts, "{:.2f}", per_particle), m.steps, m.wall, m.rate() / 1e6,
                     known(m.lists, "{:.0f}"), known(m.list_share, "{:.1f}", 100), known(m.peak, "{:.1f}", mib),
                     whole ? known(m.peak, "{:.0f}", per_particle) : "-", known(m.run_peak, "{:.1f}", mib),
                     m.hash.empty() ? "-" : m.hash, remarks(m));
}

std::string csv_head() {
  std::string line;
  const Measurement nothing;
  for_each_entry(nothing, [&line](const char* key, const auto&) { line += fmt::format("{},", key); });
  return line + "particle_steps_per_s\n";
}

std::string csv_row(const Measurement& m) {
  std::string line;
  for_each_entry(m, [&line](const char*, const auto& value) { line += fmt::format("{},", value); });
  return line + fmt::format("{:.6g}\n", m.rate());
}

const Measurement* fastest(const std::vector<Measurement>& runs, const std::string& code) {
  const Measurement* best = nullptr;
  for (const Measurement& m : runs)
    if (m.code == code && m.failed.empty() && (!best || m.rate() > best->rate())) best = &m;
  return best;
}

namespace {

const Measurement* fastest_peer(const std::vector<Measurement>& runs) {
  const Measurement* peer = nullptr;
  for (const Measurement& m : runs)
    if (m.code != "scree" && m.failed.empty() && (!peer || m.rate() > peer->rate())) peer = &m;
  return peer;
}

}  // namespace

std::string contacts_line(const std::vector<Measurement>& runs) {
  const Measurement *const ours = fastest(runs, "scree"), *const peer = fastest_peer(runs);
  if (!ours || !peer || ours->contacts <= 0 || peer->contacts <= 0) return {};
  const auto per_particle = [](const Measurement& m) { return double(m.contacts) / double(m.n); };
  const double more = per_particle(*ours) / per_particle(*peer);
  if (more > 0.8 && more < 1.25) return {};
  const double mine = per_particle(*ours) * ours->rate(), theirs = per_particle(*peer) * peer->rate();
  return fmt::format(
      "# packings differ: {:.2f} contacts a body here, {:.2f} there. By contacts worked through: {:.0f} times, "
      "{} against {}\n",
      per_particle(*ours), per_particle(*peer), mine / theirs, rate_text(mine), rate_text(theirs));
}

std::string ratio_line(const std::vector<Measurement>& runs) {
  const Measurement *const ours = fastest(runs, "scree"), *const peer = fastest_peer(runs);
  if (!ours || !peer || !(peer->rate() > 0)) return {};
  const double ratio = ours->rate() / peer->rate();
  return fmt::format("ratio {} (scree {}, best peer {} {})\n",
                     ratio < 100 ? fmt::format("{:.2f}", ratio) : fmt::format("{:.0f}", ratio), rate_text(ours->rate()),
                     peer->code, rate_text(peer->rate()));
}

}  // namespace scree::bench
