// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepper.hpp"

#include <array>

#include "dynamics/complementarity/chain.hpp"

namespace touchstone {
namespace {

template <FrictionLaw kLaw>
class ChainStepper : public Stepper {
 public:
  const StepSolution& solve(const StepProblem& problem) override {
    return solver_.solve(problem, kLaw);
  }

 private:
  StepSolver solver_;
};

template <class What>
std::unique_ptr<Stepper> make() {
  return std::make_unique<What>();
}

}  // namespace

std::span<const StepperRow> stepper_registry() {
  static const std::array<StepperRow, 2> kRows = {{
      {"stewart_trinkle",
       "the mixed complementarity problem of Stewart & Trinkle and Anitescu & Potra",
       make<ChainStepper<FrictionLaw::stewart_trinkle>>},
      {"relaxed", "its convex relaxation, a quadratic program in the velocities (Hart)",
       make<ChainStepper<FrictionLaw::relaxed>>},
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
