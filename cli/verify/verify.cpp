// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone verify` and, under its own name for a plug-in, `touchstone validate`.
#include <unistd.h>

#include <cmath>
#include <iostream>
#include <utility>

#include "cli/campaign/store_copies.hpp"
#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/process/progress.hpp"
#include "cli/run/own_run.hpp"
#include "cli/verify/corpus.hpp"
#include "cli/verify/outcome.hpp"
#include "cli/verify/prepared_campaign.hpp"
#include "geometry/memory.hpp"
#include "harness/campaign/warm_failures.hpp"
#include "harness/causes/causes.hpp"
#include "harness/properties/properties.hpp"
#include "harness/store/store.hpp"
#include "reports/ask_command.hpp"
#include "reports/degeneracy_text.hpp"
#include "reports/properties_text.hpp"
#include "reports/shrink_text.hpp"
#include "reports/terminal.hpp"
#include "reports/verify_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Runs what is left of the campaign. Refused where its copies are.
Result<CampaignResult> run(PreparedCampaign& prepared) {
  CampaignOptions& options = prepared.options;
  if (prepared.is_judged()) return prepared.store->result();
  options.store = prepared.store.get();
  const StoreCopies copies(prepared.store.get());
  if (copies.refused()) return *copies.refused();
  options.stop_requested = [] { return received_signal() != 0; };
  catch_end_signals();
  Progress progress(prepared.command, "answers");
  bool begun = false;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    if (!std::exchange(begun, true)) progress.begin_at(done);
    progress.update(done, total);
  };
  options.expect_left = [&](double left_s) { progress.expect_left(left_s); };
  const auto times = std::make_shared<AnswerTimes>();
  options.runner.times = times;
  progress.remark(
      [&](bool brief) { return costs_text(times->costs(), options.runner.query_limit_s, brief); });
  CampaignResult result = run_campaign(options);
  options.expect_left = nullptr;
  options.runner.times = nullptr;  // what is asked from here on is not the campaign's
  prepared.costs = times->costs();
  prepared.elapsed_s = progress.elapsed_s();
  return result;
}

/// Rows of plug-ins are replayed, and count as wrong, as their own.
void mark_plugins(const MetricChoice& metrics, CampaignResult& result) {
  for (CampaignRow& row : result.rows) {
    for (const auto& plugin : metrics.plugins) {
      if (row.metric != plugin->name) continue;
      row.plugin = plugin->plugin.typed;
      row.plugin_limits = metrics.limits;
      row.single_plugin = plugin->traits.scalar == Scalar::float32;
    }
  }
}

/// After the campaign, whose options they share.
PropertyReport examine(PreparedCampaign& prepared, std::uint64_t cases) {
  Progress progress("properties", "blocks of cases");
  CampaignOptions options = prepared.options;
  options.progress = progress.updates();
  // No property is stated of the variants of the ratio metric.
  std::erase_if(options.metrics, [](const MetricRow* row) { return !row->plain.empty(); });
  PropertyReport report = examine_properties(options, cases);
  prepared.elapsed_s += progress.elapsed_s();
  return report;
}

/// Looks for the likely cause of what each metric got wrong.
FoundCauses look_for_causes(PreparedCampaign& prepared, const FailureCollector& found,
                            CampaignResult& result) {
  const Progress progress("causes", "wrong answers");
  FoundCauses causes = find_causes(prepared.options, found,
                                   {prepared.options.jobs, prepared.options.stop_requested, {}});
  for (const auto& [position, cause] : causes) result.causes.push_back(cause.cause);
  prepared.elapsed_s += progress.elapsed_s();
  return causes;
}

/// Shrinks what the campaign found wrong.
std::vector<MetricFailures> shrink_found(PreparedCampaign& prepared, const FailureCollector& found,
                                         const FoundCauses& causes) {
  Progress progress("shrink", "kinds");
  RunControl control{prepared.options.jobs, prepared.options.stop_requested, progress.updates()};
  auto failures = shrink_failures(prepared.options, found, causes, control);
  prepared.elapsed_s += progress.elapsed_s();
  return failures;
}

/// What is kept of a campaign that was interrupted. `wrote`: what is said of its JSON, or empty.
std::string kept_text(const VerifyArguments& arguments, const MetricChoice& metrics,
                      const std::string& wrote) {
  if (records_are_temporary()) return "the report shows them";
  if (arguments.db->empty()) {
    return wrote.empty() ? "nothing is kept (--json FILE or --db FILE would)" : wrote;
  }
  const std::string next = !metrics.plugins.empty()
                               ? "the same command goes on"
                               : "to go on: touchstone verify --db " + *arguments.db;
  return wrote.empty() ? next : wrote + "; " + next;
}

