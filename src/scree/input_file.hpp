// Files that a scene names: shapes, lists of balls, tables of bodies. All of them are read here, so that a folder, a
// pipe, a device without an end or a file larger than the memory gets a message and not a program that hangs.
#pragma once
#include <cstddef>
#include <string>

namespace scree {

inline constexpr std::size_t kLargestInput = std::size_t(2) << 30;  // bytes

// The whole of a plain file. InputError "path: there is no such file", "path: is a folder, not a file", ...
std::string read_input_file(const std::string& path, std::size_t most = kLargestInput);

}  // namespace scree
