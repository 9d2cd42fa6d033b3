// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_manifold.hpp"

#include <string>
#include <utility>

#include "harness/plugins/manifold_policy.hpp"
#include "harness/plugins/single_questions.hpp"

namespace touchstone {
namespace {

FoundManifold unanswered(std::string why, bool applicable = true) {
  FoundManifold found;
  found.manifold.note = std::move(why);
  found.applicable = applicable;
  return found;
}

class PluginManifolds : public ManifoldSource {
 public:
  PluginManifolds(const ManifoldPolicy& policy, const MetricTraits& traits,
                  std::unique_ptr<SingleQuestions> plugin)
      : policy_(policy), traits_(traits), plugin_(std::move(plugin)) {}

  const ManifoldPolicy& policy() const override { return policy_; }
  const MetricTraits& traits() const override { return traits_; }
  void reset() override { reset_ = true; }

  FoundManifold find_manifold(const Pair& pair, double reach) override {
    PluginReply reply =
        plugin_->ask(pair, {plugin_channel::Wanted::manifold, reach, std::exchange(reset_, false)});
    const RunOutcome& outcome = reply.outcome;
    if (outcome.status == RunStatus::skipped || outcome.status == RunStatus::not_applicable) {
      return unanswered(outcome.detail, false);
    }
    std::string why = why_unanswered(outcome);
    FoundManifold found;
    found.manifold.points = std::move(reply.points);
    if (why.empty()) why = manifold_fault(policy_, found.manifold);
    if (!why.empty()) return unanswered("the plug-in gives no manifold: " + why);
    found.manifold.answered = true;
    found.answer = outcome.answer;
    if (outcome.answer.normal) found.manifold.normal = *outcome.answer.normal;
    if (!found.manifold.points.empty()) {
      found.manifold.normal = found.manifold.points.front().normal;
    }
    return found;
  }

 private:
  ManifoldPolicy policy_;
  MetricTraits traits_;
  std::unique_ptr<SingleQuestions> plugin_;
  bool reset_ = true;
};

}  // namespace

Result<std::unique_ptr<ManifoldSource>> make_plugin_manifolds(const MetricRow& row,
                                                              const RunnerOptions& options) {
  auto plugin = make_single_questions(row, options);
  if (!plugin) return plugin.error();
  const auto policy = manifold_policy_of(plugin.value()->claims(), row.plugin.where);
  if (!policy) return policy.error();
  return std::unique_ptr<ManifoldSource>(
      std::make_unique<PluginManifolds>(policy.value(), row.traits, std::move(plugin).value()));
}

}  // namespace touchstone
