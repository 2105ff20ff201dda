#include "scree/bench/bed_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "scree/broad/broad_phase.hpp"
#include "scree/error.hpp"
#include "scree/setup/table.hpp"
#include "scree/store/files.hpp"

namespace scree::bench {

namespace {

// Reads the upper end in a header line like "0 0.62 xlo xhi".
double upper_end(const std::string& path, const std::string& head, char axis) {
  const std::size_t at = head.find(fmt::format("{0}lo {0}hi", axis));
  if (at == head.npos) throw InputError(fmt::format("{}: the header has no line \"... {}lo {}hi\"", path, axis, axis));
  const std::size_t line = head.rfind('\n', at) + 1;
  const auto words = insert::words(std::string_view(head).substr(line, at - line));
  const auto value = words.empty() ? std::nullopt : insert::finite_number(words.back());
  if (!value) throw InputError(fmt::format("{}: {}hi must be a finite number", path, axis));
  return *value;
}

}  // namespace

void write_data(const std::string& path, const std::string& title, std::span<const Ball> balls, const Box& box,
                double density) {
  const bool some_fixed = std::any_of(balls.begin(), balls.end(), [](const Ball& b) { return b.type == kFixed; });
  std::string text = fmt::format("{}\n\n{} atoms\n{} atom types\n", title, balls.size(), some_fixed ? 2 : 1);
  text += fmt::format("{:.9g} {:.9g} xlo xhi\n{:.9g} {:.9g} ylo yhi\n{:.9g} {:.9g} zlo zhi\n\nAtoms\n\n", box.lo.x,
                      box.hi.x, box.lo.y, box.hi.y, box.lo.z, box.hi.z);
  std::size_t id = 0;
  for (const Ball& b : balls)
    fmt::format_to(std::back_inserter(text), "{} {} {:.9g} {:g} {:.9g} {:.9g} {:.9g}\n", ++id, b.type, 2 * b.r, density,
                   b.x.x, b.x.y, b.x.z);
  output::write_whole_file(path, text);
}

std::vector<Ball> read_data(const std::string& path) {
  std::vector<std::string> found;
  std::vector<Ball> balls;
  {
    insert::TableProblems problems(path, found);
    for (const insert::TableRow& row : insert::read_lammps(output::read_whole_file(path), problems))
      balls.push_back({int(row.type), row.x, row.radius.value_or(0)});
  }
  if (!found.empty()) throw InputError(fmt::format("{}", fmt::join(found, "\n")));
  return balls;
}

Vec3d upper_corner(const std::string& path) {
  const std::string head = output::read_whole_file(path, 1000);
  return {upper_end(path, head, 'x'), upper_end(path, head, 'y'), upper_end(path, head, 'z')};
}

std::size_t count_contacts(std::span<const Ball> balls) {
  std::vector<Vec3d> x;
  std::vector<Real> r;
  std::vector<std::int32_t> owner;
  for (const Ball& b : balls) {
    x.push_back(b.x);
    r.push_back(Real(b.r));
    owner.push_back(b.type == kFixed ? 0 : kDynamic);
  }
  broad::PairList pairs;
  broad::sorted_cells({balls.size(), x.data(), r.data(), owner.data()}, 0, pairs);
  return pairs.size();
}

void write_facts(const std::string& path, std::span<const Ball> balls, const Vec3d& upper) {
  const auto n = std::count_if(balls.begin(), balls.end(), [](const Ball& b) { return b.type == kMoves; });
  output::write_whole_file(
      path + ".json", fmt::format("{{\"lx\": {:.9g}, \"ly\": {:.9g}, \"contacts\": {}, \"n\": {}}}\n", upper.x, upper.y,
                                  count_contacts(balls), n));
}

}  // namespace scree::bench
