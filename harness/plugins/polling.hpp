// SPDX-License-Identifier: GPL-3.0-or-later
// Polls for a message before the process sleeps: waking takes longer than a batch of quick answers.
#pragma once

#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

namespace touchstone {

/// One side of a channel. If a message does not come while it is polled for, as on a machine whose
/// cores are busy, polling pauses for the next messages. Each failure in a row doubles the pause.
class Polling {
 public:
  /// Returns when a descriptor is ready, or when it is time to sleep.
  template <std::size_t N>
  void await(std::array<pollfd, N> descriptors) {
    if (pause_ > 0) {
      --pause_;
      return;
    }
    const auto end = std::chrono::steady_clock::now() + kPatience;
    do {
      if (poll(descriptors.data(), N, 0) != 0) {
        failures_ = 0;
        return;
      }
    } while (std::chrono::steady_clock::now() < end);
    pause_ = kFirstPause << failures_;
    failures_ = std::min(failures_ + 1, kMaxFailures);
  }

 private:
  static constexpr std::chrono::microseconds kPatience{50};
  static constexpr int kFirstPause = 32;  ///< messages
  static constexpr int kMaxFailures = 6;

  int pause_ = 0;
  int failures_ = 0;
};

}  // namespace touchstone
