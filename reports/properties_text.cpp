// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/properties_text.hpp"

#include <cstdint>
#include <vector>

#include "reports/check_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kDegreesPerRadian = 57.29577951308232;

/// Counts at each metric's own tolerance, at which nothing is judged.
void count_at_own_tolerance(CheckReport& report) {
  for (CheckRow& row : report.rows) {
    row.subject.judged = false;
    for (ClaimCounts& claim : row.claims) {
      const auto beyond = static_cast<std::uint64_t>(claim.count(kBeyondOwn).value);
      claim.held = claim.checked() - beyond;
      claim.violated = beyond;
      if (beyond == 0) claim.first.clear();
    }
  }
}

std::string jump_line(const Jump& jump) {
  return "  " + std::string(jump_cause_name(jump.cause)) + ": " + jump.before + " to " +
         jump.after + ", " + short_text(jump.angle * kDegreesPerRadian) + " degrees, the truth " +
         short_text(jump.true_angle * kDegreesPerRadian) + ": " + jump.features_before + " to " +
         jump.features_after + "\n";
}

/// The jumps of a metric, on all families or (`full`) on one, where they are listed.
std::string jumps_text(const CheckRow& row, const std::vector<Jump>& jumps, bool full) {
  const auto count = [&row](JumpCause cause) {
    return static_cast<std::uint64_t>(row.count(jump_cause_name(cause)).value);
  };
  const std::uint64_t changed = count(JumpCause::feature_changed);
  const std::uint64_t ties = count(JumpCause::tie);
  const std::uint64_t unexplained = count(JumpCause::unexplained);
  if (changed + ties + unexplained == 0) return "";
  const std::string& metric = row.subject.name;
  std::string text = "jumps of " + metric + "'s normal along motions" +
                     (full ? " (" + row.family + ")" : "") + ": " + std::to_string(changed) +
                     " where the true feature changed, " + std::to_string(ties) +
                     " between equals, " + std::to_string(unexplained) + " unexplained\n";
  for (const Jump& jump : jumps) {
    if (full && jump.metric == metric && jump.family == row.family) text += jump_line(jump);
  }
  return text;
}

}  // namespace

std::string properties_text(const PropertyReport& report, const PropertyStyle& style) {
  CheckReport check = report;
  if (style.own_tolerance) count_at_own_tolerance(check);
  check.check.legend =
      "in percent of the cases that were compared, '-' where none was: an answer disagrees with "
      "the "
      "metric's own\nother answers by more than " +
      (style.own_tolerance ? "each metric's own tolerance" : exact_text(*check.tolerance)) +
      " of size for each of them,\nafter what rounding of the question explains\n";
  std::string text = check_text(check, style.full, false);
  for (const CheckRow& row : style.full ? check.rows : summed_rows(check.rows)) {
    text += jumps_text(row, report.jumps, style.full);
  }
  return text;
}

}  // namespace touchstone
