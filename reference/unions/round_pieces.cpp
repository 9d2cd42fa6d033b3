// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/unions/round_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "geometry/index.hpp"
#include "reference/exact/exact_body.hpp"

namespace touchstone {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// Corners of a circle.
constexpr int kCorners = 32;
/// Cuts of an octahedron's edges: its cut surface, pushed out, makes a sphere. Around a solid or a
/// polygon fewer corners have to do.
constexpr int kFineCuts = 8, kCoarseCuts = 3;
/// Shares of a length that are more than rounding [1], and more than what two rotations that are
/// orthonormal to 1e-6 do to a ball.
constexpr double kRounding = 1e-12, kRotations = 1e-5;

using Points = std::vector<Vec3>;

PolytopePtr hull_of(const Points& points) {
  PolytopeInput input;
  input.vertices = points;
  Result<PolytopePtr> hull = make_polytope(input);
  if (!hull.ok()) throw std::logic_error("unions: a round piece has no polytope: " + hull.reason());
  return std::move(hull).value();
}

/// A polytope with corners on the unit sphere, and the radius of a ball about 0 inside it.
struct Sphere {
  Points corners;
  double inradius = 1;
};

Sphere make_sphere(int cuts) {
  Sphere sphere;
  for (int x = -cuts; x <= cuts; ++x) {
    for (int y = -cuts + std::abs(x); y <= cuts - std::abs(x); ++y) {
      const int z = cuts - std::abs(x) - std::abs(y);
      sphere.corners.push_back(Vec3(x, y, z).normalized());
      if (z > 0) sphere.corners.push_back(Vec3(x, y, -z).normalized());
    }
  }
  const ExactBody hull(sphere.corners);
  for (const ExactBody::Node& facet : hull.nodes()) {
    const Vec3& corner = hull.given()[at(facet.corner[0])];
    sphere.inradius = std::min(sphere.inradius, facet.normal.dot(corner) * (1 - kRounding));
  }
  return sphere;
}

/// The corners of a circle of that radius about the z axis.
void add_circle(double radius, double z, Side side, Points& points) {
  const double reach = side == Side::inner ? radius * (1 - kRounding)
                                           : radius / std::cos(kPi / kCorners) * (1 + kRounding);
  for (int k = 0; k < kCorners; ++k) {
    const double angle = 2 * kPi * k / kCorners;
    points.emplace_back(reach * std::cos(angle), reach * std::sin(angle), z);
  }
}

Points core_points(const Core& core, Side side) {
  Points points;
  if (const auto* polytope = std::get_if<PolytopePtr>(&core)) return (*polytope)->vertices();
  if (const auto* cylinder = std::get_if<Cylinder>(&core)) {
    add_circle(cylinder->radius, -cylinder->half_length, side, points);
    add_circle(cylinder->radius, cylinder->half_length, side, points);
  } else if (const auto* cone = std::get_if<Cone>(&core)) {
    add_circle(cone->radius, -cone->half_length, side, points);
    points.emplace_back(0, 0, cone->half_length);
  } else {
    const Sphere sphere = make_sphere(kFineCuts);
    const double factor = side == Side::inner ? 1 - kRounding : (1 + kRounding) / sphere.inradius;
    for (const Vec3& u : sphere.corners) {
      points.emplace_back(factor * u.cwiseProduct(std::get<Ellipsoid>(core).semi_axes));
    }
  }
  return points;
}

PolytopePtr polytope_of(const ConvexBody& body, Side side) {
  const Points core = core_points(body.core(), side);
  if (body.radius() == 0) return hull_of(core);
  const Sphere sphere = make_sphere(core.size() <= 2 ? kFineCuts : kCoarseCuts);
  double largest = 0;
  for (const Vec3& p : core) largest = std::max(largest, p.cwiseAbs().maxCoeff());
  const double rounding = kRounding * largest;
  const double reach = side == Side::inner
                           ? std::max(body.radius() * (1 - kRotations) - rounding, 0.0)
                           : (body.radius() * (1 + kRotations) + rounding) / sphere.inradius;
  Points points;
  for (const Vec3& p : core) {
    for (const Vec3& u : sphere.corners) points.emplace_back(p + reach * u);
  }
  return hull_of(points);
}

bool is_polytope(const ConvexBody& body) { return !body.is_curved() && body.radius() == 0; }

}  // namespace

bool are_polytopes(const UnionPair& pair) {
  const auto all = [](const BodyUnion& body) {
    return std::all_of(body.pieces.begin(), body.pieces.end(),
                       [](const UnionPiece& piece) { return is_polytope(piece.body); });
  };
  return all(pair.A) && all(pair.B);
}

UnionPair polytopes_of(const UnionPair& pair, Side side) {
  UnionPair result = pair;
  for (BodyUnion* body : {&result.A, &result.B}) {
    for (UnionPiece& piece : body->pieces) {
      if (is_polytope(piece.body)) continue;
      piece.body = make_body(polytope_of(piece.body, side)).value();
    }
  }
  return result;
}

}  // namespace touchstone
