// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "harness/properties/properties.hpp"

namespace touchstone {
namespace {

RecordFields<PropertyTally> tally_fields(Property property) {
  using Tally = PropertyTally;
  RecordFields<Tally> fields;
  fields.add(field("checked", "cases in which it was checked"), &Tally::checked)
      .add(field("held", "cases in which it held"), &Tally::held)
      .add(field("violated", "cases in which it was violated"), &Tally::violated)
      .add(field("violated_at_own_tolerance", "cases in which it was violated by more than that"),
           &Tally::violated_at_own)
      .add(field("lost", "violations without a second answer of the same kind"), &Tally::lost)
      .add(field("largest", "largest finite excess"), &Tally::largest);
  const bool unrounded = property == Property::swap || property == Property::scale_two ||
                         property == Property::representation || property == Property::duplicates;
  if (unrounded) {
    fields.add(field("identical", "cases of which both answers have the same bits"),
               &Tally::identical);
  }
  if (property == Property::n1) {
    fields.add(field("falling", "cases in which the value does not grow at all"), &Tally::falling);
  }
  return fields.add(field("worst", "ids of violations, at most ten, worst first"),
                    [](const Tally& tally) {
                      std::vector<std::string> ids;
                      for (const ClaimViolation& violation : tally.first)
                        ids.push_back(violation.id);
                      return ids;
                    });
}

const RecordFields<Jump>& jump_fields() {
  static const auto kFields =
      RecordFields<Jump>()
          .add(field("cause", "why the normal jumps"),
               [](const Jump& jump) { return jump_cause_name(jump.cause); })
          .add(field("before", "id of the step before"), &Jump::before)
          .add(field("after", "id of the step after"), &Jump::after)
          .add(field("angle", "between the metric's normals", "rad"), &Jump::angle)
          .add(field("true_angle", "between the nearest normals of the truth", "rad"),
               &Jump::true_angle)
          .add(field("features_before", "of A and B in the truth"), &Jump::features_before)
          .add(field("features_after", "of A and B in the truth"), &Jump::features_after);
  return kFields;
}

RecordFields<PropertyRow> jumps_fields() {
  RecordFields<PropertyRow> fields;
  for (std::size_t c = 0; c < std::tuple_size_v<decltype(PropertyRow::jumps)>; ++c) {
    fields.add(field(jump_cause_name(static_cast<JumpCause>(c)), "jumps of this cause"),
               [c](const PropertyRow& row) { return row.jumps.at(c); });
  }
  return fields.add(field("first", "the first jumps of each cause"), &PropertyRow::listed_jumps,
                    jump_fields());
}

bool has_jumps(const PropertyRow& row) {
  return std::any_of(row.jumps.begin(), row.jumps.end(), [](std::uint64_t n) { return n > 0; });
}

}  // namespace

const RecordFields<PropertyRow>& property_row_fields() {
  using Row = PropertyRow;
  static const auto kFields = [] {
    RecordFields<Row> fields;
    fields.add(field("metric", "name of the metric"), &Row::metric)
        .add(field("family", "family of the cases"), &Row::family)
        .add(field("group", "group of the family"), &Row::group)
        .add(field("cases", "cases examined"), &Row::cases)
        .add(field("own_tolerance", "claimed by the metric, relative to size"),
             &Row::own_tolerance);
    for (std::size_t p = 0; p < kPropertyCount; ++p) {
      const auto tally = [p](const Row& row) {
        const PropertyTally& counted = row.tallies.at(p);
        return counted.checked() > 0 ? std::optional(counted) : std::nullopt;
      };
      const auto property = static_cast<Property>(p);
      fields.add(field(property_name(property), "what became of this property")
                     .omitted_where("it was not checked"),
                 tally, tally_fields(property));
    }
    return fields.add_part(
        field("jumps", "jumps of normals along motions").omitted_where("none is"), jumps_fields(),
        has_jumps);
  }();
  return kFields;
}

std::vector<RawJson> properties_json(const PropertyReport& report) {
  std::vector<RawJson> rows;
  for (const PropertyRow& row : report.rows) rows.push_back({property_row_fields().row(row)});
  return rows;
}

}  // namespace touchstone
