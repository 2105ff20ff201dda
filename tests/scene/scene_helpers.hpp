// Small scenes for tests: a scene that loads, with a piece more or a piece changed.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "scree/error.hpp"
#include "scree/scene/scene.hpp"
#include "support/temporary_folder.hpp"

namespace scree::test {

inline std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Two balls over a floor. Ten keys or so, all right.
inline const std::string kGood = R"(schema = 1
time = { dt = 1e-5, end = 1 }
[[material]]
name = "stone"
density = 2600
[[contact]]
between = ["stone", "stone"]
law = "linear"
k_n = 1e5
restitution = 0.5
[[shape]]
name = "ball"
material = "stone"
radius = 0.01
[[body]]
shape = "ball"
position = [0, 0, 0.1]
[[body]]
shape = "ball"
position = [0, 0, 0.2]
[[wall]]
name = "floor"
type = "plane"
material = "stone"
point = [0, 0, 0]
normal = [0, 0, 1]

)";

inline std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, text.npos) << what;
  return at == text.npos ? text : text.replace(at, what.size(), with);
}

// One folder a test, below one a process.
inline std::filesystem::path scratch_folder() {
  static const test::TemporaryFolder folders;
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const auto folder =
      std::filesystem::path(folders.path()) / (std::string(info->test_suite_name()) + "_" + info->name());
  std::filesystem::create_directories(folder);
  return folder;
}

inline Scene load_text(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const std::filesystem::path path = scratch_folder() / "s.toml";
  std::ofstream(path) << text;
  return load_scene(path.string(), overrides);
}

// All messages, with the folder of the file left out: "s.toml:3: ...". Empty if the scene loads.
inline std::string problems_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    load_text(text, overrides);
  } catch (const InputError& e) {
    std::string what = e.what();
    const std::string folder = scratch_folder().string() + "/";
    for (std::size_t at; (at = what.find(folder)) != what.npos;) what.erase(at, folder.size());
    return what;
  }
  return {};
}

}  // namespace scree::test
