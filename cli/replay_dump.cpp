// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/replay_dump.hpp"

#include <algorithm>
#include <utility>

#include "cli/console.hpp"
#include "harness/cases/files/case_file.hpp"
#include "reference/oracle.hpp"
#include "reports/snippets/snippet.hpp"

namespace touchstone {
namespace {

Result<std::string> solved_snippet(const DumpArguments& dump, const Case& c,
                                   const CaseRotations& rotations, double tolerance) {
  Oracle oracle;
  const Truth truth = oracle.solve(c.pair);
  return snippet(dump.form.value_or("json"), {c, rotations, truth, tolerance});
}

}  // namespace

std::optional<Error> check_dump(const DumpArguments& dump) {
  if (!dump.form) return std::nullopt;
  const bool known =
      std::find(kSnippetForms.begin(), kSnippetForms.end(), *dump.form) != kSnippetForms.end();
  if (!known) {
    std::string names;
    for (const std::string_view form : kSnippetForms) {
      names += (names.empty() ? "" : ", ") + std::string(form);
    }
    return Error{"--as: '" + *dump.form + "' is not one of " + names};
  }
  if (dump.path.empty()) return Error{"--as: is the form of --dump FILE"};
  return std::nullopt;
}

Result<std::string> case_text(const DumpArguments& dump, const Case& c, double tolerance) {
  // A case file of a case has R, as it was read; other forms take q where it is exactly R.
  if (dump.form.value_or("json") == "json") return solved_snippet(dump, c, {}, tolerance);
  return draft_text(dump, draft_of(c.pair), c, tolerance);
}

Result<std::string> draft_text(const DumpArguments& dump, const PairDraft& draft, const Case& c,
                               double tolerance) {
  return solved_snippet(dump, c, {draft.poses[0].q, draft.poses[1].q}, tolerance);
}

int write_dump(OutputFile& file, const Result<std::string>& text) {
  if (!text) return complain(text.reason(), kExitBadInput);
  if (const auto error = file.write(text.value())) {
    return complain(error->reason, kExitHarnessFailed);
  }
  return kExitAsExpected;
}

}  // namespace touchstone
