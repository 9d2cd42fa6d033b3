// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/single_precision.hpp"

#include <string>
#include <utility>

namespace touchstone {
namespace {

/// Through memory: where g++ 12.2 takes two of these at once (-O2, a vector's x and y) it drops the
/// conversion to float and back as if it did nothing.
double rounded(double x) {
  const volatile auto nearest = static_cast<float>(x);
  return nearest;
}

Vec3 rounded(const Vec3& v) { return {rounded(v.x()), rounded(v.y()), rounded(v.z())}; }

Result<PolytopePtr> rounded(const Polytope& body) {
  PolytopeInput input;
  input.vertices.reserve(body.vertices().size());
  for (const Vec3& v : body.vertices()) input.vertices.push_back(rounded(v));
  if (body.interior_point_given()) input.interior_point = rounded(body.interior_point());
  return make_polytope(input);
}

Result<Pose> rounded(const Pose& X_WB) {
  Mat3 R;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) R(row, column) = rounded(X_WB.R(row, column));
  }
  return make_pose(R, rounded(X_WB.t));
}

}  // namespace

Result<Pair> rounded_to_float(const Pair& pair) {
  auto A = rounded(*pair.A);
  if (!A) return Error{"body A in single precision: " + A.reason()};
  auto B = pair.B == pair.A ? A : rounded(*pair.B);
  if (!B) return Error{"body B in single precision: " + B.reason()};
  auto X_WA = rounded(pair.X_WA);
  if (!X_WA) return Error{"pose_a in single precision: " + X_WA.reason()};
  auto X_WB = rounded(pair.X_WB);
  if (!X_WB) return Error{"pose_b in single precision: " + X_WB.reason()};
  return Pair{std::move(A).value(), X_WA.value(), std::move(B).value(), X_WB.value()};
}

}  // namespace touchstone
