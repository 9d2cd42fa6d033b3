// SPDX-License-Identifier: GPL-3.0-or-later
// The point of a polytope nearest to the origin, exactly: Wolfe 1976, "Finding the nearest point in
// a polytope", in rationals. Finite, because the norm falls strictly from one corral to the next.
#pragma once

#include <functional>
#include <vector>

#include "reference/exact/exact_vector.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// A vertex of the polytope, named by the pair of vertices whose difference it is.
struct WolfePoint {
  int i = 0;
  int j = 0;
  ExactVec3 x;
};

struct WolfeResult {
  std::vector<WolfePoint> corral;  ///< affinely independent
  std::vector<Rational> weights;   ///< positive, their sum is 1
  ExactVec3 x;                     ///< the nearest point
};

/// `support(x)` is a vertex p with x.p least.
WolfeResult nearest_to_origin(const WolfePoint& start,
                              const std::function<WolfePoint(const ExactVec3&)>& support);

}  // namespace touchstone
