// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/conjecture_text.hpp"

#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// "." for none, otherwise by how much it is above 1: quotients of 1.000000001 look like 1.
std::string above_one(double quotient) { return quotient <= 1 ? "." : short_text(quotient - 1); }

std::string limits_table(const ConjectureSummary& summary, std::optional<std::size_t> room) {
  TextTable table({"contact", "cases", "plane / p\n-> 1", "other\nlimit", "still\nchanges",
                   "not\nreached", "largest - 1\nat 1e-8", "|p1-p2| / p\n-> 1", "other\nlimit",
                   "still\nchanges", "median - 1\nat 1e-8", "largest - 1\nat 1e-8"},
                  1);
  for (const ConjectureRow& row : summary.sorts) {
    const QuotientLimits& plane = row.plane;
    const QuotientLimits& segment = row.segment;
    table.add({row.name, std::to_string(row.cases), count_text(plane.count(Limit::one)),
               count_text(plane.count(Limit::other)), count_text(plane.count(Limit::open)),
               count_text(plane.count(Limit::unknown)), above_one(plane.at.back().largest),
               count_text(segment.count(Limit::one)), count_text(segment.count(Limit::other)),
               count_text(segment.count(Limit::open)), above_one(segment.at.back().median),
               above_one(segment.at.back().largest)});
  }
  return table.fitted(room, {10, 9, 4, 5});
}

std::string shares_table(const ConjectureSummary& summary, std::optional<std::size_t> room) {
  std::vector<std::string> header = {"plane = p, %"};
  for (const double depth : kSampledDepths) header.push_back(short_text(depth));
  TextTable table(header, 1);
  for (const ConjectureRow& row : summary.sorts) {
    std::vector<std::string> cells = {row.name};
    for (const QuotientSpread& at : row.plane.at) {
      cells.push_back(at.cases == 0 ? "-" : percent_text(at.ones, at.cases));
    }
    table.add(cells);
  }
  return table.fitted(room, {2, 4, 6});
}

/// Whether the conjecture stands for one quotient, and where it does not.
std::string verdict(const std::string& what, const ConjectureSummary& summary,
                    QuotientLimits ConjectureRow::*quotient) {
  std::string stands;
  std::string fails;
  for (const ConjectureRow& row : summary.sorts) {
    const QuotientLimits& limits = row.*quotient;
    const std::uint64_t other = limits.count(Limit::other);
    const std::uint64_t known = limits.count(Limit::one) + other + limits.count(Limit::open);
    if (known == 0) continue;
    if (other == 0) {
      stands.append(stands.empty() ? "" : ", ").append(row.name);
    } else {
      fails += "    not for " + row.name + ": another limit in " + std::to_string(other) + " of " +
               std::to_string(known) + ", first " + limits.first_other + "\n";
    }
  }
  const std::string head = "  " + what + ": ";
  if (stands.empty() && fails.empty()) return head + "no case came to the smallest depths\n";
  if (fails.empty()) return head + "it stands\n";
  if (stands.empty()) return head + "it stands for no kind of contact\n" + fails;
  return head + "it stands for " + stands + "\n" + fails;
}

std::string proven_text(const ConjectureSummary& summary) {
  const auto violations = [&](std::string_view claim) {
    return std::to_string(summary.proven.claim(claim).violated);
  };
  std::string text =
      "\nProven, and held to " + std::to_string(summary.overlaps) +
      " overlaps: p <= plane <= |p1-p2|, exactly: " + violations("order") +
      " violations;\n|p1-p2| cos(n, d) = plane, exactly: " + violations("projection") +
      ", of ratio_ray's answer: off by at most " +
      short_text(summary.proven.claim("metric").largest) +
      " of the pair's largest length;\nplane = p where every other facet of the Minkowski "
      "difference is farther than p/cos(n, d): " +
      violations("depth") + " violations.\n";
  for (const ClaimCounts& claim : summary.proven.claims) {
    for (const ClaimViolation& violation : claim.first) {
      text.append("  not as proven: ").append(violation.id).append(" ").append(violation.why);
      text += "\n";
    }
  }
  return text;
}

}  // namespace

std::string conjecture_text(const ConjectureSummary& summary, std::optional<std::size_t> room) {
  return "Does the distance of the contracted bodies' planes, or |p1-p2|, tend to the depth p? "
         "(docs/converge.md)\n\n" +
         limits_table(summary, room) + "\n" + shares_table(summary, room) +
         "\nThe conjecture after Remark 2.20 of Hart's thesis\n" +
         verdict("plane distance", summary, &ConjectureRow::plane) +
         verdict("|p1-p2|", summary, &ConjectureRow::segment) + proven_text(summary) +
         how_many(summary.cases, "case") + ", " + std::to_string(summary.not_applicable) +
         " without a rho; " + std::to_string(summary.not_reached) +
         " overlaps not reached: thin bodies, motions past a sharp corner, or too far from the "
         "origin.\n";
}

}  // namespace touchstone
