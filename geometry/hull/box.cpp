// SPDX-License-Identifier: GPL-3.0-or-later
// The box without a hull: its tables are those that make_polytope finds from the corners.
#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "geometry/hull/polytope_builder.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

struct BoxFacet {
  std::array<int, 3> normal;
  std::array<int, 4> corners;
};
/// Facets in ascending order of their corner cycles. A cycle begins with its least index and runs
/// counter-clockwise seen from outside.
constexpr std::array<BoxFacet, 6> kFacets = {{{{0, -1, 0}, {0, 1, 5, 4}},
                                              {{0, 0, -1}, {0, 2, 3, 1}},
                                              {{-1, 0, 0}, {0, 4, 6, 2}},
                                              {{1, 0, 0}, {1, 3, 7, 5}},
                                              {{0, 1, 0}, {2, 6, 7, 3}},
                                              {{0, 0, 1}, {4, 5, 7, 6}}}};
constexpr std::array<Edge, 12> kEdges = {{{0, 1, 0, 1},
                                          {0, 2, 1, 2},
                                          {0, 4, 2, 0},
                                          {1, 3, 3, 1},
                                          {1, 5, 0, 3},
                                          {2, 3, 1, 4},
                                          {2, 6, 4, 2},
                                          {3, 7, 3, 4},
                                          {4, 5, 5, 0},
                                          {4, 6, 2, 5},
                                          {5, 7, 5, 3},
                                          {6, 7, 4, 5}}};

}  // namespace

PolytopePtr make_box(const Vec3& half_extents) {
  assert(half_extents.allFinite() && half_extents.minCoeff() >= 0);
  PolytopeBuilder::Parts parts;
  parts.vertices.reserve(8);
  for (unsigned k = 0; k < 8; ++k) {
    parts.vertices.emplace_back((k & 1U) != 0 ? half_extents.x() : -half_extents.x(),
                                (k & 2U) != 0 ? half_extents.y() : -half_extents.y(),
                                (k & 4U) != 0 ? half_extents.z() : -half_extents.z());
  }
  const bool ordinary = half_extents.minCoeff() > 1e-11 * half_extents.maxCoeff() &&
                        half_extents.maxCoeff() < kMaxCoordinate &&
                        half_extents.maxCoeff() > kMinExtent;
  if (!ordinary) return make_polytope(PolytopeInput{parts.vertices, {}, {}}).value();

  parts.dimension = 3;
  parts.extreme = {0, 1, 2, 3, 4, 5, 6, 7};
  parts.neighbours.reserve(8);
  for (int k = 0; k < 8; ++k) {
    std::vector<int> list = {k ^ 1, k ^ 2, k ^ 4};
    std::sort(list.begin(), list.end());
    parts.neighbours.push_back(std::move(list));
  }
  parts.strict = true;
  parts.bounding_radius = PolytopeBuilder::bounding_radius(parts.vertices, parts.interior_point);
  parts.complex.facets.reserve(6);
  for (const auto& [normal, corners] : kFacets) {
    const Vec3 n(normal[0], normal[1], normal[2]);
    parts.complex.facets.push_back(
        {n, n.cwiseAbs().dot(half_extents), {corners.begin(), corners.end()}});
  }
  parts.complex.edges.assign(kEdges.begin(), kEdges.end());
  return PolytopeBuilder::build(std::move(parts));
}

const char* why_no_box(const Vec3& half_extents) {
  if (!half_extents.allFinite()) return "must be finite";
  if (!(half_extents.minCoeff() > 0)) return "must be above 0";
  if (half_extents.maxCoeff() > kMaxCoordinate) return "must not exceed 1e60 m";
  if (half_extents.maxCoeff() < kMinExtent) return "are all below 1e-60 m";
  return nullptr;
}

}  // namespace touchstone
