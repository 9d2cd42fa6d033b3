// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/truth.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "reference/exact/radius_law.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

/// A correctly rounded number of which nothing more is known.
RoundedReal rounded_only(double value) {
  const double magnitude = std::abs(value);
  const double ulp = std::nextafter(magnitude, std::numeric_limits<double>::infinity()) - magnitude;
  return {value, 0, ulp};
}

RoundedTruth rounded_part(const Truth& truth) {
  RoundedTruth rounded;
  rounded.sign = truth.sign;
  rounded.phi = rounded_only(truth.phi);
  if (!truth.normals.empty()) rounded.normal = truth.normals.front();
  if (truth.ratio) rounded.rho = rounded_only(truth.ratio->rho_rounded);
  return rounded;
}

/// What costs nothing to compare; enclosures and normals are for check_rounded_truth.
bool same_numbers(const RoundedTruth& rounded, const Truth& exact) {
  if (rounded.rho && (!exact.ratio || rounded.rho->value != exact.ratio->rho_rounded)) return false;
  return rounded.sign == exact.sign && rounded.phi.value == exact.phi;
}

/// One for each thread: exact bodies are remembered from one question to the next.
Oracle& oracle_of_this_thread() {
  static thread_local Oracle oracle;
  return oracle;
}

}  // namespace

TruthOnDemand::TruthOnDemand(Truth truth)
    : rounded_(rounded_part(truth)),
      with_ratio_(truth.ratio || !truth.ratio_note.empty()),
      exact_(std::make_shared<const Truth>(std::move(truth))) {}

TruthOnDemand::TruthOnDemand(Pair pair, RoundedTruth rounded, bool with_ratio)
    : rounded_(std::move(rounded)), with_ratio_(with_ratio), pair_(std::move(pair)) {}

TruthOnDemand::TruthOnDemand(Pair pair, RoundedTruth rounded, Rational phi_squared)
    : rounded_(std::move(rounded)), pair_(std::move(pair)), phi_squared_(std::move(phi_squared)) {}

std::string TruthOnDemand::ratio_note() const {
  if (!with_ratio_) return {};
  if (!rounded_.rho) return exact().ratio_note;
  return std::isfinite(rounded_.rho->value) ? "" : "rho is beyond the range of doubles";
}

Rational TruthOnDemand::radius() const { return pair_.A ? radius_of(pair_) : exact_->radius; }

RoundedReal TruthOnDemand::core_phi() const {
  if (!is_rounded()) return rounded_.phi;
  if (exact_) {
    return rounded_only(exact_->core_sign() * round_sqrt_to_double(exact_->phi_squared));
  }
  const RoundedReal& phi = rounded_.phi;
  return rounded_real(Rational(phi.value) + Rational(phi.tail) + radius(), Rational(phi.doubt));
}

int TruthOnDemand::core_sign() const {
  if (!is_rounded() || rounded_.sign > 0) return rounded_.sign;
  if (exact_) return exact_->core_sign();
  const RoundedReal core = core_phi();
  const double doubt = std::abs(core.tail) + core.doubt;
  if (std::abs(core.value) > 2 * doubt) return core.value > 0 ? 1 : -1;
  return exact().core_sign();
}

const Rational& TruthOnDemand::phi_squared() const {
  return phi_squared_ ? *phi_squared_ : exact().phi_squared;
}

const Truth& TruthOnDemand::exact() const {
  if (!exact_) {
    exact_ = std::make_shared<const Truth>(oracle_of_this_thread().solve(pair_, with_ratio_));
    if (!same_numbers(rounded_, *exact_)) {
      throw std::logic_error("the truth in doubles is not the exact one: " +
                             fault_of(rounded_, *exact_));
    }
  }
  return *exact_;
}

const std::optional<FixedBodyTruth>& TruthOnDemand::fixed_body(const Pair& pair,
                                                               bool A_is_fixed) const {
  auto& known = fixed_body_.at(A_is_fixed ? 0 : 1);
  if (!known) {
    known = std::make_shared<const FixedBodySolved>(
        solve_fixed_body_in_full(A_is_fixed ? swapped(pair) : pair));
  }
  return *known;
}

}  // namespace touchstone
