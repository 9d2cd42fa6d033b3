// SPDX-License-Identifier: GPL-3.0-or-later
// How far the rounded facets of a polytope are off the polytope. Internal to the metrics.
//
// Let P be the body, c its interior point and P~ the body of its rounded half-spaces
// n_k.(p - c) <= b_k. Let each corner of facet k have a height n_k.(v - c) >= (1 - s) b_k, and each
// vertex of P one of at most (1 + s) b_k. Then
//
//   P / (1 + s)  is in  P~  is in  P / (1 - s),
//
// both scaled about c: the first by the vertices of P. Of the second, a point x on the boundary of
// P is a combination of corners of one facet, so that n_k.(x - c) >= (1 - s) b_k, and x / (1 - s)
// is not inside P~. This s is the *rounding* of the facets. It is 1e-16 of common bodies and near 1
// of slivers.
#pragma once

#include "geometry/half_spaces.hpp"

namespace touchstone {

/// s of `facets`, which facets_about_interior_point made of `body`; infinite where an offset is not
/// above 0.
double facet_rounding(const Polytope& body, const HalfSpaces& facets);

/// By what part r may be off where A alone grows, towards a fixed B. B's boundary is off by up to
/// s_B L_B, L_B its reach, for which A makes up by growing by s_B L_B / w_A more or less, w_A the
/// radius of its ball about x_A: where x_A is near B that is much beside r.
inline double fixed_body_rounding(double s_A, double s_B, double reach_B, double ball_A, double r) {
  return s_A + s_B * (reach_B / ball_A) / r;
}

}  // namespace touchstone
