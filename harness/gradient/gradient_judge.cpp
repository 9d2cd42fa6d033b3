// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gradient/gradient_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "dynamics/solid_moments.hpp"
#include "harness/gradient/near_pieces.hpp"
#include "harness/judge/exact_vectors.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

/// Where rounding a unit normal costs more of the numbers, doubles decide nothing [1].
constexpr double kMaxAllowance = 0.1;
/// Pieces that differ by less are one piece with rounded corners, in parts of the tolerance [1].
constexpr double kOnePiece = 1e-3;

using Vec12 = std::array<double, 12>;

Vec12 numbers_of(const Gradient& gradient) {
  Vec12 numbers{};
  std::size_t i = 0;
  for (const Vec3& part : {gradient.v_A, gradient.w_A, gradient.v_B, gradient.w_B}) {
    for (const double x : part) numbers.at(i++) = x;
  }
  return numbers;
}

ExactVec12 exact_numbers(const Vec12& numbers) {
  ExactVec12 exactly;
  for (std::size_t i = 0; i < numbers.size(); ++i) exactly.at(i) = numbers.at(i);
  return exactly;
}

/// The length of the longest v-part: 1 of phi.
double largest_speed(const ExactGradient& gradient) {
  double largest = 0;
  for (const ExactGradient::Direction& direction : gradient.directions) {
    const ExactVec12& piece = direction.pieces.front();
    const Rational squared = piece[0] * piece[0] + piece[1] * piece[1] + piece[2] * piece[2];
    largest = std::max(largest, round_sqrt_to_double(squared / direction.square));
  }
  return largest;
}

/// A point of a body and what doubles know of it.
struct PointArm {
  double length;       ///< from the origin of the body's frame [m]
  double last_places;  ///< four units in the last place of its largest world coordinate [m]
};

/// A witness point of rho grows by 1/shrink, and so do its last places.
PointArm arm_of(const Pose& X, const Polytope& body, const ExactVec3& p,
                const std::optional<Rational>& shrink) {
  const ExactVec3 arm = p - exact_point(X, Vec3::Zero());
  const ExactVec3 center = exact_point(X, body.interior_point());
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Rational x = shrink ? Rational(center[i] + *shrink * (p[i] - center[i])) : p[i];
    largest = std::max(largest, std::abs(round_to_double(x)));
  }
  constexpr double kFourUnits = 4 * std::numeric_limits<double>::epsilon();
  const double growth = shrink ? 1 / round_to_double(*shrink) : 1;
  return {round_sqrt_to_double(dot(arm, arm)), kFourUnits * largest * growth};
}

/// What a claim is in our convention if it was made in another one.
struct Convention {
  std::string name;
  Gradient gradient;
};

/// The center of a solid's mass from the origin of its frame, world axes [m].
Vec3 center_of_mass(const Polytope& body, const Pose& X) {
  if (body.dimension() < 3) return X.R * body.interior_point();
  return X.R * solid_moments(body).centroid();
}

std::vector<Convention> conventions(const Pair& pair, const Gradient& g) {
  // Rotations in doubles are not quite orthonormal: what undoes R' is not R.
  const Mat3 T_A = pair.X_WA.R.transpose().inverse();
  const Mat3 T_B = pair.X_WB.R.transpose().inverse();
  const auto about = [&g](const Vec3& arm_A, const Vec3& arm_B) {
    return Gradient{g.v_A, g.w_A + arm_A.cross(g.v_A), g.v_B, g.w_B + arm_B.cross(g.v_B)};
  };
  return {{"w halved", {g.v_A, 2 * g.w_A, g.v_B, 2 * g.w_B}},
          {"w reversed", {g.v_A, -g.w_A, g.v_B, -g.w_B}},
          {"w in body axes", {g.v_A, T_A * g.w_A, g.v_B, T_B * g.w_B}},
          {"body axes", {T_A * g.v_A, T_A * g.w_A, T_B * g.v_B, T_B * g.w_B}},
          {"w about the world's origin", about(-pair.X_WA.t, -pair.X_WB.t)},
          {"w about the center of mass",
           about(center_of_mass(*pair.A, pair.X_WA), center_of_mass(*pair.B, pair.X_WB))},
          {"A and B exchanged", {g.v_B, g.w_B, g.v_A, g.w_A}},
          {"the opposite sign", {-g.v_A, -g.w_A, -g.v_B, -g.w_B}}};
}

}  // namespace

GradientJudge::GradientJudge(const Pair& pair, const TruthOnDemand& truth, Quantity quantity,
                             GradientTolerances tolerances)
    : pair_(pair),
      truth_(truth),
      quantity_(quantity),
      tolerances_(tolerances),
      exact_(exact_gradient(pair, truth, quantity)) {
  if (!exact_) return;
  scale_ = largest_speed(*exact_);
  const double size = pair_size(pair);
  const std::optional<Rational> shrink = shrink_of(truth, quantity);
  double rounding = normal_allowance(Scalar::float64);
  double growth = 1;
  if (shrink) {
    // An entry of a unit normal is rounded by so much, which counts as often as d is longer than
    // its part along n: |v| = 1 / (r n.d).
    const double length_of_d = round_sqrt_to_double(exact_d_squared(pair));
    growth = 1 / round_to_double(*shrink);
    rounding *= length_of_d * scale_ * growth;
    tolerances_.numbers = std::max(tolerances.numbers, rounding);
    tolerances_.fine = std::max(tolerances.fine, rounding);
  }
  const PointArm A = arm_of(pair.X_WA, *pair.A, exact_->point, shrink);
  const PointArm B = arm_of(pair.X_WB, *pair.B, exact_->point, shrink);
  const double numbers = tolerances_.numbers;
  const auto measure_of = [&](double tolerance) {
    const auto scale_of = [&](const PointArm& arm) {
      return std::max({size, arm.length, arm.last_places / tolerance});
    };
    return Measure{scale_of(A), scale_of(B), tolerance};
  };
  const auto near_scale_of = [&](const PointArm& arm) {
    const double passing = tolerances.kink * size * growth;
    return (passing + arm.last_places + rounding * arm.length) / numbers;
  };
  measure_ = measure_of(numbers);
  fine_ = measure_of(tolerances_.fine);
  line_ = {near_scale_of(A), near_scale_of(B), numbers};
  if (!std::isnormal(scale_) ||
      !std::isfinite(scale_ * (fine_.A + fine_.B + 1) / tolerances.fine) ||
      !std::isfinite(near_scale_of(A) + near_scale_of(B)) || numbers > kMaxAllowance) {
    exact_.reset();
  }
}

