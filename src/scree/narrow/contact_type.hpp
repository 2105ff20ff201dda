// The six types of contact between two polyhedra, whichever side has which feature.
#pragma once
#include <algorithm>

#include "scree/state/link_cache.hpp"

namespace scree {

enum class ContactType : std::uint8_t {
  kOther,  // a curved surface on either side
  kVertexVertex,
  kVertexEdge,
  kVertexFace,
  kEdgeEdge,
  kEdgeFace,
  kFaceFace
};
inline constexpr int kContactTypes = 7;
inline constexpr const char* name_of(ContactType t) {
  constexpr const char* names[kContactTypes] = {"other",     "vertex_vertex", "vertex_edge", "vertex_face",
                                                "edge_edge", "edge_face",     "face_face"};
  return names[int(t)];
}

// Of two FeatureKinds, or of anything beyond them: another surface.
inline constexpr ContactType contact_type(std::uint8_t a, std::uint8_t b) {
  const int low = std::min(a, b), high = std::max(a, b);
  if (high > int(FeatureKind::kFace)) return ContactType::kOther;
  return ContactType(low == 0 ? 1 + high : low == 1 ? 3 + high : 6);
}

}  // namespace scree
