// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/time_metrics.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "cli/console.hpp"
#include "cli/peers.hpp"
#include "cli/select.hpp"
#include "harness/plugins/collection_rows.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

/// LIB.so:METRIC,METRIC
struct Before {
  std::string library;
  std::vector<std::string> metrics;  ///< none: all
};

Result<Before> parse_before(const std::string& typed) {
  Before before;
  const auto colon = typed.rfind(':');
  // A colon before a slash belongs to the path.
  if (colon == std::string::npos || typed.find('/', colon) != std::string::npos) {
    before.library = typed;
    return before;
  }
  before.library = typed.substr(0, colon);
  if (before.library.empty()) return Error{"--before: '" + typed + "' names no library"};
  std::istringstream words(typed.substr(colon + 1));
  for (std::string word; std::getline(words, word, ',');) before.metrics.push_back(word);
  if (before.metrics.empty()) return Error{"--before: '" + typed + "' names no metric"};
  return before;
}

std::string metric_names_text(const std::vector<MetricRow>& rows) {
  std::string names;
  for (const MetricRow& row : rows) names += (names.empty() ? "" : ", ") + row.name;
  return names;
}

bool holds_metric(const std::vector<const MetricRow*>& rows, std::string_view name) {
  return find_metric(name) != nullptr &&
         std::find(rows.begin(), rows.end(), find_metric(name)) != rows.end();
}

/// Adds the metrics named behind the library to `rows`; with none typed at all they stand alone.
std::optional<Error> add_named(const TimeMetricArguments& arguments, const Before& before,
                               const std::vector<MetricRow>& there,
                               std::vector<const MetricRow*>& rows) {
  if (before.metrics.empty()) return std::nullopt;
  const auto named = select_metrics(before.metrics);
  if (!named) return Error{"--before: " + named.reason()};
  if (arguments.metrics.empty()) {
    std::erase_if(rows, [](const MetricRow* row) { return find_metric(row->name) == row; });
  }
  for (const MetricRow* row : named.value()) {
    if (find_metric(row->name, there) == nullptr) {
      return Error{before.library + ": has no metric " + row->name + " (" +
                   metric_names_text(there) + ")"};
    }
    if (row->traits.isolated) {
      return Error{"--before: " + row->name +
                   " may crash and is asked in worker processes: it is not compared"};
    }
    if (!holds_metric(rows, row->name)) rows.push_back(row);
  }
  return std::nullopt;
}

std::shared_ptr<const MetricRow> kept(TimeMetrics& metrics, MetricRow row) {
  metrics.owned.push_back(std::make_shared<const MetricRow>(std::move(row)));
  return metrics.owned.back();
}

/// Puts each metric of the library that is timed behind that of this program.
std::optional<Error> add_before(const TimeMetricArguments& arguments, TimeMetrics& metrics) {
  const auto parsed = parse_before(arguments.before);
  if (!parsed) return parsed.error();
  const Before& before = parsed.value();
  const auto there = collection_rows(before.library);
  if (!there) return there.error();
  if (const auto error = add_named(arguments, before, there.value(), metrics.rows)) return error;
  std::vector<const MetricRow*> all;
  for (const MetricRow* row : metrics.rows) {
    all.push_back(row);
    const bool own = find_metric(row->name) == row;
    const bool named =
        before.metrics.empty() ||
        std::find(before.metrics.begin(), before.metrics.end(), row->name) != before.metrics.end();
    const MetricRow* other = find_metric(row->name, there.value());
    if (!own || !named || other == nullptr || row->traits.isolated) continue;
    MetricRow renamed = *other;
    renamed.name += "_before";
    all.push_back(kept(metrics, std::move(renamed)).get());
    metrics.compared.push_back({row, all.back()});
  }
  metrics.rows = std::move(all);
  if (!metrics.compared.empty()) return std::nullopt;
  return Error{before.library + ": has none of the metrics that are timed (" +
               metric_names_text(there.value()) + ")"};
}

std::optional<Error> add_peers(TimeMetrics& metrics) {
  const auto runner = plugin_runner_options({});
  if (!runner) return runner.error();
  const auto peers = find_peers(runner.value());
  if (!peers) return peers.error();
  for (const auto& peer : peers.value()) {
    MetricRow row = *peer;
    if (!row.plugin.in_batches) row.make = trusted_maker(row.plugin.where);
    metrics.rows.push_back(kept(metrics, std::move(row)).get());
  }
  const std::string missing = missing_peers(runner.value());
  if (!missing.empty()) remark("time: peers that are missing: " + missing + " (docs/peers.md)");
  return std::nullopt;
}

/// Every metric of this program, asked through the interface.
void put_behind_interface(TimeMetrics& metrics) {
  for (const MetricRow*& row : metrics.rows) {
    if (find_metric(row->name) != row) continue;
    const MetricRow* behind = kept(metrics, behind_interface(*row)).get();
    for (TimeComparedMetrics& compared : metrics.compared) {
      if (compared.metric == row) compared.metric = behind;
    }
    row = behind;
  }
}

}  // namespace

Result<TimeMetrics> choose_time_metrics(const TimeMetricArguments& arguments,
                                        const PluginChoice& plugin) {
  const auto selected = select_with_plugin(arguments.metrics, plugin);
  if (!selected) return selected.error();
  TimeMetrics metrics;
  metrics.rows = selected.value();
  if (!arguments.before.empty()) {
    if (const auto error = add_before(arguments, metrics)) return *error;
  }
  if (arguments.peers) {
    if (const auto error = add_peers(metrics)) return *error;
  }
  if (!arguments.before.empty() || arguments.peers) put_behind_interface(metrics);
  return metrics;
}

}  // namespace touchstone
