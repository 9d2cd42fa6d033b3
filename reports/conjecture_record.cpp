// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/conjecture_record.hpp"

#include "harness/check/check_record.hpp"

namespace touchstone {
namespace {

/// A case at one depth, as a line of a table.
struct OverlapLine {
  std::string id, contact;
  double asked;
  DepthSample sample;
};

RecordFields<OverlapLine> overlap_line_fields() {
  using Line = OverlapLine;
  return RecordFields<Line>()
      .add(field("case", "id of the case").in_csv("case"), &Line::id)
      .add(field("contact", "kind of contact").in_csv("contact"), &Line::contact)
      .add(field("depth_of_size", "depth that was asked, relative to the pair's size")
               .in_csv("depth_of_size"),
           &Line::asked)
      .add(field("depth_m", "depth", "m").in_csv("depth_m"),
           [](const Line& line) { return line.sample.depth; })
      .add(field("plane", "plane distance / depth").in_csv("plane_over_depth"),
           [](const Line& line) { return line.sample.plane; })
      .add(field("segment", "|p1 - p2| / depth").in_csv("segment_over_depth"),
           [](const Line& line) { return line.sample.segment; })
      .add(field("turn", "between the normals of depth and planes", "rad").in_csv("turn"),
           [](const Line& line) { return line.sample.turn; });
}

/// A kind of contact at one depth, as a line of a table.
struct KindLine {
  std::string contact;
  QuotientSpread plane, segment;

