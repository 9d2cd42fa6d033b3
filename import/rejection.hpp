// SPDX-License-Identifier: GPL-3.0-or-later
// How readers of this folder reject an input from the depth of a walk: import.cpp catches it.
#pragma once

#include <string>
#include <utility>

namespace touchstone {

/// Why an input is rejected: one line.
struct Rejection {
  std::string reason;
};

[[noreturn]] inline void reject(std::string reason) { throw Rejection{std::move(reason)}; }

}  // namespace touchstone
