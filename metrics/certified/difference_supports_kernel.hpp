// SPDX-License-Identifier: GPL-3.0-or-later
// Support queries of the Minkowski difference (difference.hpp), inlined into the searches that ask.
// Internal to `certified`.
#pragma once

#include "metrics/certified/difference.hpp"
#include "metrics/certified/single_scan_kernel.hpp"
#include "metrics/common/climb_kernel.hpp"
#include "metrics/common/scan_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// A point of C with its entries in a register; as DifferencePoint.
struct LanesPoint {
  Lanes c;  ///< world [m]
  int a, b;

  [[gnu::always_inline]] bool same_pair(const LanesPoint& other) const {
    return a == other.a && b == other.b;
  }
};

[[gnu::always_inline]] inline DifferencePoint stored(const LanesPoint& p) {
  return {vector_of(p.c), p.a, p.b};
}
[[gnu::always_inline]] inline LanesPoint lanes_point(const DifferencePoint& p) {
  return {lanes_of(p.c), p.a, p.b};
}

class DifferenceSupports {
 public:
  [[gnu::always_inline]] explicit DifferenceSupports(const DifferenceSet& set)
      : arms_A_(set.A().single_arms),
        arms_B_(set.B().single_arms),
        map_A_(set.A().map),
        map_B_(set.B().map),
        R_A_(set.R_WA()),
        R_B_(set.R_WB()),
        back_A_(R_A_),
        back_B_(R_B_),
        offset_(lanes_of(set.offset())),
        columns_A_(map_A_.columns()),
        columns_B_(map_B_.columns()) {}

  int asked() const { return asked_; }

  /// A point farthest along u, to rounding.
  [[gnu::always_inline]] LanesPoint farthest(const Lanes& u) {
    const Lanes u_A(-back_A_.back(u).v);
    const Lanes u_B = back_B_.back(u);
    ++asked_;
    if (!map_A_.scans() && !map_B_.scans()) {
      const int start_A = map_A_.start(vector_of(u_A));
      const int start_B = map_B_.start(vector_of(u_B));
      Climb climb_A(map_A_, u_A, start_A);
      Climb climb_B(map_B_, u_B, start_B);
      climb_both(climb_A, climb_B);
      return point(climb_A.place(), climb_B.place());
    }
    scanned_ = true;
    // In the axes of a body it is longer by less than this.
    size_ = 1.75 * norm_1(u);
    const int a = one(map_A_, arms_A_, columns_A_, products_A_, u_A, size_);
    const int b = one(map_B_, arms_B_, columns_B_, products_B_, u_B, size_);
    return point(a, b);
  }

  /// The same, beginning at the answer to a similar question.
  [[gnu::always_inline]] LanesPoint farthest_near(const Lanes& u, int last_a, int last_b) {
    ++asked_;
    const Lanes u_A(-back_A_.back(u).v);
    const Lanes u_B = back_B_.back(u);
    Climb climb_A(map_A_, u_A, last_a);
    Climb climb_B(map_B_, u_B, last_b);
    climb_both(climb_A, climb_B);
    scanned_ = false;
    return point(climb_A.place(), climb_B.place());
  }

  /// Of the last farthest(): which vertices reach as far as a, and as b.
  [[gnu::always_inline]] ReachedVertices reached_of_A(int a) const {
    return reached(arms_A_, columns_A_, products_A_, a, map_A_.longest());
  }
  [[gnu::always_inline]] ReachedVertices reached_of_B(int b) const {
    return reached(arms_B_, columns_B_, products_B_, b, map_B_.longest());
  }

  /// DifferenceSet::place.
  [[gnu::always_inline]] LanesPoint point(int a, int b) const {
    return {R_B_ * map_B_.found_arm(b) - R_A_ * map_A_.found_arm(a) - offset_, a, b};
  }

 private:
  /// What a scan leaves.
  union Products {
    ScannedProducts<SupportMap::kMaxScanned> doubles;
    SingleProducts singles;
  };

  [[gnu::always_inline]] static int one(const SupportMap& map, const SingleArms& arms,
                                        const SupportMap::Columns& columns, Products& products,
                                        const Lanes& u, double size) {
    if (arms.used() && SingleProducts::takes(size)) {
      return products.singles.scan(arms, columns, u, size);
    }
    if (map.scans()) return products.doubles.scan(columns, u);
    Climb climb(map, u, map.start(vector_of(u)));
    climb_alone(climb);
    return climb.place();
  }

  [[gnu::always_inline]] ReachedVertices reached(const SingleArms& arms,
                                                 const SupportMap::Columns& columns,
                                                 const Products& products, int place,
                                                 double longest) const {
    ReachedVertices found;
    found.known = scanned_;
    if (!scanned_) return found;
    // As far again for rounding.
    if (arms.used() && SingleProducts::takes(size_)) {
      found.places =
          products.singles.reaching(products.singles.along[place], SingleArms::kRounding);
    } else if (columns.count > 0) {
      const double slack = 2 * ReachedVertices::kSlack * size_ * longest;
      found.places = products.doubles.reaching(products.doubles.along[place] - slack);
    } else {
      found.known = false;
    }
    return found;
  }

  const SingleArms& arms_A_;
  const SingleArms& arms_B_;
  const SupportMap& map_A_;
  const SupportMap& map_B_;
  LanesOfRotation R_A_, R_B_;
  Rows back_A_, back_B_;
  Lanes offset_;
  SupportMap::Columns columns_A_, columns_B_;
  int asked_ = 0;
  double size_ = 0;       ///< no smaller than |u|_1 of the direction asked last, in any axes
  bool scanned_ = false;  ///< whether products_* are of that direction
  Products products_A_;
  Products products_B_;
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
