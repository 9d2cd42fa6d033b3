// SPDX-License-Identifier: GPL-3.0-or-later
// The record of `touchstone dump`: JSON lines, a header and a line for each case (docs/dump.md).
#pragma once

#include <cstdint>

#include "harness/cases/case.hpp"
#include "reference/truth.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct DumpHeader {
  std::uint64_t seed = 0, cases = 0;
};
/// What the first line is.
const RecordDescription<DumpHeader>& dump_header();

struct DumpedCase {
  const Case& c;
  const Truth& truth;
  const TruthOnDemand& fast;  ///< what campaigns judge by
};
/// What each other line is.
const RecordFields<DumpedCase>& dumped_case_fields();

}  // namespace touchstone
