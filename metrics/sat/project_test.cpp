// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat/project.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>
#include <vector>

#include "geometry/arithmetic/registers.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20260731;

/// Against a plain loop for each axis, bit by bit; zeros of either sign among the products.
template <class T>
void expect_plain_loops(SatProject<T> project) {
  constexpr std::size_t kLanes = kSatLanes<T>;
  Random random(kSeed);
  const auto entry = [&] {
    const std::uint64_t kind = random.below(8);
    if (kind == 0) return T(0);
    if (kind == 1) return T(-0.0);
    return static_cast<T>(random.uniform(-1, 1));
  };
  for (std::size_t count = 1; count < 70; ++count) {
    std::array<std::vector<T>, 3> points;
    for (auto& column : points) {
      for (std::size_t i = 0; i < count; ++i) column.push_back(entry());
    }
    std::array<T, 3 * kLanes> axes;
    for (T& a : axes) a = entry();
    std::array<T, kLanes> least;
    std::array<T, kLanes> most;
    project(points[0].data(), points[1].data(), points[2].data(), static_cast<int>(count),
            axes.data(), least.data(), most.data());
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      T low = std::numeric_limits<T>::infinity();
      T high = -low;
      for (std::size_t i = 0; i < count; ++i) {
        const T dot = points[0][i] * axes[lane] + points[1][i] * axes[kLanes + lane] +
                      points[2][i] * axes[2 * kLanes + lane];
        low = dot < low ? dot : low;
        high = dot > high ? dot : high;
      }
      ASSERT_EQ(std::memcmp(&least[lane], &low, sizeof low), 0) << count << " " << lane;
      ASSERT_EQ(std::memcmp(&most[lane], &high, sizeof high), 0) << count << " " << lane;
    }
  }
}

TEST(SatProject, IsAPlainLoopForEachAxisInEitherWidth) {
  expect_plain_loops<double>(narrow::project_doubles);
  expect_plain_loops<float>(narrow::project_floats);
  if (machine_registers() != Registers::wide) return;
  expect_plain_loops<double>(wide::project_doubles);
  expect_plain_loops<float>(wide::project_floats);
}

}  // namespace
}  // namespace touchstone
