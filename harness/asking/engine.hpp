// SPDX-License-Identifier: GPL-3.0-or-later
// A metric made ready to answer: its prepared shapes, its workspace, and the guard that turns
// exceptions into data. Both the in-process runner and the worker process evaluate through it, so
// that a metric cannot tell where it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "geometry/arithmetic/floating_point.hpp"
#include "geometry/pair.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

struct ConvexPair;

/// Whether two polytopes have the same vertices and interior point, bit by bit: then they are one
/// body to every metric.
bool same_content(const Polytope& a, const Polytope& b);

/// Vertices of all polytopes remembered at once, here and in a worker: beyond it everything is
/// forgotten.
inline constexpr std::size_t kRememberedVertices = 1U << 16U;

class Engine {
 public:
  explicit Engine(const MetricRow& row);
  /// `name`: as a fault of the metric is charged to.
  Engine(std::unique_ptr<Metric> metric, const std::string& name);

  /// Gives the metric a fresh workspace, so that the answers of a batch do not depend on the
  /// batches before it.
  void begin_batch();
  /// Whether answers shall bring what proves them; not unless it is asked for.
  void want_proofs(bool wanted);
  /// The metric's answer; an exception is no_answer with its text as the note. Throws EndlessLoop
  /// and AlgorithmCrash.
  Answer evaluate(const Pair& pair);
  /// Its answer about bodies of which a core is curved, by CurvedBodies.
  Answer evaluate(const ConvexPair& pair);

 private:
  struct Prepared {
    PolytopePtr polytope;
    std::shared_ptr<const Shape> shape;
    int batch;  ///< by which it was asked for first
  };

  /// `ask` answers; `x` chooses where faults are planted.
  template <class Ask>
  Answer guarded(double x, const Ask& ask);
  void renew_workspace();
  std::shared_ptr<const Shape> prepared(const PolytopePtr& polytope);

  const char* name_;  ///< never freed
  /// The metric may be a plug-in, and is destroyed before this.
  DefaultFloatingPointAfter foreign_;
  std::unique_ptr<Metric> metric_;
  std::unique_ptr<Workspace> workspace_;
  bool wants_proof_ = false;
  std::unordered_map<std::uint64_t, Prepared> shapes_;  ///< by content hash
  std::size_t remembered_vertices_ = 0;
  // Since everything was forgotten:
  int batches_ = 0;
  bool found_again_ = false;  ///< a body that an earlier batch had asked for
};

}  // namespace touchstone
