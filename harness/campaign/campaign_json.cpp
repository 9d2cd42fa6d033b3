// SPDX-License-Identifier: GPL-3.0-or-later
// The record as text: keys in the order of the schema, a row to a line.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "harness/campaign/campaign.hpp"
#include "harness/campaign/row_fields.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

std::string number(double x) { return json_number(x); }
std::string number(std::uint64_t n) { return std::to_string(n); }

std::string summary(const ErrorSummary& error) {
  const bool some = error.count > 0;
  const auto figure = [some](double x) { return some ? json_number(x) : "null"; };
  JsonObject object;
  object.add("min", figure(error.min))
      .add("max", figure(error.max))
      .add("mean", figure(error.mean))
      .add("std", figure(error.std));
  if (!some) {
    object.add("note", json_string("no valued answers"));
  } else if (!std::isfinite(error.max + error.mean + error.std)) {
    object.add("note", json_string("overflow"));
  }
  return object.row();
}

std::string certificates(const CampaignRow& row) {
  return JsonObject()
      .add("judged", number(row.certificates.judged))
      .add("oracle", number(row.certificates.oracle))
      .add("missing", number(row.certificates.missing))
      .add("first_missing", json_string_or_null(row.first_missing))
      .row();
}

std::string row_text(const CampaignRow& row, const CampaignResult& result) {
  JsonObject object;
  object.add("metric", json_string(row.metric))
      .add("family", json_string(row.family))
      .add("group", json_string(row.group));
  if (!row.plugin.empty()) object.add("plugin", json_string(row.plugin));
  add_part(object, row_fields(), "", row);
  for (const std::string_view part : kObjectParts) {
    JsonObject counts;
    add_part(counts, row_fields(), part, row);
    object.add(part, counts.row());
  }
  object.add("error_abs", summary(row.error_abs))
      .add("error_rel_size", summary(row.error_rel_size))
      .add("ulp_histogram", json_row(json_items(row.ulp_histogram, json_count)))
      .add("error_histogram",
           row.error_histogram ? error_histogram_json(*row.error_histogram) : "null")
      .add("own_tolerance", number(row.own_tolerance));
  add_part(object, row_fields(), kOwnPart, row);
  object.add("why_not_applicable", json_string_or_null(row.why_not_applicable))
      .add("wrong", number(row.wrong()))
      .add("solved_again", number(row.solved_again))
      .add("worst", json_row(json_items(row.worst, json_string)));
  if (result.certify) object.add("certificates", certificates(row));
  if (result.degeneracy) object.add("degeneracy", degeneracy_json(row.degeneracy));
  return object.row();
}

}  // namespace

std::string campaign_json(const CampaignResult& result) {
  const auto row_json = [&](const CampaignRow& row) { return row_text(row, result); };
  JsonObject object;
  object.add("schema", json_string("touchstone.verify/4"))
      .add("versions", result.versions)
      .add("seed", number(result.seed))
      .add("tolerance", number(result.tolerance));
  if (result.shard.count > 1) {
    object.add("shard", json_row({number(result.shard.index), number(result.shard.count)}));
  }
  if (!result.counts_missing) object.add("counts_missing", "false");
  object.add("solved_again", number(result.solved_again()));
  object.add("results", json_list(json_items(result.rows, row_json)))
      .add("not_run", json_list(json_items(result.not_run, json_string)));
  if (!result.properties.empty()) object.add("properties", result.properties);
  if (!result.shrunk.empty()) object.add("failures", result.shrunk);
  return object.document();
}

}  // namespace touchstone
