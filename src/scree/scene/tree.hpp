// A scene file is held as a tree of plain nodes that know their line. No other part of the program sees the TOML
// library.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scree::scene {

struct Node {
  enum class Kind : std::uint8_t { kTable, kArray, kText, kInteger, kFloat, kFlag, kDate };
  Kind kind = Kind::kTable;
  int line = 0;  // 0: given by --set
  bool flag = false;
  double number = 0;              // kInteger, kFloat
  std::int64_t integer = 0;       // kInteger
  std::string text;               // kText, kDate
  std::vector<std::string> keys;  // kTable: names of the items, in the order of the file
  std::vector<Node> items;        // kTable, kArray
  mutable bool used = false;      // a reader has looked at it

  bool is(Kind k) const { return kind == k; }
  bool is_number() const { return kind == Kind::kInteger || kind == Kind::kFloat; }
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key) { return const_cast<Node*>(std::as_const(*this).find(key)); }
};

// Checks that a text of TOML is small and flat enough to be read: the library and our own walks over its tree go down
// as deep as the text does, and need some hundred bytes a value. Returns what is wrong, and at which line, or nothing.
std::string too_much_to_read(std::string_view text, int& line);

// Throws InputError "file:line: text" where the text is no TOML, or too much of it.
Node parse_toml(const std::string& text, const std::string& file);

// Returns the value as TOML, shortened where it is long.
std::string to_text(const Node& node);

// Applies "key=value" of --set: `time.dt=1e-5`, `contact[0].mu=0.3`, `wall.floor.material=steel`. The value is TOML,
// or else a bare string. Returns what is wrong, or nothing.
std::string apply_override(Node& root, const std::string& key_value);

}  // namespace scree::scene
