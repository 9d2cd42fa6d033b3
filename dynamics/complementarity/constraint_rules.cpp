// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/constraint_rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

bool is_well_formed(const ContactConstraint& constraint, std::size_t contacts) {
  using Kind = ContactConstraint::Kind;
  bool sound = true;
  constraint.for_each(
      [&](int contact) { sound = sound && contact >= 0 && at(contact) < contacts; });
  switch (constraint.kind) {
    case Kind::unilateral:
      return sound && constraint.primary.size() == 1 && constraint.other.empty();
    case Kind::inter:
      return sound && !constraint.primary.empty();
    case Kind::cross:
      return sound && constraint.primary.empty() && !constraint.other.empty();
  }
  return false;
}

bool has(const ContactConstraint& constraint, int contact) {
  bool found = false;
  constraint.for_each([&](int other) { found = found || other == contact; });
  return found;
}

class Rules {
 public:
  Rules(const ContactValues& values, ConstraintForm form) : values_(values), form_(form) {
    // Where no constraint allows a force, the force itself is the error.
    for (const double impulse : values.impulse) force_error_.push_back(std::abs(impulse));
  }

  void judge(const ContactConstraint& constraint, int chosen) {
    double largest = -std::numeric_limits<double>::infinity();
    double root = 0;
    constraint.for_each([&](int contact) {
      largest = std::max(largest, values_.rate[at(contact)]);
      root = std::max(root, values_.root_mass[at(contact)]);
    });
    raise(-largest * root);
    if (constraint.kind == ContactConstraint::Kind::unilateral) {
      allow(constraint.primary.front(), largest, largest);
    } else if (form_ == ConstraintForm::branched) {
      if (chosen >= 0) allow(chosen, values_.rate[at(chosen)], largest);
    } else if (constraint.primary.size() == 1) {
      allow(constraint.primary.front(), largest, largest);
    } else {
      for (const int contact : constraint.primary) {
        allow(contact, values_.rate[at(contact)], largest);
      }
    }
  }

  double worst() {
    for (const double error : force_error_) raise(error);
    return worst_;
  }

 private:
  /// NaN is worse than anything.
  void raise(double error) {
    if (!(error <= worst_)) worst_ = error;
  }

  /// A force that is at least 0, and only where both rates are 0.
  void allow(int contact, double own, double largest) {
    const double impulse = values_.impulse[at(contact)];
    const double root = values_.root_mass[at(contact)];
    const double rate = root * std::max(std::abs(own), std::max(largest, 0.0));
    const double error = impulse < 0 ? -impulse : std::min(impulse, rate);
    force_error_[at(contact)] = std::min(force_error_[at(contact)], error);
  }

  const ContactValues& values_;
  ConstraintForm form_;
  std::vector<double> force_error_;
  double worst_ = 0;
};

}  // namespace

double constraint_error(std::span<const ContactConstraint> constraints, ConstraintForm form,
                        const ContactValues& values, std::span<const int> chosen) {
  if (form == ConstraintForm::branched && chosen.size() != constraints.size()) return kUnjudgeable;
  Rules rules(values, form);
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    if (!is_well_formed(constraints[i], values.rate.size())) return kUnjudgeable;
    const bool chooses = form == ConstraintForm::branched &&
                         constraints[i].kind != ContactConstraint::Kind::unilateral;
    if (chooses && chosen[i] >= 0 && !has(constraints[i], chosen[i])) return kUnjudgeable;
    rules.judge(constraints[i], chooses ? chosen[i] : -1);
  }
  return rules.worst();
}

}  // namespace touchstone
