// SPDX-License-Identifier: GPL-3.0-or-later
// How a gap bends within a step. A row of a step is linear in the velocities: a face that turns
// over a corner, r from the centre of its body, overlaps by (h w)^2 r/2 after each step, whatever
// the normal is.
//
// Where the features are known the gap g = n.(p_A - p_B) has, while both bodies keep v and w, with
// u = v + w x arm the velocity of a point,
//
//   g'' = n.(w_A x (w_A x arm_A) - w_B x (w_B x arm_B)) + 2 n'.(u_A - u_B) - g |n'|^2.
//
// The normal of a corner on a face turns with the face, n' = w x n. That of two edges is
// n = e_A x e_B with n' = (w_A x e_A) x e_B + e_A x (w_B x e_B), less its part along n, since n
// stays unit. Not in the thesis [hart2007thesis], whose rows are linear.
#pragma once

#include "contact/contact.hpp"
#include "dynamics/body.hpp"

namespace touchstone {

/// Second derivative g'' of a contact point's gap, 0 where its features are unknown [m/s^2].
double gap_acceleration(const ContactPoint& point, const BodyState& A, const BodyState& B);

/// Second-order loss of gap within a step of length h, at the velocities before it: h^2 g''/2, at
/// most 0 [m]. Turns of more than half a radian, of which the second order says little, count as
/// half a radian.
double gap_bend(const ContactPoint& point, const BodyState& A, const BodyState& B, double h);

}  // namespace touchstone
