// SPDX-License-Identifier: GPL-3.0-or-later
// What ends a run before its scene does.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace touchstone {

struct RunLimits {
  double time_limit_s = 0;               ///< 0: none
  std::function<bool()> stop_requested;  ///< asked before and within each step, by any thread
};

/// Begins with the run.
class RunClock {
 public:
  explicit RunClock(RunLimits limits) : limits_(std::move(limits)) {}
  bool interrupted() const { return limits_.stop_requested && limits_.stop_requested(); }
  bool out_of_time() const {
    const auto spent = std::chrono::steady_clock::now() - since_;
    return limits_.time_limit_s > 0 &&
           std::chrono::duration<double>(spent).count() > limits_.time_limit_s;
  }
  bool ends() const { return interrupted() || out_of_time(); }

 private:
  RunLimits limits_;
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

}  // namespace touchstone
