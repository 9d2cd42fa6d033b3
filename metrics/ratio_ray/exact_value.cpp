// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/exact_value.hpp"

#include <cmath>
#include <limits>

#include "metrics/arithmetic/fixed_rotation.hpp"
#include "metrics/arithmetic/fixed_rounding.hpp"

namespace touchstone {
namespace {

/// A body's vertices in the portal, each distinct one once.
struct WholeCorners {
  WholeRotation R;
  std::array<WholeVector, 3> v;
  std::array<bool, 3> own;  ///< whether it differs from the first
  ExponentRange range;

  WholeCorners(const RayBody& body, const Mat3& R_double, const Portal& portal,
               int PortalPoint::*place)
      : R(R_double) {
    for (std::size_t i = 0; i < 3; ++i) {
      const int at = portal.points[i].*place;
      own[i] = i == 0 || at != portal.points[0].*place;
      if (!own[i]) continue;
      v[i] = whole(body.map.body_vertex(at));
      range.add(v[i]);
    }
  }
  /// Least and greatest exponent of the products of an entry of R and one of v.
  int least() const { return R.range.least + range.least; }
  int most() const { return R.range.most + range.most; }
};

struct Question {
  WholeCorners A;
  WholeCorners B;
  WholeVector t_A;
  WholeVector t_B;
  ExponentRange of_t;

  Question(const RayBody& A_body, const Pose& X_WA, const RayBody& B_body, const Pose& X_WB,
           const Portal& portal)
      : A(A_body, X_WA.R, portal, &PortalPoint::a),
        B(B_body, X_WB.R, portal, &PortalPoint::b),
        t_A(whole(X_WA.t)),
        t_B(whole(X_WB.t)) {
    of_t.add(t_A);
    of_t.add(t_B);
  }
  /// Exponent of the unit in which all terms are whole numbers; any will do where all are 0.
  int unit() const { return std::min({A.least(), B.least(), of_t.least}); }
  /// An entry of the vectors below is a sum of at most twelve products, or of six and two entries
  /// of the translations: less than 2^4 times the largest. The sum of six
  /// products of three such entries has two more bits for each, sign included.
  int bits() const {
    const int largest = std::max({A.most() + 106, B.most() + 106, of_t.most + 53});
    return largest - unit() + 4 + 2;
  }
};

/// N = edge_1 x edge_2 as double-doubles, and N.(d - k_0).
struct Products {
  ScaledDoubleDouble above;  ///< in units of 2^(3 unit)
  Dd3 N;                     ///< in units of 2^(2 unit + exponent)
  int exponent = 0;
};

template <std::size_t kLimbs>
Products products(const Question& q) {
  const int unit = q.unit();
  FixedVector<kLimbs> first_A{};
  FixedVector<kLimbs> first_B{};
  add_rotated(first_A, q.A.R, q.A.v[0], 1, unit);
  add_rotated(first_B, q.B.R, q.B.v[0], 1, unit);
  std::array<FixedVector<kLimbs>, 2> edge{};
  for (std::size_t i = 0; i < 2; ++i) {
    if (q.B.own[i + 1]) {
      edge[i] = -first_B;
      add_rotated(edge[i], q.B.R, q.B.v[i + 1], 1, unit);
    }
    if (q.A.own[i + 1]) {
      edge[i] = edge[i] + first_A;
      add_rotated(edge[i], q.A.R, q.A.v[i + 1], -1, unit);
    }
  }
  FixedVector<kLimbs> left = first_A - first_B;
  add_vector(left, q.t_A, 1, unit);
  add_vector(left, q.t_B, -1, unit);
  const FixedVector<2 * kLimbs> N = cross(edge[0], edge[1]);
  const RoundedVector<2 * kLimbs> rounded_N(N);
  return {rounded(dot(N, left)), rounded_N.precise, rounded_N.exponent};
}

}  // namespace

std::optional<double> exact_rho(const RayBody& A, const Pose& X_WA, const RayBody& B,
                                const Pose& X_WB, const Portal& portal, const Dd3& d,
                                double doubt) {
  const Question question(A, X_WA, B, X_WB, portal);
  const int bits = question.bits();
  Products of;
  if (bits <= 2 * 64) {
    of = products<2>(question);
  } else if (bits <= 3 * 64) {
    of = products<3>(question);
  } else if (bits <= 4 * 64) {
    of = products<4>(question);
  } else {
    return std::nullopt;
  }
  if (of.above.value.high == 0) return 0;
  const DoubleDouble quotient = of.above.value / dot(of.N, d);
  const double infinity = std::numeric_limits<double>::infinity();
  const double size = std::abs(quotient.high);
  const double next =
      std::nextafter(size, (quotient.low > 0) == (quotient.high > 0) ? infinity : 0);
  // Where it is not known which of two doubles is nearer, integers that grow find out.
  const double open = (doubt + 0x1p-95) * size;
  if (!(std::abs(quotient.low) + open < 0.5 * std::abs(next - size))) return std::nullopt;
  const double rho = std::ldexp(quotient.high, of.above.exponent - of.exponent + question.unit());
  // Smaller ones may be subnormal.
  constexpr double kMinValue = 1e-290;
  return std::abs(rho) > kMinValue ? std::optional(rho) : std::nullopt;
}

}  // namespace touchstone
