// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/rounded_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "geometry/arithmetic/double_double.hpp"
#include "metrics/curved_bodies.hpp"

namespace touchstone {
namespace {

RunOutcome not_applicable(const char* why) { return {RunStatus::not_applicable, {}, why}; }

void leave_without_use(RunOutcome& outcome, const char* why) {
  outcome.says_nothing = true;
  outcome.detail = why;
}

/// phi_core - r_A - r_B: the double, and what it leaves out.
DoubleDouble less_radii(double phi_core, double tail, double r_A, double r_B) {
  const DoubleDouble once = two_sum(phi_core, -r_A);
  const DoubleDouble twice = two_sum(once.high, -r_B);
  return two_sum(twice.high, once.low + twice.low + tail);
}

double ulp_above(double x) {
  const double magnitude = std::abs(x);
  return std::nextafter(magnitude, std::numeric_limits<double>::infinity()) - magnitude;
}

/// The unit vector from B to A, if the answer about the cores has one.
std::optional<Vec3> direction_of(const Answer& cores) {
  if (cores.normal) return cores.normal;
  if (cores.status != AnswerStatus::answered || cores.value == 0) return std::nullopt;
  const Vec3 apart = cores.witnesses->p_WA - cores.witnesses->p_WB;
  return std::copysign(1.0, cores.value) * apart.stableNormalized();
}

/// Moves points on the cores to the bodies, `first` by its radius. The other is then apart from it
/// by phi n: r n would be rounded to the digits of r, beside which phi may be small. But a first
/// point of a much larger body would leave it the digits of that body.
void move_points(const Vec3& outwards, double phi, double r_first, double r_other, Vec3& first,
                 Vec3& other) {
  constexpr double kMuchLarger = 2;
  first += r_first * outwards;
  const double of_first = first.lpNorm<Eigen::Infinity>() + std::abs(phi);
  const double of_other = other.lpNorm<Eigen::Infinity>() + r_other;
  if (of_first > kMuchLarger * of_other) {
    other -= r_other * outwards;
  } else {
    other = first + phi * outwards;
  }
}

/// Moves the point of the smaller radius first. n is from B to A.
void move_points(const Vec3& n, double phi, double r_A, double r_B, WitnessPoints& p) {
  if (r_A <= r_B) {
    move_points(-n, phi, r_A, r_B, p.p_WA, p.p_WB);
  } else {
    move_points(n, phi, r_B, r_A, p.p_WB, p.p_WA);
  }
}

/// The polytopes if they are such and one has a radius, else nullptr.
const Pair* rounded_polytopes(const AskedPair& asked) {
  const auto* pair = std::get_if<const Pair*>(&asked);
  return pair != nullptr && is_rounded(**pair) ? *pair : nullptr;
}

}  // namespace

void move_to_bodies(const Pair& pair, const MetricTraits& traits, RunOutcome& outcome) {
  if (!is_rounded(pair) || outcome.status != RunStatus::completed) return;
  Answer& answer = outcome.answer;
  if (answer.status == AnswerStatus::sign_only) {
    answer.witnesses.reset();
    if (answer.sign > 0) {
      leave_without_use(outcome, "that the cores are apart says nothing of phi");
    } else {
      answer.sign = -1;
    }
    return;
  }
  if (answer.status != AnswerStatus::answered || !std::isfinite(answer.value)) return;
  const bool coarse =
      !answer.tail && ulp_above(answer.value) > traits.own_tolerance * pair_size(pair);
  const double r_A = pair.A->radius();
  const double r_B = pair.B->radius();
  const DoubleDouble phi = less_radii(answer.value, answer.tail.value_or(0), r_A, r_B);
  if (answer.witnesses) {
    if (const std::optional<Vec3> n = direction_of(answer)) {
      move_points(*n, phi.high, r_A, r_B, *answer.witnesses);
    } else {
      answer.witnesses.reset();
    }
  }
  answer.value = phi.high;
  if (answer.tail) answer.tail = phi.low;
  if (coarse) {
    leave_without_use(outcome, "a double of the cores' distance is too coarse for these radii");
  }
}

RoundedBodiesRunner::RoundedBodiesRunner(const MetricRow& row, std::unique_ptr<Runner> of_cores)
    : traits_(row.traits),
      is_plugin_(row.plugin.kind != PluginSource::Kind::none),
      of_cores_(std::move(of_cores)) {}

std::vector<RunOutcome> RoundedBodiesRunner::run(std::span<const AskedPair> batch) {
  if (takes_radius(traits_) || std::none_of(batch.begin(), batch.end(), rounded_polytopes)) {
    return of_cores_->run(batch);
  }
  std::vector<AskedPair> put;
  for (const AskedPair& pair : batch) {
    if (!is_plugin_ || rounded_polytopes(pair) == nullptr) put.push_back(pair);
  }
  std::vector<RunOutcome> answered = of_cores_->run(put);
  std::vector<RunOutcome> outcomes;
  outcomes.reserve(batch.size());
  auto next = answered.begin();
  for (const AskedPair& asked : batch) {
    const Pair* rounded = rounded_polytopes(asked);
    if (is_plugin_ && rounded != nullptr) {
      outcomes.push_back(not_applicable("a body has a radius"));
      continue;
    }
    if (rounded != nullptr) move_to_bodies(*rounded, traits_, *next);
    outcomes.push_back(std::move(*next++));
  }
  return outcomes;
}

}  // namespace touchstone
