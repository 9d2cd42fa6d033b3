// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a step with friction has a solution. Williams, Lu & Trinkle [williams2016peg] say both:
// with linearised friction cones there always is one (Anitescu & Potra), and they "might not
// exist".
//
// In rationals, on the random steps of theorem5.8. A combination z >= 0 of impulses and slips with
// M z >= 0 and z.M z = 0 moves no body, so that q.z is the sum of c_i psi_i/h: it is not negative
// where no gap is, and Lemke's algorithm ends with a solution then. Where bodies overlap, the term
// psi/h asks to part them, and no velocity may do that.
#pragma once

#include "harness/check/paper_claim.hpp"

namespace touchstone {

Check peg_friction_check();
/// Each step twice: as it is drawn, with gaps and overlaps, and with its overlaps closed to 0.
CheckReport check_peg_friction(const ClaimOptions& options);

}  // namespace touchstone
