// SPDX-License-Identifier: GPL-3.0-or-later
// Counts calls of the allocator, mmap, mremap and sbrk in this process, whoever makes them: this
// program, or a library that it has loaded. Only programs that link touchstone_allocation_count do.
#pragma once

#include <cstdint>

/// Calls of all threads since this was first asked. Null where they are not counted: in other
/// programs, without glibc, and under a sanitizer, which has its own allocator.
extern "C" __attribute__((weak)) std::uint64_t touchstone_allocations_so_far();

namespace touchstone {

inline bool counts_allocations() { return touchstone_allocations_so_far != nullptr; }

/// 0 where they are not counted.
inline std::uint64_t allocations_so_far() {
  return counts_allocations() ? touchstone_allocations_so_far() : 0;
}

}  // namespace touchstone
