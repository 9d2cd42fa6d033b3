// SPDX-License-Identifier: GPL-3.0-or-later
// What the record of a check counts.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace touchstone {

/// What became of a claim for one subject in all rows of a record.
struct ClaimSum {
  std::uint64_t held = 0, violated = 0;
};

/// `subject` is empty where the check has none.
inline ClaimSum counted(const nlohmann::json& record, const std::string& subject,
                        const std::string& claim) {
  ClaimSum sum;
  for (const nlohmann::json& row : record.at("results")) {
    if (row.value("subject", "") != subject) continue;
    for (const nlohmann::json& one : row.at("claims")) {
      if (one.at("claim") != claim) continue;
      sum.held += one.at("held").get<std::uint64_t>();
      sum.violated += one.at("violated").get<std::uint64_t>();
    }
  }
  return sum;
}

}  // namespace touchstone
