// SPDX-License-Identifier: GPL-3.0-or-later
// A claim about a solid's facets, proven or refused.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "reference/exact/exact_body_points.hpp"

namespace touchstone {
namespace {

/// What products of scaled points may lose to underflow; above it everything is a normal number.
constexpr double kPlaneUnderflow = 0x1p-1000;
/// Claims about so many points are proven, each facet against all of them; beyond, the hull is
/// found in less time.
constexpr int kProveUpTo = 512;
constexpr std::size_t kMaxSides = std::size_t{6} * kProveUpTo;  // sides of at most 2 V triangles

using IsCorner = std::array<bool, kProveUpTo>;

/// Two doubles side by side, as every machine has them. Left to a compiler the comparisons below
/// stay single, as they would raise flags in another order.
using Two [[gnu::vector_size(2 * sizeof(double))]] = double;
using TwoMasks [[gnu::vector_size(2 * sizeof(double))]] = std::int64_t;
using Column = std::array<double, kProveUpTo + 1>;

Two two_at(const Column& column, std::size_t i) {
  Two two;
  std::memcpy(&two, &column[i], sizeof two);
  return two;
}

bool is_triangle(const Facet& facet, int points) {
  return facet.vertices.size() == 3 && std::all_of(facet.vertices.begin(), facet.vertices.end(),
                                                   [&](int v) { return v >= 0 && v < points; });
}

/// Whether in the plane of each triangle lie its corners alone, and below it all other points;
/// marks the corners, and rounds the normals. Signs are decided in doubles, by the bound of
/// Orientation::sign with the extent of the points in place of the single differences.
bool all_are_facets(std::span<const Facet> facets, const std::vector<Vec3>& points,
                    const Orientation& orientation, IsCorner& corner,
                    std::vector<ExactBody::Node>& nodes) {
  Column x;
  Column y;
  Column z;
  Vec3 low = points[0];
  Vec3 high = points[0];
  for (std::size_t v = 0; v < points.size(); ++v) {
    const Vec3& p = points[v];
    x[v] = p[0];
    y[v] = p[1];
    z[v] = p[2];
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  // The NaN behind an odd number of points is below no plane.
  x[points.size()] = y[points.size()] = z[points.size()] = std::numeric_limits<double>::quiet_NaN();
  const Vec3 extent = (high - low) * (1 + 0x1p-50);
  for (std::size_t f = 0; f < facets.size(); ++f) {
    const auto& v = facets[f].vertices;
    const Orientation::Plane plane = orientation.plane(v[0], v[1], v[2]);
    const Vec3& n = plane.normal;
    const Vec3& from = points[v[0]];
    const double error = kRelativePlaneError * plane.permanent.dot(extent) + kPlaneUnderflow;
    TwoMasks below{};  // a comparison that holds counts -1
    for (std::size_t i = 0; i < points.size(); i += 2) {
      const Two height = n[0] * (two_at(x, i) - from[0]) + n[1] * (two_at(y, i) - from[1]) +
                         n[2] * (two_at(z, i) - from[2]);
      below += height < -error;
    }
    // All but the three corners, whose heights are no more than rounding.
    if (below[0] + below[1] != 3 - static_cast<std::int64_t>(points.size()) || v[0] == v[1] ||
        v[1] == v[2] || v[2] == v[0]) {
      return false;
    }
    for (const int i : v) corner[i] = true;
    round_normal(plane, nodes[f]);
  }
  return true;
}

/// Whether each edge is shared by the two triangles that it names, none of whose sides is shared
/// twice.
bool all_edges_share_sides(const ExactBody::Claim& claim) {
  const auto place_of_side = [&](int facet, int from, int to) {
    if (facet < 0 || facet >= static_cast<int>(claim.facets.size())) return -1;
    const auto& v = claim.facets[facet].vertices;
    const int k = static_cast<int>(v[1] == from) + 2 * static_cast<int>(v[2] == from);
    return v[k] == from && v[k == 2 ? 0 : k + 1] == to ? 3 * facet + k : -1;
  };
  std::array<bool, kMaxSides> shared;
  std::fill_n(shared.begin(), 3 * claim.facets.size(), false);
  for (const Edge& edge : claim.edges) {
    const int left = place_of_side(edge.left, edge.v0, edge.v1);
    const int right = place_of_side(edge.right, edge.v1, edge.v0);
    if (left < 0 || right < 0 || shared[left] || shared[right]) return false;
    shared[left] = shared[right] = true;
  }
  return true;
}

}  // namespace

/// Triangles in whose planes no other point lies, all others being below, are facets of the hull.
/// If every side of each is shared with another of them, then there are no more: from facet to
/// facet across edges one reaches them all. There are 3 count sides and half as many edges, so
/// where no side is shared twice each is shared.
bool ExactBody::prove(const Claim& claim, const Given& all) {
  const std::size_t count = claim.facets.size();
  const int points = all.count();
  if (count < 4 || points > kProveUpTo || 3 * count > kMaxSides ||
      2 * claim.edges.size() != 3 * count) {
    return false;
  }
  IsCorner corner;
  std::fill_n(corner.begin(), points, false);
  nodes_.resize(count);
  if (!std::all_of(claim.facets.begin(), claim.facets.end(),
                   [&](const Facet& facet) { return is_triangle(facet, points); }) ||
      !all_are_facets(claim.facets, all.scaled, all.orientation, corner, nodes_) ||
      !all_edges_share_sides(claim)) {
    nodes_.clear();
    return false;
  }
  index_.reserve(all.vertices.size());
  std::array<int, kProveUpTo> new_index;
  for (int v = 0; v < points; ++v) {
    new_index[v] = static_cast<int>(index_.size());
    if (corner[v]) index_.push_back(v);
  }
  keep(all);
  face_vertices_.resize(3 * count);
  for (std::size_t f = 0; f < count; ++f) {
    Node& node = nodes_[f];
    node.first = static_cast<int>(3 * f);
    node.count = 3;
    const auto& v = claim.facets[f].vertices;
    node.corner = {new_index[v[0]], new_index[v[1]], new_index[v[2]]};
    // In ascending order.
    const auto [a, b] = std::minmax({node.corner[0], node.corner[1]});
    int* const face = &face_vertices_[3 * f];
    face[0] = std::min(a, node.corner[2]);
    face[1] = std::max(a, std::min(b, node.corner[2]));
    face[2] = std::max(b, node.corner[2]);
    if (node.error > kGoodNormal) set_exact_normal(node, static_cast<int>(f));
  }
  arcs_.reserve(claim.edges.size());
  for (const Edge& edge : claim.edges) {
    arcs_.push_back({new_index[edge.v0], new_index[edge.v1], edge.left, edge.right});
  }
  return true;
}

}  // namespace touchstone
