// SPDX-License-Identifier: GPL-3.0-or-later
// The conditions of Yi & Drumwright on contact data, held against the exact truth of one pair
// (docs/contacts.md derives what is checked). N2 is of motions: harness/properties/motion_jumps.hpp
// says where a normal jumps.
#pragma once

#include "contact/contact.hpp"
#include "geometry/pair.hpp"
#include "harness/check/check.hpp"
#include "harness/manifold/pair_manifold.hpp"
#include "harness/manifold/place_gap.hpp"
#include "reference/claims.hpp"

namespace touchstone {

/// By how much, relative to size, the contact points may fall short of the true manifold: corners
/// nearer than the merging distance to each other become one, twice at most [1].
inline constexpr double kLostCorner = 2e-6;

class ContactConditions {
 public:
  /// The conditions on contact data of one pair. `pair` and `truth` outlive this; `tolerance` is
  /// relative to size [1]; `scalar` is what the data were computed in.
  ContactConditions(const Pair& pair, const TruthOnDemand& truth, double tolerance,
                    Scalar scalar = Scalar::float64);

  /// Whether gap(n) reaches phi to the tolerance: n is an optimal direction, or as good as one.
  bool optimal(const Vec3& n) const { return manifold_.optimal(n); }

  /// `data` is answered, with the manifold.
  ClaimFinding n1(const ContactData& data) const;
  ClaimFinding p1(const ContactData& data) const;
  /// All points of `data`, those within reach besides the manifold's too; they are within `reach`.
  ClaimFinding p2(const ContactData& data, double reach) const;

 private:
  ClaimFinding translation(const ContactData& data) const;
  /// Whether the bodies have a point's own gap along n where it is.
  bool has_gap(const ContactPoint& point, const Vec3& n, const GapTolerance& tolerance) const;

  const Pair& pair_;
  const TruthOnDemand& truth_;
  PairManifold manifold_;
  double size_;    ///< [m]
  double length_;  ///< the tolerance [m]
};

}  // namespace touchstone
