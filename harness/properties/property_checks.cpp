// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds used throughout (A' and B' are A and B with every point moved, by m in sum at most):
//
//   phi: |gap'(u) - gap(u)| <= m for every unit u, hence |phi' - phi| <= m.
//   rho: r = max u.d / h_K(u), with |d' - d| <= m, |h_K' - h_K| <= 2 m and h_K >= R_K >= the sum of
//   the inradii, hence |r' - r| <= m (1 + 2 r) / (R_K - 2 m), and rho' - rho = (r' - r) / (r r').
//
// Moving A by s n for an optimal n: gap(n) grows by s, and phi by at most s, hence phi' = phi + s
// for every s >= 0; so too for s < 0 as far as the pair stays penetrating. The gauge r is convex in
// d: r(d + w) >= r + (n.w) / h_K(n) with h_K(n) = n.d / r, for every w.
#include "harness/properties/property_checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/arithmetic/unit_vector.hpp"
#include "harness/judge/judge.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

constexpr double kBroken = std::numeric_limits<double>::infinity();
constexpr double kStep = 1e-3;  ///< step of n1 relative to size (ratio metrics: to n.d) [1]
/// Penetration left to a metric that gives only signs to separated pairs, so that it gives a value,
/// relative to size [1].
constexpr double kDepthLeft = 1e-3;
/// rho of any greater r rounds to 1 or to the double before it [1].
constexpr double kLeastFar = 0x1p53;
/// Normals that agree so far are the same, whatever gap they reach [1].
constexpr double kSameNormal = 1e-9;

int sign_of(double x) { return (x > 0) - (x < 0); }

bool has_value(const Answer& answer) {
  return answer.status == AnswerStatus::answered && std::isfinite(answer.value);
}

bool same_bits(const Vec3& a, const Vec3& b) {
  return a.x() == b.x() && a.y() == b.y() && a.z() == b.z();
}

/// gap(n) of the bodies, from coordinates relative to their own origins: no digits are lost far
/// away.
double gap_along(const Pair& pair, const Vec3& n) {
  const Vec3 n_A = pair.X_WA.R.transpose() * n;
  const Vec3 n_B = pair.X_WB.R.transpose() * n;
  double lowest_A = kBroken;
  for (const Vec3& v : pair.A->vertices()) lowest_A = std::min(lowest_A, n_A.dot(v));
  double highest_B = -kBroken;
  for (const Vec3& v : pair.B->vertices()) highest_B = std::max(highest_B, n_B.dot(v));
  const double of_cores = n.dot(pair.X_WA.t - pair.X_WB.t) + (lowest_A - highest_B);
  return of_cores - (pair.A->radius() + pair.B->radius());
}

Vec3 between_interior_points(const Pair& pair) {
  return (pair.X_WA.t - pair.X_WB.t) +
         (pair.X_WA.R * pair.A->interior_point() - pair.X_WB.R * pair.B->interior_point());
}

/// By how much the difference is more than allowed, relative to `scale`.
double excess_of(double difference, double allowed, double scale) {
  if (!(difference < kBroken)) return kBroken;
  return std::max(0.0, difference - allowed) / scale;
}

}  // namespace

struct PropertyCheck::Seen {
  bool valued = false;
  bool sign_only = false;
  double value = 0;
  int sign = 0;
  std::optional<Vec3> normal;
  std::optional<WitnessPoints> witnesses;
};

PropertyCheck::PropertyCheck(const Pair& pair, const MetricTraits& traits,
                             const RunOutcome& outcome, std::function<bool(double)> near_contact)
    : pair_(pair),
      traits_(traits),
      answer_(outcome.answer),
      near_contact_(std::move(near_contact)),
      ratio_(traits.quantity == Quantity::ratio),
      valued_(outcome.is_of_use() && has_value(outcome.answer)),
      sign_only_(outcome.is_of_use() && outcome.answer.status == AnswerStatus::sign_only),
      sign_(sign_only_ ? answer_.sign : (valued_ ? sign_of(answer_.value) : 0)),
      value_(valued_ ? answer_.value : 0),
      size_(pair_size(pair)),
      scale_(ratio_ ? std::max(1.0, std::abs(value_)) : size_),
      unit_(rounding_unit(traits.scalar)),
      reach_(farthest_from_origin(*pair.A) + farthest_from_origin(*pair.B) +
             (pair.X_WA.t - pair.X_WB.t).norm()),
      d_(between_interior_points(pair)) {}

