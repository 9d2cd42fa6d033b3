// SPDX-License-Identifier: GPL-3.0-or-later
// The fewest contacts with which a solver's failure stays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "harness/steps/solve_run.hpp"

namespace touchstone {

/// The problem of some contacts, `kept` ascending, in the form that it has: the rows and columns of
/// the others are left out, bodies and joints stay.
LocalStep step_of_contacts(const LocalStep& step, const std::vector<std::uint64_t>& kept);

/// Leaves out contacts while `fails` holds, halves first, until no single one can be left out: the
/// contacts that stay. Asks at most `max_questions` times; what has been found by then is kept.
std::vector<std::uint64_t> fewest_contacts(
    std::uint64_t contacts, std::size_t max_questions,
    const std::function<bool(const std::vector<std::uint64_t>&)>& fails);

/// Shrinks the first failure of each solver and word, by asking it again. A false "infeasible" stays
/// where `own` solves what is left. Failures that do not come again are left out.
void shrink_failures(SolveRun& run, const std::vector<AskedStep>& problems,
                     const std::vector<std::unique_ptr<StepRunner>>& solvers, StepRunner& own,
                     const RunControl& control);

}  // namespace touchstone
