// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify/prepared_campaign.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/run/own_run.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/plugins/plugin_fingerprint.hpp"
#include "import/import.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

/// A complete store is printed whether or not its files are still there. Notes files that have
/// changed since.
void warn_changed_files(const std::string& db, const CampaignDescription& stored) {
  for (const SourceEntry& entry : stored.sources) {
    if (entry.path.empty() || !std::filesystem::exists(entry.path)) continue;
    CampaignOptions now;
    CaseSource source;
    source.name = entry.name;
    source.path = entry.path;
    std::string how = "has changed since";
    if (auto read = import_cases(entry.path, {}, CurvedCases::taken)) {
      for (ImportedCase& one : std::move(read).value()) source.cases.push_back(std::move(one.c));
      now.sources.push_back(std::move(source));
      const CampaignDescription described = CampaignPlan(now).with_fingerprints();
      if (described.sources.front().fingerprint == entry.fingerprint) continue;
    } else {
      how += " and cannot be read any more";
    }
    print_note(entry.path + ": " + how +
               "; the verdicts are those of its earlier cases (a new --db "
               "judges the file as it is now; " +
               db + " is left as it was)");
  }
}

/// Whether an option says which campaign is meant: if none does, it is the one that is stored. A
/// plug-in of that campaign has to be named each time.
bool names_another(const VerifyArguments& arguments, const VerifyPlan& plan,
                   const CampaignDescription& stored) {
  const auto is_stored = [&](const MetricRow* row) {
    return plan.metrics.is_plugin(*row) &&
           std::any_of(stored.metrics.begin(), stored.metrics.end(),
                       [&](const MetricEntry& metric) { return metric.name == row->name; });
  };
  const auto& rows = plan.metrics.rows;
  const bool has_plugins = !plan.metrics.plugins.empty();
  const LimitArguments& limits = arguments.metrics.limits;
  return arguments.names_campaign() || arguments.quick.given() ||
         (has_plugins &&
          (limits.query_limit.given() || limits.wall_limit.given() || limits.memory_limit.given() ||
           (limits.in_process.given() && !stored.in_process))) ||
         (arguments.metrics.names.given() && !std::all_of(rows.begin(), rows.end(), is_stored));
}

/// The first plug-in that was typed and is not as it was when it was judged, or nothing.
std::optional<Difference> changed_plugin(const MetricChoice& typed,
                                         const CampaignDescription& stored) {
  for (const MetricEntry& metric : stored.metrics) {
    for (const auto& plugin : typed.plugins) {
      if (plugin->name != metric.name) continue;
      if (auto found = plugin_difference(metric, plugin_fingerprint(plugin->plugin.where)))
        return found;
    }
  }
  return std::nullopt;
}

/// Goes on with what the store holds, where that is meant. What is wrong with it, or nothing.
std::optional<Error> go_on(const VerifyArguments& arguments, PreparedCampaign& prepared,
                           bool& typed) {
  const std::string& db = *arguments.db;
  if (auto error = assign(prepared.store, Store::open(db))) return error;
  const CampaignDescription& stored = prepared.store->description();
  typed = names_another(arguments, prepared, stored);
  if (typed) {
    prepared.store.reset();
    return std::nullopt;
  }
  if (*arguments.certify && !stored.certify) {
    return Error{another_campaign(db, {"--certify", "it", true, false, ""})};
  }
  if (*arguments.degeneracy && !stored.degeneracy) {
    return Error{another_campaign(db, {"--degeneracy", "it", true, false, ""})};
  }
  if (const auto changed = changed_plugin(prepared.metrics, stored)) {
    return Error{another_campaign(db, *changed)};
  }
  if (prepared.is_judged()) {
    warn_changed_files(db, stored);
    return std::nullopt;
  }
  auto error = plan_stored(db, stored, prepared);
  prepared.store.reset();
  return error;
}

/// Notes a store that another commit of the program began, which its record names.
void note_commit(const std::string& db, const Store& store) {
  const auto versions = read_versions(store.description().versions);
  if (!versions || versions->commit.empty() || versions->commit == source_commit()) return;
  print_note(db + " was begun by commit " + versions->commit +
             ", which its record names; this is " + source_commit());
}

}  // namespace

Result<PreparedCampaign> prepare_campaign(const VerifyArguments& arguments, const char* command) {
  auto begun = begin_plan(arguments);
  if (!begun) return begun.error();
  PreparedCampaign prepared{std::move(begun).value(), command, nullptr, {}, 0};
  const std::string& db = *arguments.db;
  bool typed = true;
  if (!db.empty() && store_begun(db)) {
    if (auto error = go_on(arguments, prepared, typed)) return std::move(*error);
  }
  if (!typed) return prepared;
  if (auto error = plan_typed(arguments, prepared)) return std::move(*error);
  return prepared;
}

std::optional<Error> open_store(const VerifyArguments& arguments, PreparedCampaign& prepared) {
  const std::string& db = *arguments.db;
  if (db.empty() || prepared.is_judged()) return std::nullopt;
  // A run that is stopped while its store is made leaves a store that can go on. The campaign sees
  // the signal before its first case.
  catch_end_signals();
  const bool stored = store_begun(db);
  auto opened = Store::open(db, CampaignPlan(prepared.options).with_fingerprints());
  if (!opened) return opened.error();
  const bool plain = !arguments.names_campaign() && !*arguments.quick;
  if (!stored && plain && !arguments.metrics.names.given() && !records_are_temporary()) {
    print_note(db + " is a new store, for the plain campaign");
  }
  prepared.store = std::move(opened).value();
  if (stored) note_commit(db, *prepared.store);
  if (!prepared.metrics.plugins.empty()) {
    print_note("a store keeps every failure and none is shrunk: touchstone ask shrinks one");
  }
  return std::nullopt;
}

}  // namespace touchstone
