// SPDX-License-Identifier: GPL-3.0-or-later
// A refutation as a person checks it by hand, beside its certificate.
#pragma once

#include <string>

#include "harness/judge/refutation.hpp"

namespace touchstone {

/// At most nine lines, each indented by two. `pair` and `answer` are those that are refuted.
std::string refutation_text(const Pair& pair, const Answer& answer, const Refutation& refutation);

}  // namespace touchstone
