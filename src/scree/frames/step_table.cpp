#include "scree/frames/step_table.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "scree/error.hpp"
#include "scree/store/files.hpp"

namespace scree::output {

namespace {

// Commas in quotes are part of a name.
std::size_t n_cells(std::string_view row) {
  std::size_t n = 1;
  bool quoted = false;
  for (const char c : row) {
    quoted ^= c == '"';
    n += c == ',' && !quoted;
  }
  return n;
}

// Returns the step a row begins with; nullopt for what is not a whole row.
std::optional<std::uint64_t> step_of(std::string_view row, std::size_t n_columns) {
  std::uint64_t step = 0;
  const auto [end, error] = std::from_chars(row.begin(), row.end(), step);
  if (error != std::errc() || end == row.end() || *end != ',') return std::nullopt;
  if (!row.ends_with('\n') || n_cells(row) != n_columns) return std::nullopt;
  return step;
}

}  // namespace

std::string csv_quoted(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

StepTable::StepTable(const std::string& path, const std::vector<std::string>& columns, bool resume, std::uint64_t step)
    : path_(path) {
  std::string header;
  for (const std::string& name : columns) header += (header.empty() ? "" : ",") + csv_quoted(name);
  header += "\n";
  make_folder_of(path);
  if (resume && std::filesystem::exists(path)) {
    keep_rows_until(step, header, columns.size());
  } else {
    write_whole_file(path, header);
  }
  file_.open(path, std::ios::binary | std::ios::app);
  struct stat named = {};
  if (!file_ || stat(path.c_str(), &named) != 0)
    throw RunError(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
  device_ = named.st_dev, inode_ = named.st_ino;
}

void StepTable::keep_rows_until(std::uint64_t step, const std::string& header, std::size_t n_columns) {
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

void StepTable::append(std::uint64_t step, const std::string& rows) {
  struct stat named = {};
  if (stat(path_.c_str(), &named) != 0 || named.st_dev != device_ || named.st_ino != inode_)
    throw RunError(fmt::format("{}: was deleted, moved or replaced while the run went on", path_));
  file_.write(rows.data(), std::streamsize(rows.size()));
  file_.flush();
  if (!file_) throw RunError(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
  last_step_ = step;
}

}  // namespace scree::output
