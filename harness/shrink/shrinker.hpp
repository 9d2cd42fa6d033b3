// SPDX-License-Identifier: GPL-3.0-or-later
// Shrinks a failing pair while it fails in the same way (docs/shrink.md). Learned from Hypothesis's
// shrinker (Python): passes that each propose one sort of simpler examples, in one order of
// simplicity, until none is left or the budget is spent. Deterministic if the suspect is: no clock
// decides.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "geometry/result.hpp"
#include "harness/shrink/failure_kind.hpp"
#include "harness/shrink/search.hpp"

namespace touchstone {

/// What is suspected of a fault: its claims, its tolerance, and two ways of asking it.
struct Suspect {
  MetricTraits traits;
  double tolerance = kDefaultTolerance;
  Ask quick;                 ///< under a time limit for shrinking
  Ask full;                  ///< under the limit of campaigns, by which the result is confirmed
  ManifoldWords words = {};  ///< where the manifolds are suspected that both ask for
  std::string name = {};     ///< the metric's, or nothing
};

/// CPU time of one query while a pair is shrunk [s].
inline constexpr double kShrinkQueryLimit_s = 0.1;

/// The options with the limit for shrinking. What fails is confirmed without it: none asks twice.
RunnerOptions shrinking_options(RunnerOptions options);

/// A metric of the registry, with workers as `options` says.
Suspect suspect_metric(const MetricRow& metric, const RunnerOptions& options, double tolerance);

/// A failure that is not the one that was shrunk.
struct OtherFailure {
  FailureKind kind;
  PairDraft draft;  ///< the simplest pair that was seen to fail so
  double error = 0;
  int count = 0;  ///< number of pairs that failed so
};

struct ShrunkFailure {
  PairDraft draft;
  CaseBodies bodies;       ///< those of the draft
  Examined examined;       ///< the pair, under the full limit
  double first_error = 0;  ///< Examined::error of the pair that was given
  int calls = 0;           ///< calls of the suspect in all
  int steps = 0;           ///< simpler pairs that were accepted
  bool robust = false;     ///< whether it fails alike, as the first pair does, with B nudged
  std::vector<OtherFailure> also_found;
  /// "any rotation of B about z": what can be changed without an end to the failure.
  std::vector<std::string> does_not_matter;

  const FailureKind& kind() const { return *examined.kind; }
};

/// Why a program that wrote what is not in its protocol is not asked about simpler pairs.
inline constexpr const char* kNoGeometry =
    "a fault of the protocol is a fault of the program, not of the geometry";

/// Begins the name of a failure, "shrinking METRIC CASE". While the failure is shrunk, its name is
/// the case of the thread (CaseScope), for what handles signals.
inline constexpr std::string_view kShrinking = "shrinking ";

/// From now on shrink() rejects these failures, as shrinking each has ended a process by a signal.
/// `names` has commas between them; with five of them it rejects all. Called before there are
/// threads.
void shrink_none_of(const std::string& names);

/// Rejects bodies that do not fail, unions, and a fault of the protocol. A fault of the shrinker is
/// a reason too, and ends nothing else. A pair with a curved core goes to shrink_curved(). The CASE
/// of the failure's name is the one that the thread works on.
Result<ShrunkFailure> shrink(const CaseBodies& bodies, const Suspect& suspect,
                             const ShrinkLimits& limits = {});

}  // namespace touchstone
