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

const RecordFields<OverlapLine>& overlap_line_fields() {
  using Line = OverlapLine;
  static const auto kFields =
      RecordFields<Line>()
          .add(field("case", "id").in_csv("case"), &Line::id)
          .add(field("contact", "kind of contact").in_csv("contact"), &Line::contact)
          .add(field("depth_of_size", "depth that was asked, of size").in_csv("depth_of_size"),
               &Line::asked)
          .add(field("depth_m", "depth", "m").in_csv("depth_m"),
               [](const Line& line) { return line.sample.depth; })
          .add(field("plane", "plane distance / depth").in_csv("plane_over_depth"),
               [](const Line& line) { return line.sample.plane; })
          .add(field("segment", "|p1 - p2| / depth").in_csv("segment_over_depth"),
               [](const Line& line) { return line.sample.segment; })
          .add(field("turn", "between the normals of depth and planes", "rad").in_csv("turn"),
               [](const Line& line) { return line.sample.turn; });
  return kFields;
}

/// A kind of contact at one depth, as a line of a table.
struct KindLine {
  std::string contact;
  QuotientSpread plane, segment;

  std::optional<double> if_any(double quotient) const {
    return plane.cases == 0 ? std::nullopt : std::optional(quotient);
  }
};

const RecordFields<KindLine>& kind_line_fields() {
  using Line = KindLine;
  static const auto kFields =
      RecordFields<Line>()
          .add(field("contact", "kind of contact").in_csv("contact"), &Line::contact)
          .add(field("depth", "depth that was asked, of size").in_csv("depth_of_size"),
               [](const Line& line) { return line.plane.depth; })
          .add(field("cases", "cases that reached it").in_csv("cases"),
               [](const Line& line) { return line.plane.cases; })
          .add(field("ones", "cases whose plane distance is the depth").in_csv("plane_is_depth"),
               [](const Line& line) { return line.plane.ones; })
          .add(field("plane_median", "of plane distance / depth").in_csv("plane_median"),
               [](const Line& line) { return line.if_any(line.plane.median); })
          .add(field("plane_largest", "of plane distance / depth").in_csv("plane_largest"),
               [](const Line& line) { return line.if_any(line.plane.largest); })
          .add(field("segment_median", "of |p1 - p2| / depth").in_csv("segment_median"),
               [](const Line& line) { return line.if_any(line.segment.median); })
          .add(field("segment_largest", "of |p1 - p2| / depth").in_csv("segment_largest"),
               [](const Line& line) { return line.if_any(line.segment.largest); });
  return kFields;
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

const RecordFields<QuotientSpread>& spread_fields() {
  using Spread = QuotientSpread;
  static const auto kFields =
      RecordFields<Spread>()
          .add(field("depth", "depth that was asked, of size"), &Spread::depth)
          .add(field("cases", "cases that reached it"), &Spread::cases)
          .add(field("ones", "cases whose quotient is within 1e-9 of 1"), &Spread::ones)
          .add(field("median", "of the quotient").null_where("no case reached it"), median_of)
          .add(field("largest", "of the quotient").null_where("no case reached it"), largest_of);
  return kFields;
}

const RecordFields<QuotientLimits>& limit_fields() {
  using Limits = QuotientLimits;
  static const auto kFields =
      RecordFields<Limits>()
          .add(field("one", "cases whose limit is 1"),
               [](const Limits& limits) { return limits.count(Limit::one); })
          .add(field("other", "cases with another limit"),
               [](const Limits& limits) { return limits.count(Limit::other); })
          .add(field("open", "cases that still change"),
               [](const Limits& limits) { return limits.count(Limit::open); })
          .add(field("not_reached", "cases that did not come to the two smallest depths"),
               [](const Limits& limits) { return limits.count(Limit::unknown); })
          .add(field("first_other", "first case with another limit").null_where("there is none"),
               &Limits::first_other)
          .add(field("depths", "largest depth first"), spreads_of, spread_fields());
  return kFields;
}

const RecordFields<ConjectureRow>& conjecture_row_fields() {
  using Row = ConjectureRow;
  static const auto kFields =
      RecordFields<Row>()
          .add(field("name", "kind of contact, or family"), &Row::name)
          .add(field("cases", "cases with a rho"), &Row::cases)
          .add(field("largest_turn", "between the two normals at the smallest depth", "rad"),
               &Row::largest_turn)
          .add(field("plane", "plane distance / depth"), &Row::plane, limit_fields())
          .add(field("segment", "|p1 - p2| / depth"), &Row::segment, limit_fields());
  return kFields;
}

}  // namespace

const RecordDescription<ConjectureRecord>& conjecture_record() {
  static const RecordDescription<ConjectureRecord> kRecord = {
      "touchstone.conjecture/2", "What distances of planes and points tend to at small depths",
      RecordFields<ConjectureRecord>()
          .add(field("versions", "what wrote the record"), &ConjectureRecord::versions,
               version_fields())
          .add(field("seed", "of the families"), &ConjectureRecord::seed)
          .add(field("cases", "cases that were measured"), &ConjectureRecord::cases)
          .add(field("not_applicable", "cases without a rho"), &ConjectureRecord::not_applicable)
          .add(field("overlaps", "pairs at a depth that was reached"), &ConjectureRecord::overlaps)
          .add(field("not_reached", "pairs at a depth that was not"),
               &ConjectureRecord::not_reached)
          .add(
              field("claims", "what is proven, held to each overlap"),
              [](const ConjectureRecord& record) { return record.proven.claims; },
              claim_count_fields())
          .add(field("contacts", "by kind of contact"), &ConjectureRecord::sorts,
               conjecture_row_fields())
          .add(field("families", "by family"), &ConjectureRecord::families,
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
