#include "scree/view/telemetry_table.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>

#include "scree/frames/json.hpp"

namespace scree::view {

namespace {

constexpr std::size_t kChunk = 1 << 16;
constexpr std::size_t kLongestLine = 1 << 20;  // a longer line is no row of ours
constexpr std::size_t kMostColumns = 4096;

// Splits a line into cells; commas in quotes are part of a name, two quotes are one.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

double number_in(std::string_view cell) {
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  const bool all = error == std::errc() && end == cell.data() + cell.size();
  return all ? value : std::numeric_limits<double>::quiet_NaN();
}

// A column "kinetic[J]" has a name and a unit.
std::string column_json(const std::string& column) {
  const std::size_t open = column.rfind('[');
  const bool unit = open != std::string::npos && column.ends_with(']');
  return fmt::format(R"({{"name":{},"unit":{}}})", json::text(unit ? column.substr(0, open) : column),
                     json::text(unit ? column.substr(open + 1, column.size() - open - 2) : ""));
}

std::string row_json(const std::vector<double>& row) {
  std::string out = "[";
  for (std::size_t k = 0; k < row.size(); ++k) out += (k == 0 ? "" : ",") + json::number(row[k]);
  return out + "]";
}

}  // namespace

// A table that was rewritten (a run begun again or resumed) is another file.
bool TelemetryTable::look() {
  struct stat now = {};
  if (stat(path_.c_str(), &now) != 0 || !S_ISREG(now.st_mode)) {
    start_again();
    return false;
  }
  const Identity identity{std::uint64_t(now.st_dev), std::uint64_t(now.st_ino)};
  if (!(identity == identity_) || std::uint64_t(now.st_size) < n_read_) start_again();
  identity_ = identity;
  std::ifstream file(path_, std::ios::binary);
  file.seekg(std::streamoff(n_read_));
  std::string chunk(kChunk, '\0');
  while (file) {
    file.read(chunk.data(), std::streamsize(chunk.size()));
    take(std::string_view(chunk).substr(0, std::size_t(file.gcount())));
  }
  return !columns_.empty();
}

void TelemetryTable::start_again() {
  const std::string path = path_;
  *this = TelemetryTable(path);
}

void TelemetryTable::take(std::string_view text) {
  n_read_ += text.size();
  while (true) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    if (begun_.empty()) {
      take_line(text.substr(0, end));
    } else {
      begun_ += text.substr(0, end);
      take_line(begun_);
      begun_.clear();
    }
    text.remove_prefix(end + 1);
  }
  if (begun_.size() + text.size() > kLongestLine) begun_.clear();
  if (text.size() <= kLongestLine) begun_ += text;
}

void TelemetryTable::take_header(std::string_view line) {
  columns_ = cells_of(line);
  if (columns_.size() > kMostColumns) columns_.resize(kMostColumns);
  for (std::size_t k = 0; k < columns_.size(); ++k)
    if (columns_[k] == "time[s]") time_ = k;
}

void TelemetryTable::take_line(std::string_view line) {
  if (columns_.empty()) return take_header(line);
  std::vector<double> row;
  row.reserve(columns_.size());
  for (std::size_t at = 0; at <= line.size() && row.size() <= columns_.size();) {
    const std::size_t end = std::min(line.find(',', at), line.size());
    row.push_back(number_in(line.substr(at, end - at)));
    at = end + 1;
  }
  if (row.size() != columns_.size()) return;  // no row of this table
  if (n_seen_++ % stride_ == 0) rows_.push_back(row);
  last_ = std::move(row);
  if (rows_.size() >= kMostRows) thin_out();
}

void TelemetryTable::thin_out() {
  for (std::size_t k = 1; 2 * k < rows_.size(); ++k) rows_[k] = std::move(rows_[2 * k]);
  rows_.resize((rows_.size() + 1) / 2);
  stride_ *= 2;
}

std::string TelemetryTable::json(double since) const {
  std::vector<std::string> columns, rows;
  for (const std::string& column : columns_) columns.push_back(column_json(column));
  const auto later = [&](const std::vector<double>& row) { return !(row[time_] <= since); };
  for (const std::vector<double>& row : rows_)
    if (later(row)) rows.push_back(row_json(row));
  const bool last_is_kept = n_seen_ == 0 || (n_seen_ - 1) % stride_ == 0;
  if (!last_is_kept && later(last_)) rows.push_back(row_json(last_));
  return fmt::format(R"({{"ok":true,"columns":{},"rows":{}}})", json::list(columns), json::list(rows));
}

}  // namespace scree::view
