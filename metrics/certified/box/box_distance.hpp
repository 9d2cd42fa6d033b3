// SPDX-License-Identifier: GPL-3.0-or-later
// The signed distance of two boxes along their local axes where doubles tell which feature it
// belongs to, compiled for narrow and for wide registers: the same bits. Internal to `certified`.
#pragma once

#include "metrics/certified/box/box_shape.hpp"
#include "metrics/common/box_group.hpp"

namespace touchstone {

/// False, and no answer, where something is left open: poses that may be refused, features that
/// tie, contact, lengths out of range.
using BoxDistance = bool(const BoxShape& A, const Pose& X_WA, const BoxShape& B, const Pose& X_WB,
                         Answer& answer);
/// Squared sine of two edges' angle below which their foot is not known well enough [1].
inline constexpr double kMinSquare = 0x1p-20;
/// Most alternating projections between two boxes.
inline constexpr int kMaxProjections = 8;

namespace narrow {
BoxDistance find_box_distance;
BoxKernel<BoxShape> find_box_distances;
}  // namespace narrow
namespace wide {
BoxDistance find_box_distance;
BoxKernel<BoxShape> find_box_distances;
}  // namespace wide

}  // namespace touchstone
