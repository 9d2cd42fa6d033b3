// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone ask`: the exact truth of cases, and what metrics answer.
#include <algorithm>
#include <array>
#include <deque>
#include <iostream>
#include <utility>

#include "cli/ask/ask_dump.hpp"
#include "cli/ask/ask_page.hpp"
#include "cli/ask/ask_record.hpp"
#include "cli/ask/ask_refutation.hpp"
#include "cli/ask/ask_run.hpp"
#include "cli/ask/ask_text.hpp"
#include "cli/ask/ask_union.hpp"
#include "cli/ask/asked_cases.hpp"
#include "cli/ask/asker.hpp"
#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "geometry/query_scope.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/shrink/pair_draft.hpp"
#include "metrics/registry.hpp"
#include "reports/shrink_text.hpp"
#include "reports/snippets/snippet.hpp"
#include "schema/input_file.hpp"
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
    auto metrics = choose_metrics(typed.metrics, false, true);
    if (!metrics) return metrics.error();
    question.metrics = std::move(metrics).value();
    question.shrink = *typed.shrink;
  }
  if (!run.dump.empty()) {
    auto form = parse_form(*typed.form);
    if (!form) return form.error();
    run.form = form.value();
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
  const auto ratio = parse_ratio_question(*typed.fixed_body, *typed.ratio_form);
  if (!ratio) return ratio.error();
  question.ratio = ratio.value();
  if (!run.certificate.empty() && question.ratio.is_variant()) {
    return Error{"--certificate: proves phi, or with --ratio-form rho the ratio where both grow"};
  }
  return take_variants(run);
}

struct AskOutputs {
  OutputFile json, page, dump, certificate, refutation;
};

Result<AskOutputs> open_outputs(const AskRun& run) {
  auto json = OutputFile::open(run.json);
  if (!json) return json.error();
  auto page = OutputFile::open(run.html);
  if (!page) return page.error();
  auto dump = OutputFile::open(run.dump);
  if (!dump) return dump.error();
  auto certificate = OutputFile::open(run.certificate);
  if (!certificate) return certificate.error();
  auto refutation = OutputFile::open(run.refute);
  if (!refutation) return refutation.error();
  return AskOutputs{std::move(json).value(), std::move(page).value(), std::move(dump).value(),
                    std::move(certificate).value(), std::move(refutation).value()};
}

/// Proves rho if that was asked for, else phi.
Result<std::string> certificate_asked(const AskRun& run, const Asked& asked) {
  const Quantity quantity = run.question.ratio.asked ? Quantity::ratio : Quantity::euclidean;
  auto text = certificate_file(asked.c.pair(), asked.truth, quantity);
  if (!text) return Error{"ask: " + asked.c.id + " has no certificate: " + text.reason()};
  return text;
}

/// Writes the text, or says why it cannot. The exit code.
int write_one(OutputFile& file, const Result<std::string>& text) {
  if (!text) return fail(text.reason(), kExitBadInput);
  const auto error = file.write(text.value());
  return error ? fail(error->reason, kExitHarnessFailed) : kExitAsExpected;
}

/// Adds a case with a curved core or a union to the record, and writes it where that is wanted. The
/// exit code.
int answer_other(const AskRun& run, CurvedAsker& asker, const Case& c, AskOutputs& outputs,
                 AskRecord& record) {
  if (c.unions()) {
    record.unions.push_back(ask_union(c, run.question.tolerance));
    return outputs.dump.wanted() ? write_one(outputs.dump, write_case(c)) : kExitAsExpected;
  }
  record.curved.push_back(asker.ask(c));
  if (!outputs.dump.wanted()) return kExitAsExpected;
  const AskQuestion& question = run.question;
  return write_one(outputs.dump, curved_dump(run.form, question.tolerance, record.curved.back(),
                                             question.shrink));
}

