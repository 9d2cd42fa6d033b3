// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/typed.hpp"

#include <cstdlib>

namespace touchstone {

std::optional<Error> Arguments::unread_option() const {
  for (const auto& [option, use] : uses_) {
    if (use->given_in_vain()) return Error{option + ": has no effect with the other options given"};
  }
  // A test reads every pair of options in this way, and does no work.
  if (std::getenv("TOUCHSTONE_OPTIONS_ONLY") != nullptr) return Error{"every option is read"};
  return std::nullopt;
}

}  // namespace touchstone
