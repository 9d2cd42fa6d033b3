// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/refutation.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "reference/claims.hpp"

namespace touchstone {
namespace {

using Part = Refutation::Part;

/// Where no certificate is found of what is wrong: a reason behind the name of who answered.
Error not_shown(const std::string& why) {
  return Error{"is wrong, but no certificate shows it: " + why};
}

Result<Refutation> with(Part part, Result<BoundProof> proof) {
  if (!proof) return not_shown(proof.reason());
  return Refutation{part, std::move(proof).value(), std::nullopt};
}

bool is_direction(const std::optional<Vec3>& n) { return n && n->allFinite() && !n->isZero(0); }

/// Whether the value, or the sign where that is all, is below phi.
bool is_low(const Truth& truth, const Answer& answer) {
  if (answer.status == AnswerStatus::sign_only) return answer.sign < truth.sign;
  const int sign = sgn(Rational(answer.value));
  if (sign != truth.sign) return sign < truth.sign;
  const Rational square = Rational(answer.value) * Rational(answer.value);
  return sign < 0 ? square > truth.phi_squared : square < truth.phi_squared;
}

Result<Refutation> refute_value(const Pair& pair, const Truth& truth, const Answer& answer) {
  if (is_low(truth, answer)) return with(Part::low_value, prove_phi_at_least(pair, truth));
  auto refutation = with(Part::high_value, prove_phi_at_most(pair, truth));
  if (!refutation || truth.sign >= 0 || !is_direction(answer.normal)) return refutation;
  auto along = prove_gap_at_most(pair, *answer.normal);
  if (!along) return not_shown(along.reason());
  Refutation made = std::move(refutation).value();
  made.beside = std::move(along).value();
  return made;
}

Result<Refutation> refute_normal(const Pair& pair, const Truth& truth, const Vec3& n) {
  if (gap_reaches(pair, n, truth, 0)) {
    return Error{"has a normal that is wrong in its length alone: that has no refutation"};
  }
  auto refutation = with(Part::normal, prove_gap_at_most(pair, n));
  if (!refutation) return refutation;
  auto better = prove_phi_at_least(pair, truth);
  if (!better) return not_shown(better.reason());
  Refutation made = std::move(refutation).value();
  made.beside = std::move(better).value();
  return made;
}

/// Whether the point is judged to be away from its body, whichever true points are the nearest.
bool is_outside(const Pair& pair, WhichBody body, const WitnessPoints& points,
                const std::vector<TruePoints>& truths, double tolerance) {
  const bool is_A = body == WhichBody::A;
  return std::none_of(truths.begin(), truths.end(), [&](const TruePoints& truth) {
    const WitnessMargins margins = witness_margins(points, truth);
    return point_within(pair, body, is_A ? points.p_WA : points.p_WB, tolerance,
                        is_A ? margins.A : margins.B);
  });
}

Result<Refutation> refute_points(const Pair& pair, const Truth& truth, const WitnessPoints& points,
                                 double tolerance) {
  const auto truths = true_points(pair, truth, Quantity::euclidean);
  if (is_outside(pair, WhichBody::A, points, truths, tolerance)) {
    return with(Part::point_A, prove_point_outside(pair, WhichBody::A, points.p_WA));
  }
  if (is_outside(pair, WhichBody::B, points, truths, tolerance)) {
    return with(Part::point_B, prove_point_outside(pair, WhichBody::B, points.p_WB));
  }
  return Error{
      "has points in their bodies that only do not belong together: that has no refutation"};
}

}  // namespace

Result<Refutation> refute(const Pair& pair, const Truth& truth, Quantity quantity,
                          const RunOutcome& outcome, const Verdict& verdict, double tolerance) {
  if (quantity == Quantity::ratio) {
    return Error{
        "answers a ratio, and refutations are of phi: --certificate with --ratio-form rho "
        "proves rho"};
  }
  if (is_rounded(pair)) {
    return Error{
        "is of bodies with a radius, of which there are no certificates: the case without radii "
        "has one, and its phi is larger by them"};
  }
  const Answer& answer = outcome.answer;
  if (verdict.value == ValueVerdict::wrong_sign || verdict.value == ValueVerdict::inaccurate ||
      verdict.sign == SignVerdict::wrong_sign) {
    return refute_value(pair, truth, answer);
  }
  if (verdict.normal == PartVerdict::invalid && is_direction(answer.normal)) {
    return refute_normal(pair, truth, *answer.normal);
  }
  if (verdict.witness == PartVerdict::invalid) {
    return refute_points(pair, truth, *answer.witnesses, tolerance * pair_size(pair));
  }
  return Error{"is judged " + std::string(word_title(verdict.word)) +
               ": there is nothing to refute"};
}

}  // namespace touchstone
