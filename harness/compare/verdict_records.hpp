// SPDX-License-Identifier: GPL-3.0-or-later
// The records of verdicts: what `verify` writes, the accuracy table, and what `compare` writes.
#pragma once

#include <string>

#include "harness/compare/compare.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// Error figures are null where no value was given, or where they overflow.
const RecordDescription<CampaignResult>& verify_record();
std::string campaign_json(const CampaignResult& result);

/// Cells leave out counts of 0. Errors have three digits, so that a renewed table differs only
/// where something changed.
const RecordDescription<CampaignResult>& accuracy_record();
std::string accuracy_json(const CampaignResult& result);

const RecordDescription<Comparison>& comparison_record();
std::string comparison_json(const Comparison& comparison);

}  // namespace touchstone
