// SPDX-License-Identifier: GPL-3.0-or-later
// What `ask` says of a pair with a curved core: the proven bracket of phi.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cases/case.hpp"
#include "harness/judge/bracket_judge.hpp"
#include "metrics/metric_row.hpp"
#include "reference/bracket.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct AskedCurved {
  const Case& c;
  Bracket bracket;
  std::vector<const MetricRow*> metrics;  ///< those asked: to none of them the pair is put
  std::optional<BracketVerdict> claim;    ///< on what the case claims

  /// The claim is proven wrong.
  bool counts_as_wrong() const { return claim && claim->is_wrong(); }
};

/// Finds the bracket, and judges by it what the case claims. The case outlives what is returned,
/// which has no evidence but the direction.
AskedCurved ask_curved(const Case& c, const std::vector<const MetricRow*>& metrics,
                       double tolerance);

/// "[lower, upper]" [m].
std::string bracket_text(const Bracket& bracket);
/// "separated", "penetrating", "kissing", or that the bracket does not tell.
std::string bracket_sign(const Bracket& bracket);
/// The case in full.
std::string curved_text(const AskedCurved& asked);

const RecordFields<AskedCurved>& curved_fields();

}  // namespace touchstone
