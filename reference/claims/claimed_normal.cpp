// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/claims.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "reference/claims/rounding.hpp"
#include "reference/exact/root_signs.hpp"
#include "reference/exact_vector.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

/// Rounding that a normal is allowed, in units of the last place of 1.
constexpr double kNormalUlps = 4;

/// v times a power of two that brings its largest entry to about 1.
ExactVec3 scaled(const ExactVec3& v) {
  long largest = std::numeric_limits<long>::min();
  for (const Rational& entry : v) {
    if (entry == 0) continue;
    const auto bits = [](const mpz_class& x) {
      return static_cast<long>(mpz_sizeinbase(x.get_mpz_t(), 2));
    };
    largest = std::max(largest, bits(entry.get_num()) - bits(entry.get_den()));
  }
  ExactVec3 result = v;
  for (Rational& entry : result) {
    if (largest >= 0) {
      entry >>= static_cast<mp_bitcnt_t>(largest);
    } else {
      entry <<= static_cast<mp_bitcnt_t>(-largest);
    }
  }
  return result;
}

/// The unit vector of a scaled one to some 4 kEps.
Vec3 rounded_unit(const ExactVec3& v) { return rounded_entries(v).normalized(); }

/// A claimed normal beside optimal directions.
class Claim {
 public:
  Claim(const Vec3& n, double allowance)
      : n_(scaled(exact(n))),
        square_(dot(n_, n_)),
        unit_(rounded_unit(n_)),
        allowance_(allowance),
        exact_allowance_(allowance) {}

  /// Whether |n_i/|n| - v_i/|v|| <= allowance for each i: the sign of -allowance + (n_i/N) sqrt(N)
  /// - (v_i/V) sqrt(V) with N = n.n, V = v.v, and of the same with n and v exchanged.
  bool is_near(const ExactVec3& v) const {
    const Vec3 off = unit_ - rounded_unit(scaled(v));
    if (off.cwiseAbs().maxCoeff() > allowance_ + kUnitDoubt) return false;
    const Rational square = dot(v, v);
    for (std::size_t i = 0; i < 3; ++i) {
      const Rational a = n_[i] / square_;
      const Rational b = v[i] / square;
      const auto sign = [&](int sense) {
        return sign_with_roots(-exact_allowance_, sense * a, square_, -sense * b, square);
      };
      if (sign(1) > 0 || sign(-1) > 0) return false;
    }
    return true;
  }

  /// Whether it is near some direction a r + b s with a, b >= 0.
  bool is_near_some_between(const ExactVec3& r, const ExactVec3& s) const {
    const ExactVec3 cross_rs = cross(r, s);
    if (dot(cross_rs, cross_rs) == 0) return false;  // along one line: each by itself
    const ExactVec3 w = scaled(cross_rs);
    const Vec3 w_unit = rounded_unit(w);
    // A unit vector of the plane that is near is off by sqrt(3) allowances at most.
    if (std::abs(unit_.dot(w_unit)) > 2 * allowance_ + kUnitDoubt) return false;
    // n's part in the plane, and how far n is from it: -n.w/|w| w/|w|.
    const Rational along = dot(n_, w);
    const Rational ww = dot(w, w);
    const ExactVec3 in_plane = add_scaled(scaled_by(n_, ww), -along, w);
    const ExactVec3 across = cross(w, n_);  // in the plane, and perpendicular to the part above
    const double height = round_to_double(along) / std::sqrt(round_to_double(ww * square_));
    const Vec3 turned = height * w_unit;  // n/|n| less the part's unit vector
    const double step = least_step(turned, w_unit.cross(unit_));
    // in_plane has the length ww |n|, across the length |w||n|.
    const double factor = step * std::sqrt(round_to_double(ww));
    for (const double t : {factor, 0.0}) {
      const ExactVec3 u = add_scaled(in_plane, Rational(t), across);
      const bool between = dot(cross(r, u), cross_rs) >= 0 && dot(cross(u, s), cross_rs) >= 0;
      if (between && is_near(u)) return true;
    }
    return false;
  }

 private:
  /// Bound of the rounding that two unit vectors have in their entries together [1].
  static constexpr double kUnitDoubt = 16 * kEps;