/// The distance from the hull; `error` tells it rounded.
bool GradientJudge::is_within(const ExactGradient& hull, const ExactVec12& claimed,
                              const Measure& measure, double& error) const {
  if (hull.pieces() == 0) return false;
  const Rational scale(scale_);
  const Rational squared =
      squared_distance_from(hull, claimed, Rational(measure.A), Rational(measure.B)) /
      (scale * scale);
  error = round_sqrt_to_double(squared);
  return squared <= Rational(measure.tolerance) * Rational(measure.tolerance);
}

double GradientJudge::distance_of(const Gradient& claimed) const {
  double error = 0;
  is_within(*exact_, exact_numbers(numbers_of(claimed)), measure_, error);
  return error;
}

const ExactGradient& GradientJudge::near() const {
  if (!near_) near_ = near_pieces(pair_, truth_, quantity_, tolerances_.kink);
  return *near_;
}

bool GradientJudge::is_near(const Gradient& claimed, const ExactVec12& exactly) const {
  double error = 0;
  if (nearly_optimal(pair_, truth_, quantity_, claimed.v_A, tolerances_.kink)) {
    const std::optional<Rational> shrink = shrink_of(truth_, quantity_);
    const double band = tolerances_.kink * pair_size(pair_);
    const auto passes = [&](BodyOfPair which) {
      const ExactGradient pieces = supported_pieces(pair_, which, claimed.v_A, shrink, band);
      if (!is_within(pieces, exactly, measure_, error)) return false;
      // The line is held to where bodies so near may have it, whatever the length of n.
      const Rational longer(largest_speed(pieces) / claimed.v_A.stableNorm());
      ExactVec12 line = exactly;
      for (Rational& x : line) x *= longer;
      return is_within(pieces, line, line_, error);
    };
    if (passes(BodyOfPair::A) && passes(BodyOfPair::B)) return true;
  }
  const double kink = tolerances_.kink;
  if (quantity_ == Quantity::euclidean &&
      !(std::abs(truth_.core_phi().value) > kink * pair_size(pair_))) {
    return false;
  }
  return is_within(near(), exactly, measure_, error);
}

GradientWord GradientJudge::word_of(const Gradient& claimed, double& error) const {
  const ExactVec12 exactly = exact_numbers(numbers_of(claimed));
  if (is_within(*exact_, exactly, measure_, error)) {
    return exact_->is_differentiable() ? GradientWord::right : GradientWord::right_at_a_kink;
  }
  return is_near(claimed, exactly) ? GradientWord::right_near_a_kink : GradientWord::wrong_gradient;
}

/// The flag "differentiable" is wrong if phi has several exact pieces. The flag "not differentiable"
/// is wrong if no second piece is within the tolerance: nothing is said where not all axes are tried.
std::optional<bool> GradientJudge::flag_holds(bool differentiable) const {
  if (!exact_->is_differentiable()) return !differentiable;
  if (differentiable) return true;
  if (!has_all_near_pieces(pair_)) return std::nullopt;
  const Rational limit(kOnePiece * tolerances_.numbers * scale_);
  for (const ExactGradient::Direction& direction : near().directions) {
    for (const ExactVec12& piece : direction.pieces) {
      ExactVec12 claimed = piece;
      const Rational root(round_sqrt_to_double(direction.square));
      for (Rational& x : claimed) x /= root;
      if (squared_distance_from(*exact_, claimed, Rational(measure_.A), Rational(measure_.B)) >
          limit * limit)
        return true;
    }
  }
  return false;
}

GradientVerdict GradientJudge::judge(const std::optional<ClaimedGradient>& claim) const {
  const auto finite = [](const Gradient& g) {
    const Vec12 numbers = numbers_of(g);
    return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
  };
  if (!exact_) return {GradientWord::not_judged};
  GradientVerdict verdict;
  verdict.not_finite = claim && !finite(claim->rates);
  if (!claim || verdict.not_finite) return verdict;
  verdict.word = word_of(claim->rates, verdict.error);
  if (verdict.word == GradientWord::right_at_a_kink && verdict.error > tolerances_.fine) {
    double error = 0;
    verdict.coarse = !is_within(*exact_, exact_numbers(numbers_of(claim->rates)), fine_, error);
  }
  if (verdict.word == GradientWord::wrong_gradient) {
    for (const Convention& other : conventions(pair_, claim->rates)) {
      double error = 0;
      if (!finite(other.gradient) || !is_right(word_of(other.gradient, error))) continue;
      verdict.word = GradientWord::wrong_frame;
      verdict.convention = other.name;
      break;
    }
  } else if (claim->differentiable) {
    const std::optional<bool> holds = flag_holds(*claim->differentiable);
    verdict.flag_not_judged = !holds.has_value();
    if (holds && !*holds) verdict.word = GradientWord::wrong_flag;
  }
  return verdict;
}

}  // namespace touchstone
