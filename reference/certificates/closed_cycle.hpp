// SPDX-License-Identifier: GPL-3.0-or-later
// The closed-cycle lemma: how a cycle of triangles bounds a depth from below.
//
// Let C be convex, and let triangles with corners in C make a cycle that is not empty and
//   closed: every oriented edge comes as often as its reverse (edges by the names of their ends);
//   det(a, b, c) >= p |(b - a) x (c - a)| > 0 for every triangle.
// Then C contains the ball of radius p around 0, and the depth of 0 in C is at least p.
//
// Proof. The determinant is |N| times the signed distance of 0 from the triangle's plane, N = (b -
// a) x (c - a): it is positive, so that x -> x/|x| maps every triangle one to one and
// orientation-preserving on a spherical triangle with an inside. The cycle's boundary is 0, hence
// so is that of its image, a 2-cycle on the sphere: it covers almost every point equally often,
// counted with orientation. All its triangles count +1 and there is one at least, so it covers
// almost every point once at least. Hence almost every ray from 0 meets a triangle, in a point of
// its plane, hence at a distance s >= p, and this point s v is in C. For every unit vector u there
// are such v as near to u as one likes, and h_C(u) >= s u.v; s stays bounded, so h_C(u) >= p for
// every u, and C contains the ball.
//
// The cycle need not be convex, nor without self-intersections, nor one piece: whatever errors made
// it, what it proves holds.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/pair.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

using PairTriangle = std::array<VertexPair, 3>;
using IndexTriangle = std::array<std::uint32_t, 3>;

/// Whether every oriented edge comes as often as its reverse.
bool is_closed(const std::vector<IndexTriangle>& triangles);

/// Why `triangles`, all of whose indices are valid, do not prove that C = B + (-A) contains the
/// ball around 0 of radius p > 0; empty where they do.
/// In doubles where a bound on their rounding leaves no doubt, in double words next, and exactly
/// where 0 is (almost) p away from a plane.
std::string why_no_ball(const Pair& pair, const std::vector<PairTriangle>& triangles,
                        const Rational& p_squared);

}  // namespace touchstone
