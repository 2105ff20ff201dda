#include "scree/output/telemetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include "scree/error.hpp"
#include "scree/output/files.hpp"

namespace scree::output {

namespace {

// What is counted over all bodies and contacts. In the order of the arrays, so the same for any number of threads.
struct Totals {
  std::uint64_t bodies = 0;  // free ones: balls of walls are walls
  double mass = 0;
  std::uint64_t contacts = 0;  // touching points
  double coordination = 0;     // touching points of a free body, on average
  double max_speed = 0;
  double max_overlap = 0;  // of the smaller radius
};

Totals totals_of(const State& s) {
  Totals t;
  const Bodies& b = s.bodies;
  double max_speed2 = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b.owner[i] != kFree) continue;
    ++t.bodies;
    t.mass += double(b.mass[i]);
    max_speed2 = std::max(max_speed2, double(norm2(b.v[i])));
  }
  t.max_speed = std::sqrt(max_speed2);
  std::uint64_t ends = 0;
  for_each_contact(s, [&](std::size_t k, std::uint32_t i, std::uint32_t j) {
    const Real gap = s.contacts.gap[k];
    if (gap > 0) return;
    const bool wall = is_wall_index(j);
    ++t.contacts;
    ends += b.owner[i] == kFree;
    ends += !wall && b.owner[j] == kFree;
    const Real r = wall ? b.radius[i] : std::min(b.radius[i], b.radius[j]);
    t.max_overlap = std::max(t.max_overlap, double(-gap / r));
  });
  t.coordination = t.bodies > 0 ? double(ends) / double(t.bodies) : 0;
  return t;
}

// RFC 4180: a name with a comma, a quote or a line break is put in quotes.
std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

// One place says names and values, so that they cannot drift apart: add(name with unit, value).
template <class Add>
void each_column(const Model& model, const State& s, Add&& add) {
  const Totals t = totals_of(s);
  add("step", s.counters.step);
  add("time[s]", s.time(model));
  add("bodies", t.bodies);
  add("mass[kg]", t.mass);
  add("contacts", t.contacts);
  add("coordination", t.coordination);
#define X(name) add(#name "[J]", s.ledger.name);
  SCREE_LEDGER_HELD(X)
  SCREE_LEDGER_LOST(X)
  SCREE_LEDGER_GIVEN(X)
#undef X
  add("initial[J]", s.ledger.initial);
  add("residual[J]", s.ledger.residual());
  add("relative_residual", s.ledger.relative_residual());
  add("max_speed[m/s]", t.max_speed);
  add("max_overlap", t.max_overlap);
  add("pair_lists", s.counters.pair_lists);
  add("removed_bodies", s.counters.removed_bodies);
  std::uint64_t inserted = 0;
  for (const StreamState& stream : s.streams) inserted += stream.inserted;
  add("inserted_bodies", inserted);
  for (std::size_t w = 0; w < model.walls.size(); ++w) {
    const std::string& name = model.walls[w].name;
    const WallState& wall = s.walls[w];
    for (int k = 0; k < 3; ++k) add(fmt::format("{}_f{}[N]", name, "xyz"[k]), wall.f[k]);
    for (int k = 0; k < 3; ++k) add(fmt::format("{}_t{}[N m]", name, "xyz"[k]), wall.tau[k]);
  }
  for (std::size_t k = 0; k < model.flow_planes.size(); ++k)
    add(model.flow_planes[k].name + "_mass[kg]", s.flow_mass[k]);
  for (std::size_t k = 0; k < model.streams.size(); ++k) add(model.streams[k].name + "_count", s.streams[k].inserted);
}

struct Header {
  std::string line;
  std::ptrdiff_t n_columns = 0;
};

Header header_of(const Model& model) {
  State empty;
  empty.walls.resize(model.walls.size());
  empty.flow_mass.resize(model.flow_planes.size());
  empty.streams.resize(model.streams.size());
  Header header;
  each_column(model, empty, [&](const std::string& name, auto) {
    header.line += (header.n_columns++ == 0 ? "" : ",") + quoted(name);
  });
  header.line += "\n";
  return header;
}

// The step a row begins with; nullopt for what is not a whole row.
std::optional<std::uint64_t> step_of(std::string_view row, std::ptrdiff_t n_columns) {
  std::uint64_t step = 0;
  const auto [end, error] = std::from_chars(row.begin(), row.end(), step);
  if (error != std::errc() || end == row.end() || *end != ',') return std::nullopt;
  if (!row.ends_with('\n') || std::count(row.begin(), row.end(), ',') != n_columns - 1) return std::nullopt;
  return step;
}

}  // namespace

Telemetry::Telemetry(const std::string& path, const Model& model, bool resume, std::uint64_t step) : path_(path) {
  const Header header = header_of(model);
  make_folder_of(path);
  if (resume && std::filesystem::exists(path)) {
    keep_rows_until(step, header.line, header.n_columns);
  } else {
    write_whole_file(path, header.line);
  }
  file_.open(path, std::ios::binary | std::ios::app);
  if (!file_) throw RunError(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
}

void Telemetry::keep_rows_until(std::uint64_t step, const std::string& header, std::ptrdiff_t n_columns) {
  const std::string text = read_whole_file(path_);
  if (!text.starts_with(header)) {
    if (header.starts_with(text)) return write_whole_file(path_, header);  // killed while the file was begun
    throw InputError(
        fmt::format("{}: has other columns than this scene; move it away or start in another folder", path_));
  }
  std::size_t kept = header.size();
  while (kept < text.size()) {
    const std::size_t end = std::min(text.find('\n', kept), text.size() - 1) + 1;
    const auto row_step = step_of(std::string_view(text).substr(kept, end - kept), n_columns);
    if (!row_step || *row_step > step) break;
    last_step_ = row_step;
    kept = end;
  }
  if (kept < text.size()) write_whole_file(path_, text.substr(0, kept));
}

void Telemetry::row(const Model& model, const State& s) {
  if (last_step_ == s.counters.step) return;
  std::string line;
  // The shortest text that reads back as the same number: equal states give equal bytes.
  each_column(model, s,
              [&](const std::string&, auto value) { line += fmt::format("{}{}", line.empty() ? "" : ",", value); });
  append(line + "\n");
  last_step_ = s.counters.step;
}

void Telemetry::append(const std::string& line) {
  file_.write(line.data(), std::streamsize(line.size()));
  file_.flush();
  if (!file_) throw RunError(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
}

}  // namespace scree::output
