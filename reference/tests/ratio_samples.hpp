// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies and places of the tests of the ratio metric's exact programs.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "geometry/pair.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {

inline PolytopePtr body_about(std::vector<Vec3> vertices,
                              const std::optional<Vec3>& interior_point = {}) {
  auto made = make_polytope({std::move(vertices), {}, interior_point});
  EXPECT_TRUE(made.ok());
  return std::move(made).value();
}

/// A at the origin, B at t.
inline Pair apart_by(PolytopePtr A, PolytopePtr B, const Vec3& t) {
  return {std::move(A), {}, std::move(B), {Mat3::Identity(), t}};
}

}  // namespace touchstone
