#include "scree/scene/tree.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>

#include "scree/error.hpp"
#include "scree/scene/shown_text.hpp"

namespace scree::scene {

namespace {

Node convert(const toml::node& from) {
  Node node;
  node.line = int(from.source().begin.line);
  if (const auto* table = from.as_table()) {
    std::vector<std::pair<toml::source_position, std::string>> order;
    for (const auto& [key, value] : *table) order.emplace_back(value.source().begin, std::string(key.str()));
    std::sort(order.begin(), order.end());
    for (const auto& [position, key] : order) {
      node.keys.push_back(key);
      node.items.push_back(convert(*table->get(key)));
    }
  } else if (const auto* array = from.as_array()) {
    node.kind = Node::Kind::kArray;
    for (const auto& item : *array) node.items.push_back(convert(item));
  } else if (const auto* text = from.as_string()) {
    node.kind = Node::Kind::kText;
    node.text = text->get();
  } else if (const auto* integer = from.as_integer()) {
    node.kind = Node::Kind::kInteger;
    node.integer = integer->get();
    node.number = double(node.integer);
  } else if (const auto* number = from.as_floating_point()) {
    node.kind = Node::Kind::kFloat;
    node.number = number->get();
  } else if (const auto* flag = from.as_boolean()) {
    node.kind = Node::Kind::kFlag;
    node.flag = flag->get();
  } else {
    node.kind = Node::Kind::kDate;
    node.text = "a date";
  }
  return node;
}

void mark_as_set(Node& node) {
  node.line = 0;
  for (Node& item : node.items) mark_as_set(item);
}

Node parse_value(const std::string& text) {
  Node node;
  int line = 0;
  try {
    const bool small = too_much_to_read(text, line).empty();
    const toml::table table = small ? toml::parse("value = " + text) : toml::table();
    if (table.size() == 1) {
      node = convert(*table.get("value"));
      mark_as_set(node);
      return node;
    }
  } catch (const toml::parse_error&) {
  }
  node.kind = Node::Kind::kText;
  node.text = text;
  return node;
}

constexpr std::size_t kDeepestKey = 16;       // parts of a dotted key
constexpr std::size_t kDeepestValue = 32;     // brackets in brackets
constexpr std::size_t kMostValues = 1000000;  // more values belong in a table of their own (fill.file, wall.file)

struct Step {
  std::string name;
  std::vector<std::size_t> indices;
};

// Splits "contact[0].mu" into contact [0] and mu.
bool split_path(std::string_view path, std::vector<Step>& steps) {
  while (true) {
    if (steps.size() == kDeepestKey) return false;
    const std::size_t dot = path.find('.');
    std::string_view part = path.substr(0, dot);
    Step step;
    const std::size_t bracket = part.find('[');
    step.name = std::string(part.substr(0, bracket));
    part = bracket == part.npos ? std::string_view() : part.substr(bracket);
    while (!part.empty()) {
      std::size_t index = 0;
      const auto [end, code] = std::from_chars(part.data() + 1, part.data() + part.size(), index);
      if (part[0] != '[' || code != std::errc() || end == part.data() + part.size() || *end != ']') return false;
      step.indices.push_back(index);
      part = part.substr(std::size_t(end - part.data()) + 1);
    }
    if (step.name.empty()) return false;
    steps.push_back(std::move(step));
    if (dot == path.npos) return true;
    path = path.substr(dot + 1);
  }
}

Node* find_named(Node& array, const std::string& name) {
  for (Node& item : array.items) {
    const Node* const own = item.find("name");
    if (own && own->text == name) return &item;
  }
  return nullptr;
}

std::string names_in(const Node& array) {
  std::vector<std::string> names;
  for (const Node& item : array.items) {
    const Node* const own = item.find("name");
    if (own) names.push_back(own->text);
  }
  return names.empty() ? "none has a name" : listed(names);
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  if (kind != Kind::kTable) return nullptr;
  const auto it = std::find(keys.begin(), keys.end(), key);
  return it == keys.end() ? nullptr : &items[std::size_t(it - keys.begin())];
}

namespace {

// Returns the end of the string that begins at `at`, or that of the text, and counts its lines.
std::size_t end_of_string(std::string_view text, std::size_t at, int& line) {
  const char quote = text[at];
  const bool many_lines = text.substr(at).starts_with(std::string(3, quote));
  const std::string_view end = text.substr(at, many_lines ? 3 : 1);
  for (at += end.size(); at < text.size(); ++at) {
    if (text[at] == '\n' && !many_lines) return at - 1;  // not closed: the parser says so
    if (text[at] == '\n') ++line;
    if (text[at] == '\\' && quote == '"')
      ++at;
    else if (text.substr(at).starts_with(end))
      return at + end.size() - 1;
  }
  return at;
}

}  // namespace

std::string too_much_to_read(std::string_view text, int& line) {
  std::size_t depth = 0, dots = 0, values = 0;
  line = 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = end_of_string(text, at, line);
      continue;
    }
    if (c == '#') at = std::min(text.find('\n', at), text.size()) - 1;
    if (c == '\n') ++line;
    if (c == '.') ++dots;
    if (std::string_view("=,[]{}\n").find(c) != std::string_view::npos) dots = 0;
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && depth > 0) --depth;
    if (c == ',' || c == '=') ++values;
    if (dots >= kDeepestKey) return fmt::format("a key has at most {} parts", kDeepestKey);
    if (depth > kDeepestValue) return fmt::format("lists and tables lie in each other at most {} deep", kDeepestValue);
    if (values > kMostValues)
      return fmt::format("more than {} values; give that many in a file of their own (fill.file, wall.file)",
                         kMostValues);
  }
  return {};
}

