// SPDX-License-Identifier: GPL-3.0-or-later
// How many steps of many runs are done, for progress within a run.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "benchmarks/energy/remaining_steps.hpp"

namespace touchstone {

/// Called with the steps done, those that are to be done in all, and the seconds that they will
/// take, by one thread at a time.
using StepProgress = std::function<void(std::uint64_t done, std::uint64_t total, double left_s)>;

/// Shared by the threads that run.
class StepMeter {
 public:
  /// `limit_s`: after which a run is ended [s]; 0: none.
  StepMeter(const std::vector<RemainingSteps::Run>& runs, int jobs, const StepProgress& progress,
            double limit_s = 0)
      : remaining_(runs, jobs, limit_s), progress_(progress) {
    for (const RemainingSteps::Run& run : runs) {
      planned_.push_back(run.planned);
      total_ += run.planned;
    }
  }

  /// One run's part, by its number. What it leaves out of the steps that were planned for it is
  /// not to be done.
  class Run {
   public:
    Run(StepMeter& meter, std::size_t number)
        : meter_(meter), number_(number), since_(std::chrono::steady_clock::now()) {}
    ~Run() { tell(std::chrono::steady_clock::now(), true); }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    void step() {
      constexpr std::chrono::milliseconds kPeriod{50};
      ++fresh_;
      const auto now = std::chrono::steady_clock::now();
      if (now < next_) return;
      next_ = now + kPeriod;
      tell(now, false);
    }

   private:
    void tell(std::chrono::steady_clock::time_point now, bool ended) {
      const double seconds = std::chrono::duration<double>(now - since_).count();
      meter_.add(number_, std::exchange(fresh_, 0), seconds, ended);
      since_ = now;
    }

    StepMeter& meter_;
    std::size_t number_;
    std::uint64_t fresh_ = 0;
    std::chrono::steady_clock::time_point since_;
    std::chrono::steady_clock::time_point next_{};
  };

 private:
  void add(std::size_t run, std::uint64_t taken, double seconds, bool ended) {
    const std::lock_guard lock(mutex_);
    done_ += taken;
    planned_[run] -= std::min(planned_[run], taken);
    remaining_.add(run, taken, seconds);
    if (ended) {
      total_ -= std::exchange(planned_[run], 0);
      remaining_.end(run);
    }
    if (progress_) progress_(done_, total_, remaining_.left_s());
  }

  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
  std::vector<std::uint64_t> planned_;  ///< steps that each run still has to take
  RemainingSteps remaining_;
  const StepProgress& progress_;
};

}  // namespace touchstone
