// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two outcomes of one question agree.
#pragma once

#include "harness/asking/run_outcome.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// To what the metric claims. `size` is the pair's [m].
bool agree(const MetricTraits& traits, double size, const RunOutcome& a, const RunOutcome& b);

/// Bit by bit; texts apart.
bool same_bits(const RunOutcome& a, const RunOutcome& b);

}  // namespace touchstone
