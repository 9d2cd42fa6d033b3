// SPDX-License-Identifier: GPL-3.0-or-later
// The points of C in integers of a fixed width, and which of them are farthest. Internal to
// `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>

#include "geometry/support/climb.hpp"
#include "metrics/arithmetic/fixed_rounding.hpp"
#include "metrics/certified/contact/contact_frame.hpp"

namespace touchstone {

/// What the searches of contact_search.hpp answer.
struct ContactResult {
  DoubleDouble phi;       ///< correctly rounded, and what that leaves out, to 2^-96 of phi [m]
  Vec3 n = Vec3::Zero();  ///< unit, from B to A, rounded from its integers
  int count = 0;
  std::array<DifferencePoint, 3> nearest;
  /// Whether `nearest` holds the point nearest to 0 exactly, so that it proves a phi > 0, or
  /// supports C where phi = 0.
  bool holds = false;
};

/// A point of C and its coordinates in integers.
template <std::size_t kLimbs>
struct FixedDifferencePoint {
  DifferencePoint p;
  FixedVector<kLimbs> c;
};

/// The vertices of one body at a level, to rounding.
struct ContactLevel : PlaceList<48> {
  std::array<bool, 48> tied;  ///< exactly as far as the first
  int farthest = -1;          ///< one that is farther than the first
};

template <std::size_t kLimbs>
class ContactSet {
 public:
  using Point = FixedDifferencePoint<kLimbs>;

  /// The poses outlive the set.
  ContactSet(const DifferenceSet& set, const OddPose& X_WA, const OddPose& X_WB, int exponent)
      : set_(set),
        exponent_(exponent),
        arms_A_(set.A(), X_WA, X_WA.t, exponent),
        arms_B_(set.B(), X_WB, X_WA.t, exponent) {}

  Point point(const DifferencePoint& p) {
    return {set_.point(p.a, p.b), arms_B_.vertex(p.b) - arms_A_.vertex(p.a)};
  }
  const DifferenceSet& rounded() const { return set_; }
  int exponent() const { return exponent_; }
  const ContactLevel& of_A() const { return of_A_; }
  const ContactLevel& of_B() const { return of_B_; }

  /// Whether no point of C is farther along u than `first`, for certain: otherwise beyond() has
  /// one, or none where too many vertices are level with it. `direction` is u rounded, and
  /// `tied_A(place)` and `tied_B(place)` say what is known to be as far exactly.
  template <std::size_t kOfU, class TiedA, class TiedB>
  bool farthest(const DifferencePoint& first, const FixedVector<kOfU>& u, const Vec3& direction,
                const TiedA& tied_A, const TiedB& tied_B) {
    const bool of_A =
        farthest_of(set_.A().map, set_.R_WA(), arms_A_, first.a, -u, -direction, tied_A, of_A_);
    const bool of_B =
        farthest_of(set_.B().map, set_.R_WB(), arms_B_, first.b, u, direction, tied_B, of_B_);
    return of_A && of_B;
  }
  template <std::size_t kOfU>
  bool farthest(const DifferencePoint& first, const FixedVector<kOfU>& u, const Vec3& direction) {
    const auto none = [](int) { return false; };
    return farthest(first, u, direction, none, none);
  }
  /// Fills of_A() and of_B() with all vertices that are as far along u as those of `first`, to
  /// rounding, or with as many as there is room for. `first` is a farthest point.
  template <std::size_t kOfU, class TiedA, class TiedB>
  void find_levels(const DifferencePoint& first, const FixedVector<kOfU>& u, const Vec3& direction,
                   const TiedA& tied_A, const TiedB& tied_B) {
    fill(Level(set_.A().map, set_.R_WA(), first.a, -direction), arms_A_, -u, tied_A, of_A_);
    fill(Level(set_.B().map, set_.R_WB(), first.b, direction), arms_B_, u, tied_B, of_B_);
  }
  /// A point beyond `first` that the last farthest() has seen, if there is one.
  DifferencePoint beyond(const DifferencePoint& first) const {
    if (of_A_.farthest < 0 && of_B_.farthest < 0) return {};
    return set_.point(of_A_.farthest < 0 ? first.a : of_A_.farthest,
                      of_B_.farthest < 0 ? first.b : of_B_.farthest);
  }

