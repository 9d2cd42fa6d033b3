// SPDX-License-Identifier: GPL-3.0-or-later
// Volumes that unions of boxes share, against a count of unit cells.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "geometry/tests/planted_loop.hpp"
#include "reference/overlap.hpp"
#include "reference/unions.hpp"

namespace touchstone {
namespace {

constexpr int kCells = 8;  ///< boxes lie in a cube of so many cells a side

struct CellBox {
  std::array<int, 3> low{}, high{};
};

std::vector<CellBox> random_boxes(Random& random, std::size_t count) {
  std::vector<CellBox> boxes(count);
  for (CellBox& box : boxes) {
    for (std::size_t k = 0; k < 3; ++k) {
      box.low[k] = static_cast<int>(random.below(kCells - 1));
      box.high[k] = box.low[k] + 1 +
                    static_cast<int>(random.below(static_cast<std::uint64_t>(kCells - box.low[k])));
    }
  }
  return boxes;
}

/// In coordinates that are twice the cells', so that centres are whole.
BodyUnion union_of(const std::vector<CellBox>& boxes) {
  BodyUnion body;
  for (const CellBox& box : boxes) {
    Vec3 half, centre;
    for (Eigen::Index k = 0; k < 3; ++k) {
      const int low = box.low[at(k)];
      const int high = box.high[at(k)];
      half[k] = high - low;
      centre[k] = high + low;
    }
    body.pieces.push_back({"", make_body(make_box(half)).value(), {Mat3::Identity(), centre}});
  }
  return body;
}

bool holds(const std::vector<CellBox>& boxes, const std::array<int, 3>& cell) {
  return std::any_of(boxes.begin(), boxes.end(), [&](const CellBox& box) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (cell[k] < box.low[k] || cell[k] >= box.high[k]) return false;
    }
    return true;
  });
}

int shared_cells(const std::vector<CellBox>& A, const std::vector<CellBox>& B) {
  int count = 0;
  for (int x = 0; x < kCells; ++x) {
    for (int y = 0; y < kCells; ++y) {
      for (int z = 0; z < kCells; ++z) count += holds(A, {x, y, z}) && holds(B, {x, y, z}) ? 1 : 0;
    }
  }
  return count;
}

TEST(SharedVolume, IsTheCountOfCells) {
  int overlapping = 0, disjoint = 0;
  for (std::uint64_t k = 0; k < 200; ++k) {
    Random random(20260, 47, k);
    const auto A = random_boxes(random, 1 + k % 4);
    const auto B = random_boxes(random, 1 + k / 4 % 3);
    const SharedVolume volume = shared_volume({union_of(A), {}, union_of(B), {}});
    EXPECT_TRUE(volume.exact);
    EXPECT_EQ(volume.lower, 8 * shared_cells(A, B)) << k;
    EXPECT_EQ(volume.upper, volume.lower);
    overlapping += volume.lower > 0 ? 1 : 0;
    disjoint += volume.disjoint ? 1 : 0;
  }
  EXPECT_GT(overlapping, 100);
  EXPECT_GT(disjoint, 10);
  EXPECT_LT(disjoint, 150);
}

TEST(SharedVolume, TooManyTermsLeaveABracket) {
  int brackets = 0, with_lower = 0;
  for (std::uint64_t k = 0; k < 30; ++k) {
    Random random(20260, 48, k);
    const auto A = random_boxes(random, 4);
    const auto B = random_boxes(random, 3);
    const Rational cells = 8 * shared_cells(A, B);
    for (const std::int64_t terms : {2, 8, 20}) {
      const SharedVolume volume = shared_volume({union_of(A), {}, union_of(B), {}}, terms);
      EXPECT_LE(volume.lower, cells) << k;
      EXPECT_GE(volume.upper, cells) << k;
      if (volume.exact) continue;
      ++brackets;
      with_lower += volume.lower > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(brackets, 10);
  EXPECT_GT(with_lower, 0);
}

TEST(SharedVolume, NoTimeLeavesTheSmallerUnionAsBound) {
  const std::vector<CellBox> A = {{{0, 0, 0}, {4, 4, 4}}, {{2, 0, 0}, {6, 4, 4}}};
  const std::vector<CellBox> B = {{{1, 1, 1}, {3, 3, 3}}, {{5, 0, 0}, {8, 1, 1}}};
  const UnionPair pair{union_of(A), {}, union_of(B), {}};
  const SharedVolume volume = shared_volume(pair, kVolumeTerms, 0);
  EXPECT_FALSE(volume.exact);
  EXPECT_EQ(volume.lower, 0);
  EXPECT_EQ(volume.upper, 8 * (8 + 3)) << "the pieces of B";
  EXPECT_EQ(shared_volume(pair).lower, 8 * shared_cells(A, B));
}

TEST(SharedVolume, NamesLevelsThatDoNotEnd) {
  const UnionPair pair{union_of({{{0, 0, 0}, {4, 4, 4}}, {{2, 0, 0}, {6, 4, 4}}}),
                       {},
                       union_of({{{1, 1, 1}, {3, 3, 3}}}),
                       {}};
  const auto solve = [&] { shared_volume(pair, 1); };
  EXPECT_THAT(end_of_planted("shared volume: Bonferroni's levels", solve),
              testing::StartsWith("shared volume: Bonferroni's levels exceeds its bound"));
}

TEST(SharedVolume, IsThatOfTheOverlapMeterForOnePieceEach) {
  for (std::uint64_t k = 0; k < 10; ++k) {
    Random random(20260, 49, k);
    const PolytopePtr A = make_random_ball_hull(random, 8), B = make_random_ball_hull(random, 8);
    const Pose X_WA = {random.rotation(), Vec3::Zero()};
    const Pose X_WB = {random.rotation(), 0.5 * random.in_unit_ball()};
    const SharedVolume volume = shared_volume(
        {{{{"", make_body(A).value(), {}}}}, X_WA, {{{"", make_body(B).value(), {}}}}, X_WB});
    EXPECT_EQ(volume.lower, OverlapMeter().volume({A, X_WA, B, X_WB})) << k;
  }
}

}  // namespace
}  // namespace touchstone
