// Values are written as JSON text. Whatever bytes a name has and whatever a number is, the result is valid JSON.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "scree/math/quat.hpp"
#include "scree/math/vec3.hpp"

namespace scree::json {

std::string text(std::string_view value);  // quoted; bytes that are not UTF-8 become U+FFFD
std::string number(double value);          // shortest that reads back as the same; null if it is not finite
std::string vector(const Vec3d& v);        // [x,y,z]
std::string quaternion(const Quat& q);     // [x,y,z,w]
inline const char* boolean(bool value) { return value ? "true" : "false"; }

// Returns "[" + items, with commas between + "]".
std::string list(const std::vector<std::string>& items);
std::string texts(const std::vector<std::string>& values);
std::string numbers(const std::vector<double>& values);

}  // namespace scree::json
