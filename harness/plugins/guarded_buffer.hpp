// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for what a plug-in writes, between pages that nobody can touch.
//
// What is handed out ends where the guard pages behind it begin, so that the first byte past it
// ends the process. The bytes before it on its first page have a value that is compared afterwards.
#pragma once

#include <cstddef>

namespace touchstone {

/// Buffers that a plug-in writes into, between their guards.
class GuardedRooms {
 public:
  virtual ~GuardedRooms() = default;
  /// Whether `address` is on a guard of one of them. From a signal handler, too.
  virtual bool guards(const void* address) const = 0;
};

class GuardedBuffer {
 public:
  /// Makes room for up to `max_bytes`. Throws std::bad_alloc.
  explicit GuardedBuffer(std::size_t max_bytes);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  /// Hands out `bytes` zero bytes: a multiple of 8, at most the room. Invalidates what was handed
  /// out before.
  std::byte* clear(std::size_t bytes);
  /// Whether the bytes before what was handed out are as they were, on the whole page. They are so
  /// again afterwards.
  bool is_intact();
  /// Looks at the nearest kNearBytes only: to compare a page takes as long as to clear an answer
  /// ten times, and this is asked after each question.
  bool is_intact_nearby();

  /// Whether `address` is on one of its guard pages.
  bool guards(const void* address) const;

 private:
  /// Size of the guard on each side [byte]: a write beyond it is not caught.
  static constexpr std::size_t kGuardBytes = std::size_t{1} << 20U;

  /// Five answers [byte]: a write that misses by a few answers is charged to its own question.
  static constexpr std::size_t kNearBytes = 1024;

  /// Whether the last `bytes` before what is handed out are as they were.
  bool is_intact_before(std::size_t bytes);
  /// Where the first page of what is handed out begins.
  std::byte* first_page() const;

  std::size_t room_;       ///< size of the room, a multiple of the page's size [byte]
  std::byte* begin_;       ///< where the room begins; the guards lie around it
  std::size_t bytes_ = 0;  ///< handed out, at the end of the room
};

}  // namespace touchstone
