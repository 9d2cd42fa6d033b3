// SPDX-License-Identifier: GPL-3.0-or-later
// The differences b - a of placed vertices, a running fastest: exactly, and as doubles. Internal to
// `minkowski` and `minkowski_float`.
#pragma once

#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/vector.hpp"
#include "metrics/minkowski/filtered_points.hpp"

namespace touchstone {

class ExactDifferences final : public FilteredPoints {
 public:
  using Number = ExactNumber;
  using Vector = ExactVector;

  /// Keeps references to a and b.
  ExactDifferences(const std::vector<Vector>& a, const std::vector<Vector>& b)
      : FilteredPoints({from_first(a), from_first(b), rounded(a[0] - b[0])}), a_(a), b_(b) {}

  int count() const { return static_cast<int>(a_.size() * b_.size()); }
  Vector vector(int i) const { return b_[at(i) / a_.size()] - a_[at(i) % a_.size()]; }
  Vector exact(int i) const override { return vector(i); }
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

  const std::vector<Vector>& a_;
  const std::vector<Vector>& b_;
};

/// The differences b - a rounded to doubles. Predicates are exact for the rounded points.
class FloatDifferences final : public FilteredPoints {
 public:
  using Number = double;
  using Vector = CGAL::Simple_cartesian<double>::Vector_3;

  FloatDifferences(const std::vector<Vector>& a, const std::vector<Vector>& b)
      : FloatDifferences(all_of(a, b)) {}

  int count() const { return static_cast<int>(points_.size()); }
  Vector vector(int i) const {
    const Vec3& p = points_[at(i)];
    return {p.x(), p.y(), p.z()};
  }
  ExactVector exact(int i) const override {
    const Vec3& p = points_[at(i)];
    return {ExactNumber(p.x()), ExactNumber(p.y()), ExactNumber(p.z())};
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
      : FilteredPoints(RoundedDifferences(points)), points_(std::move(points)) {}
  static std::vector<Vec3> all_of(const std::vector<Vector>& a, const std::vector<Vector>& b) {
    std::vector<Vec3> points;
    points.reserve(a.size() * b.size());
    for (const Vector& v : b) {
      for (const Vector& u : a) points.emplace_back(v.x() - u.x(), v.y() - u.y(), v.z() - u.z());
    }
    return points;
  }

  std::vector<Vec3> points_;
};

}  // namespace touchstone
