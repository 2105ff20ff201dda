#include "scree/scene/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>

#include "scree/scene/shown_text.hpp"

namespace scree::scene {

namespace {
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr Vec3d kNaNs = {kNaN, kNaN, kNaN};

constexpr std::size_t kLongestName = 100, kLongestText = 4000;  // bytes

// Says what keeps a node from being a text that files and messages can take, or nothing.
std::string wrong_with_text(const Node& node, std::size_t longest) {
  if (!node.is(Node::Kind::kText)) return "must be a string";
  if (node.text.empty()) return "must not be empty";
  if (node.text.size() > longest) return fmt::format("must be at most {} bytes long", longest);
  const auto control = [](unsigned char c) { return c < 0x20 || c == 0x7F; };
  if (std::any_of(node.text.begin(), node.text.end(), control)) return "must hold no control characters";
  return {};
}

// Reads "[1, 1]" as numbers.
std::vector<double> default_numbers(const Key& key) {
  std::vector<double> values;
  if (key.fallback == kRequired) return values;
  const char* at = key.fallback;
  while (*at == '[' || *at == ',') {
    char* end = nullptr;
    values.push_back(std::strtod(at + 1, &end));
    at = end;
  }
  return values;
}
}  // namespace

void Problems::add(int line, const std::string& text) { keep(line, where(line) + ": " + text); }
void Problems::add_whole(const std::string& text) { keep(std::numeric_limits<int>::max(), text); }

void Problems::keep(int line, std::string text) {
  if (++n_ <= kMostShown) list_.push_back({line, std::move(text)});
}

std::string Problems::where(int line) const { return line > 0 ? fmt::format("{}:{}", file_, line) : "--set"; }

std::string Problems::joined() const {
  std::vector<Problem> sorted = list_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Problem& a, const Problem& b) { return a.line < b.line; });
  std::string text;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto same = [&](const Problem& p) { return p.text == sorted[i].text; };
    if (std::any_of(sorted.begin(), sorted.begin() + std::ptrdiff_t(i), same)) continue;
    text += (text.empty() ? "" : "\n") + sorted[i].text;
  }
  if (n_ > kMostShown) text += fmt::format("\n{}: and {} more problems", file_, n_ - kMostShown);
  return text;
}

void report(Problems& problems, const Ref& ref, std::string_view what) {
  problems.add(ref.node->line, fmt::format("{} = {}: {}", ref.path, to_text(*ref.node), what));
}

Table::Table(Problems& problems, const Node* node, std::string path, std::string_view schema, bool flat)
    : problems_(&problems), node_(node), path_(std::move(path)), schema_(schema), flat_(flat) {}

const Key& Table::key_info(std::string_view key) const {
  const Key* const info = find_key(schema_, key);
  if (!info) throw std::logic_error(fmt::format("key {}.{} is not in the list of keys", schema_, key));
  return *info;
}

