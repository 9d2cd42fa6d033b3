// SPDX-License-Identifier: GPL-3.0-or-later
// The text form of siconos' tests: dimension, number of contacts, W, q and mu, as numbers between
// white space. Blocks of W stand column by column, as does a dense W.
#pragma once

#include <string>
#include <string_view>

#include "geometry/result.hpp"
#include "harness/steps/step_file.hpp"

namespace touchstone {

/// Reads such a problem, which has a round cone. Rejects, in one line that begins with `name`, what
/// is none. The problem gets no name.
Result<StepFile> read_siconos_text(std::string_view text, const std::string& name);

}  // namespace touchstone
