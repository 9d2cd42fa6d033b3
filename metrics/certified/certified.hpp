// SPDX-License-Identifier: GPL-3.0-or-later
// The signed Euclidean distance by support queries, exact to an ulp on every input, with a proof:
// GJK towards 0 in C = B + (-A), and where 0 is inside, the expanding polytope. Searches are made
// in doubles, what they end with is checked in double-double, and what that leaves open is solved
// in integers. docs/certified.md says why it ends and what is proven.
#pragma once

#include <memory>

#include "geometry/arithmetic/registers.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

MetricRow certified_row();
std::unique_ptr<Metric> make_certified();
/// Boxes, searches and checks compiled for `registers`, which this machine must have. The bits do
/// not differ.
std::unique_ptr<Metric> make_certified(Registers registers);

}  // namespace touchstone