  static ExactVec3 scaled_by(const ExactVec3& v, const Rational& s) {
    return {v[0] * s, v[1] * s, v[2] * s};
  }

  /// The t for which the largest entry of |off - t direction| is least: of two entries that are as
  /// large as each other there, or of one that is 0.
  static double least_step(const Vec3& off, const Vec3& direction) {
    double best = 0;
    double least = off.cwiseAbs().maxCoeff();
    const auto offer = [&](double numerator, double denominator) {
      const double t = numerator / denominator;
      if (!std::isfinite(t)) return;
      const double largest = (off - t * direction).cwiseAbs().maxCoeff();
      if (largest < least) {
        least = largest;
        best = t;
      }
    };
    for (int i = 0; i < 3; ++i) {
      offer(off[i], direction[i]);
      for (int j = 0; j < i; ++j) {
        offer(off[i] - off[j], direction[i] - direction[j]);
        offer(off[i] + off[j], direction[i] + direction[j]);
      }
    }
    return best;
  }

  ExactVec3 n_;
  Rational square_;
  Vec3 unit_;
  double allowance_;
  Rational exact_allowance_;
};

/// Whether n can be near at all: in doubles as a rule.
///
/// Let n/|n| = v + e with v an optimal unit direction and |e| <= sqrt(3) allowance. With a, b any
/// points of the bodies and p_A, p_B the witness points, v.(a - b) >= phi and p_A - p_B = phi v.
/// Therefore
///   (v + e).(a - b) >= phi + e.(a - p_A) - e.(b - p_B) + phi e.v >= phi - |e| levers - |phi|
///   |e|^2,
/// as e.v = -|e|^2 / 2, and no two points of a body are farther apart than two bounding radii.
bool may_be_near(const Pair& pair, const Vec3& n, const TruthOnDemand& truth, Quantity quantity,
                 double allowance) {
  // Where d is far below the levers, rounding may leave even a right n with u.d <= 0, of which
  // ratio_gap_reaches knows nothing.
  if (quantity == Quantity::ratio) return true;
  const double turned = 2 * allowance;
  const double levers = 2 * (pair.A->bounding_radius() + pair.B->bounding_radius());
  const double phi = truth.core_phi().value;
  const double floor = 1.001 * turned * (levers + turned * std::abs(phi)) + ulp_of(phi, 0);
  return gap_reaches(pair, n, truth, floor);
}

}  // namespace

double normal_allowance(Scalar scalar) {
  return kNormalUlps * (scalar == Scalar::float32 ? 0x1p-24 : 0x1p-53);
}

bool fixed_body_normal_valid(const Pair& pair, const Vec3& u, const FixedBodyTruth& truth,
                             double tolerance, double allowance) {
  PolytopeInput input;
  input.vertices = {pair.A->interior_point()};
  const PolytopePtr x_A = make_polytope(input).value();
  const Rational reach = exact_gap({x_A, pair.X_WA, pair.B, pair.X_WB}, u);
  const Rational rho = 1 - 1 / truth.r;
  if (reach > 0 && exact_gap(pair, u) >= (rho - Rational(tolerance)) * reach) return true;
  const Claim claim(u, allowance);
  if (claim.is_near(truth.direction)) return true;
  const std::optional<ExactVec3> nearest = fixed_direction_near(pair, truth.r, u);
  return nearest && claim.is_near(*nearest);
}

bool near_optimal(const Pair& pair, const Vec3& n, const TruthOnDemand& truth, Quantity quantity,
                  double allowance) {
  if (!may_be_near(pair, n, truth, quantity, allowance)) return false;
  const bool ratio = quantity == Quantity::ratio;
  const std::vector<ExactVec3>& directions =
      ratio ? truth.exact().ratio->directions : truth.exact().directions;
  const Claim claim(n, allowance);
  if (std::any_of(directions.begin(), directions.end(),
                  [&](const ExactVec3& v) { return claim.is_near(v); })) {
    return true;
  }
  if (!ratio && truth.core_sign() != 0) return false;
  for (std::size_t k = 0; k < directions.size(); ++k) {
    for (std::size_t j = 0; j < k; ++j) {
      if (claim.is_near_some_between(directions[j], directions[k])) return true;
    }
  }
  return false;
}

}  // namespace touchstone
