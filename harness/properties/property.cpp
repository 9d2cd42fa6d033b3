// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/properties/property.hpp"

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

bool worse(const Violation& a, const Violation& b) {
  return a.excess != b.excess ? a.excess > b.excess : a.index < b.index;
}

}  // namespace

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
                        std::uint64_t index, const std::string& id) {
  if (!finding.checked) return;
  ++checked;
  identical += finding.identical ? 1 : 0;
  falling += finding.falling ? 1 : 0;
  if (std::isfinite(finding.excess)) largest = std::max(largest, finding.excess);
  violated_at_own += finding.excess > own_tolerance ? 1 : 0;
  if (!(finding.excess > tolerance)) return;
  ++violated;
  lost += std::isfinite(finding.excess) ? 0 : 1;
  PropertyTally one;
  one.worst.push_back({finding.excess, index, id});
  merge(one);
}

void PropertyTally::merge(const PropertyTally& other) {
  checked += other.checked;
  violated += other.violated;
  violated_at_own += other.violated_at_own;
  lost += other.lost;
  identical += other.identical;
  falling += other.falling;
  largest = std::max(largest, other.largest);
  worst.insert(worst.end(), other.worst.begin(), other.worst.end());
  std::sort(worst.begin(), worst.end(), worse);
  if (worst.size() > kListedViolations) worst.resize(kListedViolations);
}

}  // namespace touchstone
