// Every key of a scene file is declared once. The check for unknown keys, the defaults, the ranges and the reference in
// docs/scene.md are made from this list.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scree/scene/units.hpp"

namespace scree::scene {

enum class Type {
  kFlag,          // true or false
  kInteger,       //
  kNumber,        // number in SI or string with a unit
  kNumberOrWord,  // the same, or the word in `choices`
  kNumbers,       // list of them
  kVector,        // three of them
  kPoints,        // list of vectors
  kFaces,         // list of lists of integers
  kText,          // any string
  kTexts,         // list of strings
  kChoice,        // one of `choices`, which are separated by |
  kTable,         // table with the keys of `choices`
  kTables,        // list of such tables
  kSize,          // number, or table with the keys of `choices`
  kBox,           // two corners
  kRegion,        // two corners, or table with the keys of `choices`
};

enum class Range { kAny, kPositive, kNotNegative, kFraction, kPositiveFraction, kPoisson, kSquareness };
const char* words(Range range);  // "must be >= 0"
bool within(Range range, double value);
// Tells whether a number keeps to what its dimension demands, whatever its key: "must be from 1e-15 to 1e+15 m".
bool within_limits(Range range, Dim dim, double value);
std::string limit_words(Range range, Dim dim);

inline constexpr const char* kRequired = nullptr;
inline constexpr const char* kNoDefault = "";

struct Key {
  const char* table;
  const char* name;
  Type type;
  Dim dim;
  Range range;
  const char* fallback;  // the default as written in a scene; kRequired, kNoDefault
  const char* choices;
  const char* meaning;
};
struct TableInfo {
  const char* name;     // as in Key::table
  const char* heading;  // as people write it
  const char* meaning;
  const char* example;  // TOML
};

std::span<const Key> all_keys();
std::span<const TableInfo> all_tables();
const Key* find_key(std::string_view table, std::string_view name);
std::vector<std::string> known_names(std::string_view table);
std::vector<std::string> split_choices(const Key& key);

// Returns the known name that was probably meant, or an empty string.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);
// Returns `did you mean "density"?`, or the list of what is known.
std::string suggestion(std::string_view name, const std::vector<std::string>& known);

// Says what a value must be, in words: "a length", "true or false".
std::string describe(const Key& key);

// Returns the reference of all tables and keys, as Markdown.
std::string scene_reference();

}  // namespace scree::scene
