// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/best_directions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

ExactDirection direction(int name, int gap, int square, int along) {
  ExactDirection out;
  out.u = {name, 0, 0};
  out.gap = gap;
  out.square = square;
  out.along = along;
  return out;
}

/// The names of those that are kept.
template <class Compare>
std::vector<int> kept_of(const std::vector<ExactDirection>& offered, const Compare& compare) {
  BestDirections best;
  for (const ExactDirection& u : offered) {
    best.slot() = u;
    best.offer(compare);
  }
  std::vector<int> names;
  for (std::size_t k = 0; k < best.size(); ++k) {
    names.push_back(static_cast<int>(best[k].u[0].get_si()));
  }
  return names;
}

TEST(BestDirections, KeepAllThatTieWhateverTheirLengths) {
  // gap / |u|: -1/2, -1/2 (four times as long), -1, -1/2.
  EXPECT_EQ(kept_of({direction(1, -1, 4, 1), direction(2, -4, 64, 1), direction(3, -1, 1, 1),
                     direction(4, -2, 16, 1)},
                    compare_phi),
            (std::vector<int>{1, 2, 4}));
  // What ties with the best so far goes with it once there is a better one.
  EXPECT_EQ(kept_of({direction(1, -1, 1, 1), direction(2, -2, 4, 1), direction(3, -1, 4, 1),
                     direction(4, 0, 9, 1), direction(5, 0, 1, 1), direction(6, -1, 9, 1)},
                    compare_phi),
            (std::vector<int>{4, 5}));
}

TEST(BestDirections, CompareRatiosByTheirLengthsAlongD) {
  // gap / along: 1/2, 2/4, 1/3; then -1/3 over -1/2.
  EXPECT_EQ(
      kept_of({direction(1, 1, 1, 2), direction(2, 2, 1, 4), direction(3, 1, 1, 3)}, compare_ratio),
      (std::vector<int>{1, 2}));
  EXPECT_EQ(kept_of({direction(1, -1, 1, 2), direction(2, -1, 1, 3), direction(3, -2, 1, 6)},
                    compare_ratio),
            (std::vector<int>{2, 3}));
}

TEST(BestDirections, AreThoseThatNoneIsAheadOf) {
  Random random(7);
  const auto small = [&](int range) {
    return 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(range)));
  };
  int ties = 0;
  for (int k = 0; k < 2000; ++k) {
    SCOPED_TRACE(k);
    std::vector<ExactDirection> offered;
    for (int name = 0; name < 6; ++name) {
      const int gap = small(5) - 3;
      const int root = small(3);
      offered.push_back(direction(name, gap, root * root, small(3)));
    }
    for (const auto& compare : {compare_phi, compare_ratio}) {
      std::vector<int> expected;
      for (int name = 0; name < 6; ++name) {
        const bool best = std::all_of(offered.begin(), offered.end(), [&](const auto& other) {
          return compare(other, offered[at(name)]) <= 0;
        });
        if (best) expected.push_back(name);
      }
      EXPECT_EQ(kept_of(offered, compare), expected);
      if (expected.size() > 1) ++ties;
    }
  }
  EXPECT_GT(ties, 500);
}

}  // namespace
}  // namespace touchstone
