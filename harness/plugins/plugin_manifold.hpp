// SPDX-License-Identifier: GPL-3.0-or-later
// The manifolds that a plug-in finds (touchstone.manifold/1), asked for in a worker.
#pragma once

#include <memory>

#include "geometry/pair.hpp"
#include "geometry/result.hpp"
#include "harness/asking/runner.hpp"
#include "harness/manifold/manifold.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// A manifold as it was found, and what the plug-in says beside it.
struct FoundManifold {
  Manifold manifold;
  /// Whether the plug-in takes such a pair; if false, it is not answered, and no fault.
  bool applicable = true;
  Answer answer;  ///< what the plug-in says beside it: a value, or a sign
};

/// One instance of a plug-in. One thread at a time may use it.
class PluginManifolds {
 public:
  virtual ~PluginManifolds() = default;
  const ManifoldPolicy& policy() const { return policy_; }
  /// The manifold of `pair`. `reach`: see touchstone_manifold_1 [m]; the policy's, if it is to be
  /// judged. Points are finite, their normals unit vectors, at most 256, and of one normal if the
  /// policy says so: what is otherwise, like a crash or a limit of time, is no answer, with a note.
  virtual FoundManifold find(const Pair& pair, double reach) = 0;
  /// Forgets warm starts before the next question. They last until then.
  void reset() { reset_ = true; }

 protected:
  explicit PluginManifolds(const ManifoldPolicy& policy) : policy_(policy) {}

  ManifoldPolicy policy_;
  bool reset_ = true;
};

/// What finds the manifolds of a row's plug-in, where row.plugin.gives_contacts holds. Rejects, in a
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