/// What rounding of a unit normal to the metric's scalar, and of the sums here, makes of its gap.
double PropertyCheck::rounding_of_gap() const {
  return (4 * unit_ + 32 * rounding_unit(Scalar::float64)) * reach_;
}

double PropertyCheck::change_of_rho(double rho, double moved) const {
  // The bound falls as r grows: of a rho that rounds to 1 it is that of the least such r.
  const double r = rho < 1 ? 1 / (1 - rho) : kLeastFar;
  // R may be orthonormal only to 1e-6, so that the inradii of the placed bodies are a little less.
  const double least_width = 0.99999 * (pair_.A->inradius() + pair_.B->inradius()) - 2 * moved;
  if (!(least_width > 0)) return kBroken;
  const double change = moved * (1 + 2 * r) / least_width;
  return change < r ? change / (r * (r - change)) : kBroken;
}

/// How far apart the right values of two questions, of which the second was rounded, may be, and
/// the last digits of the values themselves.
double PropertyCheck::allowance(double moved, double stretch) const {
  const double digits = 4 * unit_ * std::abs(value_);
  if (ratio_) return change_of_rho(value_, moved) + digits;
  return moved + stretch * std::abs(value_) + digits;
}

double PropertyCheck::shortfall(const Vec3& n) const {
  if (!is_unit(n)) return kBroken;
  const Vec3 unit = n.normalized();
  const double gap = gap_along(pair_, unit);
  if (!ratio_) return excess_of(value_ + traits_.offset - gap, rounding_of_gap(), scale_);
  const double along = unit.dot(d_);
  // Interior points as near as their rounding leave d undetermined.
  if (std::abs(along) <= rounding_of_gap()) return 0;
  if (along < 0) return kBroken;
  const double lost = 2 * rounding_of_gap() / along;
  return excess_of(value_ - gap / along, lost * (1 + std::abs(gap / along)), scale_);
}

PropertyCheck::Seen PropertyCheck::carried_back(const Variant& variant,
                                                const Answer& answer) const {
  Seen seen;
  seen.valued = has_value(answer);
  seen.sign_only = answer.status == AnswerStatus::sign_only;
  // An offset is a length that does not grow with the bodies.
  const double offset = traits_.offset;
  seen.value = ratio_ ? answer.value : (answer.value + offset) / variant.factor - offset;
  seen.sign = seen.sign_only ? answer.sign : sign_of(answer.value);
  if (answer.normal) {
    const Vec3 n = variant.to_W.R.transpose() * *answer.normal;
    seen.normal = variant.swapped ? Vec3(-n) : n;
  }
  if (answer.witnesses) {
    const auto back = [&](const Vec3& p) {
      return Vec3(variant.to_W.R.transpose() * (p - variant.to_W.t) / variant.factor);
    };
    seen.witnesses = WitnessPoints{back(answer.witnesses->p_WA), back(answer.witnesses->p_WB)};
    if (variant.swapped) std::swap(seen.witnesses->p_WA, seen.witnesses->p_WB);
  }
  return seen;
}

double PropertyCheck::value_excess(const Seen& seen, double allowed, double moved) const {
  if (valued_ && seen.valued) return excess_of(std::abs(seen.value - value_), allowed, scale_);
  if (sign_ == seen.sign) return 0;
  // One of the two is but a sign: the other's value must be next to 0.
  if (valued_) return excess_of(std::abs(value_), allowed, scale_);
  if (seen.valued) return excess_of(std::abs(seen.value), allowed, scale_);
  return near_contact_(kSignThreshold * size_ + moved) ? 0 : kBroken;
}

/// Near a tie two normals may differ and both be right: what counts is the gap that the second one
/// reaches in the first question. A normal that is the same is as right as the first.
double PropertyCheck::normal_excess(const Seen& seen, double allowed) const {
  if (!answer_.normal) return 0;
  if (!seen.normal) return kBroken;
  if (!is_unit(*seen.normal)) return kBroken;
  if ((*seen.normal - *answer_.normal).norm() <= std::max(kSameNormal, 64 * unit_)) return 0;
  const double short_of = shortfall(*seen.normal);
  return excess_of(short_of * scale_, allowed, scale_);
}