 private:
  /// What doubles know of a level of one body.
  struct Level {
    /// `direction` is u rounded, world.
    Level(const SupportMap& map_of_body, const Mat3& R, int first_place, const Vec3& direction)
        : map(map_of_body),
          first(first_place),
          local(R.transpose() * direction),
          // Roundings of u, R'u, the arms and the products: less than 20 halves of a spacing.
          doubt(32 * std::numeric_limits<double>::epsilon() * direction.norm() * map.longest()),
          height(local.dot(map.arm(first))) {}
    bool below(int place) const { return local.dot(map.arm(place)) < height - doubt; }

    const SupportMap& map;
    int first;
    Vec3 local;
    double doubt;
    double height;
  };

  /// Whether no vertex is farther along u than `first`: none is if none of its neighbours is. Else
  /// level.farthest is one that is, the farthest of all within rounding or beyond.
  template <std::size_t kOfU, class Tied>
  static bool farthest_of(const SupportMap& map, const Mat3& R, ContactArms<kLimbs>& arms,
                          int first, const FixedVector<kOfU>& u, const Vec3& direction,
                          const Tied& tied, ContactLevel& level) {
    const Level at(map, R, first, direction);
    level.farthest = -1;
    level.count = 0;
    for (const std::int32_t other : map.neighbours(first)) {
      const double height = at.local.dot(map.arm(other));
      if (height < at.height - at.doubt) continue;
      if (height > at.height + at.doubt) {
        level.farthest = map.nearly_farthest(at.local, other);
        return false;
      }
      if (tied(other)) continue;
      if (level.count == level.places.size()) break;
      level.places[level.count++] = other;
    }
    const auto doubtful = std::span(level.places).first(level.count);
    auto above = doubtful.end();
    if (!doubtful.empty()) {
      const FixedVector<kLimbs> origin = arms.vertex(first);
      above = std::find_if(doubtful.begin(), doubtful.end(), [&](int other) {
        return dot(u, arms.vertex(other) - origin).sign() > 0;
      });
    }
    if (above == doubtful.end() && level.count < level.places.size()) return true;
    const int farther = above == doubtful.end() ? -1 : *above;
    fill(at, arms, u, tied, level);
    // fill() may not list a farther neighbour if there are more than it has room for.
    if (level.farthest < 0) level.farthest = farther;
    return false;
  }

  /// Lists all vertices that are not below for certain.
  template <std::size_t kOfU, class Tied>
  static void fill(const Level& at, ContactArms<kLimbs>& arms, const FixedVector<kOfU>& u,
                   const Tied& tied, ContactLevel& level) {
    level.count = 1;
    level.places[0] = at.first;
    level.tied[0] = true;
    level.farthest = -1;
    level.too_many = false;
    const FixedVector<kLimbs> origin = arms.vertex(at.first);
    FixedInteger<kOfU + kLimbs> most;
    add_level(at.map, level, [&](int other) {
      if (at.below(other)) return false;
      if (level.count == level.places.size()) return true;
      bool as_far = tied(other);
      if (!as_far) {
        const auto above = dot(u, arms.vertex(other) - origin);
        as_far = above.sign() == 0;
        if ((above - most).sign() > 0) {
          most = above;
          level.farthest = other;
        }
      }
      level.tied[level.count] = as_far;
      return true;
    });
  }

  const DifferenceSet& set_;
  int exponent_;
  ContactArms<kLimbs> arms_A_;
  ContactArms<kLimbs> arms_B_;
  ContactLevel of_A_;
  ContactLevel of_B_;
};

}  // namespace touchstone
