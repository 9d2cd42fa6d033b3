// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/replay_dump.hpp"

#include <algorithm>
#include <utility>

#include "cli/output_file.hpp"
#include "harness/cases/files/case_file.hpp"
#include "reference/oracle.hpp"
#include "reports/snippets/snippet.hpp"

namespace touchstone {
namespace {

std::optional<Error> dump(const DumpArguments& dump, const Case& c, const CaseRotations& rotations,
                          double tolerance) {
  Oracle oracle;
  const Truth truth = oracle.solve(c.pair);
  auto text = snippet(dump.form.value_or("json"), {c, rotations, truth, tolerance});
  if (!text) return text.error();
  auto file = OutputFile::open(dump.path);
  if (!file) return file.error();
  OutputFile output = std::move(file).value();
  return output.write(text.value());
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

std::optional<Error> dump_case(const DumpArguments& arguments, const Case& c, double tolerance) {
  // A case file of a case has R, as it was read; other forms take q where it is exactly R.
  if (arguments.form.value_or("json") == "json") return dump(arguments, c, {}, tolerance);
  return dump_draft(arguments, draft_of(c.pair), c, tolerance);
}

std::optional<Error> dump_draft(const DumpArguments& arguments, const PairDraft& draft,
                                const Case& c, double tolerance) {
  return dump(arguments, c, {draft.poses[0].q, draft.poses[1].q}, tolerance);
}

}  // namespace touchstone