/// Writes and shows what was judged of the chunks that were finished.
int report_interrupted_campaign(const VerifyArguments& arguments, const MetricChoice& metrics,
                                Outcome& outcome, CampaignResult result) {
  result.complete = false;
  const auto wrote = outcome.write_part(result);
  if (!wrote) return fail(wrote.reason(), kExitHarnessFailed);
  std::erase_if(result.rows, [](const CampaignRow& row) { return row.cases == 0; });
  ReportStyle style = arguments.outcome.style();
  style.room = columns_of(STDOUT_FILENO);
  if (!result.rows.empty() && !arguments.outcome.on_stdout()) {
    std::cout << "PARTIAL, as the run was interrupted:\n\n" << partial_text(result, style);
  }
  return fail("interrupted after " + std::to_string(result.done) + " of " +
                  std::to_string(result.total) + " answers; " +
                  kept_text(arguments, metrics, wrote.value()),
              kExitBySignal + received_signal());
}

/// Plug-ins that find contact points, which another command judges.
std::string contacts_hint(const MetricChoice& metrics) {
  std::string text;
  for (const auto& plugin : metrics.plugins) {
    const std::string& remark = plugin->plugin.remark;
    if (!remark.empty()) text += plugin->name + ": " + remark + "\n";
    if (!plugin->plugin.gives_manifolds) continue;
    text += plugin->name + " gives contact points too: " + typed_program() + " contacts --metric " +
            shell_word(plugin->plugin.typed) + " judges them\n";
  }
  return text;
}

/// What plug-ins leave out of their values on purpose, which the judge holds them to.
std::string margins_text(const MetricChoice& metrics) {
  std::string text;
  for (const auto& plugin : metrics.plugins) {
    const MetricTraits& traits = plugin->traits;
    const bool bounded = std::isfinite(traits.reach);
    if (traits.offset == 0 && !bounded) continue;
    text += plugin->name + " claims:";
    if (traits.offset != 0) text += " its value is phi - " + exact_text(traits.offset) + " m";
    if (traits.offset != 0 && bounded) text += ", and";
    if (bounded) text += " above " + exact_text(traits.reach) + " m it only says apart";
    text += "\n";
  }
  return text;
}

/// Names the causes of what was found wrong, shrinks it, and adds it to the result, to `examined`
/// and to the corpus. What cannot be written there, or nothing.
std::optional<Error> explain(const VerifyArguments& arguments, PreparedCampaign& prepared,
                             FailureCollector& found, CampaignResult& result,
                             std::string& examined) {
  const FoundCauses causes = look_for_causes(prepared, found, result);
  for (std::size_t m = 0; m < prepared.options.metrics.size(); ++m) {
    if (!prepared.shrinks(m)) found.forget(m);
  }
  if (received_signal() != 0 || !(prepared.shrinks_own || prepared.shrinks_plugins))
    return std::nullopt;
  const auto failures = shrink_found(prepared, found, causes);
  if (received_signal() != 0) return std::nullopt;
  result.shrunk = failures_json(failures);
  note_kinds(failures, result);
  const std::string kinds = failures_text(failures, result);
  if (!kinds.empty()) examined += "\n" + kinds + "\n";
  if (arguments.corpus->empty()) return std::nullopt;
  const auto added = add_to_corpus(*arguments.corpus, failures);
  if (!added) return added.error();
  examined += "\ncorpus " + *arguments.corpus + ": " + how_many(prepared.recalled.size(), "case") +
              " judged again, " + std::to_string(added.value()) + " new\n";
  return std::nullopt;
}

