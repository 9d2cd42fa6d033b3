// SPDX-License-Identifier: GPL-3.0-or-later
// The record and the tables of `touchstone reproduce conjecture`.
#pragma once

#include <string>
#include <vector>

#include "harness/depth_limits/conjecture.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct ConjectureRecord : ConjectureSummary {
  std::uint64_t seed = 0;
};
const RecordDescription<ConjectureRecord>& conjecture_record();

/// A line for each case and depth that was reached.
std::string conjecture_csv(const std::vector<ConjectureCase>& cases);
/// A line for each kind of contact and depth.
std::string contact_kinds_csv(const ConjectureSummary& summary);

}  // namespace touchstone
