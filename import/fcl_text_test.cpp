// SPDX-License-Identifier: GPL-3.0-or-later
// FCL's errors.
#include "import/fcl_text.hpp"

#include <gmock/gmock.h>

#include "import/import_samples.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

class FclError : public ImportTest {};

const std::string kSides =
    "0.020000000000000000416  0.33000000000000001554 0.020000000000000000416";

std::string fcl_error(const std::string& first, const std::string& separator = " ") {
  const auto row = [&](const char* a, const char* b, const char* c, const char* d) {
    return "  " + std::string(a) + separator + b + separator + c + separator + d + "\n";
  };
  const std::string rows = row("1", "0", "0", "0.053999999999999936939") +
                           row("0", "1", "0", "-0.7720") +
                           row("0", "0", "1", "0.40500000000000002665") + row("0", "0", "0", "1");
  return "Error with configuration\n  Original error message: gjk.h:(1198): it is degenerate.\n"
         "  Shape 1: " +
         first + "\n  X_FS1\n" + rows + "  Shape 2: Box0.45 0.27 0.42\n  X_FS2\n" + rows +
         "  Solver: GjkSolver_libccd\n    collision_tolerance: 2.0e-14\n";
}

void expect_first_box(const Pair& pair) {
  EXPECT_EQ(box_half_extents(*pair.A), Vec3(0.02 / 2, 0.33 / 2, 0.02 / 2));
  EXPECT_EQ(pair.X_WA.t, Vec3(0.053999999999999936939, -0.772, 0.40500000000000002665));
  EXPECT_EQ(box_half_extents(*pair.B), Vec3(0.45 / 2, 0.27 / 2, 0.42 / 2));
}

TEST_F(FclError, PlainAndQuotedMessagesAreOneCase) {
  const std::string plain = fcl_error("Box" + kSides);
  expect_first_box(pair(plain));
  std::string quoted = "> ", named = "[test] ";
  for (const char c : plain) {
    quoted += c;
    named += c;
    if (c == '\n') quoted += "> ";
    if (c == '\n') named += "[test] ";
  }
  expect_first_box(pair(quoted));
  expect_first_box(pair(named));
}

TEST_F(FclError, LinesThatATerminalWrappedAreJoined) {
  const auto wrapped = [&](const std::string& prefix) {
    const std::string plain = fcl_error("Box" + kSides, std::string(20, ' '));
    constexpr std::size_t kWidth = 66;
    std::string text;
    for (std::size_t begin = 0; begin < plain.size();) {
      std::string line = prefix + plain.substr(begin, plain.find('\n', begin) - begin);
      begin = plain.find('\n', begin) + 1;
      for (; line.size() > kWidth; line.erase(0, kWidth)) text += line.substr(0, kWidth) + "\n";
      text += line + "\n";
    }
    return text;
  };
  expect_first_box(pair(wrapped("")));
  expect_first_box(pair(wrapped("[...] ")));
}

TEST_F(FclError, ShapesOfBothGenerationsAreRead) {
  EXPECT_EQ(pair(fcl_error("Sphere<double>(1.5);", ", ")).A->radius(), 1.5);
  const Pair capsule = pair(fcl_error("Capsule(r: 0.5, lz: 3)"));
  EXPECT_EQ(capsule.A->vertices().back(), Vec3(0, 0, 1.5));
  EXPECT_NE(imported(fcl_error("Cylinder(r: 0.05, lz: 0.06)")).c.curved(), nullptr);
  const std::string convex =
      "\nConvex<double>(\n  std::make_shared<std::vector<Vector3<double>>>(\n"
      "    std::initializer_list<Vector3<double>>{\n      Vector3<double>(0, 0, 0),\n"
      "      Vector3<double>(1, 0, 0),\n      Vector3<double>(0, 1, 0),\n      Vector3<double>(0, "
      "0, 1)}),\n"
      "  4,\n  std::make_shared<std::vector<int>>(std::initializer_list<int>{\n    3, 0, 1, 2}),\n "
      " false);";
  EXPECT_EQ(pair(fcl_error(convex, ", ")).A->vertices().size(), 4U);
  EXPECT_THAT(rejection(fcl_error("Convex(v count: 8, f count: 6)")),
              HasSubstr("leave out the vertices"));
  EXPECT_THAT(rejection("X_FS1\nX_FS2\n"), HasSubstr("input: FCL's message has no 'Shape 1:'"));
}

}  // namespace
}  // namespace touchstone
