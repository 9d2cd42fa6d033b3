// SPDX-License-Identifier: GPL-3.0-or-later
// Two round contacts that both slide: all solutions, by subdividing both slip angles. Internal to the
// enumeration of steps.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "reference/steps/step_interval.hpp"

namespace touchstone {

/// Entries of W, a block for each pair of contacts, q and mu.
struct TwoSlides {
  std::array<std::array<std::array<std::array<StepInterval, 3>, 3>, 2>, 2> W;
  std::array<std::array<double, 3>, 2> q;
  std::array<double, 2> mu;
};

/// The impulses of each solution, rounded; each was the only one of its box. Nothing where boxes are
/// left of which that is not proven, or an inequality is in doubt.
std::optional<std::vector<std::array<double, 6>>> solutions_of_two_slides(const TwoSlides& step);

}  // namespace touchstone