/// How far the witness points are off. Other points than the first answer's may be right: points of
/// the bodies that are as far apart as value and normal say (ratio metrics: value and d).
double PropertyCheck::witness_excess(const Seen& seen, double moved) const {
  if (!answer_.witnesses) return 0;
  if (!seen.witnesses) return kBroken;
  const auto& [p_A, p_B] = *seen.witnesses;
  if (!p_A.allFinite() || !p_B.allFinite()) return kBroken;
  const double rounding =
      moved + 8 * unit_ * (reach_ + std::max(pair_.X_WA.t.norm(), pair_.X_WB.t.norm()));
  const auto beyond = [&](double length) { return std::max(0.0, length - rounding) / size_; };
  const double changed = std::max(beyond((p_A - answer_.witnesses->p_WA).norm()),
                                  beyond((p_B - answer_.witnesses->p_WB).norm()));
  if (changed == 0) return 0;
  std::optional<Vec3> step;
  double rounding_of_step = rounding;
  if (ratio_) {
    step = value_ * d_;
    // d is the variant's, not quite this one; and so is rho.
    rounding_of_step += std::abs(value_) * (moved + 8 * rounding_unit(Scalar::float64) * reach_) +
                        change_of_rho(value_, moved) * d_.norm();
  } else if (seen.normal) {
    step = (value_ + traits_.offset) * *seen.normal;
  }
  if (!step) return changed;
  const double unrelated = std::max(0.0, (p_A - p_B - *step).norm() - rounding_of_step) / size_;
  // clang 14 does not let structured bindings be captured as they are.
  const auto within = [&, &a = p_A, &b = p_B](double distance) {
    return point_within(pair_, WhichBody::A, a, distance * size_ + rounding) &&
           point_within(pair_, WhichBody::B, b, distance * size_ + rounding);
  };
  // A distance from the bodies is decided, not measured: powers of ten bound it.
  double outside = within(0) ? 0 : 1e-12;
  while (outside > 0 && outside < 1 && !within(outside)) outside *= 10;
  return std::min(changed, std::max(unrelated, outside));
}

Finding PropertyCheck::compare(const Variant& variant, const RunOutcome& outcome) const {
  if (!answered() || outcome.has_no_use()) return {};
  const double allowed = allowance(variant.moved, variant.stretch);
  if (!(allowed < kBroken)) return {};
  Finding finding;
  finding.checked = true;
  const Answer& answer = outcome.answer;
  const bool any = outcome.status == RunStatus::completed &&
                   (has_value(answer) || answer.status == AnswerStatus::sign_only);
  if (!any) {
    finding.excess = kBroken;
    return finding;
  }
  const Seen seen = carried_back(variant, answer);
  // Beside an offset or a reach, larger bodies may rightly have another sign, or a sign alone.
  const bool has_policy = traits_.offset != 0 || std::isfinite(traits_.reach);
  if (has_policy && variant.factor != 1 && !(valued_ && seen.valued)) return {};
  finding.identical = seen.valued == valued_ && seen.sign == sign_ &&
                      (!valued_ || seen.value == value_) &&
                      seen.normal.has_value() == answer_.normal.has_value() &&
                      (!seen.normal || same_bits(*seen.normal, *answer_.normal));
  finding.excess = value_excess(seen, allowed, variant.moved);
  if (valued_ && seen.valued) {
    finding.excess = std::max(finding.excess, normal_excess(seen, allowed));
    // The witness points move along with the radius.
    if (variant.property != Property::radius) {
      finding.excess = std::max(finding.excess, witness_excess(seen, 2 * variant.moved));
    }
  }
  finding.excess /= answers_compared(variant.property);
  return finding;
}

std::optional<Probe> PropertyCheck::probe_of(Property property, const Vec3& w, double target,
                                             double step) const {
  auto there = with_A_moved(pair_, w, traits_.scalar);
  if (!there) return std::nullopt;
  Probe probe;
  probe.property = property;
  probe.pair = std::move(*there);
  probe.step = step;
  probe.target = target;
  return probe;
}

