// SPDX-License-Identifier: GPL-3.0-or-later
// x_A - x_B in double-double, and whether the poses are sound, compiled for narrow and for wide
// registers: the same bits. Internal to `certified`.
#pragma once

#include "metrics/certified/difference.hpp"

namespace touchstone {

using DifferenceOffset = Dd3(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                             const Pose& X_WB, bool& surely_posed);
namespace narrow {
DifferenceOffset offset_of;
}
namespace wide {
DifferenceOffset offset_of;
}

}  // namespace touchstone
