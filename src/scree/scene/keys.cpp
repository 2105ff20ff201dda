#include "scree/scene/keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scree/scene/shown_text.hpp"

namespace scree::scene {

const char* words(Range range) {
  static constexpr const char* kWords[] = {"",
                                           "must be > 0",
                                           "must be >= 0",
                                           "must be from 0 to 1",
                                           "must be > 0 and <= 1",
                                           "must be > -1 and <= 0.5",
                                           "must be from 0.1 to 1.9"};
  return kWords[int(range)];
}

bool within(Range range, double value) {
  switch (range) {
    case Range::kAny:
      return true;
    case Range::kPositive:
      return value > 0;
    case Range::kNotNegative:
      return value >= 0;
    case Range::kFraction:
      return value >= 0 && value <= 1;
    case Range::kPositiveFraction:
      return value > 0 && value <= 1;
    case Range::kPoisson:
      return value > -1 && value <= 0.5;
    case Range::kSquareness:
      return value >= 0.1 && value <= 1.9;
  }
  return false;
}

namespace {

bool is_positive(Range range) { return range == Range::kPositive || range == Range::kPositiveFraction; }

}  // namespace

bool within_limits(Range range, Dim dim, double value) {
  const DimInfo& limits = info(dim);
  return std::abs(value) <= limits.most && (!is_positive(range) || value >= limits.least);
}

std::string limit_words(Range range, Dim dim) {
  const DimInfo& limits = info(dim);
  const double least = is_positive(range) ? limits.least : range == Range::kNotNegative ? 0 : -limits.most;
  return fmt::format("must be from {:g} to {:g}{}", least, limits.most,
                     dim == Dim::kNone ? "" : fmt::format(" {}", limits.unit));
}

const Key* find_key(std::string_view table, std::string_view name) {
  for (const Key& key : all_keys())
    if (table == key.table && name == key.name) return &key;
  return nullptr;
}

std::vector<std::string> known_names(std::string_view table) {
  std::vector<std::string> names;
  for (const Key& key : all_keys())
    if (table == key.table) names.emplace_back(key.name);
  return names;
}

std::vector<std::string> split_choices(const Key& key) {
  std::vector<std::string> parts;
  std::string_view rest = key.choices;
  while (!rest.empty()) {
    const std::size_t bar = rest.find('|');
    parts.emplace_back(rest.substr(0, bar));
    rest = bar == rest.npos ? std::string_view() : rest.substr(bar + 1);
  }
  return parts;
}

namespace {

// Computes Levenshtein's distance, with two neighbours swapped counted as one.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0u);
  for (std::size_t i = 0; i < a.size(); ++i) {
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({last[j] + (a[i] != b[j]), last[j + 1] + 1, row[j] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

std::string or_list(const std::vector<std::string>& names) {
  std::vector<std::string> quoted;
  for (const std::string& name : names) quoted.push_back('"' + name + '"');
  if (quoted.size() < 2) return fmt::format("{}", fmt::join(quoted, ""));
  const std::string last = quoted.back();
  quoted.pop_back();
  return fmt::format("{} or {}", fmt::join(quoted, ", "), last);
}

std::string with_article(const char* name) {
  return fmt::format("{} {}", std::string_view("aeiou").find(name[0]) < 5 ? "an" : "a", name);
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  constexpr std::size_t kLongestMisspelt = 100;  // no name of ours is half as long
  std::string best;
  if (name.size() > kLongestMisspelt) return best;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& other : known) {
    const std::size_t distance = edit_distance(name, other);
    if (distance < best_distance) {
      best_distance = distance;
      best = other;
    }
  }
  return best;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(name, known);
  if (!nearest.empty()) return fmt::format("did you mean \"{}\"?", nearest);
  return fmt::format("known are {}", fmt::join(known, ", "));
}

std::string describe(const Key& key) {
  const DimInfo& dim = info(key.dim);
  const std::string quantity = key.dim == Dim::kNone || key.dim == Dim::kMinutes
                                   ? with_article(dim.name)
                                   : fmt::format("{}, e.g. \"{}\"", with_article(dim.name), dim.example);
  const std::string one = with_article(key.dim == Dim::kNone ? "number" : dim.name);
  switch (key.type) {
    case Type::kFlag:
      return "true or false";
    case Type::kInteger:
      return "an integer";
    case Type::kNumber:
      return quantity;
    case Type::kNumberOrWord:
      return fmt::format("{}, or \"{}\"", quantity, key.choices);
    case Type::kNumbers:
      return fmt::format("a list, each {}", quantity);
    case Type::kVector:
      return fmt::format("a list of three, each {}", quantity);
    case Type::kPoints:
      return fmt::format("a list of points, each a list of three, each {}", one);
    case Type::kFaces:
      return "a list of faces, each a list of integers";
    case Type::kText:
      return "a string";
    case Type::kTexts:
      return "a list of strings";
    case Type::kChoice:
      return or_list(split_choices(key));
    case Type::kTable:
      return "a table";
    case Type::kTables:
      return "a list of tables";
    case Type::kSize:
      return fmt::format("{}, or a size distribution", quantity);
    case Type::kBox:
      return "two corners of a box, [[x, y, z], [x, y, z]]";
    case Type::kRegion:
      return "two corners of a box, [[x, y, z], [x, y, z]], or a table with box, cylinder or sphere";
  }
  return {};
}

namespace {

// Returns one cell of the reference: what may stand there, with the unit of a plain number.
std::string value_cell(const Key& key) {
  const DimInfo& dim = info(key.dim);
  const std::string one = key.dim == Dim::kNone ? "number" : fmt::format("{} [{}]", dim.name, dim.unit);
  std::string cell;
  switch (key.type) {
    case Type::kNumber:
      cell = one;
      break;
    case Type::kNumberOrWord:
      cell = fmt::format("{} or \"{}\"", one, key.choices);
      break;
    case Type::kNumbers:
      cell = "list: " + one;
      break;
    case Type::kVector:
      cell = "vector: " + one;
      break;
    case Type::kPoints:
      cell = "list of points: " + one;
      break;
    case Type::kSize:
      cell = one + " or size distribution";
      break;
    case Type::kBox:
      cell = "two corners: " + one;
      break;
    case Type::kRegion:
      cell = "two corners or table: " + one;
      break;
    default:
      cell = describe(key);
  }
  const std::string_view range = words(key.range);
  return range.empty() ? cell : fmt::format("{}, {}", cell, range.substr(std::string_view("must be ").size()));
}

std::string default_cell(const Key& key) {
  if (key.fallback == kRequired) return "required";
  return *key.fallback ? fmt::format("`{}`", key.fallback) : "";
}

}  // namespace

namespace {

// Lists which numbers a scene may have at all.
std::string limits_reference() {
  std::string text =
      "### Limits of numbers\n\n"
      "Every number of a scene is finite and within the limits of its dimension; what must be > 0 is not smaller than "
      "the "
      "smallest. They lie far beyond what anybody simulates: a number outside of them is a slip.\n\n"
      "| dimension | unit | smallest > 0 | largest |\n|---|---|---|---|\n";
  for (const DimInfo& dim : all_dimensions())
    text += fmt::format("| {} | {} | {:g} | {:g} |\n", dim.name, dim.unit, dim.least, dim.most);
  return text + "\n";
}

}  // namespace

std::string scene_reference() {
  std::string text = limits_reference();
  for (const TableInfo& table : all_tables()) {
    text += fmt::format("### {}\n\n", *table.heading == '[' ? fmt::format("`{}`", table.heading) : table.heading);
    if (*table.meaning) text += fmt::format("{}\n\n", table.meaning);
    text += "| key | value | default | meaning |\n|---|---|---|---|\n";
    for (const Key& key : all_keys()) {
      if (std::string_view(table.name) != key.table) continue;
      text += fmt::format("| `{}` | {} | {} | {} |\n", key.name, value_cell(key), default_cell(key), key.meaning);
    }
    text += '\n';
    if (*table.example) text += fmt::format("```toml\n{}\n```\n\n", table.example);
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace scree::scene
