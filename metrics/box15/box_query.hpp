// SPDX-License-Identifier: GPL-3.0-or-later
// A query of `box15`, compiled for narrow and for wide registers: the same bits. Internal to
// `box15`.
#pragma once

#include <cstddef>

#include "metrics/common/box_body.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// `place` becomes that of the axis (box_axes.hpp) where there is a depth.
using BoxQuery = Answer(const BoxBody& A, const Pose& X_WA, const BoxBody& B, const Pose& X_WB,
                        std::size_t& place);
namespace narrow {
BoxQuery ask_boxes;
}
namespace wide {
BoxQuery ask_boxes;
}

}  // namespace touchstone
