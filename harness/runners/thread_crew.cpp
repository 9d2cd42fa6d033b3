// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/thread_crew.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "geometry/arithmetic/floating_point.hpp"
#include "geometry/query_scope.hpp"

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kLookPeriod = std::chrono::milliseconds(20);

}  // namespace

/// Under the lock of Shared, but for the thread itself.
struct ThreadCrew::Member {
  std::thread thread;
  ThreadRecord* record = nullptr;  ///< once the thread runs
  bool ended = false;

  bool abandon(Clock::duration since_stop) {
    if (record == nullptr || !record->is_in_query()) return false;
    const bool waits = record->kind() == QueryKind::wait;
    return since_stop > (waits ? kWaitGrace : kQueryGrace) && record->abandon();
  }
};

ThreadCrew::~ThreadCrew() { join(); }

void ThreadCrew::start(std::function<void()> work) {
  auto member = std::make_shared<Member>();
  auto run = [shared = shared_, member, work = std::move(work)] {
    set_default_floating_point();
    {
      const std::lock_guard lock(shared->mutex);
      member->record = &ThreadRecord::own();
    }
    work();
    const std::lock_guard lock(shared->mutex);
    member->ended = true;
    shared->ended.notify_all();
  };
  // Before the thread begins, as there may be no memory to name it in afterwards.
  members_.push_back(member);
  try {
    member->thread = std::thread(std::move(run));
  } catch (...) {
    members_.pop_back();
    throw;
  }
}

void ThreadCrew::wait(const std::function<bool()>& stopping) {
  std::optional<Clock::time_point> stop;
  std::vector<std::shared_ptr<Member>> waited_for = members_;
  std::unique_lock lock(shared_->mutex);
  for (;;) {
    std::erase_if(waited_for, [&](const auto& member) {
      if (member->ended) return true;
      if (!stop || !member->abandon(Clock::now() - *stop)) return false;
      member->thread.detach();
      return true;
    });
    if (waited_for.empty()) break;
    if (stopping) {
      shared_->ended.wait_for(lock, kLookPeriod);
      lock.unlock();
      if (!stop && stopping()) stop = Clock::now();
      lock.lock();
    } else {
      shared_->ended.wait(lock);
    }
  }
  lock.unlock();
  join();
}

void ThreadCrew::join() {
  for (const auto& member : members_) {
    if (member->thread.joinable()) member->thread.join();
  }
}

}  // namespace touchstone
