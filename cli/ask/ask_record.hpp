// SPDX-License-Identifier: GPL-3.0-or-later
// The record of `touchstone ask`.
#pragma once

#include <optional>
#include <vector>

#include "cli/ask/ask_curved.hpp"
#include "cli/ask/ask_union.hpp"
#include "cli/ask/asker.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct AskRecord {
  std::optional<double> tolerance = {};  ///< allowed error over size; nothing without metrics
  std::vector<Asked> cases = {};
  std::vector<AskedCurved> curved = {};
  std::vector<AskedUnion> unions = {};
};
const RecordDescription<AskRecord>& ask_record();

}  // namespace touchstone
