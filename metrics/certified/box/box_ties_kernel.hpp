// SPDX-License-Identifier: GPL-3.0-or-later
// The nearest of several planes that doubles cannot tell apart, where two boxes touch or overlap:
// faces that rest on each other are parallel to rounding, and so are products of their edges.
//
// With n the unit normal of a plane and gap(n) the boxes' gap along it, the planes with the largest
// gaps are compared in doubles, then in double-double, then by what integers give, to 2^-96 of each
// gap (box_contact.hpp). So are the signs of columns along normals. Let L be the largest gap.
//   * One plane has it. Where L <= 0, the foot of 0 on it is on C, as no plane is nearer. Where
//     L > 0, the foot is on C if gap(n_j) <= L n.n_j for all other planes. That is so of gaps that
//     are not positive, and of planes at an angle t from the first with t^2 < 2^-60, as
//     far as doubles tell: what is left then is beyond the last digit of L.
//   * Other columns lie in the plane, or planes with nearly the same normal have the same gap. The
//     foot must then be inside the feature by more than the error of its place in doubles.
// Whatever else is left open.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "geometry/index.hpp"
#include "metrics/certified/box/box_feature_kernel.hpp"
#include "metrics/common/box_sweep_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// Squared sine of an angle below which normals are nearly the same [1].
constexpr double kSameNormal = 0x1p-60;
/// Product of a column and a unit normal below which double-double says its sign [1].
constexpr double kInPlane = 0x1p-48;
/// Where integers do: entries of the normal are good to 2^-102, a product of vectors
/// to 2^-100 [1].
constexpr double kInPlaneExactly = 0x1p-96;

class TiedPlanes {
 public:
  TiedPlanes(const PlacedBoxes& boxes, const BoxProducts& products, const Lanes& c)
      : boxes_(boxes), products_(products), c_(c), poses_(boxes.X_WA, boxes.X_WB) {}

