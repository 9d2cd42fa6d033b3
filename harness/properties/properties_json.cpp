// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include "harness/properties/properties.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

std::string number(std::uint64_t n) { return std::to_string(n); }

std::string tally_text(Property property, const PropertyTally& tally) {
  JsonObject object;
  object.add("checked", number(tally.checked()))
      .add("held", number(tally.held))
      .add("violated", number(tally.violated))
      .add("violated_at_own_tolerance", number(tally.violated_at_own))
      .add("lost", number(tally.lost))
      .add("largest", json_number(tally.largest));
  const bool unrounded = property == Property::swap || property == Property::scale_two ||
                         property == Property::representation || property == Property::duplicates;
  if (unrounded) object.add("identical", number(tally.identical));
  if (property == Property::n1) object.add("falling", number(tally.falling));
  const auto id = [](const ClaimViolation& violation) { return json_string(violation.id); };
  return object.add("worst", json_row(json_items(tally.first, id))).row();
}

std::string jump_text(const Jump& jump) {
  return JsonObject()
      .add("cause", json_string(jump_cause_name(jump.cause)))
      .add("before", json_string(jump.before))
      .add("after", json_string(jump.after))
      .add("angle", json_number(jump.angle))
      .add("true_angle", json_number(jump.true_angle))
      .add("features_before", json_string(jump.features_before))
      .add("features_after", json_string(jump.features_after))
      .row();
}

std::string row_text(const PropertyRow& row) {
  JsonObject object;
  object.add("metric", json_string(row.metric))
      .add("family", json_string(row.family))
      .add("group", json_string(row.group))
      .add("cases", number(row.cases))
      .add("own_tolerance", json_number(row.own_tolerance));
  for (std::size_t p = 0; p < kPropertyCount; ++p) {
    const auto property = static_cast<Property>(p);
    const PropertyTally& tally = row.tallies.at(p);
    if (tally.checked() > 0) object.add(property_name(property), tally_text(property, tally));
  }
  JsonObject jumps;
  std::uint64_t all = 0;
  for (std::size_t c = 0; c < row.jumps.size(); ++c) {
    jumps.add(jump_cause_name(static_cast<JumpCause>(c)), number(row.jumps.at(c)));
    all += row.jumps.at(c);
  }
  if (all == 0) return object.row();
  jumps.add("first", json_row(json_items(row.listed_jumps, jump_text)));
  return object.add("jumps", jumps.row()).row();
}

}  // namespace

std::string properties_json(const PropertyReport& report) {
  return json_list(json_items(report.rows, row_text));
}

}  // namespace touchstone
