// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/nut_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/nut_record.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Two shapes of eleven bodies, after no shake and one. Of the second one seed ended early.
std::vector<NutRise> two_shapes() {
  std::vector<NutRise> rises = {{{"shape", "cubes", 11, 2, 1}, {}}, {{"ratio", "4", 11, 2, 1}, {}}};
  for (NutRise& rise : rises) {
    rise.seeds = {{.seed = 1, .higher = {8, 1}, .height_m = {1, 3}, .mean_m = {2, 2.5}},
                  {.seed = 2, .higher = {6, 1}, .height_m = {1, 3}, .mean_m = {2, 2.5}}};
  }
  rises[1].seeds[1].higher = {6};
  rises[1].seeds[1].fault = "a pair has no answer";
  return rises;
}

TEST(NutText, ARowForEachRunHasTheMeanOfItsSeeds) {
  const auto fields = nut_rise_fields();
  const std::vector<NutRise> rises = two_shapes();
  const std::vector<std::string> cells = fields.cells(rises[0]);
  EXPECT_THAT(std::vector<std::string>(cells.begin(), cells.begin() + 6),
              ElementsAre("shape", "cubes", "11", "0.7", "0.1", "-"));
  const std::string text = nut_text(rises, std::nullopt);
  EXPECT_THAT(text, HasSubstr("ratio 4, seed 2: ended early: a pair has no answer\n"));
  EXPECT_THAT(text, Not(HasSubstr("shape cubes, seed")));
}

TEST(NutText, EachThingThatIsVariedHasAPlot) {
  const std::string svg = nut_svg(two_shapes());
  EXPECT_THAT(svg, HasSubstr("The large body among small ones: shape"));
  EXPECT_THAT(svg, HasSubstr("The large body among small ones: ratio"));
  EXPECT_THAT(svg, HasSubstr("curves: cubes, on top."));
}

TEST(NutText, TheTableOfNumbersHasEachSeedAndShake) {
  EXPECT_EQ(nut_csv({two_shapes()[1]}),
            "varied,name,seed,shakes,higher,height_m,mean_m\n"
            "ratio,4,1,0,8,1,2\n"
            "ratio,4,1,1,1,3,2.5\n"
            "ratio,4,2,0,6,1,2\n");
}

TEST(NutText, TheRecordHasEveryShakeAndSeed) {
  const std::string row = nut_rise_fields().row(two_shapes()[1]);
  EXPECT_THAT(row, HasSubstr(R"("higher": [8, 1])"));
  EXPECT_THAT(row, HasSubstr(R"("fault": "a pair has no answer")"));
  EXPECT_THAT(row, HasSubstr(R"("on_top": 1)"));
  EXPECT_THAT(row, HasSubstr(R"("shape": "mixed")"));
}

}  // namespace
}  // namespace touchstone