/// Runs the campaign and what is examined beside, and reports both. The exit code.
int judge_all(const VerifyArguments& arguments, PreparedCampaign& prepared,
              std::uint64_t property_cases, Outcome outcome) {
  FailureCollector found;
  // A store keeps every failure, and none is explained.
  const bool explains = arguments.db->empty();
  if (explains) {
    prepared.options.failed = [&](const CampaignFailure& failure) {
      if (prepared.is_plugin(failure.metric) || prepared.shrinks(failure.metric)) {
        found.take(failure);
      }
    };
  }
  auto ran = run(prepared);
  if (!ran) return fail(ran.reason(), kExitBadInput);
  CampaignResult result = std::move(ran).value();
  result.command = prepared.command;
  mark_plugins(prepared.metrics, result);
  if (!result.complete) {
    return report_interrupted_campaign(arguments, prepared.metrics, outcome, std::move(result));
  }
  note_warm_failures(prepared.options, result);
  PropertyReport properties;
  std::string examined;
  const ReportStyle style = arguments.outcome.style();
  if (property_cases > 0) {
    properties = examine(prepared, property_cases);
    // What was judged before is shown.
    if (!properties.complete) {
      return report_interrupted_campaign(arguments, prepared.metrics, outcome, std::move(result));
    }
    result.properties = RawJson{property_report_fields().row(properties)};
    examined = "\n" + properties_text(properties, {style.full, style.own_tolerance}) + "\n";
  }
  if (result.degeneracy) examined += "\n" + degeneracy_text(result, style.full) + "\n";
  if (explains) {
    const auto error = explain(arguments, prepared, found, result, examined);
    if (error) return fail(error->reason, kExitHarnessFailed);
    if (received_signal() != 0) {
      return report_interrupted_campaign(arguments, prepared.metrics, outcome, std::move(result));
    }
  }
  std::string closing = examined +
                        (*arguments.quick ? "quick: a tenth of the default cases, " : "") +
                        "seed " + std::to_string(result.seed);
  if (prepared.elapsed_s > 0) {
    closing += ", " + elapsed_text(prepared.elapsed_s, prepared.options.jobs);
  }
  closing += "\n" + margins_text(prepared.metrics) + contacts_hint(prepared.metrics);
  const std::string costs =
      costs_text(prepared.costs, prepared.options.runner.query_limit_s, false);
  if (!costs.empty()) closing += costs + "\n";
  return outcome.finish(
      result, closing,
      properties.as_expected() ? "" : "a metric that claims to be exact violates a property",
      !prepared.metrics.plugins.empty());
}

int judge(const VerifyArguments& arguments, const char* command) {
  const bool table = !arguments.outcome.accuracy->empty();
  if (table && (arguments.metrics.names.given() || arguments.names_campaign())) {
    return fail("--write-accuracy: is for the plain campaign, without an option that names another",
                kExitBadInput);
  }
  end_when_memory_is_exhausted(
      arguments.db->empty()
          ? "touchstone: out of memory\n"
          : "touchstone: out of memory; what was judged is kept: the same command goes on\n",
      kExitHarnessFailed);
  auto ready = prepare_campaign(arguments, command);
  if (!ready) return fail(ready.reason(), kExitBadInput);
  PreparedCampaign prepared = std::move(ready).value();
  const std::uint64_t property_cases = arguments.db->empty() ? *arguments.properties : 0;
  // Before the store, which is made where there is none.
  auto outcome = Outcome::open(arguments.outcome, table ? arguments.extent() : Extent::plain,
                               arguments, command);
  if (!outcome) return fail(outcome.reason(), kExitBadInput);
  std::optional<Error> error;
  // What a complete store holds is compared as it is read.
  if (!prepared.is_judged()) error = outcome.value().why_not_comparable(prepared.options);
  if (!error && !arguments.corpus->empty()) error = make_corpus(*arguments.corpus);
  if (!error) error = open_store(arguments, prepared);
  if (error) return fail(error->reason, kExitBadInput);
  return judge_all(arguments, prepared, property_cases, std::move(outcome).value());
}

int verify(const VerifyArguments& arguments) { return judge(arguments, "verify"); }

int validate(const VerifyArguments& arguments) { return judge(arguments, "validate"); }

}  // namespace

void add_verify(CommandLine& line) {
  Command command =
      line.command("verify", "Judges metrics on families of cases against the exact truth");
  VerifyArguments& a = command.runs(verify);
  command.group("What to judge");
  add_metric_option(command, a.metrics, "Metric to judge (default: all of this program)");
  add_verify_options(command, a);
  command.fills("--write-accuracy", a.outcome.accuracy,
                "Write the accuracy table of the plain campaign (docs/accuracy.md)");
  command.footer(
      "Exit code 1: something is not as in the accuracy table; where that says nothing, and of "
      "plug-ins, something is judged wrong, flaky or dependent on order (docs/exit-codes.md).");
}

void add_validate(CommandLine& line) {
  Command command =
      line.command("validate",
                   "Judges an algorithm of your own, a plug-in: verify under another name "
                   "(docs/write-a-plugin.md)");
  VerifyArguments& a = command.runs(validate);
  command
      .texts("METRIC", "", a.metrics.names,
             "Plug-in (./mine.so), program ('python3 mine.py'), or what else --metric of verify "
             "takes",
             false)
      .required();
  add_verify_options(command, a);
  command.footer(
      "A plug-in runs in processes of its own: a crash, a loop or a leak costs one case. That "
      "protects the results, not the machine: it runs with your rights.\n"
      "Exit code 1: something was judged wrong, flaky or dependent on order, or nothing was "
      "judged. "
      "Exit code 2: the plug-in cannot be loaded or started.");
}

}  // namespace touchstone
