// A model's fingerprint is made of parts, so that an error can say which of them has changed; there is also the hash of
// a whole model.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/model/model.hpp"

namespace scree::output {

struct FingerprintPart {
  std::string name;
  std::uint64_t hash;
};
std::vector<FingerprintPart> fingerprint_parts(const Model& model);

// Hashes all numbers of a model that motion follows from: those of the fingerprint, what set-up made of them (faces,
// edges and normals of shapes, what stands for walls, radii) and what is to happen: motions, inlets, events. The end,
// the output and the alarms are left out.
std::uint64_t model_hash(const Model& model);

}  // namespace scree::output
