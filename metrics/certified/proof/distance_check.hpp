// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what the searches in doubles end with is the feature of C nearest to 0, and the distance
// from it, to an ulp. Internal to `certified`.
//
// A feature is right if no point of C is beyond its plane, and a pair (a, b) on the plane is
// farthest if no neighbour of a or b (edges of the exact hulls) is farther. Neighbours are compared
// in doubles where they are below by more than any rounding, else in double-double, with the
// feature's direction u computed in it from the pair's own doubles. Corners of the feature that
// are linked by vertices they share tie exactly, and so do further corners of a facet that is flat
// exactly. Where others are within the rounding of u, all vertices within it that edges connect to
// the pair's are looked at: the farthest is among them, and adds less than kPartOfUlp to the
// distance, or nothing is proven.
//
// The bits do not depend on the machine's registers.
#pragma once

#include "metrics/certified/search/simplex.hpp"

namespace touchstone {

/// What a direction may be off beside rounding [1].
inline constexpr double kDirectionOff = 0x1p-55;
/// What a point may be off beside rounding, in sizes [1].
inline constexpr double kPartOfSizeOff = 0x1p-56;

/// Normal and witness points (witnesses.hpp).
struct Witnesses {
  /// Each entry of `n` is within 2^-55 and rounding of the feature's, each coordinate of the points
  /// within a quarter of an ulp, or 2^-56 sizes, and rounding of a true witness point's.
  bool sound = false;
  Vec3 n = Vec3::Zero();  ///< unit: from 0 to the nearest point, or the outward normal
  Vec3 p_WA = Vec3::Zero();
  Vec3 p_WB = Vec3::Zero();
  int corner_outside = -1;  ///< not sound: the corner whose weight is negative for certain
};

/// A feature's distance, foot and direction, and how far they may be off.
struct MeasuredFeature {
  DoubleDouble distance;           ///< from 0 to the feature; >= 0 [m]
  Vec3 n = Vec3::Zero();           ///< unit: from 0 to the nearest point, or the outward normal
  std::array<double, 3> weight{};  ///< weights of the feature's points at the foot of 0 [1]
  double weight_error = 0;         ///< error bound on the weights [1]

  /// What is left over of n, where it was made in doubles: witnesses.hpp takes it off.
  struct NormalResidual {
    bool known = false;
    double excess = 0;             ///< n.n - 1
    std::array<double, 2> rise{};  ///< n.(c_i - c_0) of the feature's further points [m]
    double amplification = 0;      ///< how much farther the foot may be off than the points are [1]
  };
  NormalResidual rest;

  /// Normal and witness points with the residual taken off.
  struct Refined : Witnesses {
    bool known = false;
    double turned = 0;  ///< square of the angle that n was turned by [1]
  };
  Refined refined;
};

/// Vertices that double-double cannot tell from those of a feature, though nothing known of both
/// makes them tie.
struct Ties {
  /// There are some: a proof may have to name them in place of the feature.
  bool any = false;
  /// What ties is so near to the feature's own vertices that the direction may turn by more than an
  /// ulp for it.
  bool may_turn_normal = false;
};

struct DistanceCheck {
  enum class Verdict { open, proven, point_beyond, corner_to_drop };
  Verdict verdict = Verdict::open;
  /// What the check measured. Valid if the verdict is `proven`, and for a facet that double-double
  /// has measured whatever the verdict is.
  MeasuredFeature feature;
  Ties ties;               ///< where the verdict is `proven`
  DifferencePoint beyond;  ///< where it is `point_beyond`: beyond the feature's plane for certain
  int dropped = -1;  ///< where it is `corner_to_drop`: the point that the feature does not need
};

/// Checks the feature that GJK ended with; 0 is outside C.
DistanceCheck check_separated(const DifferenceSet& set, const DifferenceSimplex& feature,
                              const ReachedByFeature& reached = {});

/// Checks a facet, three points counterclockwise from outside; 0 is inside C.
DistanceCheck check_facet(const DifferenceSet& set, const std::array<DifferencePoint, 3>& facet,
                          const ReachedByFeature& reached = {});

/// Whether two triangles of the polytope lie in one plane because of what their points are made of:
/// a vertex and corners of an exactly flat facet, or an edge of each body.
bool known_coplanar(const DifferenceSet& set, const std::array<DifferencePoint, 3>& one,
                    const std::array<DifferencePoint, 3>& other);

enum class Order { nearer, as_near, farther, unknown };

/// Whether the plane of `one` is nearer to 0 than that of `other`, whose `distance` is that of
/// check_facet; `as_near` if the difference is too small to change it, `unknown` if a triangle is
/// too thin to tell.
Order order_of(const DifferenceSet& set, const std::array<DifferencePoint, 3>& one,
               const std::array<DifferencePoint, 3>& other, DoubleDouble distance);

}  // namespace touchstone
