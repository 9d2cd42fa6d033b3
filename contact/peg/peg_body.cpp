// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/peg/peg_body.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

void set_circumradius(PegBody& body) {
  Vec3 mean = Vec3::Zero();
  for (const Vec3& vertex : body.vertices) mean += vertex;
  mean /= static_cast<double>(body.vertices.size());
  for (const Vec3& vertex : body.vertices) {
    body.circumradius = std::max(body.circumradius, (vertex - mean).norm());
  }
}

PegBody solid(const Polytope& polytope) {
  PegBody body;
  body.vertices = polytope.vertices();
  body.directions.resize(body.vertices.size());
  for (const Facet& facet : polytope.facets()) {
    body.facets.push_back({facet.normal, facet.offset, {}, facet.vertices});
  }
  for (const Edge& edge : polytope.edges()) {
    const Vec3 along = (body.vertices[at(edge.v1)] - body.vertices[at(edge.v0)]).normalized();
    body.directions[at(edge.v0)].push_back(along);
    body.directions[at(edge.v1)].push_back(-along);
    // Seen from outside, `left` lies left of v0 -> v1.
    const Vec3 into_left = body.facets[at(edge.left)].normal.cross(along).normalized();
    const Vec3 into_right = along.cross(body.facets[at(edge.right)].normal).normalized();
    const auto number = static_cast<int>(body.edges.size());
    body.edges.push_back({edge.v0, edge.v1, into_left, into_right, edge.left, edge.right});
    const Vec3& end = body.vertices[at(edge.v0)];
    body.facets[at(edge.left)].sides.push_back(
        {-into_left, -into_left.dot(end), edge.right, number});
    body.facets[at(edge.right)].sides.push_back(
        {-into_right, -into_right.dot(end), edge.left, number});
  }
  return body;
}

PegBody polygon(const Polytope& prism, Axis axis) {
  const auto along = static_cast<Eigen::Index>(axis);
  Vec3 middle = Vec3::Zero();
  std::vector<Vec3> corners;
  for (const int v : prism.extreme()) {
    Vec3 corner = prism.vertices()[at(v)];
    if (corner[along] <= 0) continue;
    corner[along] = 0;
    corners.push_back(corner);
    middle += corner;
  }
  middle /= static_cast<double>(corners.size());
  const auto angle = [&](const Vec3& corner) {
    const Vec3 arm = corner - middle;
    return std::atan2(arm[(along + 2) % 3], arm[(along + 1) % 3]);
  };
  std::sort(corners.begin(), corners.end(),
            [&](const Vec3& a, const Vec3& b) { return angle(a) < angle(b); });
  PegBody body;
  body.vertices = corners;
  body.directions.resize(corners.size());
  const int n = static_cast<int>(corners.size());
  for (int i = 0; i < n; ++i) {  // counter-clockwise about the axis
    const int next = (i + 1) % n;
    const Vec3 side = (corners[at(next)] - corners[at(i)]).normalized();
    body.directions[at(i)].push_back(side);
    body.directions[at(next)].push_back(-side);
    PegBody::Facet& facet = body.facets.emplace_back();
    facet.normal = side.cross(Vec3::Unit(along));
    facet.offset = facet.normal.dot(corners[at(i)]);
    facet.vertices = {i, next};
    facet.sides = {{-side, -side.dot(corners[at(i)]), (i + n - 1) % n, -1},
                   {side, side.dot(corners[at(next)]), next, -1}};
  }
  return body;
}

}  // namespace

PegBody make_peg_body(const Polytope& polytope, std::optional<Axis> planar) {
  PegBody body = planar ? polygon(polytope, *planar) : solid(polytope);
  set_circumradius(body);
  return body;
}

void PlacedPegBody::place(const PegBody& of, const Pose& X_WB) {
  body = &of;
  R_WB = X_WB.R;
  p_WB = X_WB.t;
  vertices.clear();
  for (const Vec3& vertex : of.vertices) vertices.emplace_back(R_WB * vertex + p_WB);
  normals.clear();
  offsets.clear();
  for (const PegBody::Facet& facet : of.facets) {
    normals.emplace_back(R_WB * facet.normal);
    offsets.push_back(facet.offset + normals.back().dot(p_WB));
  }
}

}  // namespace touchstone
