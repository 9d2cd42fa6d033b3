// SPDX-License-Identifier: GPL-3.0-or-later
// Records in JSON, which compare takes from anybody: any bytes are refused in one line, or are rows
// that add up and that are the same as themselves.
#include <nlohmann/json.hpp>

#include "harness/campaign/tally.hpp"
#include "harness/compare/compare.hpp"
#include "harness/compare/record.hpp"
#include "harness/compare/verdict_records.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace touchstone;  // NOLINT(google-build-using-namespace): an entry point of C
  const auto record = parse_record(as_text(data, size), "fuzz.json");
  if (!record.ok()) {
    require_one_line(record.reason(), "fuzz.json: ");
    return 0;
  }
  for (const CampaignRow& row : record.value().result.rows) {
    require(adds_up(row), "a row that is taken adds up");
  }
  const auto compared = compare_records(record.value(), record.value());
  if (!compared.ok()) {
    require(record.value().result.rows.empty(),
            "a record with rows has them in common with itself");
    return 0;
  }
  require(compared.value().count(Change::same) == record.value().result.rows.size(),
          "nothing changes from a record to itself");
  require(nlohmann::json::accept(comparison_json(compared.value())), "what is written is JSON");
  return 0;
}
