// These are LAMMPS data files of atom_style sphere, as write_data writes them.
//
// Rows of Atoms are id type diameter density x y z [image flags], those of Velocities id vx vy vz wx wy wz. Everything
// else (box, masses, coefficients) is skipped: mass follows from our own body type. Bodies come in the order of their
// ids, because write_data's own order depends on the number of ranks.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "scree/setup/table.hpp"

namespace scree::insert {
namespace {

bool is_number(std::string_view word) {
  double value = 0;
  return std::from_chars(word.data(), word.data() + word.size(), value).ptr == word.data() + word.size();
}

class LammpsReader {
 public:
  LammpsReader(std::size_t length, TableProblems& problems) : problems_(problems), most_atoms_(length / kShortest) {}
  void line(std::string_view text, std::size_t number);
  std::vector<TableRow> finish();

 private:
  enum class Section { kHeader, kAtoms, kVelocities, kOther };
  static constexpr std::size_t kShortest = std::string_view("1 1 1 1 0 0 0\n").size();
  void section(std::string_view name, std::string_view comment, std::size_t number);
  void header(const std::vector<std::string_view>& w, std::size_t number);
  void atom(const std::vector<std::string_view>& w, std::size_t number);
  void velocity(const std::vector<std::string_view>& w, std::size_t number);
  double number_of(std::string_view word, const char* name, std::size_t line);
  void sort();

  TableProblems& problems_;
  Section section_ = Section::kHeader;
  std::vector<TableRow> atoms_;
  bool sorted_ = true;  // by id
  std::size_t most_atoms_;
  std::uint64_t promised_ = 0;
  bool has_count_ = false, has_atoms_ = false;
};

double LammpsReader::number_of(std::string_view word, const char* name, std::size_t line) {
  const std::optional<double> value = finite_number(word);
  if (!value) problems_.add(line, fmt::format("{} = \"{}\": must be a finite number", name, word));
  return value.value_or(0);
}

void LammpsReader::section(std::string_view name, std::string_view comment, std::size_t number) {
  section_ = name == "Atoms" ? Section::kAtoms : name == "Velocities" ? Section::kVelocities : Section::kOther;
  if (section_ != Section::kAtoms) return;
  has_atoms_ = true;
  if (!comment.empty() && comment != "sphere")
    problems_.add(number, fmt::format("atom_style {}: only sphere can be read", comment));
}

void LammpsReader::header(const std::vector<std::string_view>& w, std::size_t number) {
  if (w.size() != 2 || w[1] != "atoms") return;
  const std::optional<std::uint64_t> n = whole_number(w[0]);
  if (!n) problems_.add(number, fmt::format("atoms = \"{}\": must be a whole number", w[0]));
  has_count_ = n.has_value();
  promised_ = n.value_or(0);
  atoms_.reserve(std::min(promised_, most_atoms_));
}

void LammpsReader::atom(const std::vector<std::string_view>& w, std::size_t number) {
  if (w.size() != 7 && w.size() != 10)
    return problems_.add(
        number, fmt::format("{} columns, must be 7 (id type diameter density x y z) or 10 with image flags", w.size()));
  const std::optional<std::uint64_t> id = whole_number(w[0]), type = whole_number(w[1]);
  if (!id) return problems_.add(number, fmt::format("id = \"{}\": must be a whole number", w[0]));
  if (!type || *type == 0)
    return problems_.add(number, fmt::format("type = \"{}\": must be a whole number from 1", w[1]));
  TableRow a;
  a.id = *id;
  a.line = number;
  a.type = *type;
  const double diameter = number_of(w[2], "diameter", number);
  if (!(diameter > 0)) problems_.add(number, fmt::format("diameter = {}: must be > 0", w[2]));
  a.radius = diameter / 2;
  a.x = {number_of(w[4], "x", number), number_of(w[5], "y", number), number_of(w[6], "z", number)};
  sorted_ = false;
  atoms_.push_back(a);
}

void LammpsReader::sort() {
  if (std::exchange(sorted_, true)) return;
  std::sort(atoms_.begin(), atoms_.end(),
            [](const TableRow& a, const TableRow& b) { return std::pair(a.id, a.line) < std::pair(b.id, b.line); });
  for (std::size_t k = 1; k < atoms_.size(); ++k)
    if (atoms_[k].id == atoms_[k - 1].id)
      problems_.add(atoms_[k].line, fmt::format("id = {}: there twice", atoms_[k].id));
}

void LammpsReader::velocity(const std::vector<std::string_view>& w, std::size_t number) {
  if (w.size() != 7)
    return problems_.add(number, fmt::format("{} columns, must be 7 (id vx vy vz wx wy wz)", w.size()));
  const std::optional<std::uint64_t> id = whole_number(w[0]);
  sort();
  const auto found = std::lower_bound(atoms_.begin(), atoms_.end(), id.value_or(0),
                                      [](const TableRow& a, std::uint64_t wanted) { return a.id < wanted; });
  if (!id || found == atoms_.end() || found->id != *id)
    return problems_.add(number, fmt::format("id = \"{}\": no such atom", w[0]));
  TableRow& row = *found;
  row.v = {Real(number_of(w[1], "vx", number)), Real(number_of(w[2], "vy", number)),
           Real(number_of(w[3], "vz", number))};
  row.omega = {Real(number_of(w[4], "wx", number)), Real(number_of(w[5], "wy", number)),
               Real(number_of(w[6], "wz", number))};
}

void LammpsReader::line(std::string_view text, std::size_t number) {
  const std::size_t hash = text.find('#');
  const std::string_view comment = hash == std::string_view::npos ? std::string_view{} : trimmed(text.substr(hash + 1));
  const std::vector<std::string_view> w = words(text.substr(0, hash));
  if (w.empty() || number == 1) return;  // the first line is a title, whatever it holds
  // Header lines and rows begin with numbers, names of sections with capitals; NaN is a number that is wrong.
  if (w[0][0] >= 'A' && w[0][0] <= 'Z' && !is_number(w[0])) return section(w[0], comment, number);
  switch (section_) {
    case Section::kHeader:
      return header(w, number);
    case Section::kAtoms:
      return atom(w, number);
    case Section::kVelocities:
      return velocity(w, number);
    case Section::kOther:
      return;
  }
}

std::vector<TableRow> LammpsReader::finish() {
  sort();
  if (!has_atoms_)
    problems_.add(0, "no section Atoms");
  else if (has_count_ && promised_ != atoms_.size() && !problems_.any())
    problems_.add(0, fmt::format("{} atoms in the section, the header promises {}", atoms_.size(), promised_));
  else if (atoms_.empty() && !problems_.any())
    problems_.add(0, "no bodies");
  return std::move(atoms_);
}

}  // namespace

std::vector<TableRow> read_lammps(std::string_view text, TableProblems& problems) {
  LammpsReader reader(text.size(), problems);
  std::size_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    reader.line(rest.substr(0, end), ++number);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return reader.finish();
}

}  // namespace scree::insert
