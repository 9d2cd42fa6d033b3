// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/exact_support.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

namespace touchstone {
namespace {

/// Products w.v of doubles are wrong by less, in parts of |w|_1 times the largest coordinate: w is
/// rounded once, then come three products and two sums.
constexpr double kProductError = 1e-14;

}  // namespace

BigDyadicVec3 exactly_placed(const Pose& X, const Vec3& v) {
  const BigDyadicVec3 exact_v(v);
  const auto row = [&](int i) {
    return BigDyadicVec3(Vec3(X.R.row(i))).dot(exact_v) + BigDyadic(X.t[i]);
  };
  return {row(0), row(1), row(2)};
}

BigDyadic exact_farthest(const Polytope& body, const Pose& X, const BigDyadicVec3& u) {
  const auto column = [&](int j) { return BigDyadicVec3(Vec3(X.R.col(j))).dot(u); };
  const BigDyadicVec3 local(column(0), column(1), column(2));  // R' u
  const Vec3 w = rounded_direction(local);
  assert(w != Vec3::Zero());
  double most = -std::numeric_limits<double>::infinity();
  double coordinate = 0;
  for (const Vec3& v : body.vertices()) {
    most = std::max(most, w.dot(v));
    coordinate = std::max(coordinate, v.lpNorm<Eigen::Infinity>());
  }
  const double doubt = 2 * kProductError * w.lpNorm<1>() * coordinate;
  std::optional<BigDyadic> best;
  for (const Vec3& v : body.vertices()) {
    if (w.dot(v) < most - doubt) continue;
    BigDyadic along = local.dot(BigDyadicVec3(v));
    if (!best || *best < along) best = std::move(along);
  }
  return *best + u.dot(BigDyadicVec3(X.t));
}

BigDyadic exact_reach(const Pair& pair, const BigDyadicVec3& u) {
  return exact_farthest(*pair.B, pair.X_WB, u) + exact_farthest(*pair.A, pair.X_WA, -u);
}

}  // namespace touchstone
