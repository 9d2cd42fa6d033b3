// SPDX-License-Identifier: GPL-3.0-or-later
// The forms in which a step's problem is written down: local, of bodies, global (docs/solvers.md).
#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include "dynamics/complementarity/local_step.hpp"
#include "schema/json_node.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// Numbers of a matrix by row and column.
using MatrixEntries = std::map<std::pair<std::size_t, std::size_t>, double>;

SparseRows rows_of_entries(const MatrixEntries& entries, std::size_t rows);
MatrixEntries transposed_entries(const MatrixEntries& entries);

/// What each form has below its key.
RecordFields<LocalStep> local_form_fields();
RecordFields<LocalStep> bodies_form_fields();
RecordFields<LocalStep> global_form_fields();

// Each reads a form into a step whose mu is there. The last two set its local form, too.

void read_local_form(const JsonNode& node, LocalStep& step);
void read_bodies_form(const JsonNode& node, LocalStep& step);
void read_global_form(const JsonNode& node, LocalStep& step);

}  // namespace touchstone
