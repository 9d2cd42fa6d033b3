// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat/exact_axes.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/index.hpp"
#include "metrics/arithmetic/exact_rounding.hpp"

namespace touchstone {
namespace {

using exact::operator-;

/// A product of lengths below this has lost digits to the least double [m^2].
constexpr double kMinProduct = 1e-280;
/// Relative error of a normal in double-double [1] (predicates.hpp), and of a cross product of two
/// sides, in parts of the product of their lengths: a few roundings of 2^-104.
constexpr double kNormalRounding = 0x1p-89;
constexpr double kProductRounding = 0x1p-98;

Dd3 side(const Mat3& R, const Vec3& from, const Vec3& to) {
  return rotate(R, difference(to, from));
}

struct Range {
  DoubleDouble least, most;
};

Range projected(const ExactAxes& body, const Mat3& R, const Dd3& m) {
  const Vec3 u = rounded(m);
  const Vec3 local = R.transpose() * u;
  Range range;
  for (int i = 0; i < body.map.count(); ++i) {
    const Vec3& v = body.vertex(i);
    // Doubles tell what is certainly between.
    const double about = local.dot(v);
    const double rounding = 0x1p-48 * v.lpNorm<1>();
    if (i > 0 && about < range.most.high - rounding && about > range.least.high + rounding) {
      continue;
    }
    const DoubleDouble product = dot(m, rotate(R, v));
    if (i == 0 || (product - range.most).high > 0) range.most = product;
    if (i == 0 || (product - range.least).high < 0) range.least = product;
  }
  return range;
}

/// `rounding`: relative error of m.
PreciseOverlap overlap_along(Dd3 m, double rounding, const ExactAxes& A, const Pose& X_WA,
                             const ExactAxes& B, const Pose& X_WB) {
  // Made about 1 long by a power of two: squares stay in range.
  int exponent = 0;
  std::frexp(rounded(m).lpNorm<Eigen::Infinity>(), &exponent);
  const double unit = std::ldexp(1, -exponent);
  for (DoubleDouble& entry : m) entry = {unit * entry.high, unit * entry.low};

  const DoubleDouble length = sqrt(dot(m, m));
  const Range a = projected(A, X_WA.R, m);
  const Range b = projected(B, X_WB.R, m);
  const Dd3 apart = difference(X_WA.t, X_WB.t);
  const DoubleDouble along = dot(m, apart);
  const DoubleDouble o1 = (a.most - b.least) + along;
  const DoubleDouble o2 = (b.most - a.least) - along;
  const bool first = (o2 - o1).high > 0;
  const Vec3 n = rounded(m) / length.high;
  const double arms = A.reach + B.reach + rounded(apart).lpNorm<1>();
  const double doubt = 4 * rounding * arms;
  const bool both_ways = std::abs((o2 - o1).high) <= 2 * doubt * length.high;
  return {(first ? o1 : o2) / length, doubt, first ? Vec3(-n) : n, both_ways};
}

/// Which of the directions, unit vectors that exact ones are rounded to, are not an earlier one or
/// its opposite, in ascending order. What only rounding makes equal is two axes: a small body sees
/// the far ends of a large one apart. `parallel(i, j)` is exact.
template <class Parallel>
std::vector<std::size_t> distinct_axes(const std::vector<Vec3>& directions,
                                       const Parallel& parallel) {
  struct Key {
    double x, y, z;
    std::size_t index;
  };
  std::vector<Key> keys;
  keys.reserve(directions.size());
  for (std::size_t i = 0; i < directions.size(); ++i) {
    Vec3 v = directions[i];
    const double lead = v.x() != 0 ? v.x() : (v.y() != 0 ? v.y() : v.z());
    if (lead < 0) v = -v;
    keys.push_back({v.x(), v.y(), v.z(), i});
  }
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return std::tie(a.x, a.y, a.z, a.index) < std::tie(b.x, b.y, b.z, b.index);
  });
  const auto end = std::unique(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && parallel(a.index, b.index);
  });
  keys.erase(end, keys.end());
  std::vector<std::size_t> axes;
  axes.reserve(keys.size());
  for (const Key& key : keys) axes.push_back(key.index);
  std::sort(axes.begin(), axes.end());
  return axes;
}

}  // namespace

ExactAxes::ExactAxes(const Polytope& solid, std::vector<Vec3>& normal_directions,
                     std::vector<Vec3>& edge_directions)
    : map(solid, solid.interior_point()),
      center(solid.interior_point()),
      least_exponent(exact::least_exponent(map, center)) {
  std::vector<int> place(solid.vertices().size(), -1);
  for (int i = 0; i < map.count(); ++i) {
    place[at(map.vertex(i))] = i;
    reach = std::max(reach, vertex(i).stableNorm());
  }
  // The facets and edges of the exact hull: what merging hides is a face, or an edge, beside a much
  // smaller body.
  const UnmergedFacets unmerged(solid);
  add_faces(unmerged, place, normal_directions);
  add_edges(unmerged, place, edge_directions);
}

