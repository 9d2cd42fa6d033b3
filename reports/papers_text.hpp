// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone reproduce --list` prints and writes: every item of the papers.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/papers/items.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// Markdown: docs/papers.md.
std::string papers_text(const std::vector<Paper>& papers);
const RecordDescription<std::vector<Paper>>& papers_record();

}  // namespace touchstone
