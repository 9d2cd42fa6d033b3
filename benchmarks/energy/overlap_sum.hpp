// SPDX-License-Identifier: GPL-3.0-or-later
// What the bodies of a scene overlap by, all pairs together: the error that Williams, Lu & Trinkle
// (williams2016peg) measure after each step.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include "dynamics/contacts/broad_phase.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "metrics/metric.hpp"
#include "reference/overlap.hpp"

namespace touchstone {

/// Distances between the polytopes of a scene by `certified`.
class CertifiedPairs {
 public:
  /// `scene` outlives this.
  explicit CertifiedPairs(const Scene& scene);

  /// Whether a joint holds the two bodies together: they do not touch.
  bool joined(const IndexPair& pair) const { return joined_.count(pair) != 0; }
  /// About the cores of bodies with a radius.
  Answer ask(const IndexPair& pair, const std::vector<BodyState>& states);

 private:
  const Scene& scene_;
  std::unique_ptr<Metric> metric_;
  std::unique_ptr<Workspace> workspace_;
  std::map<const Polytope*, std::unique_ptr<Shape>> shapes_;
  std::set<IndexPair> joined_;
};

/// Within kOverlapError of the exact sum. 0 of pairs between which `certified` proves a gap, of
/// pairs that a joint holds together, and of bodies with a radius.
class OverlapSum {
 public:
  /// `scene` outlives this.
  explicit OverlapSum(const Scene& scene);

  /// In a planar scene the area [m^2], else the volume [m^3]. `simulation` is of the scene; bodies
  /// that have not entered overlap nothing.
  double measure(const Simulation& simulation);
  /// Pairs whose overlap was asked for, so far.
  std::uint64_t asked() const { return asked_; }

 private:
  bool may_overlap(const IndexPair& pair, const std::vector<BodyState>& states);

  const Scene& scene_;
  CertifiedPairs pairs_;
  std::vector<double> reach_;  ///< how far each body reaches from its origin [m]
  BroadPhase broad_phase_;
  std::vector<BoundingSphere> spheres_;
  std::vector<int> body_;  ///< the body that each of `spheres_` bounds
  OverlapMeter meter_;
  std::uint64_t asked_ = 0;
};

/// "m^2" of a planar scene, else "m^3".
std::string_view overlap_unit(const Scene& scene);

/// Statistics of overlap sums, one for each step of a run or of several [m^2 or m^3].
struct OverlapStatistics {
  std::uint64_t steps = 0;
  double lower = 0, median = 0, upper = 0;  ///< quartiles
  double mean = 0;
  double max = 0;
};

/// All 0 without steps.
OverlapStatistics overlap_statistics(const std::vector<double>& overlaps);

}  // namespace touchstone
