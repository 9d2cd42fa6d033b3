// SPDX-License-Identifier: GPL-3.0-or-later
// Results and records of campaigns that were never run, for tests of what reads them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/compare/record.hpp"
#include "schema/version.hpp"

namespace touchstone {

inline CampaignResult result_of(std::vector<CampaignRow> rows) {
  CampaignResult result;
  result.seed = 42;
  result.tolerance = 1e-8;
  result.versions = versions_json();
  result.rows = std::move(rows);
  return result;
}

inline Record record_of(std::vector<CampaignRow> rows, std::string name = "record") {
  Record record;
  record.name = std::move(name);
  record.result = result_of(std::move(rows));
  return record;
}

}  // namespace touchstone
