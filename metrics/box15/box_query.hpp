// SPDX-License-Identifier: GPL-3.0-or-later
// A query of `box15`, compiled for narrow and for wide registers. Internal to `box15`.
#pragma once

#include "metrics/arithmetic/registers.hpp"
#include "metrics/box15/box_body.hpp"

namespace touchstone {

/// The bits do not depend on `registers`, which the machine has to have.
Answer ask_boxes(Registers registers, const BoxShape& A, const Pose& X_WA, const BoxShape& B,
                 const Pose& X_WB);

}  // namespace touchstone
