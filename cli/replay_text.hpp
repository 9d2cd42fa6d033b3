// SPDX-License-Identifier: GPL-3.0-or-later
// What replay shows of a case: for a person, and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/witness_offsets.hpp"
#include "harness/cases/case.hpp"
#include "harness/judge/judge.hpp"
#include "harness/shrink/shrinker.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// One metric's run on the case. A metric whose question makes no sense here has no verdict.
struct Replayed {
  const MetricRow* metric = nullptr;
  RunOutcome outcome;
  Verdict verdict;
  std::optional<WitnessOffsets> witnesses;
  std::optional<ShrunkFailure> shrunk;  ///< the failure shrunk, if that was asked for
  std::string why_not_shrunk;           ///< why the failure could not be; else empty
};

/// The case, its truth and each metric's answer.
std::string replay_text(const Case& c, const Truth& truth, const std::vector<Replayed>& replayed,
                        bool with_shrunk);
/// The schema touchstone.replay/1.
std::string replay_json(const Case& c, double tolerance, const Truth& truth,
                        const std::vector<Replayed>& replayed);

}  // namespace touchstone
