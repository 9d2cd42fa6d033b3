// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_manifold.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "harness/asking/engine.hpp"
#include "harness/plugins/contact_questions.hpp"
#include "harness/plugins/manifold_policy.hpp"

namespace touchstone {
namespace {

FoundManifold unanswered(std::string why, bool applicable = true) {
  FoundManifold found;
  found.manifold.note = std::move(why);
  found.applicable = applicable;
  return found;
}

bool same_pose(const Pose& X, const Pose& Y) { return X.R == Y.R && X.t == Y.t; }

bool same_pair(const Pair& a, const Pair& b) {
  return same_pose(a.X_WA, b.X_WA) && same_pose(a.X_WB, b.X_WB) && same_content(*a.A, *b.A) &&
         same_content(*a.B, *b.B);
}

class PluginManifolds : public ManifoldSource {
 public:
  PluginManifolds(const ManifoldPolicy& policy, const MetricTraits& traits,
                  std::unique_ptr<ContactQuestions> plugin)
      : policy_(policy), traits_(traits), plugin_(std::move(plugin)) {}

  const ManifoldPolicy& policy() const override { return policy_; }
  const MetricTraits& traits() const override { return traits_; }
  void reset() override { reset_ = true; }

  FoundManifold find_manifold(const Pair& pair, double reach) override {
    const bool cold = std::exchange(reset_, false);
    const auto known = std::find_if(ahead_.begin(), ahead_.end(), [&](const Ahead& one) {
      const ManifoldQuestion& asked = one.question;
      return asked.cold == cold && asked.reach == reach && same_pair(asked.pair, pair);
    });
    if (known != ahead_.end()) {
      PluginReply reply = std::move(known->reply);
      ahead_.erase(ahead_.begin(), known + 1);
      return found_in(std::move(reply));
    }
    const ContactQuestion question{&pair, plugin_channel::Wanted::manifold, reach, cold};
    return found_in(std::move(plugin_->ask({&question, 1}).front()));
  }

  void ask_ahead(std::vector<ManifoldQuestion> questions) override {
    std::vector<ContactQuestion> asked;
    for (const ManifoldQuestion& one : questions) {
      asked.push_back({&one.pair, plugin_channel::Wanted::manifold, one.reach, one.cold});
    }
    std::vector<PluginReply> replies = plugin_->ask(asked);
    ahead_.clear();
    for (std::size_t k = 0; k < questions.size(); ++k) {
      ahead_.push_back({std::move(questions[k]), std::move(replies[k])});
    }
  }

 private:
  FoundManifold found_in(PluginReply reply) const {
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

  struct Ahead {
    ManifoldQuestion question;
    PluginReply reply;
  };

  ManifoldPolicy policy_;
  MetricTraits traits_;
  std::unique_ptr<ContactQuestions> plugin_;
  std::deque<Ahead> ahead_;  ///< answers that nobody has asked for yet
  bool reset_ = true;
};

}  // namespace

Result<std::unique_ptr<ManifoldSource>> make_plugin_manifolds(const MetricRow& row,
                                                              const RunnerOptions& options) {
  auto plugin = std::make_unique<ContactQuestions>(row, options);
  const auto claims = plugin->claims();
  if (!claims) return claims.error();
  const auto policy = manifold_policy_of(claims.value(), row.plugin.where);
  if (!policy) return policy.error();
  return std::unique_ptr<ManifoldSource>(
      std::make_unique<PluginManifolds>(policy.value(), row.traits, std::move(plugin)));
}

}  // namespace touchstone
