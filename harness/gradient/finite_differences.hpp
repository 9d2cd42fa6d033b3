// SPDX-License-Identifier: GPL-3.0-or-later
// How far central differences, by which gradients are commonly tested, are from the exact gradient.
#pragma once

#include <optional>

#include "harness/asking/runner.hpp"
#include "harness/check/check_run.hpp"
#include "metrics/gradient.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// (f(+h) - f(-h)) / 2h of a metric's value f, along and about each axis of the world: h is a part
/// of the size of the bodies, and of a turn an angle [rad]. Nothing where a value is
/// missing or a rate beyond doubles.
std::optional<Gradient> central_differences(Runner& runner, const Pair& pair, double step);

/// The rows are steps from 1e-3 to 1e-12, and the best of these, which is judged where no kink is
/// near.
CheckReport audit_differences(const MetricRow& metric, const RunnerOptions& runner,
                              const CheckOptions& options);

}  // namespace touchstone
