// SPDX-License-Identifier: GPL-3.0-or-later
// The problems of `touchstone solve`: files, folders, ids and families.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/steps/solve_run.hpp"

namespace touchstone {

/// What was typed of problems.
struct StepChoice {
  std::vector<std::string> words;     ///< files, folders, ids and scenes
  std::vector<std::string> families;  ///< each with `cases` problems
  std::uint64_t cases = 1, seed = 0;
  std::string cone;  ///< in place of the problems' own; empty: their own

  bool is_empty() const { return words.empty() && families.empty(); }
  bool makes_families() const { return words.empty() || !families.empty(); }
};

/// The problems in this order, families last. Without a word and a family: some of all families and
/// scenes of the library, and the examples of this program's tree where it lies in one. Problems of
/// one group have names of their own. With another cone than their own they lose the impulses that
/// came with them; in the plane all cones are one, and a polygon is round. Errors are
/// one line: unreadable input, a repeated word, or an unknown cone.
Result<std::vector<AskedStep>> chosen_steps(const StepChoice& choice);

}  // namespace touchstone
