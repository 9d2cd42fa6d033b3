// SPDX-License-Identifier: GPL-3.0-or-later
// How readers of this folder reject an input from the depth of a walk: import.cpp catches it.
#pragma once

#include <cctype>
#include <string>
#include <utility>

namespace touchstone {

/// Why an input is rejected: one line.
struct Rejection {
  std::string reason;
};

/// Control characters of what is quoted become blanks.
[[noreturn]] inline void reject(std::string reason) {
  for (char& c : reason) {
    if (std::iscntrl(static_cast<unsigned char>(c)) != 0) c = ' ';
  }
  throw Rejection{std::move(reason)};
}

}  // namespace touchstone
