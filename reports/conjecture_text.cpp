// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/conjecture_text.hpp"

#include "reports/text_table.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"
#include "schema/version.hpp"

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
  std::string text =
      "\nProven, and held to " + std::to_string(summary.overlaps) +
      " overlaps: p <= plane <= |p1-p2|, exactly: " + std::to_string(summary.disordered) +
      " violations;\n|p1-p2| cos(n, d) = plane, exactly: " + std::to_string(summary.not_projected) +
      ", of ratio_ray's answer: off by at most " + short_text(summary.largest_metric_error) +
      " of the pair's largest length;\nplane = p where every other facet of the Minkowski "
      "difference is farther than p/cos(n, d): " +
      std::to_string(summary.contradicted) + " violations.\n";
  for (const ConjectureFailure& failure : summary.failures) {
    text += "  not as proven: " + failure.id + " at " + short_text(failure.depth) + ": " +
            failure.why + "\n";
  }
  return text;
}

std::string limits_json(const QuotientLimits& limits) {
  const auto spread_json = [&](std::size_t k) {
    const QuotientSpread& at = limits.at.at(k);
    return JsonObject()
        .add("depth", json_number(kSampledDepths.at(k)))
        .add("cases", std::to_string(at.cases))
        .add("ones", std::to_string(at.ones))
        .add("median", at.cases == 0 ? "null" : json_number(at.median))
        .add("largest", at.cases == 0 ? "null" : json_number(at.largest))
        .row();
  };
  std::vector<std::string> depths;
  for (std::size_t k = 0; k < kSampledDepths.size(); ++k) depths.push_back(spread_json(k));
  return JsonObject()
      .add("one", std::to_string(limits.count(Limit::one)))
      .add("other", std::to_string(limits.count(Limit::other)))
      .add("open", std::to_string(limits.count(Limit::open)))
      .add("not_reached", std::to_string(limits.count(Limit::unknown)))
      .add("first_other", json_string_or_null(limits.first_other))
      .add("depths", json_row(depths))
      .row();
}

std::string conjecture_row_json(const ConjectureRow& row) {
  return JsonObject()
      .add("name", json_string(row.name))
      .add("cases", std::to_string(row.cases))
      .add("largest_turn", json_number(row.largest_turn))
      .add("plane", limits_json(row.plane))
      .add("segment", limits_json(row.segment))
      .text();
}

std::string failure_json(const ConjectureFailure& failure) {
  return JsonObject()
      .add("id", json_string(failure.id))
      .add("depth", json_number(failure.depth))
      .add("why", json_string(failure.why))
      .row();
}

}  // namespace

std::string conjecture_text(const ConjectureSummary& summary, std::optional<std::size_t> room) {
  return "Does the distance of the contracted bodies' planes, or |p1-p2|, tend to the depth p? "
         "(docs/converge.md)\n\n" +
         limits_table(summary, room) + "\n" + shares_table(summary, room) +
         "\nThe conjecture after Remark 2.20 of Hart's thesis\n" +
         verdict("plane distance", summary, &ConjectureRow::plane) +
         verdict("|p1-p2|", summary, &ConjectureRow::segment) + proven_text(summary) +
         std::to_string(summary.cases) + " cases, " + std::to_string(summary.not_applicable) +
         " without a rho; " + std::to_string(summary.not_reached) +
         " overlaps not reached: thin bodies, motions past a sharp corner, or too far from the "
         "origin.\n";
}

std::string conjecture_json(const ConjectureSummary& summary, const ConjectureOptions& options) {
  return JsonObject()
      .add("schema", json_string("touchstone.conjecture/1"))
      .add("versions", versions_json())
      .add("seed", std::to_string(options.seed))
      .add("cases", std::to_string(summary.cases))
      .add("not_applicable", std::to_string(summary.not_applicable))
      .add("overlaps", std::to_string(summary.overlaps))
      .add("not_reached", std::to_string(summary.not_reached))
      .add("disordered", std::to_string(summary.disordered))
      .add("not_projected", std::to_string(summary.not_projected))
      .add("contradicted", std::to_string(summary.contradicted))
      .add("unanswered", std::to_string(summary.unanswered))
      .add("largest_metric_error", json_number(summary.largest_metric_error))
      .add("failures", json_list(json_items(summary.failures, failure_json)))
      .add("contacts", json_list(json_items(summary.sorts, conjecture_row_json)))
      .add("families", json_list(json_items(summary.families, conjecture_row_json)))
      .document();
}

std::string conjecture_csv(const std::vector<ConjectureCase>& cases) {
  std::string text =
      "case,contact,depth_of_size,depth_m,plane_over_depth,segment_over_depth,turn\n";
  for (const ConjectureCase& one : cases) {
    if (!one.found.sort) continue;
    for (std::size_t k = 0; k < kSampledDepths.size(); ++k) {
      const DepthSample& overlap = one.found.at.at(k);
      if (!overlap.reached) continue;
      text.append(one.id).append(",").append(sort_name(*one.found.sort));
      for (const double x :
           {kSampledDepths.at(k), overlap.depth, overlap.plane, overlap.segment, overlap.turn}) {
        text += "," + exact_text(x);
      }
      text += "\n";
    }
  }
  return text;
}

std::string contact_kinds_csv(const ConjectureSummary& summary) {
  std::string text =
      "contact,depth_of_size,cases,plane_is_depth,plane_median,plane_largest,segment_median,"
      "segment_largest\n";
  for (const ConjectureRow& row : summary.sorts) {
    for (std::size_t k = 0; k < kSampledDepths.size(); ++k) {
      const QuotientSpread& plane = row.plane.at.at(k);
      const QuotientSpread& segment = row.segment.at.at(k);
      text += row.name + "," + exact_text(kSampledDepths.at(k)) + "," +
              std::to_string(plane.cases) + "," + std::to_string(plane.ones);
      for (const double x : {plane.median, plane.largest, segment.median, segment.largest}) {
        text += "," + (plane.cases == 0 ? std::string() : exact_text(x));
      }
      text += "\n";
    }
  }
  return text;
}

}  // namespace touchstone
