// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_gradient.hpp"

#include "schema/json_node.hpp"

namespace touchstone {

std::vector<FoundGradient> PluginGradients::find(std::span<const Pair* const> pairs) {
  std::vector<ContactQuestion> questions;
  for (const Pair* pair : pairs) questions.push_back({pair, plugin_channel::Wanted::gradient});
  std::vector<FoundGradient> found;
  for (PluginReply& reply : plugin_->ask(questions)) {
    const RunStatus status = reply.outcome.status;
    if (status == RunStatus::skipped || status == RunStatus::not_applicable) {
      found.push_back({false});
    } else {
      found.push_back({true, why_unanswered(reply.outcome), std::move(reply.gradient)});
    }
  }
  return found;
}

Result<std::unique_ptr<PluginGradients>> make_plugin_gradients(const MetricRow& row,
                                                               const RunnerOptions& options) {
  auto plugin = std::make_unique<ContactQuestions>(row, options);
  const auto claims = plugin->claims();
  if (!claims) return claims.error();
  const auto gives = read_json(claims.value(), row.plugin.where, [](const JsonNode& root) {
    return root.has("gradient") && root.at("gradient").truth();
  });
  if (!gives) return gives.error();
  std::unique_ptr<PluginGradients> made;
  if (gives.value()) made = std::make_unique<PluginGradients>(std::move(plugin));
  return made;
}

}  // namespace touchstone
