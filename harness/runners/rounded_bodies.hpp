// SPDX-License-Identifier: GPL-3.0-or-later
// Asks any metric about bodies with a radius. No metric of ours takes one: it is asked about the
// cores, and what it answers is moved by the law phi = phi_core - r_A - r_B (docs/bodies.md). A
// plug-in that takes a radius (MetricTraits::rounded_cores) is asked about the bodies.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "harness/asking/runner.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// Makes of what a metric with these traits said of the cores what it says of the bodies: the value
/// is phi_core - r, the normal stays, the points are a - r_A n and b + r_B n. The answer says
/// nothing where it knows only that the cores are apart, and where an ulp of phi_core is beyond its
/// own tolerance and it hands over no more digits (Answer::tail). If that is true of the cores, the
/// judge finds it not applicable, else wrong. Without a radius the outcome stays as it is. In place:
/// a copy of an outcome costs more than the law.
void move_to_bodies(const Pair& pair, const MetricTraits& traits, RunOutcome& outcome);

class RoundedBodiesRunner : public Runner {
 public:
  /// `of_cores` looks at no radius.
  RoundedBodiesRunner(const MetricRow& row, std::unique_ptr<Runner> of_cores);
  std::vector<RunOutcome> run(std::span<const AskedPair> batch) override;

 private:
  MetricTraits traits_;
  bool is_plugin_;  ///< it is not asked about the cores
  std::unique_ptr<Runner> of_cores_;
};

}  // namespace touchstone
