// SPDX-License-Identifier: GPL-3.0-or-later
// What the steps of a run had to do with its contact model (contact/peg/).
#pragma once

#include <cstdint>
#include <string>

#include "contact/peg/peg_options.hpp"
#include "dynamics/stepping/simulation.hpp"

namespace touchstone {

/// What StepReport counts about a contact model, summed over the steps of a run.
struct ModelSteps {
  std::string model;  ///< empty: `manifold`, of which nothing is counted
  std::uint64_t potential = 0;
  std::uint64_t traps = 0;
  std::uint64_t fallbacks = 0;
  std::uint64_t nodes = 0;
  std::uint64_t borrowed = 0;
  std::uint64_t corrections = 0;

  ModelSteps() = default;
  explicit ModelSteps(const Scene& scene);
  bool counted() const { return !model.empty(); }
  /// Whether there can be any: of other models nothing is to be said.
  bool may_trap() const { return has_traps(model); }
  void add(const StepReport& report);
  /// Those of another run, of the same model.
  void add(const ModelSteps& run);
};

}  // namespace touchstone
