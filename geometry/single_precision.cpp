// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/single_precision.hpp"

#include <utility>
#include <variant>

namespace touchstone {
namespace {

/// The float nearest to x, by way of memory: where g++ 12.2 vectorises two of these (-O2, a
/// vector's x and y) it drops the conversion to float and back as if it did nothing.
double to_float(double x) {
  const volatile auto nearest = static_cast<float>(x);
  return nearest;
}

Vec3 to_float(const Vec3& v) { return {to_float(v.x()), to_float(v.y()), to_float(v.z())}; }

Result<PolytopePtr> to_float(const PolytopePtr& body) {
  PolytopeInput input;
  input.vertices.reserve(body->vertices().size());
  for (const Vec3& v : body->vertices()) input.vertices.push_back(to_float(v));
  if (body->interior_point_given()) input.interior_point = to_float(body->interior_point());
  Result<PolytopePtr> core = make_polytope(input);
  return core ? make_rounded(core.value(), to_float(body->radius())) : core;
}

Result<ConvexBody> to_float(const ConvexBody& body) {
  const double radius = to_float(body.radius());
  if (const auto* c = std::get_if<Cylinder>(&body.core())) {
    return make_body(Cylinder{to_float(c->radius), to_float(c->half_length)}, radius);
  }
  if (const auto* c = std::get_if<Cone>(&body.core())) {
    return make_body(Cone{to_float(c->radius), to_float(c->half_length)}, radius);
  }
  if (const auto* e = std::get_if<Ellipsoid>(&body.core())) {
    return make_body(Ellipsoid{to_float(e->semi_axes)}, radius);
  }
  const auto polytope = to_float(std::get<PolytopePtr>(body.core()));
  return polytope ? make_body(polytope.value()) : polytope.error();
}

Result<Pose> to_float(const Pose& X_WB) {
  Mat3 R;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) R(row, column) = to_float(X_WB.R(row, column));
  }
  return make_pose(R, to_float(X_WB.t));
}

template <class AnyPair>
Result<AnyPair> to_float_pair(const AnyPair& pair) {
  auto A = to_float(pair.A);
  if (!A) return Error{"body A in single precision: " + A.reason()};
  auto B = to_float(pair.B);
  if (!B) return Error{"body B in single precision: " + B.reason()};
  auto X_WA = to_float(pair.X_WA);
  if (!X_WA) return Error{"pose_a in single precision: " + X_WA.reason()};
  auto X_WB = to_float(pair.X_WB);
  if (!X_WB) return Error{"pose_b in single precision: " + X_WB.reason()};
  return AnyPair{std::move(A).value(), X_WA.value(), std::move(B).value(), X_WB.value()};
}

}  // namespace

Result<Pair> rounded_to_float(const Pair& pair) {
  auto rounded = to_float_pair(pair);
  if (!rounded || pair.A != pair.B) return rounded;
  Pair one = std::move(rounded).value();
  one.B = one.A;  // one body stays one
  return one;
}

Result<ConvexPair> rounded_to_float(const ConvexPair& pair) { return to_float_pair(pair); }

}  // namespace touchstone
