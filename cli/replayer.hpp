// SPDX-License-Identifier: GPL-3.0-or-later
// Puts one case to metrics and judges their answers.
#pragma once

#include "cli/plugin_choice.hpp"
#include "cli/replay_text.hpp"
#include "harness/cases/case.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

class Replayer {
 public:
  /// The arguments outlive it.
  Replayer(const Case& c, double tolerance, const PluginChoice& plugin)
      : pair_(c.pair), truth_(oracle_.solve(c.pair)), tolerance_(tolerance), plugin_(plugin) {}

  const Truth& truth() const { return truth_; }
  Replayed replay(const MetricRow& metric);

 private:
  Replayed run(const MetricRow& metric, const Pair& pair, const Truth& truth) const;

  Oracle oracle_;
  const Pair& pair_;
  Truth truth_;
  double tolerance_;
  const PluginChoice& plugin_;
};

}  // namespace touchstone
