#include <fmt/format.h>

#include <filesystem>

#include "scree/error.hpp"
#include "scree/solids/mesh.hpp"
#include "scree/solids/mesh_text.hpp"

namespace scree {

Mesh read_mesh(const std::string& path) {
  const std::string ending = lower_case(std::filesystem::path(path).extension().string());
  if (ending == ".stl") return read_stl(path);
  if (ending == ".obj") return read_obj(path);
  if (ending == ".ply") return read_ply(path);
  throw InputError(fmt::format("{}: must end in .stl, .obj or .ply", path));
}

}  // namespace scree
