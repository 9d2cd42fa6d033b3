// SPDX-License-Identifier: GPL-3.0-or-later
// `ask --refute`: the certificate that shows an answer to be wrong.
#pragma once

#include <string>

#include "cli/ask/asker.hpp"
#include "geometry/result.hpp"

namespace touchstone {

struct RefutedAnswer {
  std::string certificate;
  std::string text;  ///< who is refuted, and what a person checks by hand: at most ten lines
};

/// Refutes the only metric's answer, with `shrink` to the shrunk pair; where no metric was asked,
/// what the case claims. A metric in single precision is refuted about the pair that it saw.
Result<RefutedAnswer> refute_answer(const Asked& asked, bool shrink, double tolerance);

}  // namespace touchstone