  /// The feature of the nearest plane, of a bit for each place, and its gap; false where something is
  /// left open.
  bool nearest(unsigned places, BoxFeature& feature, std::optional<double>& gap) {
    for (; places != 0; places &= places - 1) {
      if (!add(at(std::countr_zero(places)))) return false;
    }
    double widest = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < count_; ++k) widest = std::max(widest, planes_[k].rough_gap);
    std::size_t left = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      // Off by `error` each: twice that remains between their gaps.
      if (planes_[k].rough_gap < widest - 4 * products_.error) continue;
      planes_[left] = planes_[k];
      if (!find_feature(planes_[left++])) return false;
    }
    count_ = left;
    return measure_nearest() && choose(feature, gap);
  }

 private:
  struct Plane {
    std::size_t place;
    Lanes n;           ///< unit, from B to A
    double side;       ///< sign of n along the product of the columns
    bool has_side;     ///< whether that is certain
    double rough_gap;  ///< in doubles [m]
    DoubleDouble gap;  ///< to 2^-96 of itself where it may be the largest [m]
    BoxFeature feature;
    Vec3 a, b;   ///< its corners, local [m]
    bool wider;  ///< whether more columns than two lie in the plane
  };

  /// Adds a plane, with its gap in doubles. Parallel columns span none.
  bool add(std::size_t place) {
    const BoxAxis& axis = kAxis[place];
    const Lanes u =
        exact_cross(lanes_of(boxes_.column(axis.first)), lanes_of(boxes_.column(axis.second))).high;
    if (norm_1(u) == 0) return true;
    const double square = dot(u, u);
    if (!(square > kMinNormal)) return false;
    Plane& plane = planes_[count_];
    plane.place = place;
    plane.n = u * (1 / std::sqrt(square));
    const double along_c = dot(plane.n, c_);
    plane.side = along_c < 0 ? -1 : 1;
    plane.n = plane.n * plane.side;
    plane.has_side = std::abs(along_c) > products_.error;
    plane.rough_gap = std::abs(along_c);
    for (std::size_t k = 0; k < 6; ++k) {
      const double half = k < 3 ? products_.h[k] : products_.g[k - 3];
      plane.rough_gap -= half * std::abs(dot(plane.n, lanes_of(boxes_.column(k))));
    }
    ++count_;
    return true;
  }

  /// Fills a plane's feature, and its gap in double-double.
  bool find_feature(Plane& plane) const {
    if (!plane.has_side) return false;
    const BoxAxis& axis = kAxis[plane.place];
    const double* const first = boxes_.column(axis.first);
    const double* const second = boxes_.column(axis.second);
    const LanesPair u = exact_cross(lanes_of(first), lanes_of(second));
    plane.wider = false;
    unsigned up = 0;
    unsigned free = 0;
    for (std::size_t k = 0; k < 6; ++k) {
      if (k == axis.first || k == axis.second) {
        free |= 1U << k;
        continue;
      }
      double along = dot(plane.n, lanes_of(boxes_.column(k)));
      if (!(std::abs(along) > kInPlane)) {
        const DoubleDouble side = dot(u, exactly(lanes_of(boxes_.column(k))));
        if (std::abs(side.high) > kInPlaneExactly * norm_1(u.high)) {
          along = plane.side * side.high;
        } else {
          const std::optional<int> sign = exact_side(first, second, boxes_.column(k));
          if (!sign) return false;
          plane.wider = plane.wider || *sign == 0;
          // In the plane either end is right. This one is nearer to the other box.
          along = *sign != 0 ? plane.side * *sign : dot(c_, lanes_of(boxes_.column(k)));
        }
      }
      up |= static_cast<unsigned>(along > 0) << k;
    }
    plane.feature = {free & 7U, free >> 3U, ~up & ~free & 7U, (up & ~free) >> 3U};
    plane.a = local_corner(boxes_.A, plane.feature.corner_A);
    plane.b = local_corner(boxes_.B, plane.feature.corner_B);
    const LanesPair p =
        minus(placed(boxes_.X_WB, boxes_.F, plane.b), placed(boxes_.X_WA, boxes_.E, plane.a));
    const DoubleDouble level = dot(scaled(u, inverse_root(dot(u, u))), p);
    plane.gap = plane.side > 0 ? -level : level;
    return true;
  }

  /// Measures in integers the planes whose gaps double-double does not tell from the largest; the
  /// others' become bounds from above.
  bool measure_nearest() {
    const double world = norm_1(lanes_of(boxes_.X_WA.t)) + norm_1(lanes_of(boxes_.X_WB.t)) +
                         (boxes_.A.farthest + boxes_.B.farthest);
    const double unknown = kUnknownGap * world;
    double widest = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < count_; ++k) widest = std::max(widest, planes_[k].gap.high);
    for (std::size_t k = 0; k < count_; ++k) {
      Plane& plane = planes_[k];
      if ((plane.gap.high - widest) + plane.gap.low < -4 * unknown) {
        plane.gap.low += unknown;
        continue;
      }
      const BoxAxis& axis = kAxis[plane.place];
      const std::optional<DoubleDouble> level = exact_level(
          poses_, {plane.a, plane.b, boxes_.column(axis.first), boxes_.column(axis.second)});
      if (!level) return false;
      plane.gap = plane.side > 0 ? -*level : *level;
    }
    return true;
  }

  bool choose(BoxFeature& feature, std::optional<double>& gap) const {
    const Plane* nearest = nullptr;
    for (std::size_t k = 0; k < count_; ++k) {
      const Plane& plane = planes_[k];
      const double more = nearest == nullptr ? 1 : less(nearest->gap, plane.gap);
      if (more > 0 || (more == 0 && !is_inside(nearest->feature))) nearest = &plane;
    }
    if (nearest == nullptr) return false;
    bool only = true;
    for (std::size_t k = 0; k < count_; ++k) {
      const Plane& plane = planes_[k];
      if (&plane == nearest) continue;
      const bool as_near = less(plane.gap, nearest->gap) == 0;
      only = only && !as_near;
      const double cosine = dot(plane.n, nearest->n);
      const Lanes sine = cross(plane.n, nearest->n);
      if (dot(sine, sine) < kSameNormal && cosine > 0) continue;
      if (as_near) return false;
      if (nearest->gap.high > 0 && !(plane.gap.high + plane.gap.low <= 0 && cosine >= 0))
        return false;
    }
    feature = nearest->feature;
    gap = nearest->gap.high;
    return (only && !nearest->wider) || is_inside(feature);
  }

  /// The sign of b - a; 0 where their digits do not tell.
  static double less(DoubleDouble a, DoubleDouble b) {
    const double difference = (b.high - a.high) + (b.low - a.low);
    if (!(std::abs(difference) > kKnownGap * std::abs(a.high))) return 0;
    return difference < 0 ? -1 : 1;
  }

  /// Whether the foot of 0 on a face is inside it by more than the error of doubles; false of
  /// crossed edges.
  bool is_inside(const BoxFeature& feature) const {
    const bool face_of_A = feature.free_B == 0;
    if (!face_of_A && feature.free_A != 0) return false;
    const unsigned free = face_of_A ? feature.free_A : feature.free_B;
    const unsigned corner = face_of_A ? feature.corner_B : feature.corner_A;
    const Lanes& half = face_of_A ? products_.h : products_.g;
    const Lanes& other = face_of_A ? products_.g : products_.h;
    for (std::size_t k = 0; k < 3; ++k) {
      if ((free >> k & 1U) == 0) continue;
      double place = face_of_A ? -products_.c_A[k] : products_.c_B[k];
      for (std::size_t m = 0; m < 3; ++m) {
        const double product = face_of_A ? products_.P[m][k] : products_.P[k][m];
        place += ((corner >> m & 1U) != 0 ? other[m] : -other[m]) * product;
      }
      if (!(std::abs(place) < half[k] - products_.error)) return false;
    }
    return true;
  }

  /// Error of a gap in double-double, as in box_feature_kernel.hpp, in parts of `world` [1].
  static constexpr double kUnknownGap = 0x1p-94;
  /// Part of a gap in integers that is not known [1].
  static constexpr double kKnownGap = 0x1p-94;
  /// Squared length of a product of columns below which its normal is not known well enough [1].
  static constexpr double kMinNormal = 0x1p-900;

  const PlacedBoxes& boxes_;
  const BoxProducts& products_;
  const Lanes& c_;
  const ExactPoses poses_;
  std::array<Plane, 15> planes_;
  std::size_t count_ = 0;
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
