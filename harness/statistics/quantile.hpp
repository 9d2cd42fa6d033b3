// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace touchstone {

/// The value below which a share q of the samples lies, q in [0, 1]: linear between the two sorted
/// samples next to q (n - 1), where n > 0 is their number.
double quantile(std::vector<double> samples, double q);

/// quantile(samples, 0.5), without sorting; 0 if there are no samples.
double median(std::vector<double> samples);

}  // namespace touchstone
