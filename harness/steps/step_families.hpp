// SPDX-License-Identifier: GPL-3.0-or-later
// Families of contact problems: pure functions of seed and index. Generators use + - * / and sqrt
// alone, so that any machine makes the same doubles.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/complementarity/local_step.hpp"
#include "geometry/result.hpp"
#include "harness/steps/solve_run.hpp"

namespace touchstone {

struct StepFamily {
  std::string name;
  std::string summary;
  LocalStep (*make)(const StepFamily& family, std::uint64_t seed, std::uint64_t index) = nullptr;
  double parameter = 0;  ///< mu, a ratio of masses, or a number of contacts
};

const std::vector<StepFamily>& step_families();
/// What select_step_families() takes: names, and names without their numbers.
std::vector<std::string> step_family_names();

/// Families by name, or by a name without its number ("step-mu"), each once; all of them if nothing
/// is typed.
Result<std::vector<const StepFamily*>> select_step_families(const std::vector<std::string>& words);

/// The problem "step-mu-3:42:7", whose group is its family.
AskedStep step_case(const StepFamily& family, std::uint64_t seed, std::uint64_t index);

/// Whether the word begins as the id of such a problem does, or names families.
bool is_step_id(std::string_view word);
/// The problem of this id. Rejects an id of no family, and what is none.
Result<AskedStep> step_of_id(const std::string& id);

}  // namespace touchstone
