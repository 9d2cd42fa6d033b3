// SPDX-License-Identifier: GPL-3.0-or-later
// How `ask` answers: case by case, each shown as soon as it is known.
#pragma once

#include <vector>

#include "cli/ask/ask_run.hpp"
#include "cli/process/output_file.hpp"
#include "geometry/result.hpp"
#include "harness/cases/case.hpp"

namespace touchstone {

struct AskOutputs {
  OutputFile json, page, dump, certificate, refutation;
};

std::optional<Error> open_outputs(const AskRun& run, AskOutputs& outputs);

/// Asks about each case, and writes and shows what there is to say. The exit code.
int answer_cases(const AskRun& run, const std::vector<Case>& cases, AskOutputs& outputs);

}  // namespace touchstone
