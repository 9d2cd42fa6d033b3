// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/facet_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>

#include "geometry/arithmetic/predicates.hpp"

namespace touchstone {
namespace {

std::string metres(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g m", value);
  return text.data();
}

/// Twice the vector area of a polygon (Newell), about its first corner.
Vec3 twice_vector_area(const std::vector<Vec3>& polygon) {
  Vec3 area = Vec3::Zero();
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    area += (polygon[i] - polygon[0]).cross(polygon[i + 1] - polygon[0]);
  }
  return area;
}

std::vector<Vec3> corners_of(const std::vector<int>& facet, const std::vector<Vec3>& vertices) {
  std::vector<Vec3> corners;
  corners.reserve(facet.size());
  for (const int v : facet) corners.push_back(vertices[v]);
  return corners;
}

bool all_collinear(const std::vector<Vec3>& points) {
  std::size_t second = 1;
  while (second < points.size() && points[second] == points[0]) ++second;
  return std::all_of(points.begin(), points.end(), [&](const Vec3& p) {
    return second == points.size() || collinear(points[0], points[second], p);
  });
}

double perimeter(const std::vector<Vec3>& polygon) {
  double length = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    length += (polygon[(i + 1) % polygon.size()] - polygon[i]).norm();
  }
  return length;
}

/// The unit vector along a polygon's vector area, or zero if that is zero.
Vec3 normal_of(const std::vector<Vec3>& polygon) {
  // Rounding turns the normal of a polygon that is less thin than this by at most 1e-10 rad.
  constexpr double kThin = 1e-6;
  const Vec3 rounded = twice_vector_area(polygon);
  const double length = perimeter(polygon);
  if (rounded.norm() > kThin * length * length) return rounded.normalized();
  const Vec3 exact = exact_normal(polygon);
  return exact.isZero(0) ? exact : exact.normalized();
}

/// Why the indices do not name at least three different points, each once, or empty.
std::string why_not_a_polygon(const std::vector<int>& facet, const std::vector<int>& index) {
  if (facet.empty()) return "empty";
  for (const int v : facet) {
    if (v < 0 || v >= static_cast<int>(index.size())) {
      return "vertex index " + std::to_string(v) + " is out of range (there are " +
             std::to_string(index.size()) + " vertices)";
    }
  }
  std::vector<int> sorted = facet;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) return "vertex " + std::to_string(*twice) + " is repeated";
  for (int& v : sorted) v = index[v];
  std::sort(sorted.begin(), sorted.end());
  const auto distinct = std::unique(sorted.begin(), sorted.end()) - sorted.begin();
  if (distinct < 3) return "fewer than 3 distinct vertices";
  return {};
}

/// Why a polygon with outward normal n is not a facet of the body, or empty.
std::string why_not_supporting(const std::vector<int>& facet, const std::vector<Vec3>& corners,
                               const Vec3& n, const std::vector<Vec3>& vertices, double tolerance) {
  Vec3 centre = Vec3::Zero();
  for (const Vec3& corner : corners) centre += corner / static_cast<double>(corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const double off = std::abs(n.dot(corners[i] - centre));
    if (off > tolerance) {
      return "vertex " + std::to_string(facet[i]) + " is off its plane by " + metres(off);
    }
  }
  double above = 0;
  double below = 0;
  std::size_t highest = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double height = n.dot(vertices[i] - centre);
    if (height > above) highest = i;
    above = std::max(above, height);
    below = std::max(below, -height);
  }
  if (above > tolerance) {
    if (below <= tolerance) return "inverted: its outward normal points into the body";
    return "not convex: vertex " + std::to_string(highest) + " lies " + metres(above) +
           " beyond its plane";
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3& from = corners[i];
    const Vec3 along = corners[(i + 1) % corners.size()] - from;
    if (along.norm() == 0) continue;
    const Vec3 inward = n.cross(along).normalized();
    for (std::size_t k = 0; k < corners.size(); ++k) {
      if (inward.dot(corners[k] - from) < -tolerance) {
        return "not convex: vertex " + std::to_string(facet[k]) + " lies outside its edge " +
               std::to_string(facet[i]) + " -> " + std::to_string(facet[(i + 1) % facet.size()]);
      }
    }
  }
  return {};
}

