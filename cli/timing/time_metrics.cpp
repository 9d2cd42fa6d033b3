// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/timing/time_metrics.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "cli/options/select.hpp"
#include "harness/plugins/plugin_metric.hpp"
#include "metrics/batch.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

std::string metric_names_text(const std::vector<MetricRow>& rows) {
  std::string names;
  for (const MetricRow& row : rows) names += (names.empty() ? "" : ", ") + row.name;
  return names;
}

bool is_own(const MetricRow& row) { return find_metric(row.name) == &row; }

/// Adds the metrics named behind the library that are not among the rows yet.
std::optional<Error> add_named(const Baseline& baseline, const std::vector<MetricRow>& there,
                               std::vector<const MetricRow*>& rows) {
  for (const std::string& name : baseline.metrics) {
    const auto timed = std::find_if(rows.begin(), rows.end(),
                                    [&](const MetricRow* row) { return row->name == name; });
    const bool is_plugin = timed != rows.end() && !is_own(**timed);
    if (!is_plugin) {
      const auto named = select_metrics({name});
      if (!named) return Error{"--baseline: " + named.reason()};
      if (named.value().front()->traits.isolated) {
        return Error{"--baseline: " + name +
                     " may crash and is asked in worker processes: it is not compared"};
      }
      if (timed == rows.end()) rows.push_back(named.value().front());
    }
    if (find_metric(name, there) != nullptr) continue;
    return Error{baseline.library + ": has no metric " + name + " (" + metric_names_text(there) +
                 ")"};
  }
  return std::nullopt;
}

/// The metric of the baseline that `row` is compared with: the one of its name, and for the only
/// plug-in that is timed the only algorithm of a plug-in. nullptr if there is none.
const MetricRow* earlier_of(const MetricRow& row, const Baseline& baseline,
                            const std::vector<MetricRow>& there, bool only_plugin) {
  const std::vector<std::string>& named = baseline.metrics;
  if (!named.empty() && std::find(named.begin(), named.end(), row.name) == named.end()) {
    return nullptr;
  }
  if (is_own(row) && row.traits.isolated) return nullptr;
  const MetricRow* same = find_metric(row.name, there);
  const bool is_one_plugin = there.size() == 1 && find_metric(there.front().name) == nullptr;
  return same == nullptr && only_plugin && is_one_plugin && !is_own(row) ? &there.front() : same;
}

std::shared_ptr<const MetricRow> kept(TimeMetrics& metrics, MetricRow row) {
  metrics.owned.push_back(std::make_shared<const MetricRow>(std::move(row)));
  return metrics.owned.back();
}

/// Puts each metric of the library that is timed behind the one of today.
std::optional<Error> add_baseline(const Baseline& baseline, TimeMetrics& metrics) {
  const auto there = collection_rows(baseline.library);
  if (!there) return there.error();
  if (const auto error = add_named(baseline, there.value(), metrics.rows)) return error;
  const auto plugins = std::count_if(metrics.rows.begin(), metrics.rows.end(),
                                     [](const MetricRow* row) { return !is_own(*row); });
  std::vector<const MetricRow*> all;
  for (const MetricRow* row : metrics.rows) {
    all.push_back(row);
    const MetricRow* earlier = earlier_of(*row, baseline, there.value(), plugins == 1);
    if (earlier == nullptr) continue;
    MetricRow renamed = *earlier;
    renamed.name = row->name + "_before";
    all.push_back(kept(metrics, std::move(renamed)).get());
    metrics.compared.push_back({row, all.back()});
  }
  metrics.rows = std::move(all);
  if (!metrics.compared.empty()) return std::nullopt;
  return Error{baseline.library + ": has none of the metrics that are timed (" +
               metric_names_text(there.value()) + ")"};
}

/// Asks every metric of this program through the interface, and plug-ins without guards, as the
/// baseline is asked.
void put_behind_interface(const MetricChoice& choice, TimeMetrics& metrics) {
  for (const MetricRow*& row : metrics.rows) {
    const bool is_plugin = choice.is_plugin(*row);
    if (!is_plugin && !is_own(*row)) continue;
    MetricRow behind = is_plugin ? *row : behind_interface(*row);
    if (is_plugin) behind.make = trusted_maker(row->plugin.where);
    const MetricRow* put = kept(metrics, std::move(behind)).get();
    for (TimeComparedMetrics& compared : metrics.compared) {
      if (compared.metric == row) compared.metric = put;
    }
    row = put;
  }
}

bool takes_batches(const MetricRow& row) {
  if (row.plugin.in_batches) return true;
  if (row.traits.isolated) return false;
  const std::unique_ptr<Metric> metric = row.make();
  return dynamic_cast<const BatchMetric*>(metric.get()) != nullptr;
}

}  // namespace

Result<Baseline> parse_baseline(const std::string& typed) {
  Baseline baseline;
  const auto colon = typed.rfind(':');
  // A colon before a slash belongs to the path.
  if (colon == std::string::npos || typed.find('/', colon) != std::string::npos) {
    baseline.library = typed;
    return baseline;
  }
  baseline.library = typed.substr(0, colon);
  if (baseline.library.empty()) return Error{"--baseline: '" + typed + "' names no library"};
  std::istringstream words(typed.substr(colon + 1));
  for (std::string word; std::getline(words, word, ',');) baseline.metrics.push_back(word);
  if (baseline.metrics.empty()) return Error{"--baseline: '" + typed + "' names no metric"};
  return baseline;
}

Result<TimeMetrics> choose_time_metrics(const MetricChoice& choice, const Baseline& baseline) {
  for (const auto& plugin : choice.plugins) {
    if (plugin->plugin.kind != PluginSource::Kind::process) continue;
    return Error{"time: " + plugin->plugin.where +
                 " is a program: what would be timed is the way to it and back"};
  }
  TimeMetrics metrics;
  metrics.rows = choice.rows;
  if (!baseline.library.empty()) {
    if (const auto error = add_baseline(baseline, metrics)) return *error;
  }
  const bool all_behind = !baseline.library.empty() || choice.with_peers ||
                          (baseline.batch > 0 && !choice.plugins.empty());
  if (all_behind) put_behind_interface(choice, metrics);
  // Plug-ins alone keep their guards, which the empty one then has as well.
  if (all_behind || !choice.plugins.empty()) {
    metrics.empty = kept(metrics, empty_metric(!all_behind)).get();
  }
  if (baseline.batch == 0) return metrics;
  const std::size_t others = metrics.compared.size();
  for (const MetricRow* row : metrics.rows) {
    if (takes_batches(*row)) metrics.compared.push_back({row, row, baseline.batch});
  }
  if (metrics.compared.size() > others) return metrics;
  return Error{"--batch: none of the metrics that are timed takes batches"};
}

}  // namespace touchstone
