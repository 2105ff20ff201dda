#include "scree/narrow/contact_type.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

TEST(ContactType, DoesNotDependOnTheSides) {
  using enum ContactType;
  const ContactType types[3][3] = {{kVertexVertex, kVertexEdge, kVertexFace},
                                   {kVertexEdge, kEdgeEdge, kEdgeFace},
                                   {kVertexFace, kEdgeFace, kFaceFace}};
  for (std::uint8_t a = 0; a < 3; ++a)
    for (std::uint8_t b = 0; b < 3; ++b) EXPECT_EQ(contact_type(a, b), types[a][b]);
  for (std::uint8_t a = 0; a < 4; ++a) EXPECT_EQ(contact_type(a, 3), kOther);
}

TEST(ContactType, HasAName) {
  EXPECT_STREQ(name_of(ContactType::kVertexFace), "vertex_face");
  EXPECT_STREQ(name_of(ContactType::kFaceFace), "face_face");
  EXPECT_STREQ(name_of(ContactType::kOther), "other");
}

}  // namespace
}  // namespace scree
