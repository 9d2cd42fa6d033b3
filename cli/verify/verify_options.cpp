// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify/verify_options.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cli/choice/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/options/select.hpp"
#include "cli/verify/corpus.hpp"
#include "harness/plugins/curved_questions.hpp"
#include "include/touchstone/plugin.h"
#include "metrics/registry.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

/// Cases of a named family that the plain campaign leaves out.
constexpr std::uint64_t kCasesOfNamed = 50;

/// Standard input, a pipe and a device are read once.
bool can_be_read_again(const std::string& path) {
  std::error_code none;
  return path != "-" && !std::filesystem::is_fifo(path, none) &&
         !std::filesystem::is_character_file(path, none) && !std::filesystem::is_socket(path, none);
}

/// "2/4"
Result<Shard> parse_shard(const std::string& text) {
  const auto slash = text.find('/');
  if (slash == std::string::npos) {
    return Error{"--shard: '" + text + "' is not of the form I/N, as 2/4"};
  }
  const auto count = parse_count("--shard", text.substr(slash + 1), 1, kMaxShards);
  if (!count) return count.error();
  const auto index = parse_count("--shard", text.substr(0, slash), 1, count.value());
  if (!index) return index.error();
  return Shard{index.value(), count.value()};
}

/// Whether campaigns get the metric's certificate of a distance: worker processes send none.
bool can_certify(const MetricRow& metric) {
  return metric.traits.gives_certificate && metric.traits.quantity == Quantity::euclidean &&
         (!metric.traits.isolated || metric.plugin.kind == PluginSource::Kind::library);
}

/// Nothing where a metric among these can prove its distances.
std::optional<Error> why_none_certifies(const std::vector<const MetricRow*>& metrics) {
  if (std::any_of(metrics.begin(), metrics.end(),
                  [](const MetricRow* metric) { return can_certify(*metric); })) {
    return std::nullopt;
  }
  std::string asked;
  for (const MetricRow* metric : metrics) asked += (asked.empty() ? "" : ", ") + metric->name;
  std::string able;
  std::string ratios;
  for (const MetricRow& metric : metric_registry()) {
    std::string* names = can_certify(metric)               ? &able
                         : metric.traits.gives_certificate ? &ratios
                                                           : nullptr;
    if (names != nullptr) *names += (names->empty() ? "" : ", ") + metric.name;
  }
  return Error{
      "--certify: nothing here proves a distance: not " + asked + "; add --metric " + able +
      (ratios.empty() ? "" : " (what " + ratios + " proves is a ratio, for audit certificates)")};
}

/// The part of the campaign that is asked for, and what cannot be kept in a store.
std::optional<Error> plan_store(const VerifyArguments& arguments, CampaignOptions& options) {
  if (arguments.db->empty()) {
    options.batch = *arguments.batch;
    if (!arguments.shard.given()) return std::nullopt;
    return Error{"--shard: needs --db FILE, where the shard is kept for touchstone merge"};
  }
  if (!arguments.cases.meshes->empty()) {
    return Error{"--meshes: not with --db, which could not find the meshes again"};
  }
  if (*arguments.cases.objects.hull || *arguments.cases.objects.parts) {
    return Error{"--hull, --parts: not with --db, which would not read the meshes so again"};
  }
  for (const std::string& file : *arguments.cases.files) {
    if (can_be_read_again(file)) continue;
    return Error{"--file " + file + ": not with --db, which could not read it again"};
  }
  if (arguments.shard->empty()) return std::nullopt;
  if (auto error = assign(options.shard, parse_shard(*arguments.shard))) return error;
  return std::nullopt;
}

void add_judging_options(Command& command, VerifyArguments& a) {
  command.flag("--certify", a.certify,
               "Judge by certificates that hold (docs/certificates.md), with --db too");
  command
      .count("--properties", "N", a.properties, {1, kMaxCases},
             "Also examine properties (docs/properties.md) on N cases of each family")
      .only("without --db");
  command.flag("--degeneracy", a.degeneracy,
               "Show errors near ties of facets (docs/degeneracy.md), with --db too");
  command.shrink(a.shrink, "Sort failures by kind, with the simplest pair of each (docs/shrink.md)")
      .only("on metrics of this program, and without --db: a store shrinks nothing");
  command
      .flag("--no-shrink", a.no_shrink,
            "Do not shrink failures of plug-ins, which are shrunk by default")
      .only("on plug-ins, and without --db: a store shrinks nothing");
  command
      .fills("--corpus", a.corpus, "Judge its case files too; new kinds of failure are added to it")
      .only("where failures are shrunk: with --shrink or a plug-in, and without --db");
  command
      .count("--batch", "N", a.batch, {1, TOUCHSTONE_MAX_BATCH},
             "Questions put at once (default: at most 64)")
      .only("without --db");
}

}  // namespace

