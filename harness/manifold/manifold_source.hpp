// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever gives manifolds in terms of his own: a plug-in (harness/plugins/plugin_manifold.hpp).
#pragma once

#include <vector>

#include "geometry/pair.hpp"
#include "harness/manifold/manifold.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// A manifold as it was found, and what the library says beside it.
struct FoundManifold {
  Manifold manifold;
  /// Whether the library takes such a pair; if false, it is not answered, and no fault.
  bool applicable = true;
  Answer answer;  ///< a value, or a sign
};

/// A question for ask_ahead().
struct ManifoldQuestion {
  Pair pair;
  double reach = 0;  ///< [m]
  bool cold = false;
};

class ManifoldSource {
 public:
  virtual ~ManifoldSource() = default;
  virtual const ManifoldPolicy& policy() const = 0;
  /// In which precision it computes, what it takes, and the accuracy that it claims.
  virtual const MetricTraits& traits() const = 0;
  /// The manifold of `pair`. `reach`: see touchstone_manifold_1 [m]; the policy's, if it is to be
  /// judged. Points are finite, their normals unit vectors, at most 256, and of one normal if the
  /// policy says so: what is otherwise, like a crash or a limit of time, is no answer, with a note.
  virtual FoundManifold find_manifold(const Pair& pair, double reach) = 0;
  /// Puts questions in one batch, which costs less. Later calls of find_manifold() in this order
  /// take the answers; they may leave some out. Any other question in between is put by itself, and
  /// should be cold.
  virtual void ask_ahead(std::vector<ManifoldQuestion> /*questions*/) {}
  /// Makes the next question a cold one. Until then a library may keep warm starts, and a program
  /// those of its batch.
  virtual void reset() = 0;
};

/// Whether points are left out, added, moved or turned on purpose, so that they may fail the
/// conditions on contact data without a fault.
inline bool departs(const ManifoldPolicy& policy) {
  return policy.max_points != 0 || policy.slack > 0 || policy.relative_slack > 0 ||
         policy.depth == DepthMeaning::pair || policy.many_normals || policy.merging_distance > 0 ||
         policy.offset > 0;
}

}  // namespace touchstone
