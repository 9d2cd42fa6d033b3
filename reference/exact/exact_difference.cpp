// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/exact_difference.hpp"

#include <algorithm>

#include "geometry/index.hpp"

namespace touchstone {

ExactDifference::ExactDifference(const Pair& pair)
    : pair_(pair),
      A_(*pair.A, pair.X_WA),
      B_(*pair.B, pair.X_WB),
      exponent_(std::min(A_.unit(), B_.unit())) {}

IntegerVec3 ExactDifference::point(const VertexPair& v) const {
  return B_.point(pair_.B->vertices()[at(v.vertex_B)], exponent_) -
         A_.point(pair_.A->vertices()[at(v.vertex_A)], exponent_);
}

IntegerVec3 ExactDifference::d() const {
  return A_.point(pair_.A->interior_point(), exponent_) -
         B_.point(pair_.B->interior_point(), exponent_);
}

Integer ExactDifference::reach(const IntegerVec3& u) const {
  return B_.farthest(u, exponent_) + A_.farthest(-u, exponent_);
}

}  // namespace touchstone
