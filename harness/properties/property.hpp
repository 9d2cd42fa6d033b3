// SPDX-License-Identifier: GPL-3.0-or-later
// Properties that every right signed distance has, whatever the truth is: what is counted of each
// (docs/properties.md defines them).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/check/check.hpp"

namespace touchstone {

enum class Property {
  swap,            ///< A and B exchanged: same value, opposite normal, exchanged witness points
  rigid,           ///< one rigid motion of both bodies turns normal and witness points along
  translation,     ///< one translation of both
  scale_two,       ///< another unit of length, by a power of two: nothing is rounded
  scale,           ///< another unit of length
  representation,  ///< the hull is rebuilt from points in another order, and with redundant ones
  duplicates,      ///< the hull is rebuilt with every point twice
  contact,         ///< A moved by -phi n (ratio metrics: by -rho d) touches B
  n1,              ///< the value grows along the normal as it should
  n2               ///< the normal jumps along motions only where the optimal feature changes
};
inline constexpr std::size_t kPropertyCount = 10;
std::string_view property_name(Property property);

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

/// What became of one property in many cases. The violations kept are the worst.
struct PropertyTally : ClaimCounts {
  std::uint64_t violated_at_own = 0;  ///< violated at the tolerance that the metric claims
  std::uint64_t lost = 0;             ///< violations without a second answer of the same kind
  std::uint64_t identical = 0;        ///< cases whose two answers have the same bits
  std::uint64_t falling = 0;          ///< n1 only: cases whose value does not grow at all

  void add(const Finding& finding, double tolerance, double own_tolerance, const std::string& id);
  void add(const PropertyTally& later);
};

using PropertyTallies = std::array<PropertyTally, kPropertyCount>;

/// Number of inexact answers and normals that the property compares: the allowance is so many
/// tolerances.
double answers_compared(Property property);

}  // namespace touchstone
