// SPDX-License-Identifier: GPL-3.0-or-later
// What a truth depends on, checked in every build: no wrong truth in silence where asserts are off.
#pragma once

#include <stdexcept>

namespace touchstone {

/// Throws std::logic_error, which says that the harness has failed, where `holds` is false.
inline void ensure(bool holds, const char* otherwise) {
  if (!holds) throw std::logic_error(otherwise);
}

}  // namespace touchstone
