// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/witness_offsets.hpp"

#include <algorithm>
#include <limits>

#include "reference/oracle.hpp"

namespace touchstone {
namespace {

/// A point is a body too, so the oracle knows how far it is from another.
std::optional<double> distance(const Vec3& p_W, const PolytopePtr& body, const Pose& X) {
  PolytopeInput input;
  input.vertices = {p_W};
  const auto point = make_polytope(input);
  if (!point.ok()) return std::nullopt;
  Oracle oracle;
  return std::max(0.0, oracle.solve({point.value(), Pose{}, body, X}, false).phi);
}

/// What p_A - p_B may be.
std::vector<Vec3> expected_differences(const Pair& pair, const Truth& truth, Quantity quantity,
                                       const Answer& answer) {
  if (quantity == Quantity::ratio) {
    if (!truth.ratio) return {};
    const Vec3 x_A = pair.X_WA.R * pair.A->interior_point() + pair.X_WA.t;
    const Vec3 x_B = pair.X_WB.R * pair.B->interior_point() + pair.X_WB.t;
    return {truth.ratio->rho_rounded * (x_A - x_B)};
  }
  std::vector<Vec3> expected;
  for (const Vec3& n : truth.normals) expected.emplace_back(truth.phi * n);
  // Near a tie the answer's own direction may be as good as the best.
  if (answer.normal) expected.emplace_back(truth.phi * *answer.normal);
  return expected;
}

}  // namespace

std::optional<WitnessOffsets> witness_offsets(const Pair& pair, const Truth& truth,
                                              Quantity quantity, const Answer& answer) {
  if (!answer.witnesses) return std::nullopt;
  const auto a_outside = distance(answer.witnesses->p_WA, pair.A, pair.X_WA);
  const auto b_outside = distance(answer.witnesses->p_WB, pair.B, pair.X_WB);
  if (!a_outside || !b_outside) return std::nullopt;
  const std::vector<Vec3> expected = expected_differences(pair, truth, quantity, answer);
  if (expected.empty()) return std::nullopt;
  const Vec3 difference = answer.witnesses->p_WA - answer.witnesses->p_WB;
  double off = std::numeric_limits<double>::infinity();
  for (const Vec3& e : expected) off = std::min(off, (difference - e).norm());
  return WitnessOffsets{*a_outside, *b_outside, off};
}

}  // namespace touchstone
