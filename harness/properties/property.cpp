// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/properties/property.hpp"

#include <cmath>

#include "harness/properties/motion_jumps.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// A property; of some, what is counted of it besides.
CheckClaim property_claim(std::string_view name, std::string_view meaning, std::string_view title,
                          const std::vector<CountText>& more = {}) {
  CheckClaim claim{name, meaning, kShareColumn, title};
  claim.counts = {
      {kBeyondOwn, "cases in which it was violated by more than the metric's own tolerance"},
      {"lost", "violations for want of a second answer of the same kind"}};
  claim.counts.insert(claim.counts.end(), more.begin(), more.end());
  return claim;
}

}  // namespace

Check properties_check() {
  const std::vector<CountText> unrounded = {
      {"identical", "cases whose two answers have the same bits"}};
  Check check;
  check.name = "properties";
  check.heading = "Properties without an oracle (docs/properties.md)\n";
  check.subjects = "metric";
  check.shown = 1;
  check.claims = {
      property_claim("swap", "B and A: same value, opposite normal, exchanged witness points",
                     "swap", unrounded),
      property_claim("rigid", "both bodies moved alike: normal and witness points move along",
                     "rigid"),
      property_claim("translation", "both bodies translated alike: witness points move along",
                     "trans-\nlation"),
      property_claim("scale_two", "lengths times a power of two: so are those of the answer",
                     "scale\n2^k", unrounded),
      property_claim("scale", "another unit of length: that of the answer too", "scale"),
      property_claim("representation", "vertices in another order, or redundant: nothing changes",
                     "represen-\ntation", unrounded),
      property_claim("duplicates", "every vertex twice: nothing changes", "dupli-\ncates",
                     unrounded),
      property_claim("radius", "radius moved from one body to the other: phi and n stay", "radius",
                     unrounded),
      property_claim("contact", "A moved by -phi n (ratio metrics: by -rho d) touches B",
                     "contact"),
      property_claim("n1", "A moved along the normal: the value grows as much", "N1",
                     {{"falling", "cases in which the value does not grow at all"}}),
      property_claim("n2", "along a motion the normal jumps only where the nearest features change",
                     "N2")};
  for (const JumpCause cause : kJumpCauses) {
    check.counts.push_back(
        {jump_cause_name(cause), "jumps of the metric's normal along motions with this cause"});
  }
  return check;
}

// Each of two values may be off by one tolerance. The quotient of N1 goes along a normal that may
// itself fall short of phi by one.
double answers_compared(Property property) { return property == Property::n1 ? 3 : 2; }

ClaimFinding judged(Property property, const Finding& finding, double tolerance,
                    double own_tolerance) {
  const bool lost = !std::isfinite(finding.excess);
  ClaimFinding claim{finding.checked, !(finding.excess > tolerance)};
  claim.error = claim.rank = finding.excess;
  if (!claim.held) {
    claim.why = lost ? "no second answer of the same kind"
                     : "off by " + short_text(finding.excess) + " of size";
  }
  claim.counted = (finding.excess > own_tolerance ? 1U : 0U) | (!claim.held && lost ? 2U : 0U) |
                  ((property == Property::n1 ? finding.falling : finding.identical) ? 4U : 0U);
  return claim;
}

}  // namespace touchstone
