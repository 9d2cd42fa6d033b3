// SPDX-License-Identifier: GPL-3.0-or-later
// Asking for memory before it is read, so that the waits of a query overlap. Shared by metrics.
#pragma once

#include <cstddef>

namespace touchstone {

/// All lines of `bytes` bytes from `first` on.
inline void prefetch_bytes(const void* first, std::size_t bytes) {
  constexpr std::size_t kLine = 64;
  for (std::size_t at = 0; at < bytes; at += kLine) {
    __builtin_prefetch(static_cast<const char*>(first) + at);
  }
}

}  // namespace touchstone