void ExactAxes::add_faces(const UnmergedFacets& unmerged, const std::vector<int>& place,
                          std::vector<Vec3>& directions) {
  std::vector<Vec3> all;
  std::vector<std::array<int, 3>> corners_of_all;
  for (const Facet& facet : unmerged.facets()) {
    all.push_back(facet.normal);
    const std::size_t n = facet.vertices.size();
    const auto corner = [&](std::size_t k) { return place[at(facet.vertices[k])]; };
    corners_of_all.push_back({corner(0), corner(n / 3), corner(2 * n / 3)});
  }
  const auto sides = [&](std::size_t i) {
    const auto [a, b, c] = corners_of_all[i];
    const auto arm = [&](int v) { return exact::scaled(vertex(v), least_exponent); };
    return exact::cross(arm(b) - arm(a), arm(c) - arm(a));
  };
  const auto parallel = [&](std::size_t i, std::size_t j) {
    return exact::is_zero(exact::cross(sides(i), sides(j)));
  };
  for (const std::size_t i : distinct_axes(all, parallel)) {
    const auto [a, b, c] = corners_of_all[i];
    directions.push_back(all[i]);
    corners.push_back(corners_of_all[i]);
    normals.push_back(precise_normal(vertex(a), vertex(b), vertex(c)));
  }
}

void ExactAxes::add_edges(const UnmergedFacets& unmerged, const std::vector<int>& place,
                          std::vector<Vec3>& directions) {
  std::vector<Vec3> all;
  std::vector<std::array<int, 2>> ends;
  for (const Edge& edge : unmerged.edges()) {
    ends.push_back({place[at(edge.v0)], place[at(edge.v1)]});
    const auto [from, to] = ends.back();
    all.emplace_back(rounded(difference(vertex(to), vertex(from))).stableNormalized());
  }
  const auto along = [&](std::size_t i) {
    const auto [from, to] = ends[i];
    return exact::scaled(vertex(to), least_exponent) - exact::scaled(vertex(from), least_exponent);
  };
  const auto parallel = [&](std::size_t i, std::size_t j) {
    return exact::is_zero(exact::cross(along(i), along(j)));
  };
  for (const std::size_t i : distinct_axes(all, parallel)) {
    directions.push_back(all[i]);
    edges.push_back(ends[i]);
  }
}

PreciseOverlap precise_overlap(const ExactAxes& A, const Pose& X_WA, const ExactAxes& B,
                               const Pose& X_WB, const AxisSource& source) {
  if (!source.edges) {
    const bool of_A = source.of_A >= 0;
    const Mat3& R = of_A ? X_WA.R : X_WB.R;
    const Dd3& normal = of_A ? A.normals[at(source.of_A)] : B.normals[at(source.of_B)];
    return overlap_along(rotate_normal(R, normal), kNormalRounding, A, X_WA, B, X_WB);
  }
  const auto [a0, a1] = A.edges[at(source.of_A)];
  const auto [b0, b1] = B.edges[at(source.of_B)];
  const Dd3 a = side(X_WA.R, A.vertex(a0), A.vertex(a1));
  const Dd3 b = side(X_WB.R, B.vertex(b0), B.vertex(b1));
  const Dd3 m = cross(a, b);
  const double longest = rounded(m).lpNorm<Eigen::Infinity>();
  if (!(longest > 0)) return {.doubt = kProductRounding * (A.reach + B.reach)};
  // Rounding turns the product of nearly parallel sides the more.
  const double sine = longest / (rounded(a).lpNorm<1>() * rounded(b).lpNorm<1>());
  const double rounding = longest > kMinProduct ? kProductRounding / sine : 1;
  return overlap_along(m, rounding, A, X_WA, B, X_WB);
}

bool ExactOverlap::is_less_than(const ExactOverlap& other) const {
  if (sgn(squared) == 0 || sgn(other.squared) == 0) return sgn(squared) != 0;
  if (sgn(reached) != sgn(other.reached)) return sgn(reached) < sgn(other.reached);
  const Integer mine = reached * reached * other.squared;
  const Integer its = other.reached * other.reached * squared;
  return sgn(reached) < 0 ? mine > its : mine < its;
}

ExactOverlap exact_overlap(ExactSet& difference, const ExactAxes& A, const ExactAxes& B,
                           const AxisSource& source) {
  exact::Integer3 m;
  if (source.edges) {
    const auto [a0, a1] = A.edges[at(source.of_A)];
    const auto [b0, b1] = B.edges[at(source.of_B)];
    m = exact::cross(difference.side_A(a0, a1), difference.side_B(b0, b1));
  } else if (source.of_A >= 0) {
    const auto [a, b, c] = A.corners[at(source.of_A)];
    m = exact::cross(difference.side_A(a, b), difference.side_A(a, c));
  } else {
    const auto [a, b, c] = B.corners[at(source.of_B)];
    m = exact::cross(difference.side_B(a, b), difference.side_B(a, c));
  }
  ExactOverlap best;
  if (exact::is_zero(m)) return best;
  const Integer squared = exact::dot(m, m);
  const exact::Integer3 opposite = -m;
  const Integer forth = exact::dot(m, difference.support(m).c);
  const Integer back = exact::dot(opposite, difference.support(opposite).c);
  const bool forwards = forth <= back;
  best.reached = forwards ? forth : back;
  best.squared = squared;
  const double root = difference.rounded_root(best.reached * best.reached, squared).high;
  best.depth = sgn(best.reached) < 0 ? -root : root;
  best.n = exact::rounded_unit(forwards ? m : opposite);
  best.both_ways = forth == back;
  return best;
}

}  // namespace touchstone
