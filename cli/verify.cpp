// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <limits>
#include <memory>

#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/outcome.hpp"
#include "cli/progress.hpp"
#include "cli/properties_text.hpp"
#include "cli/select.hpp"
#include "cli/version.hpp"
#include "geometry/memory.hpp"
#include "harness/campaign_plan.hpp"
#include "harness/families/meshes.hpp"
#include "harness/store.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMostCases = 1'000'000'000;  ///< of one family
constexpr std::uint64_t kMostShards = 1'000'000;
constexpr int kExitBySignal = 128;  ///< plus the signal's number, as shells have it

struct Arguments {
  std::vector<std::string> metrics;
  std::vector<std::string> families;
  std::vector<std::string> files;
  std::string meshes;
  /// With --meshes: its families and, where --family is given, the registered ones.
  std::shared_ptr<std::vector<Family>> pool = std::make_shared<std::vector<Family>>();
  std::optional<std::string> cases;
  std::optional<std::string> seed;
  std::optional<std::string> tolerance;
  std::optional<std::string> jobs;
  std::optional<std::string> shard;
  std::optional<std::string> properties;  ///< cases of each family; "" is the default
  std::string db;
  OutcomeArguments outcome;

  /// Whether nothing is said of which campaign is meant: then it is the one that the store holds.
  bool names_no_campaign() const {
    return metrics.empty() && families.empty() && files.empty() && meshes.empty() && !cases &&
           !seed && !tolerance && !shard;
  }
};

/// What is to be run, and where it is kept.
struct Prepared {
  CampaignOptions options;
  std::unique_ptr<Store> store;  ///< none without --db
  double elapsed_s = 0;          ///< of the run; 0 where there was nothing left to run
};

/// The files first, then the families; without either option every family.
Result<std::vector<CaseSource>> make_sources(const Arguments& arguments,
                                             const FamilySelection& selection,
                                             std::uint64_t cases) {
  std::vector<CaseSource> sources;
  for (const auto& file : arguments.files) {
    auto read = read_cases(file);
    if (!read) return read.error();
    CaseSource source;
    source.cases = std::move(read).value();
    source.name = source.cases.front().family;
    source.group = source.name;
    source.count = source.cases.size();
    source.path = file;
    const bool known = std::any_of(sources.begin(), sources.end(),
                                   [&](const CaseSource& s) { return s.name == source.name; });
    if (known)
      return Error{file + ": a second file of this name: their ids could not be told apart"};
    sources.push_back(std::move(source));
  }
  if (!arguments.files.empty() && arguments.families.empty() && arguments.meshes.empty()) {
    return sources;
  }
  for (const Family* family : selection.families) {
    CaseSource source;
    source.family = family;
    source.name = family->name;
    source.group = family->group;
    if (family->group == kMeshGroup) source.path = arguments.meshes;
    source.count = cases == 0 ? family->default_cases : cases;
    if (family->finite_cases != 0) source.count = std::min(source.count, family->finite_cases);
    sources.push_back(std::move(source));
  }
  return sources;
}

/// "2/4"
Result<Shard> parse_shard(const std::string& text) {
  const auto slash = text.find('/');
  if (slash == std::string::npos) {
    return Error{"--shard: '" + text + "' is not of the form I/N, as 2/4"};
  }
  const auto count = parse_count("--shard", text.substr(slash + 1), 1, kMostShards);
  if (!count) return count.error();
  const auto index = parse_count("--shard", text.substr(0, slash), 1, count.value());
  if (!index) return index.error();
  return Shard{index.value(), count.value()};
}

/// What makes no campaign another one.
Result<CampaignOptions> common_options(const Arguments& arguments) {
  CampaignOptions options;
  options.jobs = core_count();
  if (arguments.jobs) {
    const auto typed = parse_count("--jobs", *arguments.jobs, 1, kMostJobs);
    if (!typed) return typed.error();
    options.jobs = static_cast<int>(typed.value());
  }
  options.runner = own_workers();
  options.versions = versions_json();
  return options;
}

