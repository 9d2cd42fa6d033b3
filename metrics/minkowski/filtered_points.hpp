// SPDX-License-Identifier: GPL-3.0-or-later
// Points behind a filter of doubles (rounded_differences.hpp), and exact predicates of them as
// CGAL's hull asks for them: in integers of a fixed width if all points fit, and CGAL's otherwise.
// Internal to `minkowski` and `minkowski_float`.
#pragma once

#include <CGAL/Extreme_points_traits_adapter_3.h>
#include <CGAL/Mpzf.h>
#include <CGAL/Simple_cartesian.h>

#include <boost/property_map/property_map.hpp>
#include <optional>
#include <utility>

#include "metrics/arithmetic/fixed_integer.hpp"
#include "metrics/minkowski/hull_order.hpp"
#include "metrics/minkowski/rounded_differences.hpp"

namespace touchstone {

/// A point is named by its place.
class FilteredPoints {
 public:
  /// Dyadic integers of any length, without denominators: + - * and comparison are all that the
  /// construction needs, and there are no common factors to remove.
  using ExactNumber = CGAL::Mpzf;
  using ExactKernel = CGAL::Simple_cartesian<ExactNumber>;
  using ExactPoint = ExactKernel::Point_3;
  using ExactVector = ExactKernel::Vector_3;

  using FixedPoint = FixedVector<3>;
  /// Points fit if their coordinates are below 2^kFixedBits: a determinant of three differences is
  /// below 2^(3 kFixedBits + 6), in nine limbs.
  static constexpr int kFixedBits = 186;

  /// `rounded` are doubles near the same points, up to a common translation.
  explicit FilteredPoints(RoundedDifferences rounded) : rounded_(std::move(rounded)) {}
  // CGAL keeps a pointer to them.
  FilteredPoints(const FilteredPoints&) = delete;
  FilteredPoints& operator=(const FilteredPoints&) = delete;
  virtual ~FilteredPoints() = default;

  virtual ExactVector exact(int i) const = 0;
  /// A point in a common unit, if they fit.
  virtual FixedPoint fixed(int i) const = 0;
  ExactPoint exact_point(int i) const { return CGAL::ORIGIN + exact(i); }

  int lexicographic(int i, int j) const {
    if (const int sign = rounded_.lexicographic(i, j); sign != 0) return sign;
    if (!fits_) return CGAL::compare_lexicographically(exact_point(i), exact_point(j));
    const FixedPoint difference = fixed(i) - fixed(j);
    for (const auto& entry : difference) {
      if (const int sign = entry.sign(); sign != 0) return sign;
    }
    return 0;
  }
  bool collinear(int i, int j, int k) const {
    if (RoundedDifferences::certainly_spans(rounded_.plane(i, j, k))) return false;
    if (fits_) return is_zero(fixed_normal(i, j, k));
    return CGAL::collinear(exact_point(i), exact_point(j), exact_point(k));
  }
  bool coplanar(int i, int j, int k, int l) const { return side({*this, i, j, k}, l) == 0; }

  /// Three points, as CGAL's traits want a plane.
  struct Plane {
    Plane(const FilteredPoints& points, int i, int j, int k)
        : p(i), q(j), r(k), rounded(points.rounded_.plane(i, j, k)) {}
    int p, q, r;
    RoundedDifferences::Plane rounded;
    mutable std::optional<FixedVector<6>> normal;  ///< (q - p) x (r - p), made when first asked for
  };
  /// The sign of the height of i above the plane.
  int side(const Plane& plane, int i) const {
    if (i == plane.p || i == plane.q || i == plane.r) return 0;
    if (const int sign = rounded_.side(plane.rounded, i); sign != 0) return sign;
    if (fits_) return fixed_side(plane, fixed(i) - fixed(plane.p));
    return CGAL::orientation(exact_point(plane.p), exact_point(plane.q), exact_point(plane.r),
                             exact_point(i));
  }
  /// The sign of (height of i) - (height of j).
  int order(const Plane& plane, int i, int j) const {
    if (i == j) return 0;
    if (const int sign = rounded_.order(plane.rounded, i, j); sign != 0) return sign;
    if (fits_) return fixed_side(plane, fixed(i) - fixed(j));
    const ExactVector p = exact(plane.p);
    const ExactVector normal = CGAL::cross_product(exact(plane.q) - p, exact(plane.r) - p);
    return CGAL::sign(normal * (exact(i) - exact(j)));
  }
  /// Whether the origin is strictly outside of the triangle's plane.
  bool is_outside(const HullTriangle& t) const {
    const Plane plane(*this, t[0], t[1], t[2]);
    if (const int sign = rounded_.side_of_origin(plane.rounded); sign != 0) return sign > 0;
    if (fits_) return fixed_side(plane, -fixed(t[0])) > 0;
    return CGAL::orientation(exact_point(t[0]), exact_point(t[1]), exact_point(t[2]),
                             ExactPoint(CGAL::ORIGIN)) == CGAL::POSITIVE;
  }
  /// The distance of a triangle's plane from the origin, in bounds.
  RoundedDifferences::Distance distance_of(const HullTriangle& t) const {
    return rounded_.distance_of_origin(rounded_.plane(t[0], t[1], t[2]));
  }
  auto hull_traits() const;

