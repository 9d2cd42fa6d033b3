// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/unions/round_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
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
constexpr int kFineCuts = 8, kCoarseCuts = 3, kFewCuts = 2;
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

/// Rounded polytopes of more points than these are thinned: the search takes long over their facets.
constexpr std::size_t kMaxPoints = 800;

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

/// The points that are farthest in the directions of a sphere's corners, each once.
Points farthest_points(const Points& all, const Sphere& directions) {
  std::set<std::size_t> chosen;
  for (const Vec3& u : directions.corners) {
    std::size_t farthest = 0;
    for (std::size_t k = 1; k < all.size(); ++k) {
      if (u.dot(all[k]) > u.dot(all[farthest])) farthest = k;
    }
    chosen.insert(farthest);
  }
  Points points;
  for (const std::size_t k : chosen) points.push_back(all[k]);
  return points;
}

Points box_about(const Points& points) {
  Vec3 least = points.front(), most = points.front();
  for (const Vec3& p : points) {
    least = least.cwiseMin(p);
    most = most.cwiseMax(p);
  }
  Points box;
  for (int k = 0; k < 8; ++k) {
    box.emplace_back(k % 2 == 0 ? least.x() : most.x(), k / 2 % 2 == 0 ? least.y() : most.y(),
                     k / 4 == 0 ? least.z() : most.z());
  }
  return box;
}

/// The hull of `few` stretched about their mean until it holds all points, or a box about these.
Points stretched(const Points& few, const Points& all) {
  constexpr double kMinDepth = 1e-3;  // least depth of the mean, as a share of the size
  constexpr double kStretch = 1e-9;   // more than rounding does at that depth
  if (hull_of(few)->dimension() < 3) return box_about(all);
  Vec3 mean = Vec3::Zero();
  for (const Vec3& p : few) mean += p / static_cast<double>(few.size());
  double size = 0, factor = 1;
  for (const Vec3& p : all) size = std::max(size, (p - mean).norm());
  const ExactBody hull(few);
  for (const ExactBody::Node& facet : hull.nodes()) {
    const double depth = facet.normal.dot(hull.given()[at(facet.corner[0])] - mean);
    if (!(depth > kMinDepth * size)) return box_about(all);
    for (const Vec3& p : all) factor = std::max(factor, facet.normal.dot(p - mean) / depth);
  }
  Points points;
  for (const Vec3& p : few) points.emplace_back(mean + factor * (1 + kStretch) * (p - mean));
  return points;
}

PolytopePtr polytope_of(const ConvexBody& body, Side side) {
  Points core = core_points(body.core(), side);
  if (body.radius() == 0) return hull_of(core);
  Sphere sphere = make_sphere(core.size() <= 2 ? kFineCuts : kCoarseCuts);
  if (core.size() > 2 && core.size() * sphere.corners.size() > kMaxPoints) {
    const Points few = farthest_points(core, sphere);
    core = side == Side::inner || few.size() == core.size() ? few : stretched(few, core);
    sphere = make_sphere(kFewCuts);
  }
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
