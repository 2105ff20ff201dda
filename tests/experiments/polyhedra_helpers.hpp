// A small scene of polyhedra in a box, straight from the bench's files.
#pragma once
#include <fmt/format.h>

#include <string>
#include <vector>

#include "scree/scene/scene.hpp"

namespace scree::bench::test {

inline const std::string kBench = SCREE_SOURCE_DIR "/bench/";

// Overrides that fill bench/flow.toml or bench/polyhedra.toml with n bodies on a lattice, far from each other.
inline std::vector<std::string> on_a_lattice(int n) {
  return {
      "fill=[{kind=\"lattice\", shapes=[\"tetrahedron\", \"pyramid\", \"cube\", \"fourteen\"], inside=[[0, 0, 0], "
      "[0.3, 0.3, 9]], " +
          fmt::format("count={}}}]", n),
      "wall.right.point=[0.3, 0, 0]", "wall.back.point=[0, 0.3, 0]"};
}

}  // namespace scree::bench::test
