// SPDX-License-Identifier: GPL-3.0-or-later
// A vector whose memory lies in huge pages where it is large. What is looked up all over a table of
// several megabytes waits for the page's address, too, and the processor remembers few of these.
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace touchstone {

/// Size of a huge page of x86-64 and most others [byte].
inline constexpr std::size_t kHugePage = std::size_t{1} << 21;
/// Smaller tables have small pages: to begin at a huge page may leave as much unused before it.
inline constexpr std::size_t kMinInHugePages = 2 * kHugePage;

template <class T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <class U>
  explicit HugePageAllocator(const HugePageAllocator<U>& /*other*/) {}

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_alloc();
    const std::size_t bytes = count * sizeof(T);
    const std::size_t alignment = alignment_of(bytes);
    void* memory = alignment > kOfAnyNew ? ::operator new (bytes, std::align_val_t{alignment})
                                         : ::operator new(bytes);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    // Advice: where the system does not take it, the pages are small.
    if (bytes >= kMinInHugePages) ::madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    const std::size_t alignment = alignment_of(count * sizeof(T));
    if (alignment > kOfAnyNew) {
      ::operator delete (memory, std::align_val_t{alignment});
    } else {
      ::operator delete(memory);
    }
  }

  friend bool operator==(const HugePageAllocator&, const HugePageAllocator&) { return true; }

 private:
  static constexpr std::size_t kOfAnyNew = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

  static std::size_t alignment_of(std::size_t bytes) {
    return bytes >= kMinInHugePages ? kHugePage : alignof(T);
  }
};

template <class T>
using LargeTable = std::vector<T, HugePageAllocator<T>>;

}  // namespace touchstone
