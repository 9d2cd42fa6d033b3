// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/query_scope.hpp"

#include <pthread.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <sys/mman.h>
#include <unistd.h>

#include <mutex>
#include <set>

namespace touchstone {
namespace {

constexpr std::size_t kFaultStackBytes = std::size_t{1} << 16U;

std::atomic<ThreadRecord*> head = nullptr;
std::atomic<bool> fault_stacks = false;
std::atomic<bool> any_abandoned = false;
std::atomic<bool> any_failed = false;
std::string first_failed;

void* make_fault_stack() {
  void* stack =
      ::mmap(nullptr, kFaultStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return stack == MAP_FAILED ? nullptr : stack;
}

/// Sets the stack on which signal handlers of this thread run; nullptr: none of its own.
void use_fault_stack(void* stack) {
  stack_t own{};
  own.ss_sp = stack;
  own.ss_size = kFaultStackBytes;
  own.ss_flags = stack == nullptr ? SS_DISABLE : 0;
  ::sigaltstack(&own, nullptr);
}

}  // namespace

const char* lasting_name(const std::string& name) {
  static std::mutex mutex;
  static auto* const names = new std::set<std::string>;  // NOLINT(*-owning-memory): never freed
  const std::lock_guard lock(mutex);
  return names->insert(name).first->c_str();
}

/// Frees the record of a thread that ends for the next thread.
struct ThreadRegistration {
  ThreadRecord* record = nullptr;

  ThreadRegistration() = default;
  ThreadRegistration(const ThreadRegistration&) = delete;
  ThreadRegistration& operator=(const ThreadRegistration&) = delete;
  ~ThreadRegistration() {
    ThreadRecord::own_ = nullptr;
    if (record->fault_stack_ != nullptr) use_fault_stack(nullptr);
    record->in_use_ = false;
  }
};

ThreadRecord* ThreadRecord::first() { return head; }

ThreadRecord& ThreadRecord::make() {
  ThreadRecord* record = head;
  for (bool unused = false; record != nullptr; record = record->next_) {
    if (record->in_use_.compare_exchange_strong(unused, true)) break;
    unused = false;
  }
  if (record == nullptr) {
    record = new ThreadRecord;  // NOLINT(*-owning-memory): never freed
    record->next_ = head;
    while (!head.compare_exchange_weak(record->next_, record)) {
    }
  }
  clockid_t clock = 0;
  ::pthread_getcpuclockid(::pthread_self(), &clock);
  record->cpu_clock_ = clock;
  if (fault_stacks) {
    if (record->fault_stack_ == nullptr) record->fault_stack_ = make_fault_stack();
    if (record->fault_stack_ != nullptr) use_fault_stack(record->fault_stack_);
  }
  static thread_local ThreadRegistration registration;
  registration.record = record;
  own_ = record;
  return *record;
}

bool ThreadRecord::abandon() {
  std::uint64_t turn = turn_;
  if ((turn & 1U) == 0) return false;
  if (!turn_.compare_exchange_strong(turn, kAbandoned)) return false;
  any_abandoned = true;
  return true;
}

void ThreadRecord::stop_for_ever() {
  for (;;) ::pause();
}

void CaseScope::keep_failed() const {
  if (!any_failed.exchange(true)) first_failed = record_.case_id();
}

const std::string& failed_case() { return first_failed; }

void give_threads_fault_stacks() { fault_stacks = true; }

bool threads_were_abandoned() { return any_abandoned; }

}  // namespace touchstone
