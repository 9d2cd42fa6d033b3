// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/stepper.hpp"

#include <algorithm>
#include <array>

#include "dynamics/complementarity/chain.hpp"
#include "dynamics/complementarity/fixed_point.hpp"

namespace touchstone {
namespace {

template <FrictionLaw kLaw>
class ChainStepper : public Stepper {
 public:
  StepSolution& solve(const StepProblem& problem, StepMemory& memory) override {
    return solver_.solve(problem, kLaw, memory.warm_start);
  }
  void set_stop(const StopToken& stop) override { solver_.set_stop(stop); }
  std::unique_ptr<Stepper> another() const override { return std::make_unique<ChainStepper>(); }
  FrictionLaw law() const override { return kLaw; }

 private:
  StepSolver solver_;
};

/// Solves by the fixed-point map chi_2, from the relaxation to the problem as posed. The chain
/// takes over where that fails or where a contact is no-slip.
class FixedPointStepper : public Stepper {
 public:
  StepSolution& solve(const StepProblem& problem, StepMemory& memory) override {
    const bool cones_only =
        std::none_of(problem.friction.begin(), problem.friction.end(),
                     [](const auto& friction) { return friction.kind == FrictionKind::no_slip; });
    if (cones_only) {
      solution_ = fixed_point_.solve(problem);
      if (solution_.solved) return solution_;
    }
    return chain_.solve(problem, FrictionLaw::stewart_trinkle, memory.warm_start);
  }
  void set_stop(const StopToken& stop) override {
    fixed_point_.set_stop(stop);
    chain_.set_stop(stop);
  }
  std::unique_ptr<Stepper> another() const override {
    return std::make_unique<FixedPointStepper>();
  }

 private:
  FixedPoint fixed_point_;
  StepSolution solution_;
  StepSolver chain_;
};

template <class What>
std::unique_ptr<Stepper> make() {
  return std::make_unique<What>();
}

}  // namespace

std::span<const StepperRow> stepper_registry() {
  static const std::array<StepperRow, 3> kRows = {{
      {"stewart_trinkle",
       "the mixed complementarity problem of Stewart & Trinkle and Anitescu & Potra",
       make<ChainStepper<FrictionLaw::stewart_trinkle>>},
      {"relaxed", "its convex relaxation, a quadratic program in the velocities (Hart)",
       make<ChainStepper<FrictionLaw::relaxed>>},
      {"fixed_point",
       "the relaxation brought to the complementarity problem by Hart's fixed-point iteration "
       "chi_2",
       make<FixedPointStepper>},
  }};
  return kRows;
}

const StepperRow* find_stepper(std::string_view name) {
  for (const StepperRow& row : stepper_registry()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace touchstone
