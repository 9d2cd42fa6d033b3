// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/thread_crew.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "geometry/arithmetic/floating_point.hpp"
#include "geometry/query_scope.hpp"

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kLookPeriod = std::chrono::milliseconds(20);

// Addresses kept free for the work of each thread. Where they are few (`ulimit -v`), the stacks of
// many threads would take all, and no thread could work.
constexpr std::size_t kMemoryPerThread = std::size_t{16} << 20;

}  // namespace

/// Under the lock of Shared, but for the thread itself.
struct ThreadCrew::Member {
  /// Addresses that nothing else gets as long as this exists. They take no physical memory.
  class KeptMemory {
   public:
    KeptMemory() {
      if (address_ == MAP_FAILED) throw std::system_error(errno, std::generic_category());
    }
    KeptMemory(const KeptMemory&) = delete;
    KeptMemory& operator=(const KeptMemory&) = delete;
    ~KeptMemory() { ::munmap(address_, kMemoryPerThread); }

   private:
    void* address_ = ::mmap(nullptr, kMemoryPerThread, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  };

  std::optional<KeptMemory> kept_memory;  ///< until the thread begins its work
  std::thread thread;
  ThreadRecord* record = nullptr;  ///< once the thread runs
  bool ended = false;

  bool abandon(Clock::duration since_stop) {
    if (record == nullptr || !record->is_in_query()) return false;
    const bool waits = record->kind() == QueryKind::wait;
    return since_stop > (waits ? kWaitGrace : kQueryGrace) && record->abandon();
  }
};

ThreadCrew::~ThreadCrew() {
  begin();
  join();
}

void ThreadCrew::start(std::function<void()> work) {
  auto member = std::make_shared<Member>();
  auto run = [shared = shared_, member, work = std::move(work)] {
    set_default_floating_point();
    {
      std::unique_lock lock(shared->mutex);
      shared->begun.wait(lock, [&] { return shared->working; });
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
    member->kept_memory.emplace();
    member->thread = std::thread(std::move(run));
  } catch (...) {
    members_.pop_back();
    throw;
  }
}

void ThreadCrew::begin() {
  for (const auto& member : members_) member->kept_memory.reset();
  const std::lock_guard lock(shared_->mutex);
  shared_->working = true;
  shared_->begun.notify_all();
}

void ThreadCrew::wait(const std::function<bool()>& stopping) {
  begin();
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
