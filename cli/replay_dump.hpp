// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone replay --dump FILE --as FORM`: a case for another program.
#pragma once

#include <optional>
#include <string>

#include "cli/output_file.hpp"
#include "geometry/result.hpp"
#include "harness/cases/case.hpp"
#include "harness/shrink/pair_draft.hpp"

namespace touchstone {

struct DumpArguments {
  std::string path;                 ///< "-" is standard output; empty: nothing is dumped
  std::optional<std::string> form;  ///< one of kSnippetForms; json by default
};

/// What is wrong with what was typed, or nothing.
std::optional<Error> check_dump(const DumpArguments& dump);

/// The case in the wanted form. `tolerance`: beyond which programs call an answer wrong.
Result<std::string> case_text(const DumpArguments& dump, const Case& c, double tolerance);
/// The case of a draft, whose quaternions are kept.
Result<std::string> draft_text(const DumpArguments& dump, const PairDraft& draft, const Case& c,
                               double tolerance);
/// Writes the text, or complains. The exit code.
int write_dump(OutputFile& file, const Result<std::string>& text);

}  // namespace touchstone
