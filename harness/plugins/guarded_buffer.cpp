// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/guarded_buffer.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

namespace touchstone {
namespace {

constexpr int kFillByte = 0xA5;

/// 4, 16 or 64 kB, by machine and kernel.
std::size_t page_bytes() {
  static const auto kBytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return kBytes;
}

const std::vector<std::byte>& untouched_page() {
  static const std::vector<std::byte> kPage(page_bytes(), std::byte{kFillByte});
  return kPage;
}

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + page_bytes() - 1) / page_bytes() * page_bytes();
}

}  // namespace

GuardedBuffer::GuardedBuffer(std::size_t max_bytes)
    : room_(whole_pages(max_bytes)), begin_(nullptr) {
  void* memory = mmap(nullptr, room_ + 2 * kGuardBytes, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  begin_ = static_cast<std::byte*>(memory) + kGuardBytes;
}

GuardedBuffer::~GuardedBuffer() { munmap(begin_ - kGuardBytes, room_ + 2 * kGuardBytes); }

std::byte* GuardedBuffer::first_page() const { return begin_ + room_ - whole_pages(bytes_); }

std::byte* GuardedBuffer::clear(std::size_t bytes) {
  std::byte* end = begin_ + room_;
  if (bytes != bytes_) {
    if (whole_pages(bytes) != whole_pages(bytes_)) {
      const std::size_t open = whole_pages(bytes);
      if (mprotect(begin_, room_ - open, PROT_NONE) != 0 ||
          mprotect(end - open, open, PROT_READ | PROT_WRITE) != 0) {
        throw std::bad_alloc();
      }
    }
    bytes_ = bytes;
    std::memset(first_page(), kFillByte, whole_pages(bytes) - bytes);
  }
  return static_cast<std::byte*>(std::memset(end - bytes, 0, bytes));
}

bool GuardedBuffer::is_intact_before(std::size_t bytes) {
  std::byte* begin = begin_ + room_ - bytes_ - bytes;
  if (std::memcmp(begin, untouched_page().data(), bytes) == 0) return true;
  std::memset(begin, kFillByte, bytes);
  return false;
}

bool GuardedBuffer::is_intact() { return is_intact_before(whole_pages(bytes_) - bytes_); }

bool GuardedBuffer::is_intact_nearby() {
  return is_intact_before(std::min(kNearBytes, whole_pages(bytes_) - bytes_));
}

bool GuardedBuffer::guards(const void* address) const {
  const auto* at = static_cast<const std::byte*>(address);
  const std::byte* end = begin_ + room_;
  return (at >= begin_ - kGuardBytes && at < first_page()) || (at >= end && at < end + kGuardBytes);
}

}  // namespace touchstone