 protected:
  /// Tells that fixed() has all points.
  void all_fit() { fits_ = true; }

 private:
  FixedVector<6> fixed_normal(int p, int q, int r) const {
    const FixedPoint from = fixed(p);
    return cross(fixed(q) - from, fixed(r) - from);
  }
  int fixed_side(const Plane& plane, const FixedPoint& v) const {
    if (!plane.normal) plane.normal = fixed_normal(plane.p, plane.q, plane.r);
    return dot(*plane.normal, v).sign();
  }

  RoundedDifferences rounded_;
  bool fits_ = false;
};

/// A point by its place, as CGAL's traits want one.
struct FilteredPoint {
  using R = FilteredPoints::ExactKernel;
  const FilteredPoints* points;
  int index;
  /// For the predicates that only flat hulls need.
  operator FilteredPoints::ExactPoint() const {  // NOLINT(google-explicit-constructor)
    return points->exact_point(index);
  }
};

/// Places to points.
struct FilteredPointMap {
  using key_type = int;
  using value_type = FilteredPoint;
  using reference = FilteredPoint;
  using category = boost::readable_property_map_tag;
  const FilteredPoints* points;
  friend FilteredPoint get(const FilteredPointMap& map, int i) { return {map.points, i}; }
};

/// What CGAL's hull asks of points in space.
struct FilteredHullTraits {
  using Point_3 = FilteredPoint;
  using Plane_3 = FilteredPoints::Plane;

  struct Construct_plane_3 {
    Plane_3 operator()(const Point_3& p, const Point_3& q, const Point_3& r) const {
      return {*p.points, p.index, q.index, r.index};
    }
  };
  struct Has_on_positive_side_3 {
    bool operator()(const Plane_3& plane, const Point_3& p) const {
      return p.points->side(plane, p.index) > 0;
    }
  };
  struct Less_signed_distance_to_plane_3 {
    bool operator()(const Plane_3& plane, const Point_3& p, const Point_3& q) const {
      return p.points->order(plane, p.index, q.index) < 0;
    }
  };
  struct Equal_3 {
    bool operator()(const Point_3& p, const Point_3& q) const {
      return p.points->lexicographic(p.index, q.index) == 0;
    }
  };
  struct Collinear_3 {
    bool operator()(const Point_3& p, const Point_3& q, const Point_3& r) const {
      return p.points->collinear(p.index, q.index, r.index);
    }
  };
  struct Coplanar_3 {
    bool operator()(const Point_3& p, const Point_3& q, const Point_3& r, const Point_3& s) const {
      return p.points->coplanar(p.index, q.index, r.index, s.index);
    }
  };
  struct Less_distance_to_point_3 {
    bool operator()(const Point_3& p, const Point_3& q, const Point_3& r) const {
      return FilteredPoints::ExactKernel::Less_distance_to_point_3()(p, q, r);
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

inline auto FilteredPoints::hull_traits() const {
  return CGAL::make_extreme_points_traits_adapter(FilteredPointMap{this}, FilteredHullTraits());
}

}  // namespace touchstone
