// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/verify_text.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/corpus.hpp"
#include "cli/end_signal.hpp"
#include "cli/outcome.hpp"
#include "cli/progress.hpp"
#include "cli/report_runs.hpp"
#include "cli/select.hpp"
#include "cli/verify.hpp"
#include "cli/verify_contacts.hpp"
#include "cli/verify_dump.hpp"
#include "geometry/memory.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/store/store.hpp"
#include "harness/store/store_difference.hpp"
#include "metrics/registry.hpp"
#include "reports/degeneracy_text.hpp"
#include "reports/number_text.hpp"
#include "reports/properties_text.hpp"
#include "reports/shrink_text.hpp"
#include "reports/terminal.hpp"

namespace touchstone {
namespace {

/// The campaign to run, and where it is kept.
struct Prepared {
  CampaignOptions options;
  std::unique_ptr<Store> store;  ///< none without --db
  double elapsed_s = 0;          ///< time that the run took [s]; 0 where nothing was left to run
};

/// The word after --json names a file. The name of a metric or family there is a slip.
std::optional<std::string> mistaken_json(const std::optional<std::string>& json) {
  if (!json || json->empty()) return std::nullopt;
  std::string meant;
  if (find_metric(*json) != nullptr) meant = "--metric " + *json;
  if (select_families({*json}).ok()) meant = "--family " + *json;
  if (meant.empty()) return std::nullopt;
  return "--json " + *json + ": would write JSON to a file of this name; if " + meant +
         " is meant, say so (--json - is standard output, ./" + *json + " such a file)";
}

/// A complete store is printed whether or not its files are still there. Notes files that have
/// changed since.
void say_what_has_changed(const VerifyArguments& arguments, const CampaignDescription& stored) {
  for (const SourceEntry& entry : stored.sources) {
    if (entry.path.empty() || !std::filesystem::exists(entry.path)) continue;
    CampaignOptions now;
    CaseSource source;
    source.name = entry.name;
    source.path = entry.path;
    std::string how = "has changed since";
    if (auto read = read_case_file(entry.path)) {
      source.cases = std::move(read).value();
      now.sources.push_back(std::move(source));
      const CampaignDescription described = CampaignPlan(now).with_fingerprints();
      if (described.sources.front().fingerprint == entry.fingerprint) continue;
    } else {
      how += " and is not a case file any more";
    }
    remark(entry.path + ": " + how +
           "; the verdicts are those of its earlier cases (a new --db "
           "judges the file as it is now; " +
           arguments.db + " is left as it was)");
  }
}

/// What to open and what to run: the campaign that was typed, or the one that the store holds.
Result<Prepared> prepare(const VerifyArguments& arguments) {
  Prepared prepared;
  const bool stored = !arguments.db.empty() && store_exists(arguments.db);
  if (stored && arguments.names_no_campaign()) {
    auto opened = Store::open(arguments.db);
    if (!opened) return opened.error();
    prepared.store = std::move(opened).value();
    if (arguments.certify && !prepared.store->description().certify) {
      return Error{another_campaign(arguments.db, {"--certify", "it", true, false, ""})};
    }
    if (arguments.degeneracy && !prepared.store->description().degeneracy) {
      return Error{another_campaign(arguments.db, {"--degeneracy", "it", true, false, ""})};
    }
    if (prepared.store->complete()) {
      say_what_has_changed(arguments, prepared.store->description());
      return prepared;
    }
    auto made = stored_options(arguments, prepared.store->description());
    if (!made) return made.error();
    prepared.options = std::move(made).value();
    prepared.store.reset();
  } else {
    auto made = make_options(arguments);
    if (!made) return made.error();
    prepared.options = std::move(made).value();
  }
  if (arguments.db.empty()) return prepared;
  // A run that is stopped while its store is made leaves a store that can go on. The campaign sees
  // the signal before its first case.
  catch_end_signals();
  auto opened = Store::open(arguments.db, CampaignPlan(prepared.options).with_fingerprints());
  if (!opened) return opened.error();
  if (!stored && arguments.names_no_campaign() && !records_are_temporary()) {
    remark(arguments.db + " is a new store, for the plain campaign");
  }
  prepared.store = std::move(opened).value();
  return prepared;
}

/// Prepares the campaign, and rejects it if its outcome cannot be held against the baseline.
Result<Prepared> prepare_for(const VerifyArguments& arguments, const Outcome& outcome) {
  auto prepared = prepare(arguments);
  if (!prepared) return prepared;
  const Prepared& ready = prepared.value();
  // What a complete store holds is compared as it is read.
  if (ready.store && ready.store->complete()) return prepared;
  if (auto error = outcome.why_not_comparable(ready.options)) return std::move(*error);
  return prepared;
}

/// Runs what is left of the campaign.
CampaignResult run(const VerifyArguments& arguments, Prepared& prepared) {
  CampaignOptions& options = prepared.options;
  // A complete store is only read: its metrics and files may be gone.
  if (prepared.store && prepared.store->complete()) return prepared.store->result();
  options.store = prepared.store.get();
  options.stop_requested = [] { return end_signal() != 0; };
  catch_end_signals();
  Progress progress(arguments.command(), "answers");
  bool begun = false;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    if (!std::exchange(begun, true)) progress.begin_at(done);
    progress.update(done, total);
  };
  options.expect_left = [&](double left_s) { progress.expect_left(left_s); };
  CampaignResult result = run_campaign(options);
  options.expect_left = nullptr;
  prepared.elapsed_s = progress.elapsed_s();
  return result;
}

/// How many cases of each family are examined for properties: nothing is the default.
Result<std::optional<std::uint64_t>> property_cases(const VerifyArguments& arguments) {
  std::optional<std::uint64_t> cases;
  if (!arguments.properties) return cases;
  if (!arguments.db.empty()) {
    return Error{"--properties: not with --db, which keeps verdicts and nothing else"};
  }
  if (arguments.properties->empty()) return cases;
  const auto typed = parse_count("--properties", *arguments.properties, 1, kMaxCases);
  if (!typed) return typed.error();
  cases = typed.value();
  return cases;
}

/// Rows of a plug-in name it in what asks again, and count as wrong, as its own.
void mark_plugin(const MetricRow& plugin, const std::string& limits, CampaignResult& result) {
  for (CampaignRow& row : result.rows) {
    if (row.metric != plugin.name) continue;
    row.plugin = plugin.plugin.where;
    row.plugin_limits = limits;
    row.single_plugin = plugin.traits.scalar == Scalar::float32;
  }
}

/// After the campaign, whose options they share.
PropertyReport examine(Prepared& prepared, std::optional<std::uint64_t> cases) {
  Progress progress("properties", "cases");
  CampaignOptions options = prepared.options;
  options.progress = progress.updates();
  // No property is stated of the variants of the ratio metric.
  std::erase_if(options.metrics, [](const MetricRow* row) { return !row->plain.empty(); });
  PropertyReport report = examine_properties(options, cases);
  prepared.elapsed_s += progress.elapsed_s();
  return report;
}

/// Shrinks what the campaign found wrong.
std::vector<MetricFailures> shrink_found(Prepared& prepared, const FailureCollector& found) {
  Progress progress("shrink", "kinds");
  RunControl control{prepared.options.jobs, prepared.options.stop_requested, progress.updates()};
  auto failures = shrink_failures(prepared.options, found, control);
  prepared.elapsed_s += progress.elapsed_s();
  return failures;
}

std::optional<Error> clash_of_verify_files(const VerifyArguments& arguments) {
  FileNames names;
  for (const std::string& file : arguments.files) names.reads("--file", file);
  names.reads_meshes("--meshes", arguments.meshes);
  names.keeps("--db", arguments.db);
  name_outputs(arguments.outcome, names);
  return names.clash();
}

/// Shows what was judged of the chunks that were finished.
int report_interrupted_campaign(const VerifyArguments& arguments, CampaignResult result) {
  std::erase_if(result.rows, [](const CampaignRow& row) { return row.cases == 0; });
  ReportStyle style = arguments.outcome.style;
  style.room = columns_of(STDOUT_FILENO);
  if (!result.rows.empty() && !arguments.outcome.on_stdout()) {
    std::cout << "PARTIAL, as the run was interrupted:\n\n" << partial_text(result, style);
  }
  std::string line = "interrupted after " + std::to_string(result.done) + " of " +
                     std::to_string(result.total) + " answers; ";
  line += records_are_temporary()      ? "the report shows them"
          : arguments.db.empty()       ? "nothing is kept (--db FILE would)"
          : !arguments.plugins.empty() ? "the same command goes on"
                                       : "to go on: touchstone verify --db " + arguments.db;
  return complain(line, kExitBySignal + end_signal());
}

std::string lost(const std::string& work) {
  return "interrupted while " + work + "; nothing is kept";
}

/// What cannot be asked for with --db, which keeps what was judged; empty if all can.
std::string not_with_store(const VerifyArguments& arguments) {
  if (arguments.db.empty()) return "";
  return arguments.shrink
             ? "--shrink: not with --db; ask ID --metric NAME --shrink shrinks its failures"
             : "";
}

/// Runs the campaign and what is examined beside, and reports both. The exit code.
int judge_all(const VerifyArguments& arguments, Prepared& prepared,
              std::optional<std::uint64_t> cases, Outcome outcome) {
  FailureCollector found;
  if (arguments.shrink) {
    prepared.options.failed = [&](const CampaignFailure& failure) { found.take(failure); };
  }
  CampaignResult result = run(arguments, prepared);
  result.command = arguments.command();
  for (const auto& plugin : arguments.plugins) {
    mark_plugin(*plugin, arguments.plugin_limits, result);
  }
  if (!result.complete) return report_interrupted_campaign(arguments, std::move(result));
  PropertyReport properties;
  std::string examined;
  if (arguments.properties) {
    properties = examine(prepared, cases);
    if (!properties.complete)
      return complain(lost("properties were examined"), kExitBySignal + end_signal());
    result.properties = properties_json(properties);
    const ReportStyle& style = arguments.outcome.style;
    examined = "\n" + properties_text(properties, {style.full, style.own_tolerance}) + "\n";
  }
  if (result.degeneracy) {
    examined += "\n" + degeneracy_text(result, arguments.outcome.style.full) + "\n";
  }
  if (arguments.shrink) {
    const auto failures = shrink_found(prepared, found);
    if (end_signal() != 0)
      return complain(lost("failures were shrunk"), kExitBySignal + end_signal());
    result.shrunk = failures_json(failures);
    note_kinds(failures, result);
    const std::string kinds = failures_text(failures, result);
    if (!kinds.empty()) examined += "\n" + kinds + "\n";
    if (!arguments.corpus.empty()) {
      const auto added = add_to_corpus(arguments.corpus, failures);
      if (!added) return complain(added.reason(), kExitHarnessFailed);
      examined += "\ncorpus " + arguments.corpus + ": " +
                  std::to_string(arguments.recalled.size()) + " cases judged again, " +
                  std::to_string(added.value()) + " new\n";
    }
  }
  std::string closing = examined +
                        (arguments.outcome.quick ? "quick: a tenth of the default cases, " : "") +
                        "seed " + std::to_string(result.seed);
  if (prepared.elapsed_s > 0) {
    closing += ", " + elapsed_text(prepared.elapsed_s, prepared.options.jobs);
  }
  const int code = outcome.finish(
      result, closing + "\n",
      violated_by_exact(properties) ? "a metric that claims to be exact violates a property" : "");
  // A plug-in that was put to no case at all has no row, which is its failure, not bad input.
  return code == kExitBadInput && !arguments.plugins.empty() ? kExitJudgedWrong : code;
}

}  // namespace

