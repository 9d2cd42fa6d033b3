// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that share work, and that are left behind where they are asked to stop and cannot.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace touchstone {

class ThreadCrew {
 public:
  static constexpr std::chrono::milliseconds kWaitGrace{300};
  static constexpr std::chrono::milliseconds kQueryGrace{1000};

  ThreadCrew() = default;
  ThreadCrew(const ThreadCrew&) = delete;
  ThreadCrew& operator=(const ThreadCrew&) = delete;
  /// Joins threads that were not waited for, however long that takes.
  ~ThreadCrew();

  /// Adds a thread, which begins its work in wait() or in the destructor. Until then, memory that
  /// its work needs is kept free. Throws std::system_error if the system refuses the thread or this
  /// memory. The crew is as before then.
  void start(std::function<void()> work);
  bool empty() const { return members_.empty(); }
  /// Returns when all threads have ended. Once `stopping()` is true, threads that wait for another
  /// process are left behind after kWaitGrace, and those in a query (QueryScope) after kQueryGrace.
  /// `stopping` may be empty.
  void wait(const std::function<bool()>& stopping);

 private:
  struct Member;
  /// What threads that were left behind still see.
  struct Shared {
    std::mutex mutex;
    std::condition_variable ended;
    std::condition_variable begun;
    bool working = false;
  };

  /// Gives back the memory that was kept and lets the threads work.
  void begin();
  void join();

  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  std::vector<std::shared_ptr<Member>> members_;
};

}  // namespace touchstone
