// A table of a scene is read by the list of keys: types, dimensions, ranges and defaults come from there, and what is
// wrong is collected with file, line, key and value.
//
// Getters never throw. After a problem they return NaN, an empty list or the first choice, so that one wrong value
// gives one message; nothing runs on such values because a scene with problems is refused as a whole.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scree/math/vec3.hpp"
#include "scree/scene/keys.hpp"
#include "scree/scene/tree.hpp"

namespace scree::scene {

class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}

  void add(int line, const std::string& text);  // "file:line: text", line 0: "--set: text"
  void add_whole(const std::string& text);      // already complete
  bool empty() const { return n_ == 0; }
  std::size_t size() const { return n_; }
  std::string where(int line) const;
  std::string joined() const;  // one a line, in the order of the file; of very many the first that were found

 private:
  static constexpr std::size_t kMostShown = 200;
  struct Problem {
    int line;
    std::string text;
  };
  void keep(int line, std::string text);

  std::string file_;
  std::vector<Problem> list_;
  std::size_t n_ = 0;
};

// Holds a value and its full name, for messages about it.
struct Ref {
  const Node* node = nullptr;
  std::string path;
};
struct NamedRef : Ref {
  std::string name;
};

class Table {
 public:
  // `node` is null where an optional table is missing: all getters then return defaults. With `flat` the scene has two
  // dimensions. Vectors then lie in the plane z = 0, and z may be left out; those of rotations lie along z. A default
  // along z lies along y.
  Table(Problems& problems, const Node* node, std::string path, std::string_view schema, bool flat = false);

  bool given() const { return node_ != nullptr; }
  bool flat() const { return flat_; }
  int line() const { return node_ ? node_->line : 0; }
  const std::string& path() const { return path_; }
  Problems& problems() const { return *problems_; }
  bool has(std::string_view key) const { return node_ && node_->find(key); }

  double number(std::string_view key) const;                         // NaN: no default, or wrong
  std::optional<double> number_or_word(std::string_view key) const;  // nothing: the word
  std::optional<Measure> measure(std::string_view key) const;        // any dimension; plain numbers have none
  std::int64_t integer(std::string_view key) const;
  bool flag(std::string_view key) const;
  std::string text(std::string_view key) const;
  std::string name(std::string_view key) const;  // a text that is short enough for columns and attributes of files
  int choice(std::string_view key) const;        // place in the list; -1: not given or wrong
  Vec3d vector(std::string_view key) const;
  std::optional<Vec3d> direction(std::string_view key) const;  // of length 1; nothing after a problem
  std::vector<double> numbers(std::string_view key) const;
  std::vector<Vec3d> points(std::string_view key) const;
  std::vector<std::vector<int>> faces(std::string_view key) const;
  std::optional<std::pair<Vec3d, Vec3d>> box(std::string_view key) const;
  std::vector<NamedRef> texts(std::string_view key) const;
  Table table(std::string_view key) const;
  std::vector<Table> tables(std::string_view key) const;
  bool is_table(std::string_view key) const;

  // The problem reads "file:line: path.key = value: what", without a value where the key is missing, at the line of the
  // table.
  void problem(std::string_view key, std::string_view what) const;
  void problem(std::string_view what) const;  // about the table itself
  Ref ref(std::string_view key) const;
  // Reports the given keys that nothing has looked at: `not used by law "hertz"`.
  void refuse_unused(const std::string& by) const;

 private:
  const Key& key_info(std::string_view key) const;
  const Node* look_up(std::string_view key) const;  // marks it as used, reports it if required and missing
  std::string full(std::string_view key) const;
  std::optional<double> quantity(const Node& node, const std::string& path, const Key& key) const;
  std::optional<Vec3d> triple(const Node& node, const std::string& path, const Key& key) const;

  Problems* problems_;
  const Node* node_;
  std::string path_;
  std::string_view schema_;
  bool flat_;
};

void report(Problems& problems, const Ref& ref, std::string_view what);

// Reports every key, in this table and those inside it, that is not in the list.
void check_unknown_keys(Problems& problems, const Node& node, const std::string& path, std::string_view schema);

}  // namespace scree::scene
