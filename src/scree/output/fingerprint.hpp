// The parts a model's fingerprint is made of, so that an error can say which of them has changed.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/body/model.hpp"

namespace scree::output {

struct FingerprintPart {
  std::string name;
  std::uint64_t hash;
};
std::vector<FingerprintPart> fingerprint_parts(const Model& model);

}  // namespace scree::output