std::string Table::full(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

const Node* Table::look_up(std::string_view key) const {
  const Key& info = key_info(key);
  const Node* const node = node_ ? node_->find(key) : nullptr;
  if (node) node->used = true;
  if (!node && node_ && info.fallback == kRequired)
    problems_->add(node_->line, fmt::format("{}: missing; must be {}", full(key), describe(info)));
  return node;
}

Ref Table::ref(std::string_view key) const { return {node_ ? node_->find(key) : nullptr, full(key)}; }

void Table::problem(std::string_view key, std::string_view what) const {
  const Ref r = ref(key);
  if (r.node)
    report(*problems_, r, what);
  else
    problems_->add(line(), fmt::format("{}: {}", r.path, what));
}
void Table::problem(std::string_view what) const { problems_->add(line(), fmt::format("{}: {}", path_, what)); }

void Table::refuse_unused(const std::string& by) const {
  if (!node_) return;
  for (std::size_t i = 0; i < node_->keys.size(); ++i)
    if (!node_->items[i].used && find_key(schema_, node_->keys[i]))
      problem(node_->keys[i], fmt::format("not used by {}", by));
}

std::optional<double> Table::quantity(const Node& node, const std::string& path, const Key& key) const {
  const Ref here{&node, path};
  const Key one{"", "", Type::kNumber, key.dim, key.range, kRequired, "", ""};
  double value = kNaN;
  if (node.is_number()) {
    value = node.number;
  } else if (node.is(Node::Kind::kText)) {
    std::string error;
    const auto measure = parse_measure(node.text, error);
    if (!measure || !fits(measure->dimension, key.dim)) {
      report(*problems_, here,
             measure ? fmt::format("must be {}", describe(one)) : fmt::format("{}; must be {}", error, describe(one)));
      return std::nullopt;
    }
    value = measure->value;
  } else {
    report(*problems_, here, fmt::format("must be {}", describe(one)));
    return std::nullopt;
  }
  if (!std::isfinite(value)) {
    report(*problems_, here, "must be a finite number");
    return std::nullopt;
  }
  if (!within(key.range, value)) {
    report(*problems_, here, words(key.range));
    return std::nullopt;
  }
  if (!within_limits(key.range, key.dim, value)) {
    report(*problems_, here, limit_words(key.range, key.dim));
    return std::nullopt;
  }
  return value;
}

std::optional<Vec3d> Table::triple(const Node& node, const std::string& path, const Key& key) const {
  const bool turns = key.dim == Dim::kAngularVelocity || key.dim == Dim::kAngle;
  const bool z_left_out = flat_ && !turns && node.items.size() == 2;
  if (!node.is(Node::Kind::kArray) || (node.items.size() != 3 && !z_left_out)) {
    const Key as_vector{"", "", Type::kVector, key.dim, key.range, kRequired, "", ""};
    report(*problems_, {&node, path},
           fmt::format("must be {}{}", describe(as_vector), flat_ && !turns ? "; z may be left out" : ""));
    return std::nullopt;
  }
  Vec3d v = {kNaN, kNaN, z_left_out ? 0 : kNaN};
  bool good = true;
  for (std::size_t k = 0; k < node.items.size(); ++k) {
    const auto value = quantity(node.items[k], fmt::format("{}[{}]", path, k), key);
    good = good && value;
    v[int(k)] = value.value_or(kNaN);
  }
  if (good && flat_ && (turns ? v.x != 0 || v.y != 0 : v.z != 0)) {
    report(*problems_, {&node, path}, fmt::format("dimension = 2: {} must be 0", turns ? "x and y" : "z"));
    good = false;
  }
  return good ? std::optional(v) : std::nullopt;
}

double Table::number(std::string_view key) const {
  const Key& info = key_info(key);
  if (const Node* const node = look_up(key)) return quantity(*node, full(key), info).value_or(kNaN);
  if (info.fallback == kRequired || !*info.fallback) return kNaN;
  return std::stod(info.fallback);
}

std::optional<double> Table::number_or_word(std::string_view key) const {
  const Key& info = key_info(key);
  const Node* const node = look_up(key);
  if (!node && *info.fallback == '"') return std::nullopt;
  if (!node) return std::stod(info.fallback);
  if (node->is(Node::Kind::kText)) {
    if (node->text == info.choices) return std::nullopt;
    std::string error;
    const auto measure = parse_measure(node->text, error);
    if (!measure || !fits(measure->dimension, info.dim)) {
      report(*problems_, ref(key), fmt::format("must be {}", describe(info)));
      return kNaN;
    }
  }
  return quantity(*node, full(key), info).value_or(kNaN);
}

std::optional<Measure> Table::measure(std::string_view key) const {
  const Node* const node = look_up(key);
  if (!node) return std::nullopt;
  std::string error;
  if (node->is_number() && std::isfinite(node->number)) return Measure{node->number, {}};
  if (node->is(Node::Kind::kText))
    if (const auto value = parse_measure(node->text, error)) return value;
  problem(key, fmt::format("{}must be {}", error.empty() ? "" : error + "; ", describe(key_info(key))));
  return std::nullopt;
}

std::int64_t Table::integer(std::string_view key) const {
  const Key& info = key_info(key);
  const Node* const node = look_up(key);
  if (!node) return info.fallback == kRequired || !*info.fallback ? 0 : std::stoll(info.fallback);
  // 1e6 is a float for TOML and a whole number for people.
  const bool whole = node->is(Node::Kind::kInteger) || (node->is(Node::Kind::kFloat) && std::abs(node->number) < 9e15 &&
                                                        std::trunc(node->number) == node->number);
  if (!whole) {
    problem(key, "must be an integer");
  } else if (!within(info.range, node->number)) {
    problem(key, words(info.range));
  } else {
    return node->is(Node::Kind::kInteger) ? node->integer : std::int64_t(node->number);
  }
  return 0;
}

bool Table::flag(std::string_view key) const {
  const Key& info = key_info(key);
  const Node* const node = look_up(key);
  if (node && !node->is(Node::Kind::kFlag)) problem(key, "must be true or false");
  return node ? node->flag : std::string_view(info.fallback) == "true";
}

std::string Table::text(std::string_view key) const {
  const Node* const node = look_up(key);
  if (!node) return {};
  const std::string wrong = wrong_with_text(*node, kLongestText);
  if (!wrong.empty()) problem(key, wrong);
  return wrong.empty() ? node->text : std::string();
}

std::string Table::name(std::string_view key) const {
  const Node* const node = look_up(key);
  if (!node) return {};
  std::string wrong = wrong_with_text(*node, kLongestName);
  if (wrong.empty() && node->text.find_first_of(",\"") != std::string::npos)
    wrong = "must hold no comma and no quote, because columns of tables bear it";
  if (!wrong.empty()) problem(key, wrong);
  return wrong.empty() ? node->text : std::string();
}

std::optional<Vec3d> Table::direction(std::string_view key) const {
  const Vec3d v = vector(key);
  const double length = norm(v);
  if (std::isnan(length)) return std::nullopt;
  if (length < info(Dim::kNone).least) {
    problem(key, "must have a length");
    return std::nullopt;
  }
  return normalized(v);
}

int Table::choice(std::string_view key) const {
  const Key& info = key_info(key);
  const Node* const node = look_up(key);
  std::string value;
  if (node) {
    value = node->text;
  } else if (info.fallback == kRequired || !*info.fallback) {
    return -1;
  } else {
    value = std::string_view(info.fallback).substr(1, std::string_view(info.fallback).size() - 2);
  }
  const std::vector<std::string> known = split_choices(info);
  const auto it = std::find(known.begin(), known.end(), value);
  if (it != known.end()) return int(it - known.begin());
  problem(key, fmt::format("must be {}", describe(info)));
  return -1;
}

Vec3d Table::vector(std::string_view key) const {
  const Key& info = key_info(key);
  if (const Node* const node = look_up(key)) return triple(*node, full(key), info).value_or(kNaNs);
  if (info.fallback == kRequired || !*info.fallback) return kNaNs;
  Vec3d v;
  std::sscanf(info.fallback, "[%lf, %lf, %lf]", &v.x, &v.y, &v.z);
  return flat_ && v.z != 0 ? Vec3d{v.x, v.z, 0} : v;
}

std::vector<double> Table::numbers(std::string_view key) const {
  const Node* const node = look_up(key);
  if (!node) return default_numbers(key_info(key));
  std::vector<double> values;
  if (!node->is(Node::Kind::kArray)) {
    problem(key, fmt::format("must be {}", describe(key_info(key))));
    return values;
  }
  for (std::size_t i = 0; i < node->items.size(); ++i)
    values.push_back(quantity(node->items[i], fmt::format("{}[{}]", full(key), i), key_info(key)).value_or(kNaN));
  return values;
}

std::vector<Vec3d> Table::points(std::string_view key) const {
  const Node* const node = look_up(key);
  std::vector<Vec3d> points;
  if (!node) return points;
  if (!node->is(Node::Kind::kArray)) {
    problem(key, fmt::format("must be {}", describe(key_info(key))));
    return points;
  }
  bool good = true;
  for (std::size_t i = 0; i < node->items.size(); ++i) {
    const auto p = triple(node->items[i], fmt::format("{}[{}]", full(key), i), key_info(key));
    good = good && p;
    points.push_back(p.value_or(kNaNs));
  }
  return good ? points : std::vector<Vec3d>{};
}

std::vector<std::vector<int>> Table::faces(std::string_view key) const {
  const Node* const node = look_up(key);
  std::vector<std::vector<int>> faces;
  if (!node) return faces;
  const auto wrong = [&](const Ref& ref) {
    report(*problems_, ref, fmt::format("must be {}", describe(key_info(key))));
    return std::vector<std::vector<int>>{};
  };
  if (!node->is(Node::Kind::kArray)) return wrong(ref(key));
  for (std::size_t i = 0; i < node->items.size(); ++i) {
    const Node& face = node->items[i];
    const Ref here{&face, fmt::format("{}[{}]", full(key), i)};
    if (!face.is(Node::Kind::kArray)) return wrong(here);
    faces.emplace_back();
    for (const Node& item : face.items) {
      if (!item.is(Node::Kind::kInteger) || std::abs(item.integer) > std::numeric_limits<int>::max())
        return wrong(here);
      faces.back().push_back(int(item.integer));
    }
  }
  return faces;
}

std::optional<std::pair<Vec3d, Vec3d>> Table::box(std::string_view key) const {
  const Node* const node = look_up(key);
  if (!node) return std::nullopt;
  if (!node->is(Node::Kind::kArray) || node->items.size() != 2) {
    problem(key, fmt::format("must be {}", describe(key_info(key))));
    return std::nullopt;
  }
  const auto lo = triple(node->items[0], full(key) + "[0]", key_info(key));
  const auto hi = triple(node->items[1], full(key) + "[1]", key_info(key));
  if (!lo || !hi) return std::nullopt;
  // A flat region is fine, for bodies in a plane.
  if (!(lo->x <= hi->x && lo->y <= hi->y && lo->z <= hi->z)) {
    problem(key, "the box is empty; the first corner must not be above the second in x, y or z");
    return std::nullopt;
  }
  return std::pair(*lo, *hi);
}

std::vector<NamedRef> Table::texts(std::string_view key) const {
  const Node* const node = look_up(key);
  std::vector<NamedRef> refs;
  if (!node) return refs;
  if (!node->is(Node::Kind::kArray)) {
    problem(key, "must be a list of strings");
    return refs;
  }
  if (node->items.empty()) problem(key, "must not be empty");
  for (std::size_t i = 0; i < node->items.size(); ++i) {
    const Node& item = node->items[i];
    const NamedRef r{{&item, fmt::format("{}[{}]", full(key), i)}, item.text};
    const std::string wrong = wrong_with_text(item, kLongestText);
    if (wrong.empty())
      refs.push_back(r);
    else
      report(*problems_, r, wrong);
  }
  return refs;
}

bool Table::is_table(std::string_view key) const {
  const Node* const node = node_ ? node_->find(key) : nullptr;
  return node && node->is(Node::Kind::kTable);
}

Table Table::table(std::string_view key) const {
  const Node* node = look_up(key);
  if (node && !node->is(Node::Kind::kTable)) {
    problem(key, "must be a table");
    node = nullptr;
  }
  return Table(*problems_, node, full(key), key_info(key).choices, flat_);
}

std::vector<Table> Table::tables(std::string_view key) const {
  const Node* const node = look_up(key);
  std::vector<Table> list;
  if (!node) return list;
  const bool top = path_.empty();
  if (!node->is(Node::Kind::kArray)) {
    problem(key, top ? fmt::format("must be a list of tables; write [[{}]]", key) : "must be a list of tables");
    return list;
  }
  for (std::size_t i = 0; i < node->items.size(); ++i) {
    const Node& item = node->items[i];
    std::string path = fmt::format("{}[{}]", full(key), i);
    if (item.is(Node::Kind::kTable))
      list.emplace_back(*problems_, &item, std::move(path), key_info(key).choices, flat_);
    else
      report(*problems_, {&item, path}, "must be a table");
  }
  return list;
}

void check_unknown_keys(Problems& problems, const Node& node, const std::string& path, std::string_view schema) {
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string& name = node.keys[i];
    const Node& item = node.items[i];
    const std::string full = path.empty() ? shortened(name) : fmt::format("{}.{}", path, shortened(name));
    const Key* const key = find_key(schema, name);
    if (!key) {
      const std::vector<std::string> known = known_names(schema);
      problems.add(item.line, fmt::format("{}: unknown key; {}", full, suggestion(name, known)));
      continue;
    }
    const bool holds_tables = key->type == Type::kTable || key->type == Type::kTables || key->type == Type::kSize ||
                              key->type == Type::kRegion;
    if (!holds_tables) continue;
    if (item.is(Node::Kind::kTable)) check_unknown_keys(problems, item, full, key->choices);
    if (!item.is(Node::Kind::kArray)) continue;
    for (std::size_t k = 0; k < item.items.size(); ++k)
      if (item.items[k].is(Node::Kind::kTable))
        check_unknown_keys(problems, item.items[k], fmt::format("{}[{}]", full, k), key->choices);
  }
}

}  // namespace scree::scene
