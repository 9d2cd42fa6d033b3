// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/frames_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

void add_box(Scene& scene, const Vec3& half, const Vec3& center, bool fixed) {
  Body body;
  body.shape = make_box(half);
  body.fixed = fixed;
  scene.bodies.push_back(body);
  scene.start.emplace_back().p_W = center;
}

/// A cube on a floor in the corner of two walls, both of which begin below the floor.
ThesisMotion cube_in_a_corner() {
  ThesisMotion motion;
  motion.method.name = "ours";
  motion.scene.gravity_W = Vec3(0, 0, -9.81);
  add_box(motion.scene, Vec3::Constant(0.5), Vec3(1, 1, 0.5), false);
  add_box(motion.scene, Vec3(10, 10, 1), Vec3(5, 5, -1), true);
  add_box(motion.scene, Vec3(1, 10, 4), Vec3(-1, 5, 2), true);
  add_box(motion.scene, Vec3(10, 1, 4), Vec3(5, -1, 2), true);
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
  const std::string svg = frames_svg({cube_in_a_corner()}, "a cube");
  const std::string floor = "#d9d6cd";
  const std::string wall = "#a29f99";
  const std::size_t inside = place_of(svg, floor);
  ASSERT_NE(inside, std::string::npos);
  EXPECT_LT(place_of(svg, wall), inside) << "below the floor";
  EXPECT_NE(place_of(svg, wall, inside), std::string::npos) << "above it";
}

TEST(FramesSvg, BodiesThatHaveNotEnteredAreNotDrawn) {
  ThesisMotion motion = cube_in_a_corner();
  add_box(motion.scene, Vec3::Constant(0.5), Vec3(3, 3, 3), false);
  motion.frames = {{0, motion.scene.start, {false, false, false, false, true}}};
  const auto polygons = [&motion] {
    const std::string svg = frames_svg({motion}, "two cubes");
    std::size_t count = 0;
    for (std::size_t at = svg.find("<polygon"); at != std::string::npos;
         at = svg.find("<polygon", at + 1)) {
      ++count;
    }
    return count;
  };
  const std::size_t one = polygons();
  motion.frames.front().absent.clear();
  EXPECT_EQ(polygons(), one + 3) << "the faces of a cube that are turned to the eye";
}

TEST(FramesSvg, TheWindowHoldsBodiesWithTheirRadii) {
  const auto height_of = [](double radius) {
    ThesisMotion motion = cube_in_a_corner();
    motion.scene.bodies[0].shape = make_rounded(motion.scene.bodies[0].shape, radius).value();
    const std::string svg = frames_svg({motion, motion}, "a cube");
    const std::string key = "\" height=\"";
    return std::stod(svg.substr(svg.find(key, svg.find("<clipPath")) + key.size()));
  };
  // A window of equal width that grows by as much both ways nears a square.
  EXPECT_LT(std::abs(height_of(5) - 240), 0.5 * std::abs(height_of(0) - 240));
}

TEST(FramesSvg, ARowSaysByWhichModelItIsAndWhyItIsWrong) {
  ThesisMotion motion = cube_in_a_corner();
  motion.method.name = motion.method.model = "std";
  motion.unsolved = 2;
  EXPECT_THAT(frames_svg({motion, motion}, "a cube"),
              HasSubstr("by the contact model: std; wrong: unsolved steps: 2"));
}

TEST(FramesSvg, SeveralMotionsAreARowEach) {
  const ThesisMotion motion = cube_in_a_corner();
  ThesisMotion other = motion;
  other.method.name = "another";
  const std::string svg = frames_svg({motion, other}, "a cube");
  EXPECT_THAT(svg, HasSubstr("by the method: ours"));
  EXPECT_THAT(svg, HasSubstr("by the method: another"));
  EXPECT_THAT(svg, HasSubstr("id=\"frame1\""));
  EXPECT_THAT(svg, HasSubstr("<desc>a cube: the bodies at t = 0 s; a row for each method: ours, "
                             "another.</desc>"));
}

}  // namespace
}  // namespace touchstone
