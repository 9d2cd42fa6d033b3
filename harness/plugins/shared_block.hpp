// SPDX-License-Identifier: GPL-3.0-or-later
// Anonymous memory that processes share by its descriptor. Linux only.
#pragma once

#include <cstddef>

namespace touchstone {

class SharedBlock {
 public:
  enum class Access { read_write, read_only };

  /// New memory of so many bytes, all zero, mapped for writing. Throws HarnessError.
  explicit SharedBlock(std::size_t bytes);
  /// Maps what a descriptor that was inherited refers to, and closes the descriptor. Throws
  /// HarnessError.
  SharedBlock(int descriptor, std::size_t bytes, Access access);
  ~SharedBlock();
  SharedBlock(const SharedBlock&) = delete;
  SharedBlock& operator=(const SharedBlock&) = delete;

  /// From here on nobody can map it for writing any more; what is mapped stays.
  void seal() const;
  int descriptor() const { return descriptor_; }
  template <class T>
  T* as() const {
    static_assert(alignof(T) <= 4096);
    return static_cast<T*>(memory_);
  }

 private:
  int descriptor_ = -1;
  std::size_t bytes_ = 0;
  void* memory_ = nullptr;
};

}  // namespace touchstone
