// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of steps for Hart's theorem 6.12, which is stated for steps of a constant ratio
// h_(l-1)/h_l = c_h and proved (theorem 6.11) where that ratio is bounded.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/scene.hpp"

namespace touchstone {

enum class StepPattern {
  constant,
  alternating,  ///< 2h/3 and 4h/3 in turn: of bounded ratio, not constant
  shrinking,    ///< geometric, from h to h/10
  growing,      ///< geometric, from h/10 to h
};

std::string_view pattern_name(StepPattern pattern);
std::optional<StepPattern> find_pattern(std::string_view name);
/// All, in the order above.
std::vector<StepPattern> step_patterns();

/// Gives the scene steps of that pattern. `h` is the length, or the largest where they are
/// geometric [s].
void set_pattern(Scene& scene, StepPattern pattern, double h);

}  // namespace touchstone
