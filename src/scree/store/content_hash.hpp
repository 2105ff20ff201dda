// This is a 64-bit hash of bytes, to see that a file came back as it was written. It is not for secrets.
//
// Every step maps the state one to one for a given word, so a change within one word is always seen; others are missed
// with a chance of about 2^-64. There are four lanes, because the multiplications then overlap: several GB/s.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "scree/math/item_hash.hpp"

namespace scree::output {

inline std::uint64_t hash_bytes(const void* data, std::size_t n, std::uint64_t seed = 0) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15ull;
  const auto absorb = [](std::uint64_t h, std::uint64_t word) {
    h = (h ^ word) * kOdd;
    return (h << 29) | (h >> 35);
  };
  const auto* p = static_cast<const unsigned char*>(data);
  std::uint64_t lane[4] = {seed, seed + 1, seed + 2, seed + 3};
  std::size_t i = 0;
  std::uint64_t word[4];
  for (; i + sizeof word <= n; i += sizeof word) {
    std::memcpy(word, p + i, sizeof word);
    for (int k = 0; k < 4; ++k) lane[k] = absorb(lane[k], word[k]);
  }
  std::uint64_t h = mix_bits(seed ^ n);
  for (std::uint64_t l : lane) h = absorb(h, l);
  for (; i < n; i += 8) {
    std::uint64_t rest = 0;
    std::memcpy(&rest, p + i, n - i < 8 ? n - i : 8);
    h = absorb(h, rest);
  }
  return mix_bits(h);
}

inline std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0) {
  return hash_bytes(text.data(), text.size(), seed);
}

}  // namespace scree::output
