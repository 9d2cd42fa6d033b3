// SPDX-License-Identifier: GPL-3.0-or-later
// phi from the explicit Minkowski difference C = {b - a}: gap(u) = min u.a - max u.b = -max over c
// in C of u.c, so that
//   0 outside C:   phi = |c*|, c* the point of C nearest to 0, attained along u = -c*;
//   0 inside C:    phi = -(least distance of 0 from a facet plane), along the outward normals of
//   all facets that attain it; 0 on its boundary (or in a flat C): phi = 0, along the whole normal
//   cone of C at 0.
#include <optional>

#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"
#include "geometry/query_scope.hpp"
#include "reference/exact/ensure.hpp"
#include "reference/exact/exact_hull.hpp"
#include "reference/exact/simplex.hpp"
#include "reference/oracle.hpp"
#include "reference/second_route/difference_set.hpp"
#include "reference/second_route/integer_routes.hpp"

namespace touchstone {
namespace {

using Nearest = NearestOnSimplex<Integer, IntegerVec3>;

/// What is found in integers: phi^2 = numerator / denominator in squared units.
struct IntegerTruth {
  int sign = 0;
  Integer numerator = 0;
  Integer denominator = 1;
  std::vector<IntegerVec3> directions;
  Rational inradius_squared = 0;  ///< inradius of K about 0, in squared units
};

bool nearer(const Nearest& a, const Nearest& b) {
  return Integer(a.squared_norm * b.scale * b.scale) < Integer(b.squared_norm * a.scale * a.scale);
}

IntegerTruth separated(const Nearest& nearest) {
  IntegerTruth truth;
  truth.sign = 1;
  truth.numerator = nearest.squared_norm;
  truth.denominator = nearest.scale * nearest.scale;
  truth.directions.push_back(-nearest.point);
  return truth;
}

IntegerTruth kissing(std::vector<IntegerVec3> generators) {
  IntegerTruth truth;
  truth.directions = std::move(generators);
  return truth;
}

void push_both_senses(std::vector<IntegerVec3>& generators, const IntegerVec3& direction) {
  generators.push_back(direction);
  generators.push_back(-direction);
}

/// Two directions across `v` (not 0) and each other.
std::array<IntegerVec3, 2> across(const IntegerVec3& v) {
  // The axis of the smallest entry is not parallel to v.
  const Integer x = abs(v.x);
  const Integer y = abs(v.y);
  const Integer z = abs(v.z);
  IntegerVec3 axis{0, 0, 0};
  (x <= y && x <= z ? axis.x : y <= z ? axis.y : axis.z) = 1;
  const IntegerVec3 first = v.cross(axis);
  return {first, v.cross(first)};
}

IntegerTruth solve_point(const IntegerVec3& c) {
  if (!c.is_zero()) return separated(nearest_on_simplex<Integer, IntegerVec3>({c}, 1));
  std::vector<IntegerVec3> generators;
  push_both_senses(generators, {1, 0, 0});
  push_both_senses(generators, {0, 1, 0});
  push_both_senses(generators, {0, 0, 1});
  return kissing(std::move(generators));
}

IntegerTruth solve_segment(const std::vector<IntegerVec3>& points, const std::vector<int>& basis) {
  const IntegerVec3 e = points[at(basis[1])] - points[at(basis[0])];
  const std::array<int, 2> ends = segment_ends(points, e);
  const IntegerVec3& p = points[at(ends[0])];
  const IntegerVec3& q = points[at(ends[1])];
  const Nearest nearest = nearest_on_simplex<Integer, IntegerVec3>({p, q}, 2);
  if (!nearest.point.is_zero()) return separated(nearest);
  std::vector<IntegerVec3> generators;
  for (const IntegerVec3& v : across(e)) push_both_senses(generators, v);
  if (p.is_zero()) generators.push_back(-e);
  if (q.is_zero()) generators.push_back(e);
  return kissing(std::move(generators));
}

IntegerTruth solve_polygon(const std::vector<IntegerVec3>& points, const std::vector<int>& basis) {
  const IntegerVec3& origin = points[at(basis[0])];
  const IntegerVec3 normal = (points[at(basis[1])] - origin).cross(points[at(basis[2])] - origin);
  const std::vector<int> polygon = polygon_hull(points, normal);
  std::optional<Nearest> nearest;
  for (std::size_t k = 2; k < polygon.size(); ++k) {  // a fan of triangles covers it
    const Nearest candidate = nearest_on_simplex<Integer, IntegerVec3>(
        {points[at(polygon[0])], points[at(polygon[k - 1])], points[at(polygon[k])]}, 3);
    if (!nearest || nearer(candidate, *nearest)) nearest = candidate;
  }
  ensure(nearest.has_value(), "a polygon has fewer than three corners");
  if (!nearest->point.is_zero()) return separated(*nearest);
  std::vector<IntegerVec3> generators;
  push_both_senses(generators, normal);
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const IntegerVec3& p = points[at(polygon[k])];
    const IntegerVec3 e = points[at(polygon[(k + 1) % polygon.size()])] - p;
    const IntegerVec3 outward = e.cross(normal);
    if (outward.dot(p) == 0) generators.push_back(outward);
  }
  return kissing(std::move(generators));
}

/// 0 is inside or on the boundary: all planes have offset >= 0, and |phi| is the least of offset /
/// |normal|.
IntegerTruth solve_inside(const std::vector<IntegerPlane>& planes) {
  IntegerTruth truth;
  for (const IntegerPlane& plane : planes) {
    const Integer numerator = plane.offset * plane.offset;
    const Integer denominator = plane.normal.squaredNorm();
    const int order = truth.directions.empty() ? -1
                                               : cmp(Integer(numerator * truth.denominator),
                                                     Integer(truth.numerator * denominator));
    if (order > 0) continue;
    if (order < 0) truth.directions.clear();
    truth.numerator = numerator;
    truth.denominator = denominator;
    truth.directions.push_back(plane.normal);
  }
  truth.sign = truth.numerator == 0 ? 0 : -1;
  return truth;
}

IntegerTruth solve_hull(const std::vector<IntegerVec3>& points, const SolidHull& hull) {
  // The nearest point of a convex body lies on a facet whose plane has the body on one side and 0
  // on the other.
  std::optional<Nearest> nearest;
  for (std::size_t f = 0; f < hull.triangles.size(); ++f) {
    if (hull.planes[f].offset >= 0) continue;
    const std::array<int, 3>& t = hull.triangles[f];
    const Nearest candidate = nearest_on_simplex<Integer, IntegerVec3>(
        {points[at(t[0])], points[at(t[1])], points[at(t[2])]}, 3);
    if (!nearest || nearer(candidate, *nearest)) nearest = candidate;
  }
  if (nearest) return separated(*nearest);
  return solve_inside(distinct_planes(hull));
}

/// The square of the inradius of hull + d about 0; 0 unless 0 is inside.
Rational inradius_squared(const SolidHull& hull, const IntegerVec3& d) {
  std::vector<IntegerPlane> planes = distinct_planes(hull);
  for (IntegerPlane& plane : planes) {
    plane.offset += plane.normal.dot(d);
    if (plane.offset <= 0) return 0;
  }
  const IntegerTruth about = solve_inside(planes);
  return scaled_ratio(about.numerator, about.denominator, 0);
}

IntegerTruth solve_solid(const std::vector<IntegerVec3>& points, const IntegerVec3& d) {
  const SolidHull hull = solid_hull(points);
  IntegerTruth truth = solve_hull(points, hull);
  truth.inradius_squared = inradius_squared(hull, d);
  return truth;
}

IntegerTruth solve_differences(const std::vector<IntegerVec3>& points, const IntegerVec3& d) {
  const std::vector<int> basis = affine_basis(points);
  switch (basis.size()) {
    case 1:
      return solve_point(points[0]);
    case 2:
      return solve_segment(points, basis);
    case 3:
      return solve_polygon(points, basis);
    default:
      return solve_solid(points, d);
  }
}

/// The double nearest to sign sqrt(square) - r, r > 0: the root between two fractions, which come
/// nearer to each other until both differences round to one double. The first route needs no digits
/// of the root (reference/exact/radius_law.hpp).
double nearest_root_less(int sign, const Rational& square, const Rational& r) {
  if (sign > 0 && square == r * r) return 0;
  const Integer& denominator = square.get_den();
  const Integer product = square.get_num() * denominator;  // sqrt(square) = sqrt(product) / den
  constexpr mp_bitcnt_t kFirstBits = 128;
  LoopBound bound("second route: digits of a root", 16);
  for (mp_bitcnt_t bits = kFirstBits;; bits *= 2) {
    bound.step();
    const Integer scaled = product << (2 * bits);
    const Integer root = sqrt(scaled);
    const Integer unit = denominator << bits;
    Rational low(root, unit);
    low.canonicalize();
    Rational high(root * root == scaled ? root : Integer(root + 1), unit);
    high.canonicalize();
    const double nearest = round_to_double(sign * low - r);
    if (nearest == round_to_double(sign * high - r)) return nearest;
  }
}

/// Makes the truth of the bodies of that of their cores.
void add_radii(const Pair& pair, Truth& truth) {
  truth.radius = Rational(pair.A->radius()) + Rational(pair.B->radius());
  if (truth.radius == 0) return;
  truth.sign_of_cores = truth.sign;
  truth.phi = nearest_root_less(truth.sign, truth.phi_squared, truth.radius);
  const int order = cmp(truth.phi_squared, Rational(truth.radius * truth.radius));
  truth.sign = truth.sign > 0 ? sgn(Rational(order)) : -1;
}

IntegerTruth solve_integers(const IntegerPair& pair) {
  const std::size_t count = pair.A.vertices.size() * pair.B.vertices.size();
  return solve_differences(count > kPruneAbove ? pruned_differences(pair) : all_differences(pair),
                           pair.A.interior - pair.B.interior);
}

/// phi^2 [m^2], where lengths are in units of 2^exponent.
Rational square_of(const IntegerTruth& found, long exponent) {
  return scaled_ratio(found.numerator, found.denominator, 2 * exponent);
}

}  // namespace

SignedRoot solve_explicit(const IntegerPair& pair) {
  const IntegerTruth found = solve_integers(pair);
  return {found.sign, square_of(found, pair.exponent)};
}

Truth solve_explicit(const Pair& pair, Rational* inradius_squared) {
  const QueryScope scope(QueryKind::truth, "the second route");
  const IntegerPair integers = to_integers(pair);
  const IntegerTruth found = solve_integers(integers);

  Truth truth;
  truth.sign = found.sign;
  truth.phi_squared = square_of(found, integers.exponent);
  truth.phi = found.sign * round_sqrt_to_double(truth.phi_squared);
  add_radii(pair, truth);
  for (const IntegerVec3& direction : found.directions) {
    const IntegerVec3 u = primitive(direction);
    truth.directions.push_back(to_exact(u));
    truth.normals.push_back(rounded_unit(u));
  }
  if (inradius_squared != nullptr) {
    *inradius_squared = found.inradius_squared * scaled_ratio(1, 1, 2 * integers.exponent);
  }
  return truth;
}

}  // namespace touchstone
