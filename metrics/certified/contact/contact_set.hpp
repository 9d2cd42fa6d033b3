// SPDX-License-Identifier: GPL-3.0-or-later
// The points of C in integers of a fixed width, and which of them are farthest: all doubles of a pair
// are multiples of one power of two. Internal to `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>

#include "geometry/index.hpp"
#include "geometry/support/climb.hpp"
#include "metrics/arithmetic/fixed_rotation.hpp"
#include "metrics/arithmetic/fixed_rounding.hpp"
#include "metrics/certified/support/difference.hpp"

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

  std::span<const DifferencePoint> points() const { return std::span(nearest).first(at(count)); }
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

/// A body of a pair: its vertices R v + t - origin, world axes, in units of 2^exponent, each made
/// once, and which of them are farthest.
template <std::size_t kLimbs>
class ContactBody {
 public:
  ContactBody(const DifferenceBody& body, const Mat3& R, const OddPose& X,
              const WholeVector& origin, int exponent)
      : body_(body), R_(R), X_(X), exponent_(exponent) {
    add_vector(shift_, X.t, 1, exponent);
    add_vector(shift_, origin, -1, exponent);
  }

  /// The reference holds until the next call.
  const FixedVector<kLimbs>& vertex(int place) {
    for (std::size_t k = 0; k < count_; ++k) {
      if (place_[k] == place) return vertex_[k];
    }
    // The oldest makes room.
    const std::size_t k = next_;
    next_ = (next_ + 1) % kMax;
    count_ = std::max(count_, k + 1);
    place_[k] = place;
    FixedVector<kLimbs>& rotated = vertex_[k];
    rotated = shift_;
    add_rotated(rotated, X_.R, odd(body_.vertex(place)), 1, exponent_);
    return rotated;
  }

  const ContactLevel& level() const { return level_; }

  /// Whether no vertex is farther along u than `first`: none is if none of its neighbours is. Else
  /// level().farthest is one that is, the farthest of all within rounding or beyond. `direction` is u
  /// rounded, and tied(place) says what is known to be as far exactly.
  template <std::size_t kOfU, class Tied>
  bool farthest(int first, const FixedVector<kOfU>& u, const Vec3& direction, const Tied& tied) {
    const RoughLevel at = rough_level(first, direction);
    level_.farthest = -1;
    level_.count = 0;
    for (const std::int32_t other : body_.map.neighbours(first)) {
      const double height = at.local.dot(body_.map.arm(other));
      if (height < at.height - at.doubt) continue;
      if (height > at.height + at.doubt) {
        level_.farthest = body_.map.nearly_farthest(at.local, other);
        return false;
      }
      if (tied(other)) continue;
      if (level_.count == level_.places.size()) break;
      level_.places[level_.count++] = other;
    }
    const int* above = level_.end();
    if (level_.count > 0) {
      const FixedVector<kLimbs> origin = vertex(first);
      above = std::find_if(level_.begin(), level_.end(),
                           [&](int other) { return dot(u, vertex(other) - origin).sign() > 0; });
    }
    if (above == level_.end() && level_.count < level_.places.size()) return true;
    const int farther = above == level_.end() ? -1 : *above;
    find_level(first, u, direction, tied);
    // There may be more at the level than there is room for, a farther neighbour among them.
    if (level_.farthest < 0) level_.farthest = farther;
    return false;
  }

  /// Fills level() with all vertices that are not below `first` for certain, or with as many as there
  /// is room for.
  template <std::size_t kOfU, class Tied>
  void find_level(int first, const FixedVector<kOfU>& u, const Vec3& direction, const Tied& tied) {
    const RoughLevel at = rough_level(first, direction);
    level_.count = 1;
    level_.places[0] = first;
    level_.tied[0] = true;
    level_.farthest = -1;
    level_.too_many = false;
    const FixedVector<kLimbs> origin = vertex(first);
    FixedInteger<kOfU + kLimbs> most;
    add_level(body_.map, level_, [&](int other) {
      if (at.local.dot(body_.map.arm(other)) < at.height - at.doubt) return false;
      if (level_.count == level_.places.size()) return true;
      bool as_far = tied(other);
      if (!as_far) {
        const auto above = dot(u, vertex(other) - origin);
        as_far = above.sign() == 0;
        if ((above - most).sign() > 0) {
          most = above;
          level_.farthest = other;
        }
      }
      level_.tied[level_.count] = as_far;
      return true;
    });
  }

 private:
  static constexpr std::size_t kMax = 16;

  /// The level of a vertex as doubles know it.
  struct RoughLevel {
    Vec3 local;  ///< the direction in the body's axes
    double height;
    double doubt;
  };
  RoughLevel rough_level(int first, const Vec3& direction) const {
    const Vec3 local = R_.transpose() * direction;
    // Roundings of u, R'u, the arms and the products: less than 20 halves of a spacing.
    return {local, local.dot(body_.map.arm(first)),
            32 * std::numeric_limits<double>::epsilon() * direction.norm() * body_.map.longest()};
  }

  const DifferenceBody& body_;
  const Mat3& R_;
  const OddPose& X_;
  int exponent_;
  FixedVector<kLimbs> shift_{};
  std::size_t count_ = 0;
  std::size_t next_ = 0;
  std::array<int, kMax> place_;
  std::array<FixedVector<kLimbs>, kMax> vertex_;
  ContactLevel level_;
};

template <std::size_t kLimbs>
class ContactSet {
 public:
  using Point = FixedDifferencePoint<kLimbs>;

  /// The poses outlive the set.
  ContactSet(const DifferenceSet& set, const OddPose& X_WA, const OddPose& X_WB, int exponent)
      : set_(set),
        exponent_(exponent),
        A_(set.A(), set.R_WA(), X_WA, X_WA.t, exponent),
        B_(set.B(), set.R_WB(), X_WB, X_WA.t, exponent) {}

  Point point(const DifferencePoint& p) {
    return {set_.point(p.a, p.b), B_.vertex(p.b) - A_.vertex(p.a)};
  }
  const DifferenceSet& rounded() const { return set_; }
  int exponent() const { return exponent_; }
  const ContactLevel& of_A() const { return A_.level(); }
  const ContactLevel& of_B() const { return B_.level(); }

  /// Whether no point of C is farther along u than `first`, for certain: otherwise beyond() has
  /// one, or none where too many vertices are level with it. `direction` is u rounded, and
  /// `tied_A(place)` and `tied_B(place)` say what is known to be as far exactly.
  template <std::size_t kOfU, class TiedA, class TiedB>
  bool farthest(const DifferencePoint& first, const FixedVector<kOfU>& u, const Vec3& direction,
                const TiedA& tied_A, const TiedB& tied_B) {
    const bool of_A = A_.farthest(first.a, -u, -direction, tied_A);
    const bool of_B = B_.farthest(first.b, u, direction, tied_B);
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
    A_.find_level(first.a, -u, -direction, tied_A);
    B_.find_level(first.b, u, direction, tied_B);
  }
  /// A point beyond `first` that the last farthest() has seen, if there is one.
  DifferencePoint beyond(const DifferencePoint& first) const {
    if (of_A().farthest < 0 && of_B().farthest < 0) return {};
    return set_.point(of_A().farthest < 0 ? first.a : of_A().farthest,
                      of_B().farthest < 0 ? first.b : of_B().farthest);
  }

 private:
  const DifferenceSet& set_;
  int exponent_;
  ContactBody<kLimbs> A_;
  ContactBody<kLimbs> B_;
};

}  // namespace touchstone
