// SPDX-License-Identifier: GPL-3.0-or-later
// A query of `box15`, of one pair and of many, compiled for narrow and for wide registers: the same
// bits. Internal to `box15`.
#pragma once

#include <cstddef>

#include "metrics/common/box_body.hpp"
#include "metrics/common/box_group.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// `place` becomes that of the axis (box_axes.hpp) where there is a depth.
using BoxQuery = Answer(const BoxBody& A, const Pose& X_WA, const BoxBody& B, const Pose& X_WB,
                        std::size_t& place);
/// A product of columns that is shorter belongs to a strip that is left out (box_query_kernel.hpp).
inline constexpr double kParallel = 1e-30;

namespace narrow {
BoxQuery ask_boxes;
BoxKernel<BoxBody> ask_box_groups;
}  // namespace narrow
namespace wide {
BoxQuery ask_boxes;
BoxKernel<BoxBody> ask_box_groups;
}  // namespace wide

}  // namespace touchstone
