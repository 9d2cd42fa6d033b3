// SPDX-License-Identifier: GPL-3.0-or-later
// C = B + (-A) in integers, for what checks claims and certificates: points and support values,
// each made when it is asked for.
#pragma once

#include "geometry/pair.hpp"
#include "metrics/metric.hpp"
#include "reference/exact/integer_space.hpp"

namespace touchstone {

/// Lengths are in units of 2^exponent().
class ExactDifference {
 public:
  /// `pair` outlives it.
  explicit ExactDifference(const Pair& pair);

  long exponent() const { return exponent_; }
  /// b - a, world.
  IntegerVec3 point(const VertexPair& v) const;
  /// x_A - x_B, world.
  IntegerVec3 d() const;
  /// max u.c over C, u not 0: -gap(u).
  Integer reach(const IntegerVec3& u) const;

 private:
  const Pair& pair_;
  PlacedIntegers A_;
  PlacedIntegers B_;
  long exponent_;
};

}  // namespace touchstone
