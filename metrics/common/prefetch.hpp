// SPDX-License-Identifier: GPL-3.0-or-later
// Asking for memory before it is read, so that the waits of a query overlap. Shared by metrics.
#pragma once

#include <cstddef>

namespace touchstone {

/// All lines, of 64 bytes each, of `bytes` bytes from p on.
inline void prefetch_bytes(const void* p, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 64) __builtin_prefetch(static_cast<const char*>(p) + i);
}

}  // namespace touchstone
