// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/collection_rows.hpp"

#include <stdexcept>
#include <utility>

#include "harness/plugins/plugin_claims.hpp"
#include "harness/plugins/plugin_library.hpp"
#include "harness/plugins/plugin_metric.hpp"
#include "harness/plugins/registry_plugin.hpp"

namespace touchstone {
namespace {

using Library = std::shared_ptr<const PluginLibrary>;

std::function<std::unique_ptr<Metric>()> maker(const Library& library) {
  return [library] { return make_trusted_metric(library); };
}

/// The algorithms that this program offers as a plug-in.
const std::vector<Library>& own_algorithms() {
  static const std::vector<Library> kAlgorithms =
      PluginLibrary::algorithms_of(touchstone_plugin_entry, "this program").value();
  return kAlgorithms;
}

}  // namespace

Result<std::vector<MetricRow>> collection_rows(const std::string& path) {
  const auto algorithms = PluginLibrary::load_all(path);
  if (!algorithms) return algorithms.error();
  std::vector<MetricRow> rows;
  for (const Library& algorithm : algorithms.value()) {
    auto row = read_claims(claims_json(*algorithm), path);
    if (!row) return row.error();
    if (algorithm->evaluate() == nullptr) {
      return Error{path + ": " + row.value().name + " takes batches alone, which are not timed"};
    }
    rows.push_back(std::move(row).value());
    rows.back().traits.isolated = false;
    rows.back().make = maker(algorithm);
  }
  return rows;
}

MetricRow behind_interface(const MetricRow& row) {
  for (const Library& algorithm : own_algorithms()) {
    if (algorithm->descriptor().name != row.name) continue;
    MetricRow behind = row;
    behind.make = maker(algorithm);
    return behind;
  }
  return row;
}

std::function<std::unique_ptr<Metric>()> trusted_maker(const std::string& path) {
  return [path, library = Library()]() mutable {
    if (library == nullptr) {
      auto loaded = PluginLibrary::load(path);
      if (!loaded) throw std::runtime_error(loaded.reason());
      library = loaded.value();
    }
    return make_trusted_metric(library);
  };
}

}  // namespace touchstone
