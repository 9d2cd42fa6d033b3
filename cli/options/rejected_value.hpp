// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "geometry/result.hpp"

namespace touchstone {

/// Thrown where the value of an option is wrong. It passes through CLI11, which knows only its own
/// exceptions, and is caught where the command line is parsed.
struct RejectedValue {
  Error error;
};

}  // namespace touchstone
