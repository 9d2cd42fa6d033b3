// SPDX-License-Identifier: GPL-3.0-or-later
// What a check found, as a record. One description serves all checks: the record says which one it
// is, and what each of its claims and counts means.
#pragma once

#include "harness/check/check.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

const RecordDescription<CheckReport>& check_record();

RecordFields<ClaimCounts> claim_count_fields();

const RecordFields<ShrunkCase>& shrunk_case_fields();

}  // namespace touchstone
