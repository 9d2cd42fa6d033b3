// SPDX-License-Identifier: GPL-3.0-or-later
// The differences b - a of placed vertices, a running fastest: exactly, and as doubles. Internal to
// `minkowski` and `minkowski_float`.
#pragma once

#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/polytope.hpp"
#include "geometry/vector.hpp"
#include "metrics/arithmetic/fixed_rotation.hpp"
#include "metrics/minkowski/filtered_points.hpp"

namespace touchstone {

/// A body of a query, and its vertices in the world.
template <class Vector>
struct PlacedBody {
  const Polytope& body;
  const Pose& X_WL;
  std::vector<Vector> p_W;
};

class ExactDifferences final : public FilteredPoints {
 public:
  using Number = ExactNumber;
  using Vector = ExactVector;

  /// Keeps references to a and b.
  ExactDifferences(const PlacedBody<Vector>& a, const PlacedBody<Vector>& b)
      : FilteredPoints({from_first(a.p_W), from_first(b.p_W), rounded(a.p_W[0] - b.p_W[0])}),
        a_(a.p_W),
        b_(b.p_W) {
    ExponentRange range;
    add_range(a, range);
    add_range(b, range);
    // A coordinate of b - a is the sum of eight products or less.
    if (range.most + 53 + 3 - range.least > kFixedBits) return;
    fixed_a_ = in_units(a, range.least);
    fixed_b_ = in_units(b, range.least);
    all_fit();
  }

  int count() const { return static_cast<int>(a_.size() * b_.size()); }
  Vector vector(int i) const { return b_[at(i) / a_.size()] - a_[at(i) % a_.size()]; }
  Vector exact(int i) const override { return vector(i); }
  FixedPoint fixed(int i) const override {
    return fixed_b_[at(i) / a_.size()] - fixed_a_[at(i) % a_.size()];
  }
  /// The normal of a triangle of the hull never does.
  static bool vanishes(const HullTriangle& /*t*/) { return false; }

 private:
  static Vec3 rounded(const Vector& v) {
    return {CGAL::to_double(v.x()), CGAL::to_double(v.y()), CGAL::to_double(v.z())};
  }
  static std::vector<Vec3> from_first(const std::vector<Vector>& placed) {
    std::vector<Vec3> relative;
    relative.reserve(placed.size());
    for (const Vector& v : placed) relative.push_back(rounded(v - placed[0]));
    return relative;
  }
  /// Adds the exponents of t and of the products in R v: each is a multiple of 2^least, and below
  /// 2^(most + 53).
  static void add_range(const PlacedBody<Vector>& placed, ExponentRange& range) {
    ExponentRange of_v;
    for (const Vec3& v : placed.body.vertices()) of_v.add(whole(v));
    const ExponentRange of_R = WholeRotation(placed.X_WL.R).range;
    range.add(whole(placed.X_WL.t));
    if (of_v.empty()) return;
    range.least = std::min(range.least, of_R.least + of_v.least);
    range.most = std::max(range.most, of_R.most + of_v.most + 53);
  }
  static std::vector<FixedPoint> in_units(const PlacedBody<Vector>& placed, int unit) {
    const WholeRotation R(placed.X_WL.R);
    const WholeVector t = whole(placed.X_WL.t);
    std::vector<FixedPoint> points(placed.p_W.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      add_rotated(points[i], R, whole(placed.body.vertices()[i]), 1, unit);
      add_vector(points[i], t, 1, unit);
    }
    return points;
  }

  const std::vector<Vector>& a_;
  const std::vector<Vector>& b_;
  std::vector<FixedPoint> fixed_a_, fixed_b_;
};

/// The differences b - a rounded to doubles. Predicates are exact for the rounded points.
class FloatDifferences final : public FilteredPoints {
 public:
  using Number = double;
  using Vector = CGAL::Simple_cartesian<double>::Vector_3;

  FloatDifferences(const PlacedBody<Vector>& a, const PlacedBody<Vector>& b)
      : FloatDifferences(all_of(a.p_W, b.p_W)) {}

  int count() const { return static_cast<int>(points_.size()); }
  Vector vector(int i) const {
    const Vec3& p = points_[at(i)];
    return {p.x(), p.y(), p.z()};
  }
  ExactVector exact(int i) const override {
    const Vec3& p = points_[at(i)];
    return {ExactNumber(p.x()), ExactNumber(p.y()), ExactNumber(p.z())};
  }
  FixedPoint fixed(int i) const override {
    FixedPoint point{};
    add_vector(point, whole(points_[at(i)]), 1, unit_);
    return point;
  }
  int lexicographic(int i, int j) const {
    const Vec3& p = points_[at(i)];
    const Vec3& q = points_[at(j)];
    for (int k = 0; k < 3; ++k) {
      if (p[k] != q[k]) return p[k] < q[k] ? -1 : 1;
    }
    return 0;
  }
  /// A sliver's normal may vanish.
  bool vanishes(const HullTriangle& t) const {
    const Vector m = CGAL::cross_product(vector(t[1]) - vector(t[0]), vector(t[2]) - vector(t[0]));
    return m * m == 0;
  }
  /// Distances are what doubles make of them, whatever they should be.
  static RoundedDifferences::Distance distance_of(const HullTriangle& /*t*/) { return {}; }

 private:
  explicit FloatDifferences(std::vector<Vec3> points)
      : FilteredPoints(RoundedDifferences(points)), points_(std::move(points)) {
    ExponentRange range;
    for (const Vec3& p : points_) range.add(whole(p));
    unit_ = range.least;
    if (range.most + 53 - range.least <= kFixedBits) all_fit();
  }
  static std::vector<Vec3> all_of(const std::vector<Vector>& a, const std::vector<Vector>& b) {
    std::vector<Vec3> points;
    points.reserve(a.size() * b.size());
    for (const Vector& v : b) {
      for (const Vector& u : a) points.emplace_back(v.x() - u.x(), v.y() - u.y(), v.z() - u.z());
    }
    return points;
  }

  std::vector<Vec3> points_;
  int unit_ = 0;  ///< exponent of the unit of fixed points
};

}  // namespace touchstone