int verify(const VerifyArguments& arguments) {
  if (const auto mistaken = mistaken_json(arguments.outcome.json)) {
    return complain(*mistaken, kExitBadInput);
  }
  if (!arguments.outcome.accuracy.empty() && !arguments.is_whole()) {
    return complain(
        "--write-accuracy: is for the plain campaign, without an option that names another",
        kExitBadInput);
  }
  end_when_memory_is_exhausted(
      arguments.db.empty()
          ? "touchstone: out of memory\n"
          : "touchstone: out of memory; what was judged is kept: the same command goes on\n",
      kExitHarnessFailed);
  if (!arguments.dump.empty()) return verify_dump(arguments);
  if (arguments.contacts) return verify_contacts(arguments);
  if (!arguments.contacts_plugin.empty()) {
    return complain("verify: --plugin goes with --contacts; touchstone validate judges distances",
                    kExitBadInput);
  }
  const auto cases = property_cases(arguments);
  if (!cases) return complain(cases.reason(), kExitBadInput);
  if (const std::string why = not_with_store(arguments); !why.empty()) {
    return complain(why, kExitBadInput);
  }
  if (const auto clash = clash_of_verify_files(arguments)) {
    return complain(clash->reason, kExitBadInput);
  }
  // Before the store, which is made where there is none.
  auto outcome = Outcome::open(arguments.outcome);
  if (!outcome) return complain(outcome.reason(), kExitBadInput);
  auto ready = prepare_for(arguments, outcome.value());
  if (!ready) return complain(ready.reason(), kExitBadInput);
  Prepared prepared = std::move(ready).value();
  return judge_all(arguments, prepared, cases.value(), std::move(outcome).value());
}

}  // namespace touchstone
