// SPDX-License-Identifier: GPL-3.0-or-later
// A part of an object that never changes, made when somebody asks for it first.
#pragma once

#include <mutex>
#include <optional>

#include "library/conversions.hpp"

namespace touchstone {

/// Threads may ask at once: one of them makes it, the others wait.
template <class Part>
class OnDemand {
 public:
  /// The part, as `make` made it once in the default floating-point state. Throws what `make` throws,
  /// which is tried again when somebody asks again.
  template <class Make>
  const Part& get(const Make& make) const {
    const std::scoped_lock lock(mutex_);
    if (!part_) {
      const OwnFloatingPoint own;
      part_.emplace(make());
    }
    return *part_;
  }
  /// The part, or nullptr where `make` threw.
  template <class Make>
  const Part* find(const Make& make) const noexcept {
    try {
      return &get(make);
    } catch (...) {
      return nullptr;
    }
  }

 private:
  mutable std::mutex mutex_;
  mutable std::optional<Part> part_;
};

}  // namespace touchstone
