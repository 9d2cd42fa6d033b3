// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/properties/property.hpp"

#include <cmath>

namespace touchstone {
std::string_view property_name(Property property) {
  switch (property) {
    case Property::swap:
      return "swap";
    case Property::rigid:
      return "rigid";
    case Property::translation:
      return "translation";
    case Property::scale_two:
      return "scale_two";
    case Property::scale:
      return "scale";
    case Property::representation:
      return "representation";
    case Property::duplicates:
      return "duplicates";
    case Property::contact:
      return "contact";
    case Property::n1:
      return "n1";
    case Property::n2:
      return "n2";
  }
  return "";
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
