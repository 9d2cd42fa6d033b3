// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "benchmarks/timing/time_pairs.hpp"
#include "harness/judge/judge.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A point in the body, and the point given: how far it was outside of a facet is bounded.
struct Inside {
  Vec3 p_W;
  bool valid = false;
};

/// The point of the body that `p_W` becomes when it is moved towards the interior point until it is
/// certainly inside.
Inside moved_inside(const Polytope& body, const Pose& X, const Vec3& p_W, double rounding) {
  // R is orthonormal to 1e-15 here: bodies are placed by make_pose.
  const Vec3 p = X.R.transpose() * (p_W - X.t);
  double outside = 0;
  for (const Facet& facet : body.facets()) {
    outside = std::max(outside, facet.normal.dot(p) - facet.offset);
  }
  if (!std::isfinite(outside)) return {};
  // Facets are merged, and their offsets rounded, to 1e-12 of the size.
  const double doubt = outside + rounding + 2e-12 * body.bounding_radius();
  const Vec3 x_W = X.R * body.interior_point() + X.t;
  return {x_W + body.inradius() / (body.inradius() + doubt) * (p_W - x_W), true};
}

}  // namespace

TruthBounds::TruthBounds() : low(-kInfinity), high(kInfinity) {}

void TruthBounds::include(double lower, double upper) {
  if (lower > low) low = lower;
  if (upper < high) high = upper;
}

void TimeTruth::learn(const Answer& answer) {
  if (answer.status == AnswerStatus::no_answer) return;
  const double rounding = kGapRounding * coordinate_bound(*pair_);
  const Vec3 x_WA = pair_->X_WA.R * pair_->A->interior_point() + pair_->X_WA.t;
  const Vec3 x_WB = pair_->X_WB.R * pair_->B->interior_point() + pair_->X_WB.t;
  const Vec3 d = x_WA - x_WB;
  if (answer.normal && std::isfinite(answer.normal->sum()) && answer.normal->norm() > 0) {
    const Vec3 n = answer.normal->normalized();
    const double gap = gap_in_doubles(*pair_, n) - rounding;
    phi_.include(gap, kInfinity);
    const double along = n.dot(d);
    if (along > rounding) {
      rho_.include(gap / (gap > 0 ? along + rounding : along - rounding), kInfinity);
    }
  }
  if (answer.witnesses && d.norm() > rounding) {
    const Inside p_A = moved_inside(*pair_->A, pair_->X_WA, answer.witnesses->p_WA, rounding);
    const Inside p_B = moved_inside(*pair_->B, pair_->X_WB, answer.witnesses->p_WB, rounding);
    if (!p_A.valid || !p_B.valid) return;
    const Vec3 difference = p_A.p_W - p_B.p_W;
    phi_.include(-kInfinity, difference.norm() + rounding);
    // d - difference is in K. What of the difference is not along d, |off|, is made up for by
    // scaling: with the ball of radius R about 0 in K, (1 - rho') d is in (1 + |off| / R) K.
    const double along = difference.dot(d) / d.squaredNorm();
    const double off = (difference - along * d).norm() + rounding;
    const double R = pair_->A->inradius() + pair_->B->inradius();
    rho_.include(-kInfinity, 1 - (1 - along) / (1 + off / R) + rounding / d.norm());
  }
}

void TimeTruth::ask(QuickOracle& oracle) {
  exact_.emplace(oracle.solve(*pair_, true));
  const TruthOnDemand& truth = *exact_;
  const RoundedReal& phi = truth.phi();
  phi_ = TruthBounds();
  phi_.include(phi.value, phi.value);
  rho_ = TruthBounds();
  if (truth.rho()) rho_.include(truth.rho()->value, truth.rho()->value);
}

std::optional<bool> TimeTruth::right(const Answer& answer, const MetricTraits& traits) const {
  const bool ratio = traits.quantity == Quantity::ratio;
  const TruthBounds& truth = ratio ? rho_ : phi_;
  const double size = pair_size(*pair_);
  if (answer.status == AnswerStatus::sign_only) {
    const double threshold = kSignThreshold * size;
    if (phi_.low > threshold) return answer.sign > 0;
    if (phi_.high < -threshold) return answer.sign < 0;
    // Where phi is 0 or nearly so, any sign is right, as it is in campaigns.
    if (phi_.low >= -threshold && phi_.high <= threshold) return true;
    return std::nullopt;
  }
  const double limit = kTimeTolerance * (ratio ? std::max(1.0, std::abs(truth.low)) : size);
  if (!truth.narrower_than(limit / 10)) return std::nullopt;
  if (answer.status != AnswerStatus::answered || !std::isfinite(answer.value)) return false;
  const double error =
      std::max(std::abs(answer.value - truth.low), std::abs(answer.value - truth.high));
  const double threshold = kSignThreshold * size;
  const bool wrong_sign =
      (phi_.low > threshold && answer.value < 0) || (phi_.high < -threshold && answer.value > 0);
  return error <= limit && !wrong_sign;
}

std::optional<bool> TimeTruth::proven_by_points(const Answer& answer,
                                                const MetricTraits& traits) const {
  if (!exact_ || !traits.gives.ever(&Gives::witnesses)) return std::nullopt;
  const Verdict verdict =
      judge(*pair_, *exact_, traits, {RunStatus::completed, answer, ""}, kTimeTolerance);
  return verdict.value == ValueVerdict::right && verdict.witness == PartVerdict::valid;
}

}  // namespace touchstone
