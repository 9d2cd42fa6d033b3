// SPDX-License-Identifier: GPL-3.0-or-later
// Exact evaluation of claims: the gap along a claimed direction, the distance of a claimed point,
// the error of a claimed value. Decisions are made in doubles where a bound on their rounding
// leaves no doubt, and in exact arithmetic elsewhere.
#pragma once

#include "geometry/pair.hpp"
#include "reference/oracle/truth_on_demand.hpp"

namespace touchstone {

/// gap(u) = min_{a in A} u.a - max_{b in B} u.b for u as it stands (not normalised), exactly; u.u >
/// 0.
Rational exact_gap(const Pair& pair, const Vec3& u);

/// u.d with d = x_A - x_B, the world interior points, exactly.
Rational exact_along_d(const Pair& pair, const Vec3& u);

/// Whether x_A = x_B in the world, exactly: r = 0 then, and rho is undefined.
bool interior_points_coincide(const Pair& pair);

/// Whether gap(u)/|u| >= phi - tolerance, decided exactly (u any non-zero finite vector, tolerance
/// [m]).
bool gap_reaches(const Pair& pair, const Vec3& u, const TruthOnDemand& truth, double tolerance);

/// Whether u.d > 0 and gap(u)/(u.d) >= rho - tolerance or gap(u)/|u| >= rho (u.d)/|u| - length,
/// decided exactly (u any non-zero finite vector, tolerance [1], length >= 0 [m]). The truth has a
/// rho.
bool ratio_gap_reaches(const Pair& pair, const Vec3& u, const TruthOnDemand& truth,
                       double tolerance, double length = 0);

/// Whether the point p [world, m] is within `tolerance` [m] of body A (or B), decided exactly,
/// where each coordinate of p may first be moved by as much as that of `margin` [m]. No point that
/// is not finite is.
enum class Body { A, B };
bool point_within(const Pair& pair, Body body, const Vec3& p, double tolerance,
                  const Vec3& margin = Vec3::Zero());

/// |value - phi| for a finite double value, with a relative error of at most kErrorAccuracy (exact
/// 0 stays 0).
double error_of(double value, const TruthOnDemand& truth);
inline constexpr double kErrorAccuracy = 1e-9;

/// |value - rho|, as error_of.
double ratio_error_of(double value, const TruthOnDemand& truth);

/// Whether |value - phi| <= limit, decided exactly.
bool error_within(double value, const TruthOnDemand& truth, double limit);

/// Whether |value - rho| <= limit, decided exactly.
bool ratio_error_within(double value, const TruthOnDemand& truth, double limit);

/// The spacing of doubles from |truth| upwards; from `size` where truth is 0.
double ulp_of(double truth, double size);

}  // namespace touchstone
