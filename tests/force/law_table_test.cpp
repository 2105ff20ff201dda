#include "scree/force/law_table.hpp"

#include <gtest/gtest.h>

#include "scree/error.hpp"

namespace scree::force {
namespace {

TEST(LawTable, NamesAndValuesGoBothWays) {
  for (const LawRow& row : kLawTable) {
    EXPECT_STREQ(law_name(row.part, row.value), row.name);
    const LawRow* found = find_law(row.part, row.name);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found, &row);
  }
  EXPECT_EQ(find_law("normal", "coulomb"), nullptr);
  EXPECT_EQ(law_name("normal", 99), nullptr);
}

TEST(LawTable, PicksTheLawThatIsNamed) {
  LawParams law;
  law.normal = NormalLaw::kJkr;
  law.tangential = TangentialLaw::kMindlin;
  law.twisting = RollingLaw::kSpring;
  bool picked = false;
  with_law(law, [&](auto contact_law) {
    picked = std::is_same_v<decltype(contact_law), ContactLaw<JkrNormal, MindlinTangential, SpringRolling>>;
  });
  EXPECT_TRUE(picked);
}

TEST(LawTable, PartsThatDoNotGoTogetherAreNamed) {
  LawParams law;
  law.tangential = TangentialLaw::kMindlin;
  EXPECT_NE(law_problem(law).find("mindlin"), std::string::npos);
  EXPECT_NE(law_problem(law).find("linear"), std::string::npos);
  EXPECT_THROW(with_law(law, [](auto) {}), InputError);
}

}  // namespace
}  // namespace scree::force
