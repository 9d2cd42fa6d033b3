// SPDX-License-Identifier: GPL-3.0-or-later
// All differences of two unions, and which of them a translation is inside of. The half-spaces of a
// difference are made when a translation first comes near it.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "geometry/index.hpp"
#include "reference/unions.hpp"
#include "reference/unions/difference_facets.hpp"

namespace touchstone {

/// The point numerator / denominator, in units of 2^PlacedUnions::exponent; denominator > 0.
struct FractionPoint {
  IntegerVec3 numerator;
  Integer denominator = 1;
};

class Differences {
 public:
  /// No difference reaches so far from 0, as coordinates of vertices are at most 1 in size [near
  /// units].
  static constexpr double kFar = 4;

  /// The unions outlive it.
  explicit Differences(const PlacedUnions& unions);

  int count() const { return static_cast<int>(all_.size()); }
  PieceIndices pieces(int k) const { return all_[at(k)].pieces; }
  const PlacedUnions& unions() const { return unions_; }

  /// A half-space as the search sees it.
  struct Plane {
    Vec3 normal = Vec3::Zero();
    double offset = 0;
    int space = 0;  ///< equal half-spaces of several differences have one number
  };
  const std::vector<Plane>& planes(int k);
  Plane plane(int number) const {
    return {space(number).near_normal, space(number).near_offset, number};
  }
  const SeparatingHalfSpace& space(int number) const { return spaces_[at(number)]; }
  /// A difference that has that half-space.
  int owner(int number) const { return owners_[at(number)]; }

  struct Inside {
    int difference = -1;
    double depth = 0;  ///< [near units]
  };
  /// The difference that t, in near units, is deepest inside of, and how deep, in doubles. Where t
  /// is inside of none the depth is at most 0, to rounding.
  Inside deepest(const Vec3& t);
  /// Whether t is proven to be in no interior.
  bool surely_outside(const Vec3& t);
  /// A difference whose interior holds t, exactly; nothing if there is none. Of several the one in
  /// which doubles find t deepest.
  std::optional<int> containing_difference(const FractionPoint& t);
  /// Whether t is in the box about a difference.
  bool is_near(int k, const Vec3& t) const { return box_holds(all_[at(k)], t); }
  /// The least s >= 1 for which doubles find s t outside of all interiors.
  double separating_scale(const Vec3& t);

 private:
  struct Difference {
    PieceIndices pieces;
    Vec3 low;  ///< box about it
    Vec3 high;
    std::vector<Plane> planes = {};   ///< empty until it is made
    std::size_t last_separating = 0;  ///< the half-space that last held a point
  };
  /// How deep t is inside: the least distance of a plane, negative outside; stops below `enough`.
  double depth(Difference& difference, const Vec3& t, double enough);
  static bool box_holds(const Difference& difference, const Vec3& t);
  static bool ray_meets_box(const Difference& difference, const Vec3& t);
  void make(Difference& difference);

  /// A half-space, exactly: primitive normals make equal ones equal.
  struct SpaceKey {
    IntegerVec3 normal;
    Integer offset;
    friend bool operator<(const SpaceKey& a, const SpaceKey& b) {
      if (a.normal == b.normal) return a.offset < b.offset;
      return a.normal < b.normal;
    }
  };

  const PlacedUnions& unions_;
  std::vector<Difference> all_;
  std::vector<SeparatingHalfSpace> spaces_;
  std::vector<int> owners_;
  std::map<SpaceKey, int> number_of_;
};

}  // namespace touchstone