Result<CampaignOptions> make_options(const Arguments& arguments) {
  auto common = common_options(arguments);
  if (!common) return common.error();
  CampaignOptions options = std::move(common).value();
  auto metrics = select_metrics(arguments.metrics);
  if (!metrics) return metrics.error();
  options.metrics = std::move(metrics).value();
  if (!arguments.meshes.empty()) {
    if (!arguments.db.empty()) {
      return Error{"--meshes: not with --db, which could not find the meshes again"};
    }
    auto meshes = mesh_families(arguments.meshes);
    if (!meshes) return meshes.error();
    *arguments.pool = std::move(meshes).value();
    if (!arguments.families.empty()) {
      const auto registered = family_registry();
      arguments.pool->insert(arguments.pool->end(), registered.begin(), registered.end());
    }
  }
  const auto selection = arguments.meshes.empty()
                             ? select_families(arguments.families)
                             : select_families(arguments.families, *arguments.pool);
  if (!selection) return selection.error();
  std::uint64_t cases = 0;
  if (arguments.cases) {
    const auto typed = parse_count("--cases", *arguments.cases, 1, kMostCases);
    if (!typed) return typed.error();
    cases = typed.value();
  }
  if (arguments.seed) {
    const auto seed =
        parse_count("--seed", *arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
    if (!seed) return seed.error();
    options.seed = seed.value();
  }
  if (!arguments.files.empty() && arguments.families.empty() && arguments.meshes.empty() &&
      (arguments.cases || arguments.seed)) {
    return Error{std::string(arguments.cases ? "--cases" : "--seed") +
                 ": is for families; --file without --family judges the file's cases alone"};
  }
  if (arguments.tolerance) {
    const auto typed = parse_tolerance("--tolerance", *arguments.tolerance);
    if (!typed) return typed.error();
    options.tolerance = typed.value();
  }
  if (arguments.shard) {
    if (arguments.db.empty()) {
      return Error{"--shard: needs --db FILE, where the shard is kept for touchstone merge"};
    }
    const auto typed = parse_shard(*arguments.shard);
    if (!typed) return typed.error();
    options.shard = typed.value();
  }
  auto sources = make_sources(arguments, selection.value(), cases);
  if (!sources) return sources.error();
  options.sources = std::move(sources).value();
  // Who names both the metric and the family wants exactly that, however long it takes.
  const bool cases_named =
      selection.value().by_name || !arguments.files.empty() || !arguments.meshes.empty();
  options.respect_default_sizes = arguments.metrics.empty() || !cases_named;
  return options;
}

/// The campaign that a store holds, as far as this program can run it.
Result<CampaignOptions> stored_options(const Arguments& arguments,
                                       const CampaignDescription& stored) {
  auto common = common_options(arguments);
  if (!common) return common.error();
  CampaignOptions options = std::move(common).value();
  options.seed = stored.seed;
  options.tolerance = stored.tolerance;
  options.shard = stored.shard;
  options.respect_default_sizes = stored.default_sizes;
  options.runner.query_limit_s = stored.query_limit_s;
  for (const MetricEntry& metric : stored.metrics) {
    options.metrics.push_back(find_metric(metric.name));
    if (options.metrics.back() == nullptr) {
      return Error{arguments.db + ": judges the metric " + metric.name +
                   ", which this program does not have"};
    }
  }
  for (const SourceEntry& entry : stored.sources) {
    CaseSource source;
    source.name = entry.name;
    source.group = entry.group;
    source.count = entry.cases;
    source.path = entry.path;
    if (!entry.path.empty()) {
      auto read = read_cases(entry.path);
      if (!read) return read.error();
      source.cases = std::move(read).value();
    } else {
      source.family = find_family(entry.name);
      if (source.family == nullptr) {
        return Error{arguments.db + ": judges on the family " + entry.name +
                     ", which this program does not have"};
      }
    }
    options.sources.push_back(std::move(source));
  }
  return options;
}

/// The word after --json is a file's name, and hardly ever meant to be a metric's or a family's.
std::optional<std::string> mistaken_json(const std::optional<std::string>& json) {
  if (!json || json->empty()) return std::nullopt;
  std::string meant;
  if (find_metric(*json) != nullptr) meant = "--metric " + *json;
  if (select_families({*json}).ok()) meant = "--family " + *json;
  if (meant.empty()) return std::nullopt;
  return "--json " + *json + ": would write JSON to a file of this name; if " + meant +
         " is meant, say so (--json - is standard output, ./" + *json + " such a file)";
}

/// Set by the first Ctrl-C or end signal; the second one ends the program at once.
std::atomic<int> end_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void catch_end_signals() {
  struct sigaction action {};
  action.sa_handler = [](int signal) { end_signal = signal; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
}

/// What to open and what to run: the campaign that was typed, or the one that the store holds.
Result<Prepared> prepare(const Arguments& arguments) {
  Prepared prepared;
  const bool stored = !arguments.db.empty() && store_exists(arguments.db);
  if (stored && arguments.names_no_campaign()) {
    auto opened = Store::open(arguments.db);
    if (!opened) return opened.error();
    prepared.store = std::move(opened).value();
    if (prepared.store->complete()) return prepared;
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
  prepared.store = std::move(opened).value();
  return prepared;
}

/// Runs what is left of the campaign.
CampaignResult run(Prepared& prepared) {
  CampaignOptions& options = prepared.options;
  // Only the record of a complete store is wanted: there may be nothing to run it with.
  if (prepared.store && prepared.store->complete()) return prepared.store->result();
  options.store = prepared.store.get();
  options.stop_requested = [] { return end_signal != 0; };
  catch_end_signals();
  Progress progress("verify", "answers");
  bool begun = false;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    if (!std::exchange(begun, true)) progress.begin_at(done);
    progress.update(done, total);
  };
  CampaignResult result = run_campaign(options);
  prepared.elapsed_s = progress.elapsed_s();
  return result;
}

/// How many cases of each family are examined for properties: 0 without the option.
Result<std::uint64_t> property_cases(const Arguments& arguments) {
  if (!arguments.properties) return std::uint64_t{0};
  if (!arguments.db.empty()) {
    return Error{"--properties: not with --db, which keeps verdicts and nothing else"};
  }
  if (arguments.properties->empty()) return kDefaultPropertyCases;
  return parse_count("--properties", *arguments.properties, 1, kMostCases);
}

/// After the campaign, whose options they share.
PropertyReport examine(Prepared& prepared, std::uint64_t cases) {
  Progress progress("properties", "cases");
  prepared.options.progress = [&](std::uint64_t done, std::uint64_t total) {
    progress.update(done, total);
  };
  PropertyReport report = examine_properties(prepared.options, cases);
  prepared.elapsed_s += progress.elapsed_s();
  return report;
}

int interrupted(const Arguments& arguments, const CampaignResult& result) {
  std::string line = "interrupted after " + std::to_string(result.done) + " of " +
                     std::to_string(result.total) + " answers; ";
  line += arguments.db.empty() ? "nothing is kept (--db FILE would)"
                               : "to go on: touchstone verify --db " + arguments.db;
  return complain(line, kExitBySignal + end_signal);
}

int verify(const Arguments& arguments) {
  if (const auto mistaken = mistaken_json(arguments.outcome.json)) {
    return complain(*mistaken, kExitBadInput);
  }
  if (!arguments.outcome.accuracy.empty() && !arguments.names_no_campaign()) {
    return complain(
        "--write-accuracy: is for the plain campaign, without an option that names another",
        kExitBadInput);
  }
  end_when_memory_is_exhausted(
      arguments.db.empty()
          ? "touchstone: out of memory\n"
          : "touchstone: out of memory; what was judged is kept: the same command goes on\n",
      kExitHarnessFailed);
  const auto cases = property_cases(arguments);
  if (!cases) return complain(cases.reason(), kExitBadInput);
  auto ready = prepare(arguments);
  if (!ready) return complain(ready.reason(), kExitBadInput);
  Prepared prepared = std::move(ready).value();
  auto outcome = Outcome::open(arguments.outcome);
  if (!outcome) return complain(outcome.reason(), kExitBadInput);

  CampaignResult result = run(prepared);
  if (!result.complete) return interrupted(arguments, result);
  PropertyReport properties;
  std::string examined;
  if (cases.value() > 0) {
    properties = examine(prepared, cases.value());
    if (!properties.complete) {
      return complain("interrupted while properties were examined; nothing is kept",
                      kExitBySignal + end_signal);
    }
    result.properties = properties_json(properties);
    const ReportStyle& style = arguments.outcome.style;
    examined = "\n" + properties_text(properties, {style.full, style.own_tolerance}) + "\n";
  }
  std::string closing = examined + "seed " + std::to_string(result.seed);
  if (prepared.elapsed_s > 0) {
    closing += ", " + time_text(prepared.elapsed_s) + " on " +
               std::to_string(prepared.options.jobs) +
               (prepared.options.jobs == 1 ? " core" : " cores");
  }
  const int exit_code = std::move(outcome).value().finish(result, closing + "\n");
  return exit_code == kExitAsExpected && violated_by_exact(properties) ? kExitJudgedWrong
                                                                       : exit_code;
}

}  // namespace

void add_verify(CLI::App& app, Run& run) {
  auto a = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("verify", "Judges metrics on families of cases against the exact truth");
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
      ->allow_extra_args(false);
  command
      ->add_option(
          "--meshes", a->meshes,
          "Directory of meshes (OBJ, OFF, STL, PLY; docs/meshes.md): pairs of their hulls, judged "
          "alone unless --family is given")
      ->type_name("DIR");
  command
      ->add_option("--cases", a->cases,
                   "Cases of each family (default: a count of the family's own)")
      ->type_name("N");
  command->add_option("--seed", a->seed, "Seed of the families (default: 42)")->type_name("S");
  command
      ->add_option("--tolerance", a->tolerance,
                   "What counts as right, relative to size (default: 1e-8)")
      ->type_name("T");
  command->add_option("--jobs", a->jobs, "Threads (default: one for each core)")->type_name("J");
  command
      ->add_option("--db", a->db,
                   "Keep records and failures in this SQLite file (docs/store.md); if it is there "
                   "already, go on with its campaign, which need not be typed again")
      ->type_name("FILE");
  command
      ->add_option_function<std::string>(
          "--shard", [a](const std::string& typed) { a->shard = typed; },
          "Judge the Ith of N parts only, for touchstone merge; with --db")
      ->type_name("I/N");
  command
      ->add_option_function<std::string>(
          "--properties", [a](const std::string& typed) { a->properties = typed; },
          "Also examine properties that need no truth (docs/properties.md) on N cases of each "
          "family (without N: 50)")
      ->expected(0, 1)
      ->type_name("[N]");
  add_outcome_options(*command, a->outcome);
  command
      ->add_option(
          "--write-accuracy", a->outcome.accuracy,
          "Write the accuracy table of the plain campaign: DIR/accuracy.json, which the next "
          "build has built in, and DIR/accuracy.md")
      ->type_name("DIR");
  command->footer(
      "Exit code 1: something is not as in the accuracy table (docs/accuracy.md), better or worse; "
      "or, where the table says nothing, a metric that claims to be exact, or any metric on a file "
      "of your own, was judged wrong; or a metric that claims to be exact violates a property.\n"
      "Exit code 130 or 143: interrupted; with --db the same command goes on.\n"
      "Metrics are left out above their largest default size unless metric and family are both "
      "named.");
  command->callback([a, &run] { run = [a] { return verify(*a); }; });
}

}  // namespace touchstone
