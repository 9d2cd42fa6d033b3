// SPDX-License-Identifier: GPL-3.0-or-later
// How many steps of many runs are done, for progress within a run.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>

namespace touchstone {

/// Called with the steps done and those that are to be done in all, by one thread at a time.
using StepProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Shared by the threads that run.
class StepMeter {
 public:
  StepMeter(std::uint64_t total, const StepProgress& progress)
      : total_(total), progress_(progress) {}

  /// One run's part. What it leaves out of the steps that were planned for it is not to be done.
  class Run {
   public:
    Run(StepMeter& meter, std::uint64_t planned) : meter_(meter), planned_(planned) {}
    ~Run() {
      told_ += fresh_;
      meter_.add(fresh_, planned_ > told_ ? planned_ - told_ : 0);
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    void step() {
      constexpr std::chrono::milliseconds kPeriod{50};
      ++fresh_;
      const auto now = std::chrono::steady_clock::now();
      if (now < next_) return;
      next_ = now + kPeriod;
      meter_.add(fresh_, 0);
      told_ += fresh_;
      fresh_ = 0;
    }

   private:
    StepMeter& meter_;
    std::uint64_t planned_;
    std::uint64_t told_ = 0;
    std::uint64_t fresh_ = 0;
    std::chrono::steady_clock::time_point next_{};
  };

 private:
  void add(std::uint64_t taken, std::uint64_t left_out) {
    const std::lock_guard lock(mutex_);
    done_ += taken;
    total_ -= left_out;
    if (progress_) progress_(done_, total_);
  }

  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::uint64_t total_;
  const StepProgress& progress_;
};

}  // namespace touchstone
