// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_run.hpp"

#include "cli/ask/ask_union.hpp"
#include "harness/cases/case.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

/// What was asked and cannot be said of a case with a curved core; empty if all can.
std::string not_of_curved(const AskRun& run, bool shows_overlap = false) {
  const AskQuestion& question = run.question;
  if (question.ratio.asked) return "--fixed-body or --ratio-form";
  return !run.html.empty()                    ? "--html"
         : !run.certificate.empty()           ? "--certificate"
         : !run.refute.empty()                ? "--refute"
         : question.overlap && !shows_overlap ? "--overlap"
         : question.gradient                  ? "--gradient"
                                              : "";
}

/// What was asked and cannot be said of a case with a union; empty if all can.
std::string not_of_unions(const AskRun& run, bool has_volume) {
  if (!run.question.metrics.rows.empty()) return "--metric";
  if (!run.dump.empty() && run.form != "json") return "--as " + run.form;
  if (run.question.shrink) return "--shrink";
  return not_of_curved(run, has_volume);
}

/// What was asked and cannot be said of the case; empty if all can.
std::string why_not_said(const AskRun& run, const Case& c) {
  if (c.unions()) {
    const std::string option = not_of_unions(run, has_shared_volume(*c.unions()));
    return option.empty()
               ? ""
               : option + ": is of two convex bodies, and one of " + c.id + " is a union";
  }
  if (c.curved()) {
    const std::string option = not_of_curved(run);
    if (option.empty()) return "";
    const bool proves = option == "--certificate" || option == "--refute";
    return option + ": is of polytopes, and a core of " + c.id + " is curved" +
           (proves ? ": --json FILE has the proven bounds, and a hull of points on the body has a "
                     "certificate"
                   : "");
  }
  if (!run.question.overlap || !is_rounded(c.pair())) return "";
  return "--overlap: is of polytopes, and a body of " + c.id + " has a radius";
}

/// What depends on the cases. Refuses a tolerance that none of them needs.
std::optional<Error> check_cases(const std::vector<Case>& cases, bool tolerance_given,
                                 AskRun& run) {
  AskQuestion& question = run.question;
  question.claims =
      std::any_of(cases.begin(), cases.end(), [](const Case& c) { return c.claim != nullptr; });
  question.contacts = run.shows_truth() && (cases.size() == 1 || !run.json.empty());
  for (const Case& c : cases) {
    if (std::string why = why_not_said(run, c); !why.empty()) return Error{std::move(why)};
  }
  if (run.judges || question.claims || !tolerance_given) return std::nullopt;
  return Error{std::string("--tolerance: has no effect here, only ") + kWhereJudged};
}

/// What --refute needs: one answer.
std::optional<Error> check_refuted(const AskRun& run) {
  if (run.refute.empty()) return std::nullopt;
  const std::size_t answers = run.question.metrics.rows.size();
  if (answers == 1 && run.cases.answer.empty()) return std::nullopt;
  if (answers == 0 && run.question.claims) return std::nullopt;
  return Error{"ask: --refute is for one answer: that of one --metric, of --answer or of a claim"};
}

/// What can be done with one case only.
std::optional<Error> check_one_case(const AskRun& run, std::size_t cases) {
  const char* option = !run.html.empty()           ? "--html"
                       : !run.dump.empty()         ? "--dump"
                       : !run.certificate.empty()  ? "--certificate"
                       : !run.refute.empty()       ? "--refute"
                       : !run.cases.answer.empty() ? "--answer"
                       : run.question.shrink       ? "--shrink"
                                                   : nullptr;
  if (cases == 1 || option == nullptr) return std::nullopt;
  return Error{std::string(option) + ": is for one case, and " + input_name(run.cases.source) +
               " holds " + std::to_string(cases) + ": --case ID picks one"};
}

}  // namespace

std::optional<Error> see_cases(const std::vector<Case>& cases, bool tolerance_given, AskRun& run) {
  std::optional<Error> wrong = check_cases(cases, tolerance_given, run);
  if (!wrong) wrong = check_one_case(run, cases.size());
  if (!wrong) wrong = check_refuted(run);
  return wrong;
}

}  // namespace touchstone
