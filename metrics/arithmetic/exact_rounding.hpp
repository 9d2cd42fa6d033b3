// SPDX-License-Identifier: GPL-3.0-or-later
// From exact integers back to doubles, rounded once. Internal to the last resorts of the exact
// metrics.
#pragma once

#include "metrics/arithmetic/exact_arms.hpp"

namespace touchstone::exact {

/// v/|v|, each entry correctly rounded. v is not 0.
Vec3 rounded_unit(const Integer3& v);

/// numerator / denominator 2^exponent, each entry correctly rounded; denominator > 0.
Vec3 rounded_point(const Integer3& numerator, const Integer& denominator, int exponent);

}  // namespace touchstone::exact
