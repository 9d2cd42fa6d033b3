// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a manifold k points keep, beside the most that k of its corners can enclose.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/manifold/true_manifold.hpp"

namespace touchstone {

/// The corners of the hull of points of a plane, counter-clockwise; as few as stay
/// within `flat` [m] of all of them, one after the other.
std::vector<FlatPoint> outline_of(std::vector<FlatPoint> points, double flat);

double area_of(const std::vector<FlatPoint>& outline);       ///< [m^2]
double perimeter_of(const std::vector<FlatPoint>& outline);  ///< [m]
double diameter_of(const std::vector<FlatPoint>& points);    ///< largest distance of two [m]

/// The largest area that k corners of a convex outline enclose, k > 2 (dynamic programme over the
/// last corner and how many there are, from each first one) [m^2].
double largest_area(const std::vector<FlatPoint>& outline, std::size_t k);

/// Beyond so many corners times k the largest area is not sought: the time of largest_area grows
/// with corners^3 k, 0.2 s here at most.
inline constexpr std::size_t kMaxShareSteps = 2000;

/// What the hull of `points` has of `outline`, which is taken `beside` [m] larger: area over the
/// largest that k of its corners enclose; of lengths if k = 2 or the outline has no area. 1 at most,
/// and where k corners enclose nothing; 0 where no point is at the outline. What points that are
/// off by `inward` [m] lose is kept. Beyond kMaxShareSteps k evenly chosen corners stand for
/// those of the largest area: the true share is less than that, or it is not known.
double kept_share(const std::vector<FlatPoint>& points, const std::vector<FlatPoint>& outline,
                  std::size_t k, double beside, double inward = 0);

}  // namespace touchstone
