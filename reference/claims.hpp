// SPDX-License-Identifier: GPL-3.0-or-later
// What an answer claims (value, normal, witness points), weighed against the truth. All is decided
// exactly: in doubles where a bound on their rounding leaves no doubt, and in exact arithmetic
// elsewhere.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "geometry/pair.hpp"
#include "metrics/metric.hpp"
#include "reference/truth.hpp"

namespace touchstone {

// The gap along a claimed direction, the distance of a claimed point, the error of a claimed value.

/// gap(u) = min_{a in A} u.a - max_{b in B} u.b of the cores for u as it stands (not normalised),
/// exactly; u.u > 0. A radius takes r |u| from it.
Rational exact_gap(const Pair& pair, const Vec3& u);

/// u.d with d = x_A - x_B, the world interior points, exactly.
Rational exact_along_d(const Pair& pair, const Vec3& u);
/// d.d, exactly.
Rational exact_d_squared(const Pair& pair);

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

/// Whether the point p [world, m] is within `tolerance` [m] of body A (or B), radius and all,
/// decided exactly,
/// where each coordinate of p may first be moved by as much as that of `margin` [m]. No point that
/// is not finite is.
enum class WhichBody { A, B };
bool point_within(const Pair& pair, WhichBody body, const Vec3& p, double tolerance,
                  const Vec3& margin = Vec3::Zero());

/// phi - offset, `offset` finite [m].
RoundedReal less_offset(const TruthOnDemand& truth, double offset);
/// The sign of phi - offset, exactly.
int sign_less_offset(const TruthOnDemand& truth, double offset);

/// |value - (phi - offset)| for a finite double value, with a relative error of at most
/// kErrorAccuracy (exact 0 stays 0).
double error_of(double value, const TruthOnDemand& truth, double offset = 0);
inline constexpr double kErrorAccuracy = 1e-9;

/// |value - rho| for a finite double value, with a relative error of at most kErrorAccuracy.
double ratio_error_of(double value, const TruthOnDemand& truth);

/// Whether |value - (phi - offset)| <= limit, decided exactly.
bool error_within(double value, const TruthOnDemand& truth, double limit, double offset = 0);

/// Whether |value - rho| <= limit, decided exactly.
bool ratio_error_within(double value, const TruthOnDemand& truth, double limit);

/// The spacing of doubles from |truth| upwards; from `size` where truth is 0.
double ulp_of(double truth, double size);

// Whether a claimed normal is an optimal direction except for its rounding, whatever that costs in
// gap: beside a body that reaches far, the last bit of a right normal turns it off by much.

/// How far an entry of a normal, made exactly unit, may be from that of an optimal direction: four
/// units of the last place of 1, which is 2^-53 in doubles and 2^-24 in single precision [1].
double normal_allowance(Scalar scalar);

/// Whether each entry of n/|n| is within `allowance` of that of some optimal unit direction,
/// decided exactly for n as it stands (finite, not zero). The optimal directions are those of phi,
/// or of rho where `quantity` is ratio (which must be defined). Of phi they are the truth's where
/// phi is not 0, else their cone; of rho always a cone. Within a cone they are its extreme rays
/// and, of each two of these, the direction between them that is nearest to n by its largest entry,
/// found to 1e-15 of that distance: n itself is never inside, as its gap would then be the right
/// one.
bool near_optimal(const Pair& pair, const Vec3& n, const TruthOnDemand& truth, Quantity quantity,
                  double allowance);

// Where the true witness points of a pair, or of the cores of rounded bodies, are: for an optimal direction u all a in A and b in B
// with a - b = phi n (of the ratio metric rho d). They lie on the faces A(u) and B(u), so they are
// the polygon A(u) and B(u) + phi n have in common, and the same less phi n.

/// The least and the greatest of each coordinate over a set of points [world, m].
struct ExactRange {
  ExactVec3 low;
  ExactVec3 high;
};

/// The true witness points of one optimal direction.
struct TruePoints {
  ExactVec3 apart;                   ///< a - b of every pair of them
  std::vector<ExactVec3> corners_B;  ///< the true witness points on B are their hull
  ExactRange A;
  ExactRange B;
};

/// A point of a body in the world, exactly [m].
ExactVec3 exact_point(const Pose& X, const Vec3& p);

/// phi_core n for one of the truth's directions u, exactly: a rational vector.
ExactVec3 exact_phi_n(const Truth& truth, const ExactVec3& u);

/// rho d, exactly.
ExactVec3 exact_rho_d(const Pair& pair, const Rational& rho);

/// One for each of the truth's directions; one alone for phi = 0 and for the ratio metric, where
/// all directions have the same points. The truth has a rho where `quantity` is ratio.
std::vector<TruePoints> true_points(const Pair& pair, const TruthOnDemand& truth,
                                    Quantity quantity);

// Whether two claimed witness points are right.

/// By how much each coordinate of two claimed points may be off besides a tolerance: four units in
/// the last place of that coordinate of a true point [m], rounded to the nearest double. Among
/// several true points the one whose coordinate is nearest to the claimed one counts, so that no
/// claim earns itself more than the bodies do.
struct WitnessMargins {
  Vec3 A;
  Vec3 B;
};
WitnessMargins witness_margins(const WitnessPoints& p, const TruePoints& truth);

/// Whether p_A is within `tolerance` [m] of A, p_B of B, and p_A - p_B within it of phi n (rho d of
/// the ratio metric, if `quantity` is ratio: the truth then has a rho), each coordinate except for
/// the margins of one of the truth's directions. n is that direction or, of phi, `valid_normal`:
/// the answer's own where it was found valid, else nullptr. Near a tie it may differ from every
/// exactly optimal direction, and the witness points that go with it are as good as the others.
bool witnesses_valid(const Pair& pair, const WitnessPoints& p, const TruthOnDemand& truth,
                     Quantity quantity, double tolerance, const Vec3* valid_normal);

// Claims of the fixed-body variant: only A grows, B stays. Where A stays, the bodies are swapped,
// and with them the points and the sense of the normal. r > 0.

/// Whether g(u) > 0 and gap(u)/g(u) >= rho - tolerance, decided exactly, with g(u) = u.x_A less the
/// largest u.b of B: the reach that A has to grow to; or whether each entry of u/|u| is within
/// `allowance` of that of an optimal direction.
bool fixed_body_normal_valid(const Pair& pair, const Vec3& u, const FixedBodyTruth& truth,
                             double tolerance, double allowance);

/// Whether p_A is within `tolerance` [m] of A, p_B of B, and p_A - p_B within max(1, 1/r) times it
/// of rho (x_A - p_B), each coordinate except for four units in the last place of that of the
/// truth's points; for what p_A - p_B is held against, those of p_B count 1/r-fold.
bool fixed_body_witnesses_valid(const Pair& pair, const WitnessPoints& p,
                                const FixedBodyTruth& truth, double tolerance);

/// Whether |(p_A - p_B) - phi n/|n|| <= tolerance, where each coordinate may first be moved by as
/// much as that of `margin`.
bool apart_along(const WitnessPoints& p, const Vec3& n, const TruthOnDemand& truth,
                 double tolerance, const Vec3& margin = Vec3::Zero());

/// Whether |(p_A - p_B) - phi n| <= tolerance for one of the truth's unit directions n; for phi =
/// 0, whether |p_A - p_B| <= tolerance.
bool apart_by_phi(const WitnessPoints& p, const TruthOnDemand& truth, double tolerance);

/// Whether |(p_A - p_B) - rho d| <= tolerance. The truth has a rho.
bool apart_by_rho(const Pair& pair, const WitnessPoints& p, const TruthOnDemand& truth,
                  double tolerance);

/// Whether |(p_A - p_B) - apart| <= tolerance, where each coordinate may first be moved by as much
/// as that of `margin`.
bool apart_by(const WitnessPoints& p, const ExactVec3& apart, double tolerance,
              const Vec3& margin = Vec3::Zero());

}  // namespace touchstone
