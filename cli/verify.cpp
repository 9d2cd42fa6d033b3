// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/verify_text.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/end_signal.hpp"
#include "cli/outcome.hpp"
#include "cli/progress.hpp"
#include "cli/select.hpp"
#include "cli/verify_contacts.hpp"
#include "cli/verify_dump.hpp"
#include "cli/verify_options.hpp"
#include "geometry/memory.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/store/store.hpp"
#include "harness/store/store_difference.hpp"
#include "reports/degeneracy_text.hpp"
#include "reports/number_text.hpp"
#include "reports/properties_text.hpp"
#include "reports/terminal.hpp"

namespace touchstone {
namespace {

/// The campaign to run, and where it is kept.
struct Prepared {
  CampaignOptions options;
  std::unique_ptr<Store> store;  ///< none without --db
  double elapsed_s = 0;          ///< of the run; 0 where there was nothing left to run
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
  auto opened = Store::open(arguments.db, CampaignPlan(prepared.options).with_fingerprints());
  if (!opened) return opened.error();
  if (!stored && arguments.names_no_campaign()) {
    remark(arguments.db + " is a new store, for the plain campaign");
  }
  prepared.store = std::move(opened).value();
  return prepared;
}

/// Runs what is left of the campaign.
CampaignResult run(Prepared& prepared) {
  CampaignOptions& options = prepared.options;
  // A complete store is only read: its metrics and files may be gone.
  if (prepared.store && prepared.store->complete()) return prepared.store->result();
  options.store = prepared.store.get();
  options.stop_requested = [] { return end_signal() != 0; };
  catch_end_signals();
  Progress progress("verify", "answers");
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

/// After the campaign, whose options they share.
PropertyReport examine(Prepared& prepared, std::optional<std::uint64_t> cases) {
  Progress progress("properties", "cases");
  prepared.options.progress = progress.updates();
  PropertyReport report = examine_properties(prepared.options, cases);
  prepared.elapsed_s += progress.elapsed_s();
  return report;
}

std::optional<Error> clash_of_files(const VerifyArguments& arguments) {
  FileNames names;
  for (const std::string& file : arguments.files) names.reads("--file", file);
  names.reads_meshes("--meshes", arguments.meshes);
  names.keeps("--db", arguments.db);
  name_outputs(arguments.outcome, names);
  return names.clash();
}

/// Shows what was judged of the chunks that were finished.
int interrupted(const VerifyArguments& arguments, CampaignResult result) {
  std::erase_if(result.rows, [](const CampaignRow& row) { return row.cases == 0; });
  ReportStyle style = arguments.outcome.style;
  style.room = columns_of(STDOUT_FILENO);
  if (!result.rows.empty() && !arguments.outcome.on_stdout()) {
    std::cout << "PARTIAL, as the run was interrupted:\n\n" << partial_text(result, style);
  }
  std::string line = "interrupted after " + std::to_string(result.done) + " of " +
                     std::to_string(result.total) + " answers; ";
  line += arguments.db.empty() ? "nothing is kept (--db FILE would)"
                               : "to go on: touchstone verify --db " + arguments.db;
  return complain(line, kExitBySignal + end_signal());
}

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
  const auto cases = property_cases(arguments);
  if (!cases) return complain(cases.reason(), kExitBadInput);
  if (arguments.degeneracy && !arguments.db.empty()) {
    return complain("--degeneracy: not with --db, which keeps verdicts and nothing else",
                    kExitBadInput);
  }
  if (const auto clash = clash_of_files(arguments)) {
    return complain(clash->reason, kExitBadInput);
  }
  // Before the store, which is made where there is none.
  auto outcome = Outcome::open(arguments.outcome);
  if (!outcome) return complain(outcome.reason(), kExitBadInput);
  auto ready = prepare(arguments);
  if (!ready) return complain(ready.reason(), kExitBadInput);
  Prepared prepared = std::move(ready).value();

  CampaignResult result = run(prepared);
  if (!result.complete) return interrupted(arguments, std::move(result));
  PropertyReport properties;
  std::string examined;
  if (arguments.properties) {
    properties = examine(prepared, cases.value());
    if (!properties.complete) {
      return complain("interrupted while properties were examined; nothing is kept",
                      kExitBySignal + end_signal());
    }
    result.properties = properties_json(properties);
    const ReportStyle& style = arguments.outcome.style;
    examined = "\n" + properties_text(properties, {style.full, style.own_tolerance}) + "\n";
  }
  if (result.degeneracy) {
    examined += "\n" + degeneracy_text(result, arguments.outcome.style.full) + "\n";
  }
  std::string closing = examined +
                        (arguments.quick ? "quick: a tenth of the default cases, " : "") + "seed " +
                        std::to_string(result.seed);
  if (prepared.elapsed_s > 0) {
    closing += ", " + elapsed_text(prepared.elapsed_s, prepared.options.jobs);
  }
  return std::move(outcome).value().finish(
      result, closing + "\n",
      violated_by_exact(properties) ? "a metric that claims to be exact violates a property" : "");
}

/// Of which cases and metrics the campaign is, and where it is kept.
void add_campaign_options(CLI::App* command, const std::shared_ptr<VerifyArguments>& a) {
  command
      ->add_option("--metric", a->metrics,
                   "Metric to judge; repeatable, or several with commas (default: all)")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_family_option(*command, a->families);
  command
      ->add_option(
          "--file", a->files,
          "Case file (docs/case-file.md), judged alone unless --family is given; repeatable")
      ->type_name("FILE")
      ->check(names_something())
      ->allow_extra_args(false);
  command
      ->add_option(
          "--meshes", a->meshes,
          "Directory of meshes (OBJ, OFF, STL, PLY; docs/meshes.md): pairs of their hulls, judged "
          "alone unless --family is given, which can also choose from meshes-*")
      ->type_name("DIR")
      ->check(names_something());
  command
      ->add_option("--cases", a->cases,
                   "Cases of each family (default: a count of the family's own)")
      ->type_name("N");
  command->add_flag("--quick", a->quick, "A tenth of the default cases of each family");
  command->add_option("--seed", a->seed, "Seed of the families (default: 42)")->type_name("S");
  command
      ->add_option("--tolerance", a->tolerance,
                   "What counts as right, relative to size: above 0, at most 1 (default: 1e-8)")
      ->type_name("T");
  command->add_option("--jobs", a->jobs, "Threads (default: one for each core)")->type_name("J");
  command
      ->add_option("--db", a->db,
                   "Keep records and failures in this SQLite file (docs/store.md); if it is there "
                   "already, go on with its campaign, which need not be typed again")
      ->type_name("FILE")
      ->check(names_something());
  command
      ->add_option_function<std::string>(
          "--shard", [a](const std::string& typed) { a->shard = typed; },
          "Judge the Ith of N parts only, for touchstone merge; with --db")
      ->type_name("I/N");
}

/// What is done besides judging, or instead.
void add_mode_options(CLI::App* command, const std::shared_ptr<VerifyArguments>& a) {
  command
      ->add_option_function<std::string>(
          "--properties", [a](const std::string& typed) { a->properties = typed; },
          "Also examine properties that need no truth (docs/properties.md) on N cases of each "
          "family (without N: a tenth of its cases, at most 50)")
      ->expected(0, 1)
      ->type_name("[N]");
  command
      ->add_option_function<std::string>(
          "--contacts", [a](const std::string& typed) { a->contacts = typed; },
          "Instead hold these contact methods (without a name: all) to the conditions on contact "
          "data (docs/contacts.md)")
      ->expected(0, 1)
      ->type_name("[METHOD,...]");
  command
      ->add_option(
          "--dump-cases", a->dump,
          "Instead write the first N cases of each family with their exact truths to FILE, "
          "as JSON lines (docs/dump.md; - is standard output); no metric is run")
      ->expected(2)
      ->type_name("N FILE")
      ->check(names_something());
  command->add_flag("--degeneracy", a->degeneracy,
                    "Also show errors by how near a penetrating case is to a tie of two facets "
                    "(docs/degeneracy.md)");
  command->add_flag("--certify", a->certify,
                    "Judge distances by the certificates that answers bring, where they hold: "
                    "exactly and without the oracle (docs/certificates.md); kept with --db");
}

}  // namespace

void add_verify(CLI::App& app, Run& run) {
  auto a = std::make_shared<VerifyArguments>();
  CLI::App* command =
      app.add_subcommand("verify", "Judges metrics on families of cases against the exact truth");
  add_campaign_options(command, a);
  add_mode_options(command, a);
  add_outcome_options(*command, a->outcome);
  command
      ->add_option(
          "--write-accuracy", a->outcome.accuracy,
          "Write the accuracy table of the plain campaign: DIR/accuracy.json, which the next "
          "build has built in, and DIR/accuracy.md; with --quick DIR/accuracy-quick.json")
      ->type_name("DIR")
      ->check(names_something());
  command->footer(
      "Exit code 1: something is not as in the accuracy table (docs/accuracy.md), better or worse; "
      "or, where the table says nothing, something was judged wrong: at the looser of --tolerance "
      "and the metric's own; at --tolerance where the metric claims to be exact, or computes in "
      "double precision and the cases are from a file or meshes of your own; or a metric that "
      "claims to be exact violates a property, or with --certify does not prove an answer.\n"
      "Exit code 130 or 143: interrupted; with --db the same command goes on.\n"
      "Metrics are left out above their largest default size unless metric and family (not its "
      "group) are both named.");
  command->callback([a, &run] {
    a->outcome.extent = a->quick ? Extent::quick : Extent::plain;
    run = [a] { return verify(*a); };
  });
}

}  // namespace touchstone
