// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/frames_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dynamics/scenes/hart.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

ThesisMotion setup6_at_its_start() {
  ThesisMotion motion;
  motion.method.name = "ours";
  motion.scene = setup6({}).value();
  motion.frames = {{0, motion.scene.start}};
  return motion;
}

/// The first polygon of that colour; npos if there is none.
std::size_t place_of(const std::string& svg, const std::string& colour, std::size_t from = 0) {
  return svg.find("fill=\"" + colour + "\"", from);
}

// The floor reaches beyond the walls. What of it is behind them is drawn before them, what is in
// the room after what of them is below it.
TEST(FramesSvg, WallsHideTheFloorBehindThem) {
  const std::string svg = frames_svg({setup6_at_its_start()}, "Setup6");
  const std::string floor = "#d9d6cd";
  const std::string wall = "#a29f99";
  const std::size_t inside = place_of(svg, floor);
  ASSERT_NE(inside, std::string::npos);
  EXPECT_LT(place_of(svg, wall), inside) << "below the floor";
  EXPECT_NE(place_of(svg, wall, inside), std::string::npos) << "above it";
}

TEST(FramesSvg, SeveralMotionsAreARowEach) {
  const ThesisMotion motion = setup6_at_its_start();
  ThesisMotion other = motion;
  other.method.name = "another";
  const std::string svg = frames_svg({motion, other}, "Setup6");
  EXPECT_THAT(svg, HasSubstr("by the method: ours"));
  EXPECT_THAT(svg, HasSubstr("by the method: another"));
  EXPECT_THAT(svg, HasSubstr("id=\"frame1\""));
}

}  // namespace
}  // namespace touchstone