std::vector<Probe> PropertyCheck::euclidean_probes(const Vec3& n) const {
  const bool signs_apart = !traits_.gives.separated.value;
  // The pose of A is rounded, and so is n, whose error turns the step of |value|.
  const double rounding =
      4 * unit_ * (pair_.X_WA.t.norm() + std::abs(value_) + size_) + rounding_of_gap();
  std::vector<Probe> probes;
  const auto add = [&](Property property, double along, double target, double step) {
    std::optional<Probe> probe = probe_of(property, along * n, target, step);
    if (!probe) return;
    probe->allowed = rounding;
    probe->scale = size_;
    probes.push_back(std::move(*probe));
  };
  const double left = signs_apart ? std::min(kDepthLeft * size_, 0.5 * std::abs(value_)) : 0;
  add(Property::contact, -value_ - left, -left, 0);
  const double step = signs_apart ? std::min(kStep * size_, 0.5 * std::abs(value_)) : kStep * size_;
  // For a pair barely in contact the step is too short for the quotient to mean anything.
  if (step >= 0.1 * kStep * size_) add(Property::n1, step, value_ + step, step);
  return probes;
}

std::vector<Probe> PropertyCheck::ratio_probes(const Vec3& n) const {
  std::vector<Probe> probes;
  if (value_ >= 1) return probes;
  const double r = 1 / (1 - value_);
  const double along = n.dot(d_);
  const auto add = [&](Property property, const Vec3& w, double target, double step) {
    std::optional<Probe> probe = probe_of(property, w, target, step);
    if (!probe) return;
    // The pose of A is rounded; d is, and with it the way to contact.
    const double way = property == Property::contact ? std::abs(value_) : 1;
    probe->allowed =
        change_of_rho(target, 8 * unit_ * (pair_.X_WA.t.norm() + w.norm()) +
                                  8 * rounding_unit(Scalar::float64) * reach_ * (1 + way));
    probe->one_sided = property == Property::n1;
    // An error e of rho is one of e |d| in the way that A goes, which at contact is |d| / r: e r.
    probe->scale = property == Property::contact ? std::max(1.0, scale_ * r) : scale_;
    probe->backward = along < -rounding_of_gap();
    probes.push_back(std::move(*probe));
  };
  add(Property::contact, -value_ * d_, 0, 0);
  // Interior points as near as their rounding leave d undetermined.
  if (std::abs(along) <= rounding_of_gap()) return probes;
  for (const double step : {kStep * along, -kStep * along}) {
    const double r_there = r * (1 + step / along);
    // (r' - 1) / r' = rho + (1 / r - 1 / r'), which keeps the digits.
    add(Property::n1, step * n, value_ + (1 / r - 1 / r_there), step);
  }
  return probes;
}

std::vector<Probe> PropertyCheck::probes() const {
  if (!valued_ || !answer_.normal || !is_unit(*answer_.normal)) return {};
  const Vec3 n = answer_.normal->normalized();
  return ratio_ ? ratio_probes(n) : euclidean_probes(n);
}

Finding PropertyCheck::compare(const Probe& probe, const RunOutcome& outcome) const {
  if (outcome.has_no_use() || !(probe.allowed < kBroken)) return {};
  const bool completed = outcome.status == RunStatus::completed;
  const Answer& answer = outcome.answer;
  const bool valued = completed && has_value(answer);
  const bool sign_only = completed && answer.status == AnswerStatus::sign_only;
  const double digits = 4 * unit_ * (std::abs(value_) + std::abs(probe.target));
  Finding finding;
  finding.checked = true;
  // Broken if the normal points the other way, or the second answer is missing.
  finding.excess = kBroken;
  if (valued && !probe.backward) {
    const double difference = answer.value - probe.target;
    const double against = probe.one_sided ? std::max(0.0, -difference) : std::abs(difference);
    finding.excess = excess_of(against, probe.allowed + digits, probe.scale);
    // Where rounding hides the step nothing is said of its direction.
    finding.falling = probe.property == Property::n1 &&
                      std::abs(probe.target - value_) > 8 * (probe.allowed + digits) &&
                      (answer.value - value_) * sign_of(probe.step) <= 0;
  } else if (sign_only && !probe.backward) {
    // What penetrates must not be called separated; at contact itself either sign is right.
    const bool agrees = probe.target == 0 || answer.sign == sign_of(probe.target);
    finding.excess =
        agrees ? 0 : excess_of(std::abs(probe.target), probe.allowed + digits, probe.scale);
  }
  finding.excess /= answers_compared(probe.property);
  return finding;
}

}  // namespace touchstone
