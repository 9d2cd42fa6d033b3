// SPDX-License-Identifier: GPL-3.0-or-later
// The manifolds that a plug-in finds (touchstone.manifold/1), asked for in a worker.
#pragma once

#include <memory>

#include "geometry/result.hpp"
#include "harness/asking/runner.hpp"
#include "harness/manifold/manifold_source.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// One instance of a plug-in. One thread at a time may use it.
class PluginManifolds : public ManifoldSource {
 public:
  const ManifoldPolicy& policy() const override { return policy_; }
  const MetricTraits& traits() const override { return traits_; }
  void reset() override { reset_ = true; }

 protected:
  PluginManifolds(const ManifoldPolicy& policy, const MetricTraits& traits)
      : policy_(policy), traits_(traits) {}

  ManifoldPolicy policy_;
  MetricTraits traits_;
  bool reset_ = true;
};

/// What finds the manifolds of a row's plug-in, where row.plugin.gives_manifolds holds. Rejects, in a
/// line, a plug-in that cannot be started any more. Throws HarnessError where no worker can be had.
Result<std::unique_ptr<PluginManifolds>> make_plugin_manifolds(const MetricRow& row,
                                                               const RunnerOptions& options);

/// What an answer says before its points are looked at.
FoundManifold without_points(const RunOutcome& outcome);
/// The manifold with its normal, or none where its points are not what the policy promises.
FoundManifold checked_manifold(const ManifoldPolicy& policy, FoundManifold found);

/// The one of a program (docs/process-plugin.md).
Result<std::unique_ptr<PluginManifolds>> make_process_manifolds(const MetricRow& row,
                                                                const RunnerOptions& options);

}  // namespace touchstone
