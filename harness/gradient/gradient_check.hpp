// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the gradients of a metric to the exact ones: those that a plug-in gives, or those that
// follow from normals and witness points.
#pragma once

#include <string>

#include "harness/asking/runner.hpp"
#include "harness/check/check_run.hpp"
#include "harness/gradient/gradient_judge.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// How many cases have no exact gradient.
inline const CountText kNotJudgedCount = {
    "not_judged", "optimal directions form a cone, or rho is undefined", "not\njudged"};

/// The claims: where phi or rho is smooth, and where it has a kink, the gradient is right.
Check gradients_check();
/// Adds a verdict on a case to a row of that check; `kink`: whether there are several exact pieces.
void add_verdict(const GradientVerdict& verdict, bool kink, const std::string& id, CheckRow& row);

/// Why a metric has no gradient of phi or rho, or why a plug-in cannot be started; empty if it has
/// one.
std::string gives_no_gradient(const MetricRow& metric, const RunnerOptions& runner);
/// Plug-ins are asked in workers, by `runner`.
CheckReport audit_gradients(const MetricRow& metric, const RunnerOptions& runner,
                            const CheckOptions& options);

}  // namespace touchstone
