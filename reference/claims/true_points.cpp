// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/claims.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <utility>

#include "reference/exact_vector.hpp"
#include "reference/plane_hull.hpp"

namespace touchstone {
namespace {

/// Doubt about a support value in doubles, relative to the lengths that make it [1]; its rounding
/// is some 1e-15.
constexpr double kSupportDoubt = 1e-12;

using Points = std::vector<ExactVec3>;

/// All vertices of the body, in the world, for which sense u.v is least.
Points face(const Polytope& body, const Pose& X, const ExactVec3& u, int sense) {
  const Vec3 w = sense * (X.R.transpose() * rounded_direction(u));
  const double reach = body.interior_point().norm() + body.bounding_radius();
  const double doubt = kSupportDoubt * 3 * X.R.norm() * reach;
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& v : body.vertices()) least = std::min(least, w.dot(v));
  Points best;
  Rational value;
  for (const Vec3& v : body.vertices()) {
    if (w.dot(v) > least + doubt) continue;
    ExactVec3 p = exact_point(X, v);
    Rational along = sense * dot(u, p);
    if (best.empty() || along < value) {
      best.clear();
      value = along;
    }
    if (along == value) best.push_back(std::move(p));
  }
  return best;
}

/// A plane across u, seen along the coordinate axis nearest to u.
class PlaneView {
 public:
  explicit PlaneView(const ExactVec3& u) {
    std::size_t axis = 0;
    for (std::size_t i = 1; i < 3; ++i) {
      if (abs(u.at(i)) > abs(u.at(axis))) axis = i;
    }
    x_ = (axis + 1) % 3;
    y_ = (axis + 2) % 3;
  }

  /// Twice the area of the triangle a, b, c as seen, positive counterclockwise.
  Rational twice_area(const ExactVec3& a, const ExactVec3& b, const ExactVec3& c) const {
    return (b[x_] - a[x_]) * (c[y_] - a[y_]) - (b[y_] - a[y_]) * (c[x_] - a[x_]);
  }
  bool before(const ExactVec3& a, const ExactVec3& b) const {
    return a[x_] != b[x_] ? a[x_] < b[x_] : a[y_] < b[y_];
  }

  /// The corners of the hull of points of the plane, counter-clockwise as seen.
  Points hull(Points points) const {
    return plane_hull(
        std::move(points), [this](const ExactVec3& a, const ExactVec3& b) { return before(a, b); },
        [this](const ExactVec3& a, const ExactVec3& b, const ExactVec3& c) {
          return twice_area(a, b, c);
        });
  }

 private:
  std::size_t x_ = 0;
  std::size_t y_ = 0;
};

/// What is left of a convex polygon, a segment or a point where `height`, an affine function, is
/// not negative (Sutherland & Hodgman 1974). Neighbours differ.
template <class Height>
Points cut(const Points& polygon, const Height& height) {
  std::vector<Rational> heights;
  heights.reserve(polygon.size());
  for (const ExactVec3& p : polygon) heights.push_back(height(p));
  Points left;
  const auto add = [&left](ExactVec3 p) {
    if (left.empty() || left.back() != p) left.push_back(std::move(p));
  };
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const ExactVec3& p = polygon[k];
    const ExactVec3& q = polygon[(k + 1) % polygon.size()];
    const Rational& at_p = heights[k];
    const Rational& at_q = heights[(k + 1) % polygon.size()];
    if (at_p >= 0) add(p);
    if (sgn(at_p) * sgn(at_q) >= 0) continue;
    add(add_scaled(p, at_p / (at_p - at_q), q - p));
  }
  if (left.size() > 1 && left.front() == left.back()) left.pop_back();
  return left;
}

/// What two convex sets of one plane have in common, which is not empty. Each is given by its
/// corners as hull() orders them.
Points common(const PlaneView& view, Points a, const Points& b) {
  if (b.size() == 1) return b;
  for (std::size_t k = 0; k < b.size() && a.size() > 1; ++k) {
    const ExactVec3& from = b[k];
    const ExactVec3& to = b[(k + 1) % b.size()];
    // A segment has two edges, there and back: their half-planes have its line in common.
    a = cut(a, [&](const ExactVec3& p) { return view.twice_area(from, to, p); });
    if (b.size() != 2 || a.size() == 1) continue;
    const ExactVec3 along = to - from;
    a = cut(a, [&](const ExactVec3& p) { return Rational(dot(along, p) - dot(along, from)); });
  }
  return a;
}

ExactRange range_of(const Points& points) {
  ExactRange range{points.front(), points.front()};
  for (const ExactVec3& p : points) {
    for (std::size_t i = 0; i < 3; ++i) {
      range.low.at(i) = std::min(range.low.at(i), p.at(i));
      range.high.at(i) = std::max(range.high.at(i), p.at(i));
    }
  }
  return range;
}

TruePoints points_along(const Pair& pair, const ExactVec3& u, const ExactVec3& apart) {
  Points points = face(*pair.A, pair.X_WA, u, 1);
  // A vertex is its pair's only point on A.
  if (points.size() > 1) {
    const PlaneView view(u);
    Points moved = face(*pair.B, pair.X_WB, u, -1);
    for (ExactVec3& p : moved) p = add_scaled(p, 1, apart);
    points = common(view, view.hull(std::move(points)), view.hull(std::move(moved)));
  }
  assert(!points.empty());
  TruePoints found;
  found.apart = apart;
  found.A = range_of(points);
  found.B = {add_scaled(found.A.low, -1, apart), add_scaled(found.A.high, -1, apart)};
  for (const ExactVec3& p : points) found.corners_B.push_back(add_scaled(p, -1, apart));
  return found;
}

}  // namespace

ExactVec3 exact_point(const Pose& X, const Vec3& p) { return exact_point(X, exact(p)); }

/// With n = u / |u| and the rational gap(u) = phi |u| it is u gap(u) / (u.u).
ExactVec3 exact_phi_n(const Truth& truth, const ExactVec3& u) {
  const Rational uu = dot(u, u);
  return add_scaled({0, 0, 0}, truth.core_sign() * exact_root(truth.phi_squared * uu).value() / uu,
                    u);
}

ExactVec3 exact_rho_d(const Pair& pair, const Rational& rho) {
  return {rho * exact_along_d(pair, Vec3::UnitX()), rho * exact_along_d(pair, Vec3::UnitY()),
          rho * exact_along_d(pair, Vec3::UnitZ())};
}

std::vector<TruePoints> true_points(const Pair& pair, const TruthOnDemand& truth,
                                    Quantity quantity) {
  const Truth& exact = truth.exact();
  if (quantity == Quantity::ratio) {
    return {
        points_along(pair, exact.ratio->directions.front(), exact_rho_d(pair, exact.ratio->rho))};
  }
  if (exact.core_sign() == 0) return {points_along(pair, exact.directions.front(), {0, 0, 0})};
  std::vector<TruePoints> all;
  all.reserve(exact.directions.size());
  for (const ExactVec3& u : exact.directions) {
    all.push_back(points_along(pair, u, exact_phi_n(exact, u)));
  }
  return all;
}

}  // namespace touchstone
