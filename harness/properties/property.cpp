// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/properties/property.hpp"

#include <cmath>

namespace touchstone {
std::string_view property_name(Property property) {
  static constexpr std::array<std::string_view, kPropertyCount> kNames = {
      "swap",           "rigid",      "translation", "scale_two", "scale",
      "representation", "duplicates", "contact",     "n1",        "n2"};
  return kNames.at(static_cast<std::size_t>(property));
}

// Each of two values may be off by one tolerance. The quotient of N1 goes along a normal that may
// itself fall short of phi by one.
double answers_compared(Property property) { return property == Property::n1 ? 3 : 2; }

void PropertyTally::add(const Finding& finding, double tolerance, double own_tolerance,
                        const std::string& id) {
  const bool violates = finding.excess > tolerance;
  ClaimCounts::add(ClaimFinding{finding.checked, !violates, {}, finding.excess, finding.excess},
                   id);
  if (!finding.checked) return;
  identical += finding.identical ? 1 : 0;
  falling += finding.falling ? 1 : 0;
  violated_at_own += finding.excess > own_tolerance ? 1 : 0;
  lost += violates && !std::isfinite(finding.excess) ? 1 : 0;
}

void PropertyTally::add(const PropertyTally& later) {
  ClaimCounts::add(later);
  violated_at_own += later.violated_at_own;
  lost += later.lost;
  identical += later.identical;
  falling += later.falling;
}

}  // namespace touchstone
