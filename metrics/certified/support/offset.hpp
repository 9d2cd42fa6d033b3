// SPDX-License-Identifier: GPL-3.0-or-later
// x_A - x_B, the offset of the bodies' centres, compiled for narrow and for wide registers: the
// same bits. Internal to `certified`.
#pragma once

#include "metrics/certified/support/difference.hpp"

namespace touchstone {

/// Fills `offset` in doubles, off by less than 3.5 spacings of the centres' distances from their
/// bodies' origins in each entry, before it is rounded. Whether pose_refusal.hpp has nothing to say
/// of the poses, for certain.
using RoundedOffset = bool(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                           const Pose& X_WB, Vec3& offset);
/// In double-double.
using ExactOffset = Dd3(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                        const Pose& X_WB);
namespace narrow {
RoundedOffset rounded_offset;
ExactOffset exact_offset;
}  // namespace narrow
namespace wide {
RoundedOffset rounded_offset;
ExactOffset exact_offset;
}  // namespace wide

}  // namespace touchstone
