// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_gradient.hpp"

#include "schema/json_node.hpp"

namespace touchstone {
FoundGradient PluginGradients::find(const Pair& pair) {
  PluginReply reply = plugin_->ask(pair, {plugin_channel::Wanted::gradient});
  const RunStatus status = reply.outcome.status;
  if (status == RunStatus::skipped || status == RunStatus::not_applicable) return {false};
  return {true, why_unanswered(reply.outcome), std::move(reply.gradient)};
}

Result<std::unique_ptr<PluginGradients>> make_plugin_gradients(const MetricRow& row,
                                                               const RunnerOptions& options) {
  auto plugin = make_single_questions(row, options);
  if (!plugin) return plugin.error();
  const auto gives = read_json(
      plugin.value()->claims(), row.plugin.where,
      [](const JsonNode& root) { return root.has("gradient") && root.at("gradient").truth(); });
  if (!gives) return gives.error();
  std::unique_ptr<PluginGradients> made;
  if (gives.value()) made = std::make_unique<PluginGradients>(std::move(plugin).value());
  return made;
}

}  // namespace touchstone
