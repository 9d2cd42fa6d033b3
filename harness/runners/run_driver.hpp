// SPDX-License-Identifier: GPL-3.0-or-later
// The one driver of runs: a plan deals out items, threads work on them, what they find is folded
// into one result. Campaigns, properties, contact conditions, audits and scenes all run so.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "harness/runners/thread_crew.hpp"

namespace touchstone {

/// Calls `work(k)` for k = 0 ... on up to `jobs` threads, which share what there is to do, and
/// returns when all are done, or left behind in a query some time after `stopping()`
/// (ThreadCrew::wait). If the system refuses a thread (`ulimit -v`, `ulimit -u`), those that have
/// begun do it all; if it refuses the first, this one does.
template <class Work>
void run_on_threads(std::size_t jobs, const Work& work,
                    const std::function<bool()>& stopping = {}) {
  ThreadCrew crew;
  try {
    for (std::size_t k = 0; k < jobs; ++k) crew.start([&work, k] { work(k); });
  } catch (const std::system_error&) {
    if (crew.empty()) work(std::size_t{0});
  }
  crew.wait(stopping);
}

/// How a run is controlled from outside. Both functions may be empty.
struct RunControl {
  int jobs = 1;
  std::function<bool()> stop_requested;  ///< asked by every thread: whether to end early
  /// Called at the start, now and then, though nothing may be done meanwhile, and at the end, by
  /// one thread at a time.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

class RunDriver {
 public:
  /// Progress is counted in units of `total`, of which `done` were done before.
  RunDriver(RunControl control, std::uint64_t total, std::uint64_t done = 0)
      : control_(std::move(control)), total_(total), done_(done) {}

  /// Each thread makes its bench (`make_bench()`) and calls `work(bench, item)` for one item after
  /// another. `next()` is called by one thread at a time and returns an item, or nothing at the
  /// end. The first exception stops the run and is thrown again. Threads that are in a query some
  /// time after a stop are left behind: they touch nothing any more that they share.
  template <class Next, class MakeBench, class Work>
  void run(const Next& next, const MakeBench& make_bench, const Work& work) {
    report_progress(true);
    const auto work_on = [&](std::size_t) {
      try {
        auto bench = make_bench();
        while (!stopping()) {
          auto taken = take(next);
          if (!taken) return;
          work(bench, *taken->second);
          give_back(taken->first);
        }
      } catch (...) {
        fail();
      }
    };
    run_on_threads(jobs(), work_on, [this] {
      {
        const std::lock_guard lock(mutex_);
        report_progress(false);
      }
      return stopping();
    });
    if (failure_) std::rethrow_exception(failure_);
    report_progress(true);
  }

  /// Whether work in progress should end.
  bool stopping() {
    if (!stop_ && control_.stop_requested && control_.stop_requested()) stop();
    return stop_;
  }

  /// Calls `add()` while no other thread folds, and counts `done` as done.
  template <class Add>
  void fold(std::uint64_t done, const Add& add) {
    const std::lock_guard lock(mutex_);
    add();
    done_ += done;
    report_progress(false);
  }

  std::uint64_t done() const { return done_; }
  bool complete() const { return done_ == total_; }

 private:
  static constexpr auto kProgressInterval = std::chrono::milliseconds(100);
  /// How many items a thread may be ahead of the slowest one, for each thread: so many results wait
  /// to be folded where the order matters.
  static constexpr std::uint64_t kLeadPerJob = 64;

  std::size_t jobs() const { return static_cast<std::size_t>(std::max(1, control_.jobs)); }

  /// An item and the number by which it is given back.
  template <class Next>
  auto take(const Next& next) {
    std::optional<std::pair<std::uint64_t, decltype(next())>> taken;
    std::unique_lock lock(mutex_);
    moved_on_.wait(lock, [this] {
      return stop_ || in_flight_.empty() || taken_ < *in_flight_.begin() + kLeadPerJob * jobs();
    });
    if (stop_) return taken;
    auto item = next();
    if (!item) return taken;
    in_flight_.insert(taken_);
    taken.emplace(taken_++, std::move(item));
    return taken;
  }

  void give_back(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    in_flight_.erase(number);
    moved_on_.notify_all();
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    moved_on_.notify_all();
  }

  void fail() {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    if (!failure_) failure_ = std::current_exception();
    moved_on_.notify_all();
  }

  /// Under the lock, or while no other thread runs.
  void report_progress(bool always) {
    const auto now = std::chrono::steady_clock::now();
    if (!control_.progress || (!always && now < next_report_)) return;
    next_report_ = now + kProgressInterval;
    control_.progress(done_, total_);
  }

  const RunControl control_;
  const std::uint64_t total_;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;  ///< guards all members below
  std::condition_variable moved_on_;
  std::uint64_t taken_ = 0;            ///< items taken from the plan
  std::set<std::uint64_t> in_flight_;  ///< numbers of those not given back yet
  std::exception_ptr failure_;
  std::uint64_t done_;
  std::chrono::steady_clock::time_point next_report_{};
};

/// State of a thread that needs none.
struct NoBench {};

/// A run over the items 0 ... count - 1: `work(bench, k)` finds something of the item k, and
/// `fold(k, found)` takes it, in the order of the items.
template <class MakeBench, class Work, class Fold>
void run_items(const RunControl& control, std::size_t count, const MakeBench& make_bench,
               const Work& work, const Fold& fold) {
  using Found = decltype(work(std::declval<decltype(make_bench())&>(), std::size_t{}));
  RunDriver driver(control, count);
  std::size_t next = 0;
  std::size_t folded = 0;
  std::map<std::size_t, Found> waiting;
  driver.run([&] { return next < count ? std::optional(next++) : std::nullopt; }, make_bench,
             [&](auto& bench, std::size_t k) {
               Found found = work(bench, k);
               driver.fold(1, [&] {
                 waiting.emplace(k, std::move(found));
                 for (auto first = waiting.begin();
                      first != waiting.end() && first->first == folded;
                      first = waiting.erase(first)) {
                   fold(folded++, std::move(first->second));
                 }
               });
             });
}

}  // namespace touchstone
