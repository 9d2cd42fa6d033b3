// SPDX-License-Identifier: GPL-3.0-or-later
// Properties that every right signed distance has, whatever the truth is, as the claims of a check
// (docs/properties.md defines them).
#pragma once

#include <cstddef>
#include <string_view>

#include "harness/check/check.hpp"

namespace touchstone {

/// The claims of properties_check(), in its order.
enum class Property {
  swap,            ///< A and B exchanged: same value, opposite normal, exchanged witness points
  rigid,           ///< one rigid motion of both bodies turns normal and witness points along
  translation,     ///< one translation of both
  scale_two,       ///< another unit of length, by a power of two: nothing is rounded
  scale,           ///< another unit of length
  representation,  ///< the hull is rebuilt from points in another order, and with redundant ones
  duplicates,      ///< the hull is rebuilt with every point twice
  radius,          ///< radius moved from one body to the other: same value, same normal
  contact,         ///< A moved by -phi n (ratio metrics: by -rho d) touches B
  n1,              ///< the value grows along the normal as it should
  n2               ///< the normal jumps along motions only where the optimal feature changes
};
inline constexpr std::size_t kPropertyCount = 11;

/// Its subjects are metrics; a metric that does not claim to be exact is not judged. The violations
/// that are kept of a property are the worst. The counts of a claim: kBeyondOwn, "lost" and, where
/// there is one, "identical" or "falling". The counts of a row: jumps by cause.
Check properties_check();

/// The count of violations at the tolerance that the metric claims for itself.
inline constexpr std::string_view kBeyondOwn = "violated_at_own_tolerance";

/// What became of one property in one case.
struct Finding {
  bool checked = false;
  /// By how much more the answers disagree than rounding of the question explains, relative to size
  /// (ratio metrics: to max(1, |rho|)) and for each of answers_compared(); infinite where there is
  /// no second answer, or no measure [1].
  double excess = 0;
  bool identical = false;  ///< the second answer has the same bits, as far as it may
  bool falling = false;    ///< n1 only: the value does not grow at all
};

/// The finding as one of the property's claim.
ClaimFinding judged(Property property, const Finding& finding, double tolerance,
                    double own_tolerance);

/// Number of inexact answers and normals that the property compares: the allowance is so many
/// tolerances.
double answers_compared(Property property);

}  // namespace touchstone
