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
  fields.add(field("checked", "cases in which the property was checked"), &Tally::checked)
      .add(field("held", "cases in which the property held"), &Tally::held)
      .add(field("violated", "cases in which the property was violated by more than the tolerance"),
           &Tally::violated)
      .add(field("violated_at_own_tolerance",
                 "cases in which it was violated by more than the metric's own tolerance"),
           &Tally::violated_at_own)
      .add(field("lost", "violations for want of a second answer of the same kind"), &Tally::lost)
      .add(field("largest",
                 "largest finite excess over what the property allows, relative to the pair's "
                 "size, of rho to max(1, |rho|)"),
           &Tally::largest);
  const bool unrounded = property == Property::swap || property == Property::scale_two ||
                         property == Property::representation || property == Property::duplicates;
  if (unrounded) {
    fields.add(field("identical", "cases whose two answers have the same bits"), &Tally::identical);
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
          .add(field("cause", "why the metric's normal jumps"),
               [](const Jump& jump) { return jump_cause_name(jump.cause); })
          .add(field("before", "id of the case before the jump"), &Jump::before)
          .add(field("after", "id of the case after the jump"), &Jump::after)
          .add(field("angle", "angle between the metric's two normals", "rad"), &Jump::angle)
          .add(field("true_angle",
                     "angle between the nearest exact normals before and after the jump", "rad"),
               &Jump::true_angle)
          .add(field("features_before",
                     "features of A and B that touch before the jump, such as vertex-face"),
               &Jump::features_before)
          .add(field("features_after",
                     "features of A and B that touch after the jump, such as vertex-face"),
               &Jump::features_after);
  return kFields;
}

RecordFields<PropertyRow> jumps_fields() {
  RecordFields<PropertyRow> fields;
  for (std::size_t c = 0; c < std::tuple_size_v<decltype(PropertyRow::jumps)>; ++c) {
    fields.add(field(jump_cause_name(static_cast<JumpCause>(c)), "jumps whose cause the key names"),
               [c](const PropertyRow& row) { return row.jumps.at(c); });
  }
  return fields.add(field("first", "the first jumps of each cause, one entry each"),
                    &PropertyRow::listed_jumps, jump_fields());
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
        .add(field("own_tolerance",
                   "tolerance that the metric claims for itself, relative to the pair's size"),
             &Row::own_tolerance);
    for (std::size_t p = 0; p < kPropertyCount; ++p) {
      const auto tally = [p](const Row& row) {
        const PropertyTally& counted = row.tallies.at(p);
        return counted.checked() > 0 ? std::optional(counted) : std::nullopt;
      };
      const auto property = static_cast<Property>(p);
      fields.add(field(property_name(property),
                       "how often the property that the key names was checked, held and violated")
                     .omitted_where("it was not checked"),
                 tally, tally_fields(property));
    }
    return fields.add_part(field("jumps", "jumps of the metric's normal along motions, by cause")
                               .omitted_where("none is"),
                           jumps_fields(), has_jumps);
  }();
  return kFields;
}

std::vector<RawJson> properties_json(const PropertyReport& report) {
  std::vector<RawJson> rows;
  for (const PropertyRow& row : report.rows) rows.push_back({property_row_fields().row(row)});
  return rows;
}

}  // namespace touchstone
