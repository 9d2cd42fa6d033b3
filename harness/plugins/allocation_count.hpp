// SPDX-License-Identifier: GPL-3.0-or-later
// Counts calls of the allocator, mmap, mremap and sbrk in this process, whoever makes them: this program, or a
// library that it has loaded.
#pragma once

#include <cstdint>

namespace touchstone {

/// Whether they are counted: with glibc, and not under a sanitizer, which has its own allocator.
bool counts_allocations();

/// Calls of all threads since this was first asked; 0 where they are not counted.
std::uint64_t allocations_so_far();

}  // namespace touchstone
