// Numbers are written to the wire one after the other, little-endian whatever the machine.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>

namespace scree::view {

template <class T>
void store(char* at, T value) {
  std::memcpy(at, &value, sizeof(T));
  if constexpr (std::endian::native == std::endian::big) std::reverse(at, at + sizeof(T));
}

class Bytes {
 public:
  explicit Bytes(std::size_t n_expected = 0) { text_.reserve(n_expected); }

  template <class T>
  void put(T value) {
    char raw[sizeof(T)];
    store(raw, value);
    text_.append(raw, sizeof(T));
  }
  template <class T>
  void put_all(std::initializer_list<T> values) {
    for (const T& value : values) put(value);
  }
  template <class V>
  void put_vec3(const V& v) {
    put_all<float>({float(v.x), float(v.y), float(v.z)});
  }
  void put_text(const char* text) { text_.append(text); }

  std::size_t size() const { return text_.size(); }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// Returns the nearest half-precision number (IEEE 754 binary16), ties to even. A value that is too large becomes the
// largest, and NaN becomes 0, since a picture has no use for either.
inline std::uint16_t half_of(float value) {
  if (std::isnan(value)) return 0;
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = std::uint16_t((bits >> 16) & 0x8000u);
  const float size = std::abs(value);
  if (size >= 65504.0f) return std::uint16_t(sign | 0x7bffu);
  if (size < 0x1p-14f) return std::uint16_t(sign | std::uint16_t(std::nearbyint(size * 0x1p24f)));
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  const std::uint32_t rounded = magnitude + 0x0fffu + ((magnitude >> 13) & 1u);
  return std::uint16_t(sign | ((rounded >> 13) - ((127u - 15u) << 10)));
}

inline float float_of(std::uint16_t half) {
  const int exponent = (half >> 10) & 0x1f;
  const float fraction = float(half & 0x3ffu);
  const float size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024.0f + fraction, exponent - 25);
  return half & 0x8000u ? -size : size;
}

}  // namespace scree::view
