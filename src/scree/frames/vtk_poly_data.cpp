#include "scree/frames/vtk_poly_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include "scree/error.hpp"
#include "scree/store/files.hpp"

namespace scree::output {

namespace {

constexpr std::string_view kTimeOpen =
    "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">";

template <class T>
constexpr const char* kVtkType = nullptr;
template <>
constexpr const char* kVtkType<float> = "Float32";
template <>
constexpr const char* kVtkType<std::uint8_t> = "UInt8";
template <>
constexpr const char* kVtkType<std::int32_t> = "Int32";
template <>
constexpr const char* kVtkType<std::uint32_t> = "UInt32";
template <>
constexpr const char* kVtkType<std::uint64_t> = "UInt64";

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

}  // namespace

std::string base64(const std::string& bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  char* out = text.data();
  for (std::size_t i = 0; i < bytes.size(); i += 3, out += 4) {
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < n ? std::uint8_t(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k <= n; ++k) out[k] = kDigits[group >> (18 - 6 * k) & 63];
  }
  return text;
}

template <class T>
VtkPolyData::Array VtkPolyData::make_array(const std::string& name, const std::vector<T>& values, int components) {
  return {name, kVtkType<T>, components, bytes_of(values)};
}
template VtkPolyData::Array VtkPolyData::make_array(const std::string&, const std::vector<float>&, int);
template VtkPolyData::Array VtkPolyData::make_array(const std::string&, const std::vector<std::uint8_t>&, int);
template VtkPolyData::Array VtkPolyData::make_array(const std::string&, const std::vector<std::int32_t>&, int);
template VtkPolyData::Array VtkPolyData::make_array(const std::string&, const std::vector<std::uint32_t>&, int);
template VtkPolyData::Array VtkPolyData::make_array(const std::string&, const std::vector<std::uint64_t>&, int);

void VtkPolyData::add_cell(const std::vector<Vec3d>& corners) {
  for (const Vec3d& corner : corners) {
    connectivity_.push_back(std::int64_t(points_.size()));
    points_.push_back(corner);
  }
  offsets_.push_back(std::int64_t(connectivity_.size()));
}

void VtkPolyData::add_cells(const std::vector<Vec3d>& points, const std::vector<int>& start,
                            const std::vector<int>& corners) {
  const auto first_point = std::int64_t(points_.size()), first_corner = std::int64_t(connectivity_.size());
  points_.insert(points_.end(), points.begin(), points.end());
  for (const int corner : corners) connectivity_.push_back(first_point + corner);
  for (std::size_t k = 1; k < start.size(); ++k) offsets_.push_back(first_corner + start[k]);
}

std::string VtkPolyData::to_xml(double time) const {
  constexpr const char* kCellNames[] = {"Verts", "Lines", "Polys"};
  std::string appended;
  const auto declare = [&](const Array& a) {
    const std::uint64_t n_bytes = a.bytes.size();
    std::string block(sizeof n_bytes, '\0');
    std::memcpy(block.data(), &n_bytes, sizeof n_bytes);
    const std::size_t offset = appended.size();
    appended += base64(block + a.bytes);
    return fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n", a.type,
        a.name, a.components, offset);
  };
  const auto section = [&](const char* tag, const std::vector<Array>& arrays) {
    std::string text = fmt::format("<{}>\n", tag);
    for (const Array& a : arrays) text += declare(a);
    return text + fmt::format("</{}>\n", tag);
  };
  std::string counts;
  for (int kind = 0; kind < 3; ++kind) {
    counts += fmt::format(" NumberOf{}=\"{}\"", kCellNames[kind], kind == int(cells_) ? offsets_.size() : 0);
  }
  std::string xml = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"{}\" header_type=\"UInt64\">\n"
      "<PolyData>\n<FieldData>\n{}{}</DataArray>\n</FieldData>\n"
      "<Piece NumberOfPoints=\"{}\"{} NumberOfStrips=\"0\">\n",
      std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian", kTimeOpen, time, points_.size(),
      counts);
  xml += section("PointData", point_arrays_);
  xml += section("CellData", cell_arrays_);
  xml += section("Points", {{"Points", "Float64", 3, bytes_of(points_)}});
  xml += section(kCellNames[int(cells_)],
                 {{"connectivity", "Int64", 1, bytes_of(connectivity_)}, {"offsets", "Int64", 1, bytes_of(offsets_)}});
  xml += "</Piece>\n</PolyData>\n<AppendedData encoding=\"base64\">\n_";
  return xml + appended + "\n</AppendedData>\n</VTKFile>\n";
}

double time_of_vtk_file(const std::string& path) {
  const std::string head = read_whole_file(path, 1024);
  const std::size_t found = head.find(kTimeOpen);
  double time = 0;
  if (found == std::string::npos ||
      std::from_chars(head.data() + found + kTimeOpen.size(), head.data() + head.size(), time).ec != std::errc()) {
    throw InputError(fmt::format("{}: does not say its time; delete it or export the run again", path));
  }
  return time;
}

}  // namespace scree::output
