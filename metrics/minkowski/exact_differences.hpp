// SPDX-License-Identifier: GPL-3.0-or-later
// The differences b - a of placed vertices, exactly, and CGAL's exact predicates of them behind a
// filter of doubles (rounded_differences.hpp). Internal to `minkowski`.
#pragma once

#include <CGAL/Extreme_points_traits_adapter_3.h>
#include <CGAL/Mpzf.h>
#include <CGAL/Simple_cartesian.h>

#include <boost/property_map/property_map.hpp>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/minkowski/hull_order.hpp"
#include "metrics/minkowski/rounded_differences.hpp"

namespace touchstone {

/// Dyadic integers of any length, without denominators: + - * and comparison are all that the
/// construction needs, and there are no common factors to remove.
class ExactDifferences {
 public:
  using Number = CGAL::Mpzf;
  using Kernel = CGAL::Simple_cartesian<Number>;
  using Point = Kernel::Point_3;
  using Vector = Kernel::Vector_3;

  /// Both are kept by reference. A difference is named by its place, a running fastest.
  ExactDifferences(const std::vector<Vector>& a, const std::vector<Vector>& b)
      : a_(a), b_(b), rounded_(from_first(a), from_first(b), rounded(a[0] - b[0])) {}

  int count() const { return static_cast<int>(a_.size() * b_.size()); }
  Vector vector(int i) const { return b_[at(i) / a_.size()] - a_[at(i) % a_.size()]; }
  Point point(int i) const { return CGAL::ORIGIN + vector(i); }

  int lexicographic(int i, int j) const {
    if (const int sign = rounded_.lexicographic(i, j); sign != 0) return sign;
    return CGAL::compare_lexicographically(point(i), point(j));
  }
  bool collinear(int i, int j, int k) const {
    if (RoundedDifferences::certainly_spans(rounded_.plane(i, j, k))) return false;
    return CGAL::collinear(point(i), point(j), point(k));
  }
  bool coplanar(int i, int j, int k, int l) const { return side({*this, i, j, k}, l) == 0; }

  /// Three differences, as CGAL's traits want a plane.
  struct Plane {
    Plane(const ExactDifferences& set, int i, int j, int k)
        : differences(&set), p(i), q(j), r(k), rounded(set.rounded_.plane(i, j, k)) {}
    const ExactDifferences* differences;
    int p, q, r;
    RoundedDifferences::Plane rounded;
  };
  /// The sign of the height of i above the plane.
  int side(const Plane& plane, int i) const {
    if (i == plane.p || i == plane.q || i == plane.r) return 0;
    if (const int sign = rounded_.side(plane.rounded, i); sign != 0) return sign;
    return CGAL::orientation(point(plane.p), point(plane.q), point(plane.r), point(i));
  }
  /// The sign of (height of i) - (height of j).
  int order(const Plane& plane, int i, int j) const {
    if (i == j) return 0;
    if (const int sign = rounded_.order(plane.rounded, i, j); sign != 0) return sign;
    const Vector p = vector(plane.p);
    const Vector normal = CGAL::cross_product(vector(plane.q) - p, vector(plane.r) - p);
    return CGAL::sign(normal * (vector(i) - vector(j)));
  }
  /// Whether the origin is strictly outside of the triangle's plane.
  bool is_outside(const HullTriangle& t) const {
    const Plane plane(*this, t[0], t[1], t[2]);
    if (const int sign = rounded_.side_of_origin(plane.rounded); sign != 0) return sign > 0;
    return CGAL::orientation(point(t[0]), point(t[1]), point(t[2]), Point(CGAL::ORIGIN)) ==
           CGAL::POSITIVE;
  }
  /// The normal of a triangle of the hull never does.
  static bool vanishes(const HullTriangle& /*t*/) { return false; }
  RoundedDifferences::Distance distance_of(const HullTriangle& t) const {
    return rounded_.distance_of_origin(rounded_.plane(t[0], t[1], t[2]));
  }
  auto hull_traits() const;

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
  RoundedDifferences rounded_;
};

/// A difference by its place, as CGAL's traits want a point.
struct DifferencePoint {
  using R = ExactDifferences::Kernel;
  const ExactDifferences* differences;
  int index;
  /// For the predicates that only flat hulls need.
  operator ExactDifferences::Point() const {  // NOLINT(google-explicit-constructor)
    return differences->point(index);
  }
};

/// Places to points.
struct DifferenceMap {
  using key_type = int;
  using value_type = DifferencePoint;
  using reference = DifferencePoint;
  using category = boost::readable_property_map_tag;
  const ExactDifferences* differences;
  friend DifferencePoint get(const DifferenceMap& map, int i) { return {map.differences, i}; }
};

/// What CGAL's hull asks of points in space.
struct FilteredHullTraits {
  using Point_3 = DifferencePoint;
  using Plane_3 = ExactDifferences::Plane;

  struct Construct_plane_3 {
    Plane_3 operator()(const Point_3& p, const Point_3& q, const Point_3& r) const {
      return {*p.differences, p.index, q.index, r.index};
    }
  };
  struct Has_on_positive_side_3 {
    bool operator()(const Plane_3& plane, const Point_3& p) const {
      return p.differences->side(plane, p.index) > 0;
    }
  };
  struct Less_signed_distance_to_plane_3 {
    bool operator()(const Plane_3& plane, const Point_3& p, const Point_3& q) const {
      return p.differences->order(plane, p.index, q.index) < 0;
    }
  };
  struct Equal_3 {
    bool operator()(const Point_3& p, const Point_3& q) const {
      return p.differences->lexicographic(p.index, q.index) == 0;
    }
  };
  struct Collinear_3 {
    bool operator()(const Point_3& p, const Point_3& q, const Point_3& r) const {
      return p.differences->collinear(p.index, q.index, r.index);
    }
  };
  struct Coplanar_3 {
    bool operator()(const Point_3& p, const Point_3& q, const Point_3& r, const Point_3& s) const {
      return p.differences->coplanar(p.index, q.index, r.index, s.index);
    }
  };
  struct Less_distance_to_point_3 {
    bool operator()(const Point_3& p, const Point_3& q, const Point_3& r) const {
      return ExactDifferences::Kernel::Less_distance_to_point_3()(p, q, r);
    }
  };

  Construct_plane_3 construct_plane_3_object() const { return {}; }
  Has_on_positive_side_3 has_on_positive_side_3_object() const { return {}; }
  Less_signed_distance_to_plane_3 less_signed_distance_to_plane_3_object() const { return {}; }
  Equal_3 equal_3_object() const { return {}; }
  Collinear_3 collinear_3_object() const { return {}; }
  Coplanar_3 coplanar_3_object() const { return {}; }
  Less_distance_to_point_3 less_distance_to_point_3_object() const { return {}; }
};

inline auto ExactDifferences::hull_traits() const {
  return CGAL::make_extreme_points_traits_adapter(DifferenceMap{this}, FilteredHullTraits());
}

}  // namespace touchstone
