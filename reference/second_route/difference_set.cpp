// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/second_route/difference_set.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"
#include "reference/exact/exact_hull.hpp"

namespace touchstone {
namespace {

/// Widening of caps [1]: facet normals, cap centres and their products are each off by less than
/// 1e-14.
constexpr double kCapSlack = 1e-9;

/// All unit vectors w with w.center >= cos_radius: contains a vertex's normal cone.
struct Cap {
  int vertex = 0;
  Vec3 center;
  double cos_radius = -1;
  double sin_radius = 0;
};

Cap whole_sphere(int vertex) { return {vertex, Vec3::UnitX(), -1, 0}; }

/// A cap around a cone's generators. A cap of less than half the sphere is convex, so that it holds
/// the whole cone.
Cap cap_about(int vertex, const std::vector<Vec3>& generators) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& g : generators) sum += g;
  if (!(sum.norm() > kCapSlack)) return whole_sphere(vertex);
  const Vec3 center = sum.normalized();
  double cos_radius = 1;
  for (const Vec3& g : generators) cos_radius = std::min(cos_radius, center.dot(g));
  cos_radius -= kCapSlack;
  if (!(cos_radius > kCapSlack)) return whole_sphere(vertex);
  return {vertex, center, cos_radius, std::sqrt(1 - cos_radius * cos_radius)};
}

/// `sense` = +1 for the directions in which a vertex is greatest, -1 for those in which it is
/// least.
std::vector<Cap> caps_of(const std::vector<IntegerVec3>& vertices, double sense) {
  std::vector<Cap> caps;
  if (affine_basis(vertices).size() < 4) {
    for (int k = 0; k < static_cast<int>(vertices.size()); ++k) caps.push_back(whole_sphere(k));
    return caps;
  }
  const SolidHull hull = solid_hull(vertices);
  std::vector<std::vector<Vec3>> generators(vertices.size());
  for (std::size_t f = 0; f < hull.triangles.size(); ++f) {
    const Vec3 normal = sense * rounded_unit(hull.planes[f].normal);
    for (const int corner : hull.triangles[f]) {
      generators[at(corner)].push_back(normal);
    }
  }
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    if (!generators[k].empty()) caps.push_back(cap_about(static_cast<int>(k), generators[k]));
  }
  return caps;
}

/// Whether no unit vector can be in both: the centres' angle exceeds the sum of the radii. For
/// radii below a quarter turn that is cos(angle) < cos(r_a + r_b).
bool apart(const Cap& a, const Cap& b) {
  if (a.cos_radius <= 0 || b.cos_radius <= 0) return false;
  const double cos_sum = a.cos_radius * b.cos_radius - a.sin_radius * b.sin_radius;
  return a.center.dot(b.center) < cos_sum - kCapSlack;
}

}  // namespace

std::vector<IntegerVec3> all_differences(const IntegerPair& pair) {
  std::vector<IntegerVec3> differences;
  differences.reserve(pair.A.vertices.size() * pair.B.vertices.size());
  for (const IntegerVec3& a : pair.A.vertices) {
    for (const IntegerVec3& b : pair.B.vertices) differences.push_back(b - a);
  }
  return differences;
}

std::vector<IntegerVec3> pruned_differences(const IntegerPair& pair) {
  const std::vector<Cap> caps_A = caps_of(pair.A.vertices, -1);
  const std::vector<Cap> caps_B = caps_of(pair.B.vertices, +1);
  std::vector<IntegerVec3> differences;
  for (const Cap& a : caps_A) {
    for (const Cap& b : caps_B) {
      if (apart(a, b)) continue;
      differences.push_back(pair.B.vertices[at(b.vertex)] - pair.A.vertices[at(a.vertex)]);
    }
  }
  return differences;
}

}  // namespace touchstone
