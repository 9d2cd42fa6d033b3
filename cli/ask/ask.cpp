// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone ask`: the exact truth of cases, and what metrics answer.
#include <algorithm>
#include <utility>

#include "cli/ask/answering.hpp"
#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "metrics/registry.hpp"
#include "reports/snippets/snippet.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

struct AskArguments : Arguments {
  AskedCaseArguments cases;
  MetricArguments metrics;
  Typed<bool> shrink;
  Typed<bool> overlap;
  Typed<bool> gradient;
  Typed<std::string> fixed_body;
  Typed<std::string> ratio_form;
  Typed<double> tolerance{kDefaultTolerance};
  Typed<std::string> dump;
  Typed<std::string> form{"json"};
  Typed<std::string> certificate;
  Typed<std::string> refute;
  Typed<std::string> json;
  Typed<std::string> html;
};

/// Puts variants in the place of the metrics, as the ratio options say.
std::optional<Error> take_variants(AskRun& run) {
  const RatioQuestion& ratio = run.question.ratio;
  if (!ratio.asked) return std::nullopt;
  for (const MetricRow*& metric : run.question.metrics.rows) {
    if (metric->make_ratio == nullptr) {
      return Error{"ask: " + metric->name +
                   " is not a ratio metric: --fixed-body and --ratio-form are for those"};
    }
    if (!ratio.is_variant()) continue;
    metric = &run.variants.emplace_back(make_variant(*metric, ratio.fixed, ratio.form));
  }
  return std::nullopt;
}

/// The form of what is dumped.
Result<std::string> parse_form(const std::string& form) {
  if (std::find(kSnippetForms.begin(), kSnippetForms.end(), form) != kSnippetForms.end()) {
    return form;
  }
  return Error{
      unknown_name("form", form, {kSnippetForms.begin(), kSnippetForms.end()}, "ask --help")};
}

/// Reads what the run depends on: what it leaves unread was typed in vain.
std::optional<Error> read_run(const AskArguments& typed, AskRun& run) {
  if (typed.cases.source->empty()) {
    return Error{
        "ask: missing case: a case file, - for standard input, or an id: random-boxes:42:7"};
  }
  if (auto error = choose_asked_cases(typed.cases, run.cases)) return error;
  run.dump = *typed.dump;
  run.certificate = *typed.certificate;
  run.refute = *typed.refute;
  run.json = *typed.json;
  run.html = *typed.html;
  AskQuestion& question = run.question;
  const bool asks_metrics = typed.metrics.names.given();
  if (asks_metrics) {
    if (auto error = assign(question.metrics, choose_metrics(typed.metrics, false, true)))
      return error;
    question.shrink = *typed.shrink;
  }
  if (!run.dump.empty()) {
    if (auto error = assign(run.form, parse_form(*typed.form))) return error;
    if (question.shrink && question.metrics.rows.size() != 1) {
      return Error{"ask: --shrink with --dump is for one metric"};
    }
  }
  const bool states_tolerance = !run.dump.empty() && run.form != "json";
  run.judges = asks_metrics || states_tolerance || !run.html.empty() || !run.cases.answer.empty();
  // A file may have a claim.
  if (run.judges || run.cases.is_file) question.tolerance = *typed.tolerance;
  if (run.shows_truth()) {
    question.overlap = *typed.overlap;
    question.gradient = *typed.gradient;
  }
  if (!run.shows_truth() && !asks_metrics && run.certificate.empty()) return std::nullopt;
  if (auto error =
          assign(question.ratio, parse_ratio_question(*typed.fixed_body, *typed.ratio_form)))
    return error;
  if (!run.certificate.empty() && question.ratio.is_variant()) {
    return Error{"--certificate: proves phi, or with --ratio-form rho the ratio where both grow"};
  }
  return take_variants(run);
}

int ask(const AskArguments& typed) {
  AskRun run;
  auto wrong = read_run(typed, run);
  if (!wrong) wrong = typed.unread_option();
  if (wrong) return fail(wrong->reason, kExitBadInput);
  const auto cases = make_cases(run.cases);
  if (!cases) return fail(cases.reason(), kExitBadInput);
  wrong = see_cases(cases.value(), typed.tolerance.given(), run);
  AskOutputs outputs;
  if (!wrong) wrong = open_outputs(run, outputs);
  if (wrong) return fail(wrong->reason, kExitBadInput);
  return answer_cases(run, cases.value(), outputs);
}

}  // namespace

void add_ask(CommandLine& line) {
  Command command = line.command(
      "ask", "Tells the exact truth of cases, and each named metric's answer and verdict");
  AskArguments& a = command.runs(ask);
  constexpr const char* kWithTruth =
      "where the truth is shown: not with --dump -, --certificate - or --html - alone";
  command.group("What to ask about");
  add_asked_case_options(command, a.cases);
  command
      .text("--fixed-body", "BODY", a.fixed_body,
            "Also the ratio metric where only the other body grows: A or B")
      .only(kWithTruth);
  command
      .text("--ratio-form", "FORM", a.ratio_form,
            "Also the ratio metric in this form: rho = (r - 1)/r, or growth = r - 1")
      .only(kWithTruth);
  command.overlap(a.overlap, "Also the volume that the bodies share").only(kWithTruth);
  command
      .flag("--gradient", a.gradient,
            "Also the exact rates of phi and rho under motions of both bodies (docs/gradients.md)")
      .only(kWithTruth);
  command.group("Metrics");
  add_metric_option(command, a.metrics,
                    "Also what this metric answers, and the verdict; all stands for every metric");
  command.tolerance(a.tolerance, "What counts as right, relative to size").only(kWhereJudged);
  command
      .shrink(a.shrink,
              "Also shrink the case, for each metric that fails on it, to the simplest pair that "
              "fails in the same way (docs/shrink.md)")
      .only("with --metric");
  add_in_process_option(command, a.metrics.limits);
  add_limit_options(command, a.metrics.limits);
  command.group("Output");
  add_json_option(command, a.json);
  command.html(a.html,
               "Write one HTML page: the pair in three dimensions, the truth, and what each "
               "metric says; - is standard output");
  command.writes("--dump", a.dump,
                 "Write the case (of its bodies the distinct vertices on the hull, no points "
                 "inside), with --shrink the shrunk one; - is standard output");
  command
      .text("--as", "FORM", a.form,
            "Form of --dump: json (a case file), obj or mjcf; a test of your own code in cpp, "
            "gtest, catch2 or python; C++ that puts the case to fcl, coal, libccd or bullet")
      .only("with --dump");
  command.writes("--certificate", a.certificate,
                 "Write a proof of phi, or with --ratio-form of rho, that anyone can check without "
                 "Touchstone (docs/certificate-file.md); - is standard output");
  command.writes(
      "--refute", a.refute,
      "Write a proof that the metric's answer, or the claim, is wrong (with --shrink, of "
      "the shrunk pair); - is standard output");
  command.footer(
      "Exit code 1, by the rule of verify (docs/accuracy.md): an answer is wrong and not in the "
      "accuracy table, or what a case claims is wrong.");
}

}  // namespace touchstone
