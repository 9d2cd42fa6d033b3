// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options/typed.hpp"

#include <cstdlib>

namespace touchstone {
namespace {

/// Whether a test reads the options of runs, and lets none do its work. In no other build.
bool reads_options_only() {
#ifdef TOUCHSTONE_PLANTS_LOOPS
  return std::getenv("TOUCHSTONE_OPTIONS_ONLY") != nullptr;
#else
  return false;
#endif
}

}  // namespace

std::optional<Error> Arguments::unread_option() const {
  for (const auto& [option, use] : uses_) {
    if (!use->given_in_vain()) continue;
    return Error{
        option + ": has no effect " +
        (use->only().empty() ? "with the other options given" : "here, only " + use->only())};
  }
  if (reads_options_only()) return Error{"every option is read"};
  return std::nullopt;
}

}  // namespace touchstone
