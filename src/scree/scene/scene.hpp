// A scene file becomes a Model and the first State. No other part of the program parses scenes.
#pragma once
#include <string>
#include <vector>

#include "scree/state/state.hpp"

namespace scree {

struct Scene {
  std::string path;
  std::string text;                    // as read, copied into the run's folder
  std::vector<std::string> overrides;  // "key=value" of --set
  Model model;
  State state;                     // t = 0, fills in place
  std::vector<std::string> notes;  // conversions and choices worth printing: E and nu to k_n, auto time step, ...
};

// Throws InputError with every problem found, one a line: "file:line: key = value: what is allowed". Files that a scene
// names by a relative path start at `folder`, or at the folder of the scene if that is empty.
Scene load_scene(const std::string& path, const std::vector<std::string>& overrides = {},
                 const std::string& folder = "");

}  // namespace scree