  std::optional<double> if_any(double quotient) const {
    return plane.cases == 0 ? std::nullopt : std::optional(quotient);
  }
};

RecordFields<KindLine> kind_line_fields() {
  using Line = KindLine;
  return RecordFields<Line>()
      .add(field("contact", "kind of contact").in_csv("contact"), &Line::contact)
      .add(field("depth", "depth that was asked, relative to the pair's size")
               .in_csv("depth_of_size"),
           [](const Line& line) { return line.plane.depth; })
      .add(field("cases", "cases that reached the depth").in_csv("cases"),
           [](const Line& line) { return line.plane.cases; })
      .add(field("ones", "cases whose plane distance is the depth").in_csv("plane_is_depth"),
           [](const Line& line) { return line.plane.ones; })
      .add(field("plane_median", "median of plane distance / depth").in_csv("plane_median"),
           [](const Line& line) { return line.if_any(line.plane.median); })
      .add(field("plane_largest", "largest plane distance / depth").in_csv("plane_largest"),
           [](const Line& line) { return line.if_any(line.plane.largest); })
      .add(field("segment_median", "median of |p1 - p2| / depth").in_csv("segment_median"),
           [](const Line& line) { return line.if_any(line.segment.median); })
      .add(field("segment_largest", "largest |p1 - p2| / depth").in_csv("segment_largest"),
           [](const Line& line) { return line.if_any(line.segment.largest); });
}

std::optional<double> median_of(const QuotientSpread& at) {
  return at.cases == 0 ? std::nullopt : std::optional(at.median);
}
std::optional<double> largest_of(const QuotientSpread& at) {
  return at.cases == 0 ? std::nullopt : std::optional(at.largest);
}
std::vector<QuotientSpread> spreads_of(const QuotientLimits& limits) {
  return {limits.at.begin(), limits.at.end()};
}

RecordFields<QuotientSpread> spread_fields() {
  using Spread = QuotientSpread;
  return RecordFields<Spread>()
      .add(field("depth", "depth that was asked, relative to the pair's size"), &Spread::depth)
      .add(field("cases", "cases that reached the depth"), &Spread::cases)
      .add(field("ones", "cases whose quotient is within 1e-9 of 1"), &Spread::ones)
      .add(field("median", "median of the quotient over these cases")
               .null_where("no case reached the depth"),
           median_of)
      .add(field("largest", "largest quotient of these cases")
               .null_where("no case reached the depth"),
           largest_of);
}

RecordFields<QuotientLimits> limit_fields() {
  using Limits = QuotientLimits;
  return RecordFields<Limits>()
      .add(field("one", "cases in which the quotient tends to 1"),
           [](const Limits& limits) { return limits.count(Limit::one); })
      .add(field("other", "cases in which the quotient tends to another limit"),
           [](const Limits& limits) { return limits.count(Limit::other); })
      .add(field("open", "cases in which the quotient still changes at the smallest depths"),
           [](const Limits& limits) { return limits.count(Limit::open); })
      .add(field("not_reached", "cases that did not come to the two smallest depths"),
           [](const Limits& limits) { return limits.count(Limit::unknown); })
      .add(field("first_other", "id of the first case with another limit than 1")
               .null_where("there is none"),
           &Limits::first_other)
      .add(field("depths", "the quotient at each depth, the largest depth first"), spreads_of,
           spread_fields());
}

RecordFields<ConjectureRow> conjecture_row_fields() {
  using Row = ConjectureRow;
  return RecordFields<Row>()
      .add(field("name", "name of the kind of contact, or of the family"), &Row::name)
      .add(field("cases", "cases whose rho is defined"), &Row::cases)
      .add(field("largest_turn",
                 "largest angle between the normal of the depth and that of the separating "
                 "planes, at the smallest depth",
                 "rad"),
           &Row::largest_turn)
      .add(field("plane",
                 "quotient of plane distance and depth; the planes are those that separate the "
                 "bodies contracted by r"),
           &Row::plane, limit_fields())
      .add(field("segment",
                 "quotient of |p1 - p2| and depth; p1 and p2 are the witness points of rho"),
           &Row::segment, limit_fields());
}

}  // namespace

const RecordDescription<ConjectureRecord>& conjecture_record() {
  static const RecordDescription<ConjectureRecord> kRecord = {
      "touchstone.conjecture/2", "What distances of planes and points tend to at small depths",
      RecordFields<ConjectureRecord>()
          .add(field("seed", "seed from which the cases of the families are made"),
               &ConjectureRecord::seed)
          .add(field("cases", "cases that were measured"), &ConjectureRecord::cases)
          .add(field("not_applicable", "cases whose rho is undefined"),
               &ConjectureRecord::not_applicable)
          .add(field("overlaps", "pairs at a depth that was reached"), &ConjectureRecord::overlaps)
          .add(field("not_reached", "pairs at a depth that was asked and not reached"),
               &ConjectureRecord::not_reached)
          .add(
              field("claims", "proven claims, each held to every overlap"),
              [](const ConjectureRecord& record) { return record.proven.claims; },
              claim_count_fields())
          .add(field("contacts", "one entry for each kind of contact that occurs"),
               &ConjectureRecord::sorts, conjecture_row_fields())
          .add(field("families", "one entry for each family"), &ConjectureRecord::families,
               conjecture_row_fields())};
  return kRecord;
}

std::string conjecture_csv(const std::vector<ConjectureCase>& cases) {
  std::vector<OverlapLine> lines;
  for (const ConjectureCase& one : cases) {
    if (!one.found.sort) continue;
    for (std::size_t k = 0; k < kSampledDepths.size(); ++k) {
      const DepthSample& sample = one.found.at.at(k);
      if (!sample.reached) continue;
      lines.push_back(
          {one.id, std::string(sort_name(*one.found.sort)), kSampledDepths.at(k), sample});
    }
  }
  return overlap_line_fields().csv(lines);
}

std::string contact_kinds_csv(const ConjectureSummary& summary) {
  std::vector<KindLine> lines;
  for (const ConjectureRow& row : summary.sorts) {
    for (std::size_t k = 0; k < kSampledDepths.size(); ++k) {
      lines.push_back({row.name, row.plane.at.at(k), row.segment.at.at(k)});
    }
  }
  return kind_line_fields().csv(lines);
}

}  // namespace touchstone
