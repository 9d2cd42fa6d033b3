// SPDX-License-Identifier: GPL-3.0-or-later
// Faults that a test plants in the whole program, by the environment. In no other build.
#pragma once

namespace touchstone {

/// TOUCHSTONE_PLANT="NAME FAULT WHICH" makes the query that calls this for NAME end in FAULT: segv,
/// abort, overflow (of the stack), loop (for ever) or bound (EndlessLoop). WHICH is #N, the Nth
/// query of this process and all after it; /N, one pair in N by a hash of X_WB.t[0]; or the number
/// that the pair's X_WB.t[0] is equal to. A loop first writes to the file TOUCHSTONE_PLANT_MARK.
#ifdef TOUCHSTONE_PLANTS_LOOPS
void plant_fault(const char* name, double t_x);
#else
inline void plant_fault(const char* /*name*/, double /*t_x*/) {}
#endif

}  // namespace touchstone
