// SPDX-License-Identifier: GPL-3.0-or-later
// The record as text: keys in the order of the schema, a row to a line.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "harness/campaign/campaign.hpp"
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

std::string part(const CampaignRow::Part& p) {
  return JsonObject()
      .add("valid", number(p.valid))
      .add("invalid", number(p.invalid))
      .add("absent", number(p.absent))
      .row();
}

std::string histogram(const std::array<std::uint64_t, kUlpBins>& bins) {
  std::vector<std::string> counts;
  counts.reserve(bins.size());
  for (const std::uint64_t n : bins) counts.push_back(number(n));
  return json_row(counts);
}

std::string strings(const std::vector<std::string>& list) {
  std::vector<std::string> items;
  items.reserve(list.size());
  for (const std::string& item : list) items.push_back(json_string(item));
  return json_row(items);
}

std::string certificates(const CampaignRow& row) {
  return JsonObject()
      .add("judged", number(row.certificates.judged))
      .add("oracle", number(row.certificates.oracle))
      .add("missing", number(row.certificates.missing))
      .add("first_missing", row.first_missing.empty() ? "null" : json_string(row.first_missing))
      .row();
}

std::string row_text(const CampaignRow& row, const CampaignResult& result) {
  JsonObject object;
  object.add("metric", json_string(row.metric))
      .add("family", json_string(row.family))
      .add("group", json_string(row.group))
      .add("cases", number(row.cases))
      .add("right", number(row.right))
      .add("answered", number(row.answered))
      .add("sign_only", number(row.sign_only))
      .add("no_answer", number(row.no_answer))
      .add("crashed", number(row.crashed))
      .add("timed_out", number(row.timed_out))
      .add("not_applicable", number(row.not_applicable))
      .add("missing", number(row.missing))
      .add("value", JsonObject()
                        .add("right", number(row.value.right))
                        .add("wrong_sign", number(row.value.wrong_sign))
                        .add("inaccurate", number(row.value.inaccurate))
                        .row())
      .add("sign", JsonObject()
                       .add("right", number(row.sign.right))
                       .add("wrong_sign", number(row.sign.wrong_sign))
                       .row())
      .add("normal", part(row.normal))
      .add("witness", part(row.witness))
      .add("error_abs", summary(row.error_abs))
      .add("error_rel_size", summary(row.error_rel_size))
      .add("ulp_histogram", histogram(row.ulp_histogram))
      .add("own_tolerance", number(row.own_tolerance))
      .add("right_at_own_tolerance", number(row.right_at_own))
      .add("why_not_applicable",
           row.why_not_applicable.empty() ? "null" : json_string(row.why_not_applicable))
      .add("wrong", number(row.wrong()))
      .add("solved_again", number(row.solved_again))
      .add("worst", strings(row.worst));
  if (result.certify) object.add("certificates", certificates(row));
  if (result.degeneracy) object.add("degeneracy", degeneracy_json(row.degeneracy));
  return object.row();
}

}  // namespace

std::string campaign_json(const CampaignResult& result) {
  std::vector<std::string> rows;
  rows.reserve(result.rows.size());
  for (const CampaignRow& row : result.rows) rows.push_back(row_text(row, result));
  std::vector<std::string> not_run;
  not_run.reserve(result.not_run.size());
  for (const std::string& line : result.not_run) not_run.push_back(json_string(line));
  JsonObject object;
  object.add("schema", json_string("touchstone.verify/2"))
      .add("versions", result.versions)
      .add("seed", number(result.seed))
      .add("tolerance", number(result.tolerance));
  if (result.shard.count > 1) {
    object.add("shard", json_row({number(result.shard.index), number(result.shard.count)}));
  }
  if (!result.counts_missing) object.add("counts_missing", "false");
  object.add("solved_again", number(result.solved_again()));
  object.add("results", json_list(rows)).add("not_run", json_list(not_run));
  if (!result.properties.empty()) object.add("properties", result.properties);
  return object.text() + "\n";
}

}  // namespace touchstone