/// Whether a polygon is within the tolerance of the plane of some facet of the hull.
bool on_the_hull(const std::vector<Vec3>& corners, const std::vector<Facet>& hull_facets,
                 const std::vector<Vec3>& hull_vertices, double tolerance) {
  return std::any_of(hull_facets.begin(), hull_facets.end(), [&](const Facet& facet) {
    const Vec3& origin = hull_vertices[facet.vertices.front()];
    return std::all_of(corners.begin(), corners.end(), [&](const Vec3& corner) {
      return std::abs(facet.normal.dot(corner - origin)) <= tolerance;
    });
  });
}

/// The area of the hull's facets that given facets have not covered yet.
struct Coverage {
  std::vector<double> uncovered;  ///< area left of each facet of the hull [m^2]
  double hull_area = 0;
  double given_area = 0;
  double slack = 0;  ///< area that moving every edge by the tolerance can change [m^2]
};

Coverage hull_coverage(const std::vector<Facet>& facets, const std::vector<Vec3>& vertices,
                       double tolerance) {
  Coverage coverage;
  for (const Facet& facet : facets) {
    const std::vector<Vec3> corners = corners_of(facet.vertices, vertices);
    coverage.uncovered.push_back(twice_vector_area(corners).norm() / 2);
    coverage.hull_area += coverage.uncovered.back();
    coverage.slack += tolerance * perimeter(corners);
  }
  return coverage;
}

std::string why_not_covered(const Coverage& coverage, const std::vector<Facet>& hull_facets) {
  if (std::abs(coverage.hull_area - coverage.given_area) <= coverage.slack) return {};
  const std::vector<double>& uncovered = coverage.uncovered;
  const auto worst = std::max_element(uncovered.begin(), uncovered.end()) - uncovered.begin();
  const Vec3& n = hull_facets[worst].normal;
  std::array<char, 160> text{};
  std::snprintf(
      text.data(), text.size(),
      "facets disagree with the hull: its facet with normal (%.3g, %.3g, %.3g) is not covered",
      n.x(), n.y(), n.z());
  return text.data();
}

}  // namespace

std::string why_facets_disagree(const std::vector<std::vector<int>>& facets,
                                const std::vector<Vec3>& vertices, const std::vector<int>& index,
                                const std::vector<Vec3>& hull_vertices,
                                const std::vector<Facet>& hull_facets, double size) {
  const double tolerance = kFacetTolerance * size;
  const auto place = [](std::size_t f) { return "facet " + std::to_string(f) + ": "; };

  // Each facet by itself: a convex polygon in a supporting plane. Since all of them then lie on the
  // hull's surface, they cover it exactly if no two overlap and their areas add up to its area.
  Coverage coverage = hull_coverage(hull_facets, hull_vertices, tolerance);
  std::map<std::pair<int, int>, std::size_t> facet_at_edge;
  for (std::size_t f = 0; f < facets.size(); ++f) {
    const std::vector<int>& facet = facets[f];
    if (std::string reason = why_not_a_polygon(facet, index); !reason.empty()) {
      return place(f) + reason;
    }
    const std::vector<Vec3> corners = corners_of(facet, vertices);
    const double twice_area = twice_vector_area(corners).norm();
    if (all_collinear(corners)) return place(f) + "flat: its vertices lie on one line";
    const Vec3 n = normal_of(corners);
    if (n.isZero(0)) return place(f) + "not convex: its sides cross";
    // The corners of a polygon that is thinner than the tolerance do not tell its plane; the hull
    // does.
    const bool thin = twice_area <= tolerance * perimeter(corners);
    if (std::string reason = why_not_supporting(facet, corners, n, vertices, tolerance);
        !reason.empty() && !(thin && on_the_hull(corners, hull_facets, hull_vertices, tolerance))) {
      return place(f) + reason;
    }
    for (std::size_t i = 0; i < facet.size(); ++i) {
      const int from = index[facet[i]];
      const int to = index[facet[(i + 1) % facet.size()]];
      if (from == to) continue;
      const auto [other, is_new] = facet_at_edge.try_emplace({from, to}, f);
      if (!is_new) {
        return place(f) + "overlaps facet " + std::to_string(other->second) +
               ": both have the edge " + std::to_string(facet[i]) + " -> " +
               std::to_string(facet[(i + 1) % facet.size()]);
      }
    }
    coverage.given_area += twice_area / 2;
    const auto closest = std::max_element(
        hull_facets.begin(), hull_facets.end(),
        [&](const Facet& a, const Facet& b) { return a.normal.dot(n) < b.normal.dot(n); });
    coverage.uncovered[closest - hull_facets.begin()] -= twice_area / 2;
  }
  return why_not_covered(coverage, hull_facets);
}

}  // namespace touchstone