void add_verify_options(Command& command, VerifyArguments& a) {
  command.group("Cases");
  add_case_options(command, a.cases, "Cases of each family (default: a count of its own)");
  command.quick(a.quick, "A tenth of the default cases of each family")
      .only("on families, and without --cases");
  command.group("Judging");
  command.tolerance(a.tolerance, "What counts as right, relative to size");
  add_judging_options(command, a);
  add_limit_options(command, a.metrics.limits,
                    "Limits of plug-ins, and of isolated metrics judged beside them");
  add_in_process_option(command, a.metrics.limits);
  command.group("Output");
  command.keeps("--db", a.db, "Store (docs/store.md); one that is there goes on by itself");
  command.text("--shard", "I/N", a.shard,
               "The Ith of N parts only, for touchstone merge; with --db");
  add_outcome_options(command, a.outcome);
}

Result<VerifyPlan> begin_plan(const VerifyArguments& arguments) {
  auto chosen = choose_metrics(arguments.metrics, true, true);
  if (!chosen) return chosen.error();
  VerifyPlan plan;
  plan.metrics = std::move(chosen).value();
  plan.options.jobs = *arguments.cases.jobs;
  const std::size_t plugins = plan.metrics.plugins.size();
  plan.options.runner = plugins > 0 ? plan.metrics.plugin_runner : own_workers();
  plan.options.versions = versions_json();
  const bool shrinks = arguments.db->empty();  // a store keeps every failure
  plan.shrinks_plugins = plugins > 0 && shrinks && !*arguments.no_shrink;
  plan.shrinks_own = plan.metrics.rows.size() > plugins && shrinks && *arguments.shrink;
  if ((plan.shrinks_own || plan.shrinks_plugins) && !arguments.corpus->empty()) {
    if (auto error = assign(plan.recalled, corpus_files(*arguments.corpus)))
      return std::move(*error);
  }
  return plan;
}

std::optional<Error> plan_typed(const VerifyArguments& arguments, VerifyPlan& plan) {
  CampaignOptions& options = plan.options;
  options.degeneracy = *arguments.degeneracy;
  options.certify = *arguments.certify;
  options.tolerance = *arguments.tolerance;
  options.metrics = plan.metrics.rows;
  if (*arguments.outcome.full) add_variants(options.metrics);
  if (options.certify) {
    if (auto error = why_none_certifies(options.metrics)) return error;
  }
  if (auto error = plan_store(arguments, options)) return error;
  const bool all_families = arguments.cases.families->empty();
  const bool takes_curved = std::any_of(options.metrics.begin(), options.metrics.end(),
                                        [](const auto* row) { return takes_curved_cores(*row); });
  const auto count = [&](const Family& family) -> std::uint64_t {
    const std::uint64_t typed = *arguments.cases.cases;
    const bool only_named = is_curved(family) && (family.default_cases == 0 || !takes_curved);
    if (only_named && all_families) return 0;
    if (typed > 0) return typed;
    return family.default_cases == 0 ? kCasesOfNamed : cases_of(family, arguments.extent());
  };
  if (auto error = assign(plan.cases,
                          choose_cases(arguments.cases, count, plan.recalled, CurvedCases::taken)))
    return error;
  options.sources = plan.cases.sources;
  options.seed = plan.cases.seed;
  // A metric and a family that are both named are run, however long it takes. Plug-ins are named.
  const std::size_t own = plan.metrics.rows.size() - plan.metrics.plugins.size();
  const bool named = own < metric_registry().size();
  options.respect_default_sizes = !named || !plan.cases.by_name;
  return std::nullopt;
}

std::optional<Error> plan_stored(const std::string& store, const CampaignDescription& stored,
                                 VerifyPlan& plan) {
  CampaignOptions& options = plan.options;
  options.seed = stored.seed;
  options.tolerance = stored.tolerance;
  options.certify = stored.certify;
  options.degeneracy = stored.degeneracy;
  options.shard = stored.shard;
  options.respect_default_sizes = stored.default_sizes;
  options.runner.query_limit_s = stored.query_limit_s;
  options.runner.wall_limit_s = stored.wall_limit_s;
  options.runner.memory_limit_bytes = stored.memory_limit_bytes;
  for (const MetricEntry& metric : stored.metrics) {
    const auto& plugins = plan.metrics.plugins;
    const auto plugin = std::find_if(plugins.begin(), plugins.end(),
                                     [&](const auto& row) { return row->name == metric.name; });
    const MetricRow* own = find_metric(metric.name);
    if (own == nullptr) own = find_metric(metric.name, ratio_variants());
    options.metrics.push_back(plugin == plugins.end() ? own : plugin->get());
    if (options.metrics.back() == nullptr) {
      return Error{store + ": judges the metric " + metric.name +
                   ", which this program does not have; --metric names its plug-in"};
    }
  }
  for (const SourceEntry& entry : stored.sources) {
    CaseSource source;
    source.name = entry.name;
    source.group = entry.group;
    source.count = entry.cases;
    source.path = entry.path;
    if (!entry.path.empty()) {
      if (!can_be_read_again(entry.path)) {
        return Error{store + ": judges cases of " + entry.path + ", which cannot be read again"};
      }
      if (auto error = assign(source.cases, read_cases(entry.path, CurvedCases::taken)))
        return error;
    } else {
      source.family = find_family(entry.name);
      if (source.family == nullptr) {
        return Error{store + ": judges on the family " + entry.name +
                     ", which this program does not have"};
      }
    }
    options.sources.push_back(std::move(source));
  }
  return std::nullopt;
}

}  // namespace touchstone
