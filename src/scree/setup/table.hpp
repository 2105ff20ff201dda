// Tables of bodies come as text: CSV and LAMMPS data files. The header is internal to setup/.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scree/math/quat.hpp"

namespace scree::insert {

struct TableRow {
  std::size_t line = 0;
  Vec3d x = {0, 0, 0};
  std::optional<double> radius;  // m
  Vec3 v = {0, 0, 0}, omega = {0, 0, 0};
  std::optional<Quat> q;   // rotation from the shape as given; unit length
  std::string_view shape;  // CSV, refers to the text of the table; empty: not given
  std::uint64_t type = 0;  // LAMMPS, from 1; 0: not given
  std::uint64_t id = 0;    // LAMMPS
};

// Collects problems of a table, "file:line: text" each. Only the first are kept in full: a wrong column is wrong on
// every line.
class TableProblems {
 public:
  TableProblems(std::string path, std::vector<std::string>& problems) : path_(std::move(path)), problems_(problems) {}
  ~TableProblems();
  TableProblems(const TableProblems&) = delete;
  TableProblems& operator=(const TableProblems&) = delete;
  void add(std::size_t line, const std::string& text);  // line 0: the file as a whole
  bool any() const { return n_ > 0; }

 private:
  static constexpr std::size_t kShown = 20;
  std::string path_;
  std::vector<std::string>& problems_;
  std::size_t n_ = 0;
};

std::string_view trimmed(std::string_view text);
std::vector<std::string_view> words(std::string_view text);  // splits at blanks
std::optional<double> finite_number(std::string_view text);
std::optional<std::uint64_t> whole_number(std::string_view text);

// Rows refer to the text, which must outlive them.
std::vector<TableRow> read_csv(std::string_view text, bool flat, TableProblems& problems);  // flat: z may be missing
std::vector<TableRow> read_lammps(std::string_view text, TableProblems& problems);

}  // namespace scree::insert
