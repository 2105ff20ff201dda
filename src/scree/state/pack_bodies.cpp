#include "scree/state/pack_bodies.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "scree/error.hpp"

namespace scree {
namespace {

std::size_t packed_size(const Model& model) {
  const Bodies none;
  std::size_t size = aux_per_body(model.settings) * sizeof(Vec3);
  for_each_field(none, [&size](const char*, const auto& array) { size += sizeof(*array.data()); });
  return size;
}

}  // namespace

void pack_body(const Model& model, const State& s, std::size_t i, std::vector<std::byte>& out) {
  const auto put = [&out](const auto& value) {
    static_assert(std::is_trivially_copyable_v<std::remove_cvref_t<decltype(value)>>);
    const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
    out.insert(out.end(), bytes, bytes + sizeof value);
  };
  for_each_field(s.bodies, [&](const char*, const auto& array) { put(array[i]); });
  const std::size_t width = aux_per_body(model.settings);
  for (std::size_t k = 0; k < width; ++k) put(s.aux[i * width + k]);
}

std::size_t unpack_body(const Model& model, State& s, std::span<const std::byte>& bytes) {
  if (bytes.size() < packed_size(model)) throw RunError("a packed body ends before its last field");
  const auto take = [&bytes](auto& value) {
    std::memcpy(&value, bytes.data(), sizeof value);
    bytes = bytes.subspan(sizeof value);
  };
  const std::size_t i = s.bodies.size(), width = aux_per_body(model.settings);
  resize(s.bodies, i + 1);
  s.aux.resize((i + 1) * width);
  for_each_field(s.bodies, [&](const char*, auto& array) { take(array[i]); });
  for (std::size_t k = 0; k < width; ++k) take(s.aux[i * width + k]);
  s.next_id = std::max(s.next_id, s.bodies.id[i] + 1);
  s.list_valid = false;
  return i;
}

}  // namespace scree
