// SPDX-License-Identifier: GPL-3.0-or-later
// A program that defines the functions of the allocator defines them for its libraries, too: each
// counts the call and passes it on to glibc's own.
#include "harness/plugins/allocation_count.hpp"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "harness/plugins/sanitized.hpp"

#if defined(__GLIBC__) && defined(__LP64__) && !TOUCHSTONE_SANITIZED

namespace touchstone {
namespace {

std::atomic<std::uint64_t> calls_so_far = 0;
// Only processes that ask are counted: a counter that all threads of a campaign share would slow them.
std::atomic<bool> counting = false;

}  // namespace

}  // namespace touchstone

#define TOUCHSTONE_SEEN_BY_LIBRARIES __attribute__((visibility("default")))

extern "C" {

void* __libc_malloc(std::size_t bytes);                     // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t count, std::size_t bytes);  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* memory, std::size_t bytes);      // NOLINT(bugprone-reserved-identifier)
void* __libc_memalign(std::size_t align,
                      std::size_t bytes);  // NOLINT(bugprone-reserved-identifier)
void* __libc_valloc(std::size_t bytes);    // NOLINT(bugprone-reserved-identifier)
void* __libc_pvalloc(std::size_t bytes);   // NOLINT(bugprone-reserved-identifier)
void* __sbrk(std::intptr_t bytes);         // NOLINT(bugprone-reserved-identifier)

std::uint64_t touchstone_allocations_so_far() {
  touchstone::counting.store(true, std::memory_order_relaxed);
  return touchstone::calls_so_far.load(std::memory_order_relaxed);
}

static void count_call() {
  if (!touchstone::counting.load(std::memory_order_relaxed)) return;
  touchstone::calls_so_far.fetch_add(1, std::memory_order_relaxed);
}

TOUCHSTONE_SEEN_BY_LIBRARIES void* malloc(std::size_t bytes) noexcept {
  count_call();
  return __libc_malloc(bytes);
}

TOUCHSTONE_SEEN_BY_LIBRARIES void* calloc(std::size_t count, std::size_t bytes) noexcept {
  count_call();
  return __libc_calloc(count, bytes);
}

TOUCHSTONE_SEEN_BY_LIBRARIES void* realloc(void* memory, std::size_t bytes) noexcept {
  count_call();
  return __libc_realloc(memory, bytes);
}

TOUCHSTONE_SEEN_BY_LIBRARIES void* aligned_alloc(std::size_t align, std::size_t bytes) noexcept {
  count_call();
  return __libc_memalign(align, bytes);
}

TOUCHSTONE_SEEN_BY_LIBRARIES void* memalign(std::size_t align, std::size_t bytes) noexcept {
  count_call();
  return __libc_memalign(align, bytes);
}

TOUCHSTONE_SEEN_BY_LIBRARIES void* valloc(std::size_t bytes) noexcept {
  count_call();
  return __libc_valloc(bytes);
}

TOUCHSTONE_SEEN_BY_LIBRARIES void* pvalloc(std::size_t bytes) noexcept {
  count_call();
  return __libc_pvalloc(bytes);
}

TOUCHSTONE_SEEN_BY_LIBRARIES void* sbrk(std::intptr_t bytes) noexcept {
  count_call();
  return __sbrk(bytes);
}

TOUCHSTONE_SEEN_BY_LIBRARIES int posix_memalign(void** memory, std::size_t align,
                                                std::size_t bytes) noexcept {
  count_call();
  if (align % sizeof(void*) != 0 || (align & (align - 1)) != 0 || align == 0) return EINVAL;
  void* made = __libc_memalign(align, bytes);
  if (made == nullptr) return ENOMEM;
  *memory = made;
  return 0;
}

TOUCHSTONE_SEEN_BY_LIBRARIES void* mmap(void* at, std::size_t bytes, int access, int flags,
                                        int descriptor, off_t offset) noexcept {
  count_call();
  return reinterpret_cast<void*>(syscall(SYS_mmap, at, bytes, access, flags, descriptor, offset));
}

TOUCHSTONE_SEEN_BY_LIBRARIES void* mmap64(void* at, std::size_t bytes, int access, int flags,
                                          int descriptor, off64_t offset) noexcept {
  return mmap(at, bytes, access, flags, descriptor, offset);
}

TOUCHSTONE_SEEN_BY_LIBRARIES void* mremap(void* at, std::size_t old_bytes, std::size_t bytes,
                                          int flags, ...) noexcept {
  count_call();
  va_list more;
  va_start(more, flags);
  void* wanted = (flags & MREMAP_FIXED) != 0 ? va_arg(more, void*) : nullptr;
  va_end(more);
  return reinterpret_cast<void*>(syscall(SYS_mremap, at, old_bytes, bytes, flags, wanted));
}

}  // extern "C"
#endif
