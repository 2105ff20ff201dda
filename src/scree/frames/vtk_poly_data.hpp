// A VTK XML PolyData file (.vtp) has points, cells of one kind, and named arrays on them.
//
// Arrays are appended as base64 with 64-bit headers, which is what VTK's own writer does: the file stays well-formed
// XML, and readers skip the arrays they do not want.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/math/vec3.hpp"

namespace scree::output {

enum class VtkCells { kVerts, kLines, kPolys };

class VtkPolyData {
 public:
  explicit VtkPolyData(VtkCells cells) : cells_(cells) {}

  void add_cell(const std::vector<Vec3d>& corners);  // brings its own points
  // Adds cells that share points: the corners of cell k are corners[start[k]] up to corners[start[k + 1]].
  void add_cells(const std::vector<Vec3d>& points, const std::vector<int>& start, const std::vector<int>& corners);

  // Adds values of float, uint8, int32, uint32 or uint64, `components` for each point or cell.
  template <class T>
  void point_array(const std::string& name, const std::vector<T>& values, int components = 1) {
    point_arrays_.push_back(make_array(name, values, components));
  }
  template <class T>
  void cell_array(const std::string& name, const std::vector<T>& values, int components = 1) {
    cell_arrays_.push_back(make_array(name, values, components));
  }

  std::string to_xml(double time) const;

 private:
  struct Array {
    std::string name;
    const char* type;
    int components;
    std::string bytes;
  };
  template <class T>
  static Array make_array(const std::string& name, const std::vector<T>& values, int components);

  VtkCells cells_;
  std::vector<Vec3d> points_;
  std::vector<std::int64_t> connectivity_, offsets_;
  std::vector<Array> point_arrays_, cell_arrays_;
};

// Returns the time a .vtp file was made for. Throws InputError if it does not say.
double time_of_vtk_file(const std::string& path);

std::string base64(const std::string& bytes);

}  // namespace scree::output
