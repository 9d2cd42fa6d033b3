// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/properties_text.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace touchstone {
namespace {

constexpr double kDegreesPerRadian = 57.29577951308232;

/// Rows of one metric taken together.
struct PropertyTotals {
  std::string metric;
  std::string label;
  PropertyTallies tallies;
  std::array<std::uint64_t, 3> jumps{};

  void add(const PropertyRow& row) {
    for (std::size_t p = 0; p < kPropertyCount; ++p) {
      tallies.at(p).add(row.tallies.at(p));
    }
    for (std::size_t c = 0; c < jumps.size(); ++c) jumps.at(c) += row.jumps.at(c);
  }
};

/// By metric, or by metric and family if `full`.
std::vector<PropertyTotals> totals_of(const PropertyReport& report, bool full) {
  std::vector<PropertyTotals> all;
  for (const PropertyRow& row : report.rows) {
    if (full || all.empty() || all.back().metric != row.metric) {
      all.push_back({row.metric, full ? row.family : "", {}, {}});
    }
    all.back().add(row);
  }
  return all;
}

/// Violations of how many checked; "-" where nothing was checked.
std::string cell(const PropertyTally& tally, bool own) {
  if (tally.checked() == 0) return "-";
  return count_text(own ? tally.violated_at_own : tally.violated);
}

std::string property_table_text(const PropertyReport& report, const PropertyStyle& style) {
  std::vector<std::string> header = {"metric"};
  if (style.full) header.emplace_back("family");
  header.insert(header.end(), {"checked", "swap", "rigid", "trans-\nlation", "scale\n2^k", "scale",
                               "represen-\ntation", "dupli-\ncates", "contact", "N1", "N2",
                               "of N2\nchecked", "largest"});
  TextTable table(header, style.full ? 2 : 1);
  std::string last;
  for (const PropertyTotals& totals : totals_of(report, style.full)) {
    std::vector<std::string> row = {style.full && totals.metric == last ? "" : totals.metric};
    if (style.full && !last.empty() && totals.metric != last) table.add_rule();
    last = totals.metric;
    if (style.full) row.push_back(totals.label);
    std::uint64_t checked = 0;
    double largest = 0;
    for (std::size_t p = 0; p < kPropertyCount; ++p) {
      const PropertyTally& tally = totals.tallies.at(p);
      if (static_cast<Property>(p) != Property::n2) checked += tally.checked();
      largest = std::max(largest, tally.largest);
    }
    row.push_back(std::to_string(checked));
    for (const PropertyTally& tally : totals.tallies)
      row.push_back(cell(tally, style.own_tolerance));
    row.push_back(count_text(totals.tallies.at(static_cast<std::size_t>(Property::n2)).checked()));
    row.push_back(short_text(largest));
    table.add(row);
  }
  const std::string tolerance =
      style.own_tolerance ? "each metric's own tolerance" : exact_text(report.tolerance);
  return "Properties without an oracle: in how many cases each is violated\n" + table.text() +
         "violated: an answer disagrees with the metric's own other answers by more than " +
         tolerance +
         "\nof size for each of them, after what rounding of the question explains; largest: the "
         "largest such\ndisagreement (docs/properties.md). '-': nothing could be checked.\n";
}

/// For each metric and property a worst case.
std::string worst_text(const PropertyReport& report) {
  std::string text;
  for (const PropertyTotals& totals : totals_of(report, false)) {
    std::string lines;
    for (std::size_t p = 0; p < kPropertyCount; ++p) {
      const auto& worst = totals.tallies.at(p).first;
      if (worst.empty()) continue;
      lines += "  " + std::string(property_name(static_cast<Property>(p))) + ": " +
               worst.front().id + " (" + short_text(worst.front().rank) + ")\n";
    }
    if (!lines.empty()) text.append(totals.metric).append(" violates, worst in\n").append(lines);
  }
  return text;
}

std::string jump_line(const Jump& jump) {
  return "  " + std::string(jump_cause_name(jump.cause)) + ": " + jump.before + " to " +
         jump.after + ", " + short_text(jump.angle * kDegreesPerRadian) + " degrees, the truth " +
         short_text(jump.true_angle * kDegreesPerRadian) + ": " + jump.features_before + " to " +
         jump.features_after + "\n";
}

std::string jumps_text(const PropertyReport& report, bool full) {
  std::string text;
  for (const PropertyTotals& totals : totals_of(report, full)) {
    const auto count = [&](JumpCause cause) {
      return totals.jumps.at(static_cast<std::size_t>(cause));
    };
    if (count(JumpCause::feature_changed) + count(JumpCause::tie) + count(JumpCause::unexplained) ==
        0) {
      continue;
    }
    text += "jumps of " + totals.metric + "'s normal along motions" +
            (full ? " (" + totals.label + ")" : "") + ": " +
            std::to_string(count(JumpCause::feature_changed)) +
            " where the true feature changed, " + std::to_string(count(JumpCause::tie)) +
            " between equals, " + std::to_string(count(JumpCause::unexplained)) + " unexplained\n";
    if (!full) continue;
    for (const PropertyRow& row : report.rows) {
      if (row.metric != totals.metric || row.family != totals.label) continue;
      for (const Jump& jump : row.listed_jumps) text += jump_line(jump);
    }
  }
  return text;
}

}  // namespace

std::string properties_text(const PropertyReport& report, const PropertyStyle& style) {
  return property_table_text(report, style) + worst_text(report) + jumps_text(report, style.full);
}

bool violated_by_exact(const PropertyReport& report) {
  return std::any_of(report.rows.begin(), report.rows.end(), [](const PropertyRow& row) {
    return row.claims_exact &&
           std::any_of(row.tallies.begin(), row.tallies.end(),
                       [](const PropertyTally& tally) { return tally.violated > 0; });
  });
}

}  // namespace touchstone
