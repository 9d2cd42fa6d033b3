// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify_options.hpp"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/select.hpp"
#include "harness/cases/families/meshes.hpp"
#include "harness/compare/accuracy.hpp"
#include "include/touchstone/plugin.h"
#include "metrics/registry.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

/// The files first, then the families; without either option every family.
Result<std::vector<CaseSource>> make_sources(const VerifyArguments& arguments,
                                             const FamilySelection& selection,
                                             std::uint64_t cases) {
  std::vector<CaseSource> sources;
  std::vector<std::string> files = arguments.recalled;
  files.insert(files.end(), arguments.files.begin(), arguments.files.end());
  for (const auto& file : files) {
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
    source.count = cases == 0 ? cases_of(*family, arguments.outcome.extent()) : cases;
    if (family->finite_cases != 0) source.count = std::min(source.count, family->finite_cases);
    sources.push_back(std::move(source));
  }
  return sources;
}

/// The families named; if none of them is of the meshes, all of the meshes' too: meshes that are
/// named are judged, as a file is.
Result<FamilySelection> with_meshes(const VerifyArguments& arguments,
                                    std::span<const Family> pool) {
  auto selection = select_families(arguments.families, pool);
  if (!selection) return selection;
  FamilySelection chosen = std::move(selection).value();
  const auto of_meshes = [](const Family& family) { return family.group == kMeshGroup; };
  const bool any = std::any_of(chosen.families.begin(), chosen.families.end(),
                               [&](const Family* family) { return of_meshes(*family); });
  if (any) return chosen;
  std::vector<const Family*> families;
  for (const Family& family : pool) {
    if (of_meshes(family)) families.push_back(&family);
  }
  chosen.families.insert(chosen.families.begin(), families.begin(), families.end());
  return chosen;
}

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

/// Options that do not make a campaign another one.
Result<CampaignOptions> common_options(const VerifyArguments& arguments) {
  CampaignOptions options;
  if (auto error = take_jobs(arguments.jobs, options.jobs)) return *error;
  options.runner = arguments.plugins.empty() ? own_workers() : arguments.plugin_runner;
  options.versions = versions_json();
  return options;
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

/// The families that are named, of the registry and of the meshes.
Result<FamilySelection> choose_families(const VerifyArguments& arguments) {
  if (arguments.meshes.empty()) return select_families(arguments.families);
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
  return with_meshes(arguments, *arguments.pool);
}

/// Seed, tolerance and shard, and how many cases of each family (0: a count of the family's own).
/// What is wrong with them, or nothing.
std::optional<Error> take_numbers(const VerifyArguments& arguments, std::uint64_t& cases,
                                  CampaignOptions& options) {
  if (arguments.cases && arguments.outcome.quick) {
    return Error{"--quick: is a number of cases itself; not with --cases"};
  }
  auto error = take_count("--cases", arguments.cases, 1, kMaxCases, cases);
  if (!error) error = take_seed(arguments.seed, options.seed);
  if (error) return error;
  if (!arguments.files.empty() && arguments.families.empty() && arguments.meshes.empty() &&
      (arguments.cases || arguments.seed)) {
    return Error{std::string(arguments.cases ? "--cases" : "--seed") +
                 ": is for families; --file without --family judges the file's cases alone"};
  }
  error = take_count("--batch", arguments.batch, 1, TOUCHSTONE_MAX_BATCH, options.batch);
  if (!error && arguments.batch && !arguments.db.empty()) {
    error = Error{"--batch: not with --db, which keeps chunks of another size"};
  }
  if (error) return error;
  error = take_tolerance(arguments.tolerance, options.tolerance);
  if (error || !arguments.shard) return error;
  if (arguments.db.empty()) {
    return Error{"--shard: needs --db FILE, where the shard is kept for touchstone merge"};
  }
  const auto shard = parse_shard(*arguments.shard);
  if (!shard) return shard.error();
  options.shard = shard.value();
  return std::nullopt;
}

}  // namespace

Result<CampaignOptions> make_options(const VerifyArguments& arguments) {
  auto common = common_options(arguments);
  if (!common) return common.error();
  CampaignOptions options = std::move(common).value();
  options.degeneracy = arguments.degeneracy;
  options.certify = arguments.certify;
  if (arguments.plugins.empty() || arguments.peers || !arguments.metrics.empty()) {
    auto metrics = select_metrics(arguments.metrics, true);
    if (!metrics) return metrics.error();
    options.metrics = std::move(metrics).value();
    if (arguments.outcome.style.full) add_variants(options.metrics);
  }
  auto place = arguments.peers ? options.metrics.end() : options.metrics.begin();
  for (const auto& plugin : arguments.plugins) {
    place = options.metrics.insert(place, plugin.get()) + 1;
  }
  if (options.certify) {
    if (auto error = why_none_certifies(options.metrics)) return std::move(*error);
  }
  const auto selection = choose_families(arguments);
  if (!selection) return selection.error();
  std::uint64_t cases = 0;
  if (auto error = take_numbers(arguments, cases, options)) return std::move(*error);
  for (const std::string& file : arguments.files) {
    if (arguments.db.empty() || can_be_read_again(file)) continue;
    return Error{"--file " + file + ": not with --db, which could not read it again"};
  }
  auto sources = make_sources(arguments, selection.value(), cases);
  if (!sources) return sources.error();
  options.sources = std::move(sources).value();
  // A metric and a family that are both named are run, however long it takes.
  const bool cases_named =
      selection.value().by_name || !arguments.files.empty() || !arguments.meshes.empty();
  options.respect_default_sizes = arguments.metrics.empty() || !cases_named;
  return options;
}

Result<CampaignOptions> stored_options(const VerifyArguments& arguments,
                                       const CampaignDescription& stored) {
  auto common = common_options(arguments);
  if (!common) return common.error();
  CampaignOptions options = std::move(common).value();
  options.seed = stored.seed;
  options.tolerance = stored.tolerance;
  options.certify = stored.certify;
  options.degeneracy = stored.degeneracy;
  options.shard = stored.shard;
  options.respect_default_sizes = stored.default_sizes;
  options.runner.query_limit_s = stored.query_limit_s;
  for (const MetricEntry& metric : stored.metrics) {
    const auto plugin = std::find_if(arguments.plugins.begin(), arguments.plugins.end(),
                                     [&](const auto& row) { return row->name == metric.name; });
    const MetricRow* own = find_metric(metric.name);
    if (own == nullptr) own = find_metric(metric.name, ratio_variants());
    options.metrics.push_back(plugin == arguments.plugins.end() ? own : plugin->get());
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
      if (!can_be_read_again(entry.path)) {
        return Error{arguments.db + ": judges cases of " + entry.path +
                     ", which cannot be read again"};
      }
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

}  // namespace touchstone
