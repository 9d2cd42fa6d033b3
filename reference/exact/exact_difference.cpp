// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/exact_difference.hpp"

#include <algorithm>
#include <cstddef>

namespace touchstone {

ExactDifference::ExactDifference(const Pair& pair)
    : pair_(pair),
      A_(*pair.A, pair.X_WA),
      B_(*pair.B, pair.X_WB),
      exponent_(std::min(A_.unit(), B_.unit())) {}

IntegerVec3 ExactDifference::point(const VertexPair& v) const {
  return B_.at(pair_.B->vertices()[static_cast<std::size_t>(v.vertex_B)], exponent_) -
         A_.at(pair_.A->vertices()[static_cast<std::size_t>(v.vertex_A)], exponent_);
}

IntegerVec3 ExactDifference::d() const {
  return A_.at(pair_.A->interior_point(), exponent_) - B_.at(pair_.B->interior_point(), exponent_);
}

Integer ExactDifference::reach(const IntegerVec3& u) const {
  return B_.farthest(u, exponent_) + A_.farthest(-u, exponent_);
}

}  // namespace touchstone