Node parse_toml(const std::string& text, const std::string& file) {
  int line = 0;
  if (const std::string much = too_much_to_read(text, line); !much.empty())
    throw InputError(fmt::format("{}:{}: {}", file, line, much));
  try {
    return convert(toml::parse(text, file));
  } catch (const toml::parse_error& e) {
    throw InputError(
        fmt::format("{}:{}: {}", file, e.source().begin.line, shortened(std::string(e.description()), 300)));
  }
}

std::string to_text(const Node& node) {
  constexpr std::size_t kLongest = 72;
  std::string text;
  switch (node.kind) {
    case Node::Kind::kText:
      text = '"' + shortened(node.text, 2 * kLongest) + '"';
      break;
    case Node::Kind::kInteger:
      return fmt::format("{}", node.integer);
    case Node::Kind::kFloat:
      return fmt::format("{}", node.number);
    case Node::Kind::kFlag:
      return node.flag ? "true" : "false";
    case Node::Kind::kDate:
      return node.text;
    case Node::Kind::kArray:
    case Node::Kind::kTable: {
      const bool table = node.is(Node::Kind::kTable);
      text = table ? "{ " : "[";
      for (std::size_t i = 0; i < node.items.size() && text.size() <= kLongest; ++i) {
        if (i > 0) text += ", ";
        if (table) text += shortened(node.keys[i]) + " = ";
        text += to_text(node.items[i]);
      }
      text += table ? " }" : "]";
    }
  }
  return shortened(text, kLongest);
}

std::string apply_override(Node& root, const std::string& key_value) {
  const std::string shown = shortened(key_value, 100);
  const std::size_t equals = key_value.find('=');
  std::vector<Step> steps;
  if (equals == key_value.npos || equals + 1 == key_value.size() ||
      !split_path(std::string_view(key_value).substr(0, equals), steps))
    return fmt::format("--set {}: must be key=value, e.g. time.end=2 or contact[0].mu=0.3", shown);

  Node* at = &root;
  std::string path;
  for (const Step& step : steps) {
    const std::string before = path;
    path += (path.empty() ? "" : ".") + shortened(step.name);
    Node* next = nullptr;
    if (at->is(Node::Kind::kArray)) {
      next = find_named(*at, step.name);
      if (!next)
        return fmt::format("--set {}: no {} has this name ({}); an index is written {}[0]", key_value, before,
                           names_in(*at), before);
    } else if (at->is(Node::Kind::kTable)) {
      next = at->find(step.name);
      if (!next) {  // a key that the file leaves out; a wrong name is found with all other unknown keys
        at->keys.push_back(step.name);
        at->items.emplace_back();
        next = &at->items.back();
      }
    } else {
      return fmt::format("--set {}: {} = {} is no table", shown, before, to_text(*at));
    }
    for (const std::size_t index : step.indices) {
      if (!next->is(Node::Kind::kArray) || index >= next->items.size())
        return fmt::format("--set {}: there is no {}[{}]; {} has {} entries", key_value, path, index, path,
                           next->is(Node::Kind::kArray) ? next->items.size() : 0);
      next = &next->items[index];
      path += fmt::format("[{}]", index);
    }
    at = next;
  }
  *at = parse_value(key_value.substr(equals + 1));
  return {};
}

}  // namespace scree::scene
