// Bodies are read from a file: CSV, a LAMMPS data file, a frame of an earlier run. Overlaps are taken as they are: a
// settled packing has them.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <numeric>

#include "scree/error.hpp"
#include "scree/input_file.hpp"
#include "scree/model/size_distribution.hpp"
#include "scree/setup/fill_parts.hpp"
#include "scree/setup/table.hpp"

namespace scree::insert {
namespace {

std::string format_of(const FillSpec& fill) {
  if (!fill.table_format.empty()) return fill.table_format;
  for (const auto& [ending, format] :
       {std::pair{".csv", "csv"}, {".data", "lammps"}, {".lmp", "lammps"}, {".h5", "frame"}})
    if (fill.table.ends_with(ending)) return format;
  return {};
}

std::string names_of(const Model& model, const FillSpec& fill) {
  std::string names;
  for (const std::uint32_t t : fill.types) names += (names.empty() ? "" : ", ") + model.body_types[t].name;
  return names;
}

// Returns the place in fill.types, or their number.
std::size_t find_shape(const Model& model, const FillSpec& fill, std::string_view name) {
  const auto at = std::find_if(fill.types.begin(), fill.types.end(),
                               [&](std::uint32_t t) { return model.body_types[t].name == name; });
  return std::size_t(at - fill.types.begin());
}

std::size_t shape_of_row(const Model& model, const FillSpec& fill, const TableRow& row, TableProblems& problems) {
  if (!row.shape.empty()) {
    const std::size_t k = find_shape(model, fill, row.shape);
    if (k < fill.types.size()) return k;
    problems.add(row.line,
                 fmt::format("shape = \"{}\": no such shape in this fill ({})", row.shape, names_of(model, fill)));
  } else if (row.type > 0 && fill.types.size() > 1) {
    if (row.type <= fill.types.size()) return std::size_t(row.type - 1);
    problems.add(row.line, fmt::format("type = {}: the fill has {} shapes ({})", row.type, fill.types.size(),
                                       names_of(model, fill)));
  }
  return 0;
}

// In 2-D bodies stay in the plane z = 0 and rotate about z.
bool leaves_plane(const NewBody& b) {
  const bool tilted = b.q && (b.q->x != 0 || b.q->y != 0);
  return b.x.z != 0 || b.v.z != 0 || b.omega.x != 0 || b.omega.y != 0 || tilted;
}
constexpr const char* kLeavesPlane = "dimension = 2: z, vz, wx, wy, qx and qy must be 0";

void add_rows(const Model& model, const FillSpec& fill, const std::vector<TableRow>& rows, std::vector<NewBody>& out,
              TableProblems& problems) {
  RandomStream sizes = RandomStream::branch(fill.seed, kSizes);
  const bool can_draw = fill.sizes.size() == fill.types.size() && smallest_radius(model, fill) > 0;
  out.reserve(out.size() + rows.size());
  for (const TableRow& row : rows) {
    NewBody b;
    const std::size_t k = shape_of_row(model, fill, row, problems);
    b.type = fill.types[k];
    if (row.radius) {
      b.scale = Real(*row.radius / double(model.body_types[b.type].bounding_radius));
    } else if (can_draw) {
      b.scale = draw_size(fill.sizes[k], sizes);
    } else {
      return problems.add(0, "no column for the size (r, radius, d, diameter or size), and the fill gives none");
    }
    b.scale *= fill.size_factor;
    b.x = row.x + fill.shift;
    b.v = row.v;
    b.omega = row.omega;
    if (row.q) b.q = *row.q * model.body_types[b.type].as_given;
    if (model.settings.dimension == 2 && leaves_plane(b)) problems.add(row.line, kLeavesPlane);
    out.push_back(b);
  }
}

// Bodies are added in the order of the old ids; kinematic bodies stay behind, because the new scene has its own walls.
void add_frame(const Model& model, const FillSpec& fill, const EarlierBodies& frame, std::vector<NewBody>& out,
               TableProblems& problems) {
  const Bodies& old = frame.bodies;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < old.size(); ++i)
    if (old.owner[i] == kDynamic) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return old.id[a] < old.id[b]; });
  for (const std::size_t i : order) {
    const std::string name = old.type[i] < frame.type_names.size() ? frame.type_names[old.type[i]] : std::string();
    std::size_t k = find_shape(model, fill, name);
    if (k == fill.types.size()) {
      if (fill.types.size() > 1)
        problems.add(0, fmt::format("body {}: shape \"{}\": no such shape in this fill ({})", old.id[i], name,
                                    names_of(model, fill)));
      k = 0;
    }
    NewBody b;
    b.type = fill.types[k];
    b.scale = old.radius[i] * fill.size_factor / model.body_types[b.type].bounding_radius;
    b.x = old.x[i] + fill.shift;
    b.q = old.q[i];
    b.v = old.v[i];
    b.omega = old.omega[i];
    if (model.settings.dimension == 2 && leaves_plane(b))
      problems.add(0, fmt::format("body {}: {}", old.id[i], kLeavesPlane));
    out.push_back(b);
  }
  if (order.empty()) problems.add(0, "no bodies");
}

}  // namespace

void table_fill(const Model& model, const FillSpec& fill, ReadEarlierBodies read_frame, std::vector<NewBody>& out,
                std::vector<std::string>& found) {
  TableProblems problems(fill.table, found);
  const std::string format = format_of(fill);
  if (!(fill.size_factor > 0)) return problems.add(0, fmt::format("size_factor = {}: must be > 0", fill.size_factor));
  if (format == "frame" && read_frame) {
    try {
      add_frame(model, fill, read_frame(fill.table), out, problems);
    } catch (const std::exception& e) {  // whatever is wrong with the file, the scene named it
      problems.add(0, e.what());
    }
    return;
  }
  if (format != "csv" && format != "lammps")
    return problems.add(
        0, fmt::format("format \"{}\" is not known (csv, lammps, frame; endings .csv, .data, .lmp, .h5)", format));
  std::string text;
  try {
    text = read_input_file(fill.table);
  } catch (const InputError& e) {  // it names the file itself
    return found.push_back(e.what());
  }
  const std::vector<TableRow> rows =
      format == "csv" ? read_csv(text, model.settings.dimension == 2, problems) : read_lammps(text, problems);
  if (!problems.any()) add_rows(model, fill, rows, out, problems);
}

}  // namespace scree::insert
