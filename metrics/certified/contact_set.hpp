// SPDX-License-Identifier: GPL-3.0-or-later
// The points of C in integers of a fixed width, and which of them are farthest. Internal to
// `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "metrics/arithmetic/fixed_rounding.hpp"
#include "metrics/certified/contact_frame.hpp"

namespace touchstone {

/// A point of C and its coordinates in integers.
template <std::size_t kLimbs>
struct FixedDifferencePoint {
  DifferencePoint p;
  FixedVector<kLimbs> c;
};

/// The vertices of one body at a level, to rounding.
struct ContactLevel {
  static constexpr std::size_t kMax = 48;
  std::size_t count = 0;
  std::array<int, kMax> place;
  std::array<bool, kMax> tied;  ///< exactly as far as the first
  int farthest = -1;            ///< one that is farther than the first
};

template <std::size_t kLimbs>
class ContactSet {
 public:
  using Point = FixedDifferencePoint<kLimbs>;

  ContactSet(const DifferenceSet& set, const Pose& X_WA, const Pose& X_WB, int exponent)
      : set_(set),
        exponent_(exponent),
        arms_A_(set.A().map, X_WA, X_WA.t, exponent),
        arms_B_(set.B().map, X_WB, X_WA.t, exponent) {}

  Point point(const DifferencePoint& p) {
    return {set_.point(p.a, p.b), arms_B_.vertex(p.b) - arms_A_.vertex(p.a)};
  }
  const DifferenceSet& rounded() const { return set_; }
  int exponent() const { return exponent_; }
  const ContactLevel& of_A() const { return of_A_; }
  const ContactLevel& of_B() const { return of_B_; }

  /// All vertices of either body that are as far along u as those of `first`, to rounding, unless
  /// one is farther by more than that;
  /// `direction` is u rounded, and `tied_A(place)` and `tied_B(place)` say what is known to be as
  /// far exactly. False if there are too many.
  template <std::size_t kOfU, class TiedA, class TiedB>
  bool find_levels(const DifferencePoint& first, const FixedVector<kOfU>& u, const Vec3& direction,
                   const TiedA& tied_A, const TiedB& tied_B) {
    return find_level(set_.A().map, set_.R_WA(), arms_A_, first.a, -u, -direction, tied_A, of_A_) &&
           find_level(set_.B().map, set_.R_WB(), arms_B_, first.b, u, direction, tied_B, of_B_);
  }
  template <std::size_t kOfU>
  bool find_levels(const DifferencePoint& first, const FixedVector<kOfU>& u,
                   const Vec3& direction) {
    const auto none = [](int) { return false; };
    return find_levels(first, u, direction, none, none);
  }
  /// A point beyond `first` that was seen then, if there is one.
  DifferencePoint beyond(const DifferencePoint& first) const {
    if (of_A_.farthest < 0 && of_B_.farthest < 0) return {};
    return set_.point(of_A_.farthest < 0 ? first.a : of_A_.farthest,
                      of_B_.farthest < 0 ? first.b : of_B_.farthest);
  }

 private:
  /// All that are not below `first` along u (world; `direction` is u rounded) by more than
  /// rounding: they hang together (distance_check.hpp). `tied(place)`: known to be as far as first.
  /// False if there are too many.
  template <std::size_t kOfU, class Tied>
  static bool find_level(const SupportMap& map, const Mat3& R, ContactArms<kLimbs>& arms, int first,
                         const FixedVector<kOfU>& u, const Vec3& direction, const Tied& tied,
                         ContactLevel& level) {
    const Vec3 local = R.transpose() * direction;
    // Roundings of u, R'u, the arms and the products: less than 20 halves of a spacing.
    const double doubt =
        32 * std::numeric_limits<double>::epsilon() * direction.norm() * map.longest();
    const double height = local.dot(map.arm(first));
    const double reached = height - doubt;
    level.count = 1;
    level.place[0] = first;
    level.tied[0] = true;
    level.farthest = -1;
    if (const int top = map.nearly_farthest(local, first);
        local.dot(map.arm(top)) > height + doubt) {
      level.farthest = top;
      return true;
    }
    FixedInteger<kOfU + kLimbs> most;
    for (std::size_t k = 0; k < level.count; ++k) {
      for (const std::int32_t other : map.neighbours(level.place[k])) {
        const auto end = level.place.begin() + static_cast<std::ptrdiff_t>(level.count);
        if (local.dot(map.arm(other)) < reached ||
            std::find(level.place.begin(), end, other) != end) {
          continue;
        }
        if (level.count == level.place.size()) return false;
        bool as_far = tied(other);
        if (!as_far) {
          const auto above = dot(u, arms.vertex(other) - arms.vertex(first));
          as_far = above.sign() == 0;
          if ((above - most).sign() > 0) {
            most = above;
            level.farthest = other;
          }
        }
        level.tied[level.count] = as_far;
        level.place[level.count++] = other;
      }
    }
    return true;
  }

  const DifferenceSet& set_;
  int exponent_;
  ContactArms<kLimbs> arms_A_;
  ContactArms<kLimbs> arms_B_;
  ContactLevel of_A_;
  ContactLevel of_B_;
};

}  // namespace touchstone
