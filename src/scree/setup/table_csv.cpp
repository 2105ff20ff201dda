// A CSV table has a header line that names the columns; reading tables shares words and numbers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "scree/setup/table.hpp"

namespace scree::insert {

TableProblems::~TableProblems() {
  if (n_ > kShown) problems_.push_back(fmt::format("{}: and {} more problems", path_, n_ - kShown));
}

void TableProblems::add(std::size_t line, const std::string& text) {
  if (++n_ > kShown) return;
  problems_.push_back(line > 0 ? fmt::format("{}:{}: {}", path_, line, text) : fmt::format("{}: {}", path_, text));
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> out;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::size_t n = std::min(text.find_first_of(" \t"), text.size());
    out.push_back(text.substr(0, n));
    text.remove_prefix(n);
  }
  return out;
}

std::optional<double> finite_number(std::string_view text) {
  double value = 0;
  if (text.starts_with('+')) text.remove_prefix(1);  // from_chars takes no plus sign
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

namespace {

enum Column { kX, kY, kZ, kVx, kVy, kVz, kWx, kWy, kWz, kQw, kQx, kQy, kQz, kRadius, kDiameter, kShape };
struct ColumnName {
  std::string_view name;
  Column column;
};
constexpr std::array kColumns = {ColumnName{"x", kX},
                                 ColumnName{"y", kY},
                                 ColumnName{"z", kZ},
                                 ColumnName{"vx", kVx},
                                 ColumnName{"vy", kVy},
                                 ColumnName{"vz", kVz},
                                 ColumnName{"wx", kWx},
                                 ColumnName{"wy", kWy},
                                 ColumnName{"wz", kWz},
                                 ColumnName{"qw", kQw},
                                 ColumnName{"qx", kQx},
                                 ColumnName{"qy", kQy},
                                 ColumnName{"qz", kQz},
                                 ColumnName{"r", kRadius},
                                 ColumnName{"radius", kRadius},
                                 ColumnName{"d", kDiameter},
                                 ColumnName{"diameter", kDiameter},
                                 ColumnName{"size", kDiameter},
                                 ColumnName{"shape", kShape}};

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t comma = line.find(',');
    out.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return out;
    line.remove_prefix(comma + 1);
  }
}

std::vector<Column> read_header(std::string_view line, std::size_t number, bool flat, TableProblems& problems) {
  std::vector<Column> columns;
  int seen[kShape + 1] = {};
  for (const std::string_view field : fields_of(line)) {
    std::string name(field);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    const auto known =
        std::find_if(kColumns.begin(), kColumns.end(), [&](const ColumnName& c) { return c.name == name; });
    if (known == kColumns.end()) {
      problems.add(number,
                   fmt::format("column \"{}\": no such column (x, y, z, r or radius, d, diameter or size, vx, vy, vz, "
                               "wx, wy, wz, qw, qx, qy, qz, shape)",
                               field));
      continue;
    }
    columns.push_back(known->column);
    ++seen[known->column];
  }
  for (const Column needed : {kX, kY, kZ})
    if (!seen[needed] && !(flat && needed == kZ))
      problems.add(number, fmt::format("column \"{}\" is missing", kColumns[needed].name));
  if (seen[kRadius] + seen[kDiameter] > 1) problems.add(number, "more than one column for the size");
  const int n_q = seen[kQw] + seen[kQx] + seen[kQy] + seen[kQz];
  if (n_q > 0 && n_q < 4) problems.add(number, "columns qw, qx, qy and qz go together");
  for (const Column c : {kX, kY, kZ, kVx, kVy, kVz, kWx, kWy, kWz, kQw, kQx, kQy, kQz, kShape})
    if (seen[c] > 1)
      problems.add(number, fmt::format("column \"{}\" is there twice", c == kShape ? "shape" : kColumns[c].name));
  return columns;
}

TableRow read_row(const std::vector<Column>& columns, const std::vector<std::string_view>& fields,
                  const std::vector<std::string>& names, std::size_t number, TableProblems& problems) {
  TableRow row;
  row.line = number;
  Quat q{0, 0, 0, 0};
  Real* const of_q[] = {&q.w, &q.x, &q.y, &q.z};
  bool turned = false;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const Column c = columns[k];
    if (c == kShape) {
      row.shape = fields[k];
      continue;
    }
    const std::optional<double> value = finite_number(fields[k]);
    if (!value) {
      problems.add(number, fmt::format("{} = \"{}\": must be a finite number", names[k], fields[k]));
      continue;
    }
    if (c <= kZ)
      row.x[c - kX] = *value;
    else if (c <= kVz)
      row.v[c - kVx] = Real(*value);
    else if (c <= kWz)
      row.omega[c - kWx] = Real(*value);
    else if (c <= kQz)
      *of_q[c - kQw] = Real(*value), turned = true;
    else {
      if (!(*value > 0)) problems.add(number, fmt::format("{} = {}: must be > 0", names[k], fields[k]));
      row.radius = c == kRadius ? *value : *value / 2;
    }
  }
  if (turned && q == Quat{0, 0, 0, 0}) problems.add(number, "qw, qx, qy, qz: must not all be 0");
  if (turned) row.q = normalized(q);
  return row;
}

}  // namespace

std::vector<TableRow> read_csv(std::string_view text, bool flat, TableProblems& problems) {
  std::vector<TableRow> rows;
  std::vector<Column> columns;
  std::vector<std::string> names;
  std::size_t number = 0;
  std::string_view rest = text;
  if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);  // a byte order mark, as spreadsheets write it
  while (!rest.empty()) {
    ++number;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    if (columns.empty()) {
      columns = read_header(line, number, flat, problems);
      for (const std::string_view f : fields_of(line)) names.emplace_back(f);
      if (problems.any()) return rows;
      continue;
    }
    const std::vector<std::string_view> fields = fields_of(line);
    if (fields.size() != columns.size())
      problems.add(number, fmt::format("{} fields, the header has {}", fields.size(), columns.size()));
    else
      rows.push_back(read_row(columns, fields, names, number, problems));
  }
  if (columns.empty())
    problems.add(0, "no header line");
  else if (rows.empty() && !problems.any())
    problems.add(0, "no bodies");
  return rows;
}

}  // namespace scree::insert
