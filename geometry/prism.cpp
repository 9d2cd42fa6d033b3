// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/prism.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "geometry/polytope.hpp"

namespace touchstone {
namespace {

/// Polygons that overlap can be parted in the plane by less than the sum of their widths, prisms
/// along z by the sum of these heights. A power of two keeps every digit of the corners.
double prism_height(double width) {
  constexpr double kMargin = 1.125;  // for rounding, and for poses that are not quite orthonormal
  int exponent = 0;
  std::frexp(kMargin * width, &exponent);
  return width > 0 ? std::ldexp(1, exponent) : 0;
}

const Polytope& prism_of(const UnionPiece& piece) {
  return *std::get<PolytopePtr>(piece.body.core());
}

/// At least the diameter of what the union covers of the plane.
double width_of(const BodyUnion& body) {
  constexpr double kFar = 2 * kMaxCoordinate;
  Vec3 least = Vec3::Constant(kFar), most = -least;
  double radius = 0;
  for (const UnionPiece& piece : body.pieces) {
    radius = std::max(radius, prism_of(piece).radius());
    for (const Vec3& v : prism_of(piece).vertices()) {
      const Vec3 p = piece.X_UP.R * Vec3(v.x(), v.y(), 0) + piece.X_UP.t;
      least = least.cwiseMin(p);
      most = most.cwiseMax(p);
    }
  }
  return (most - least).sum() + 2 * radius;
}

std::optional<ConvexBody> raised(const Polytope& prism, double height) {
  PolytopeInput input;
  for (const Vec3& v : prism.vertices()) {
    input.vertices.emplace_back(v.x(), v.y(), v.z() == 0 ? 0 : std::copysign(height, v.z()));
  }
  const auto core = make_polytope(input);
  if (!core.ok()) return std::nullopt;
  const auto whole = make_rounded(core.value(), prism.radius());
  return whole.ok() ? std::optional(make_body(whole.value()).value()) : std::nullopt;
}

}  // namespace

std::vector<Vec3> prism_of_polygon(const std::vector<Vec3>& corners, double radius) {
  Vec3 least = corners.front(), most = corners.front();
  for (const Vec3& corner : corners) {
    least = least.cwiseMin(corner);
    most = most.cwiseMax(corner);
  }
  const double height = prism_height((most - least).sum() + radius);
  std::vector<Vec3> prism;
  if (height > kMaxCoordinate) return prism;
  for (const Vec3& corner : corners) {
    prism.emplace_back(corner.x(), corner.y(), -height);
    if (height > 0) prism.emplace_back(corner.x(), corner.y(), height);
  }
  return prism;
}

bool raise_prisms(UnionPair& pair) {
  // No piece needs more than both unions together.
  const double height = prism_height(width_of(pair.A) + width_of(pair.B));
  if (height > kMaxCoordinate) return false;
  for (BodyUnion* body : {&pair.A, &pair.B}) {
    for (UnionPiece& piece : body->pieces) {
      auto taller = raised(prism_of(piece), height);
      if (!taller) return false;
      piece.body = *std::move(taller);
    }
  }
  pair.in_plane = true;
  return true;
}

}  // namespace touchstone