/// Writes the record and shows the text, where they are wanted. The exit code.
int conclude(const AskRun& run, AskOutputs& outputs, const AskRecord& record,
             const std::string& text) {
  if (outputs.json.wanted()) {
    const int code = write_one(outputs.json, ask_record().document(record));
    if (code != kExitAsExpected) return code;
  }
  if (run.shows_text()) {
    std::cout << text << wrote_text(outputs.dump) << wrote_text(outputs.certificate)
              << wrote_text(outputs.refutation) << wrote_text(outputs.json)
              << wrote_text(outputs.page);
  }
  return kExitAsExpected;
}

/// Asks, and writes and shows what there is to say. The exit code.
int answer(const AskRun& run, const std::vector<Case>& cases, AskOutputs& outputs) {
  const AskQuestion& question = run.question;
  Asker asker(question);
  CurvedAsker curved_asker(question);
  AskTable table(question);
  AskRecord record;
  if (question.claims || !question.metrics.rows.empty()) record.tolerance = question.tolerance;
  std::string text;
  bool wrong = false;
  for (const Case& c : cases) {
    const CaseScope scope(c.id.c_str());
    if (!std::holds_alternative<Pair>(c.bodies)) {
      if (const int code = answer_other(run, curved_asker, c, outputs, record)) return code;
      wrong = wrong || (c.unions() ? record.unions.back().claim_is_wrong()
                                   : record.curved.back().counts_as_wrong());
      text = c.unions() ? union_text(record.unions.back()) : curved_text(record.curved.back());
      c.unions() ? table.add(record.unions.back()) : table.add(record.curved.back());
      continue;
    }
    Asked asked = asker.truth_of(c);
    RefutedAnswer refuted;
    if (outputs.refutation.wanted()) {  // nothing is written where there is none
      asker.ask_metrics(asked);
      auto found = refute_answer(asked, question.shrink, question.tolerance);
      if (!found) return fail(found.reason(), kExitBadInput);
      refuted = std::move(found).value();
    }
    if (outputs.dump.wanted() && !question.shrink) {
      const int code = write_one(outputs.dump, case_dump(run.form, question.tolerance, asked));
      if (code != kExitAsExpected) return code;
    }
    if (outputs.certificate.wanted()) {
      const int code = write_one(outputs.certificate, certificate_asked(run, asked));
      if (code != kExitAsExpected) return code;
    }
    if (!outputs.refutation.wanted()) asker.ask_metrics(asked);
    if (outputs.dump.wanted() && question.shrink) {
      const int code = write_one(outputs.dump, shrunk_dump(run.form, question.tolerance, asked));
      if (code != kExitAsExpected) return code;
    }
    if (outputs.refutation.wanted()) {
      const int code = write_one(outputs.refutation, refuted.certificate);
      if (code != kExitAsExpected) return code;
    }
    wrong = wrong || asked.counts_as_wrong();
    if (outputs.json.wanted()) record.cases.push_back(asked);
    if (outputs.page.wanted()) {
      const int code = write_one(outputs.page, ask_page(asked, question, run.cases));
      if (code != kExitAsExpected) return code;
    }
    if (!run.shows_text()) continue;
    if (cases.size() == 1) text = ask_text(asked, question) + refuted.text;
    table.add(asked);
  }
  const int code = conclude(run, outputs, record, cases.size() == 1 ? text : table.text());
  return code == kExitAsExpected && wrong ? kExitJudgedWrong : code;
}

int ask(const AskArguments& typed) {
  AskRun run;
  auto wrong = read_run(typed, run);
  if (!wrong) wrong = typed.unread_option();
  if (wrong) return fail(wrong->reason, kExitBadInput);
  const auto cases = make_cases(run.cases);
  if (!cases) return fail(cases.reason(), kExitBadInput);
  wrong = see_cases(cases.value(), typed.tolerance.given(), run);
  if (wrong) return fail(wrong->reason, kExitBadInput);
  auto opened = open_outputs(run);
  if (!opened) return fail(opened.reason(), kExitBadInput);
  AskOutputs outputs = std::move(opened).value();
  return answer(run, cases.value(), outputs);
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
