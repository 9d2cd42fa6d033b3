// SPDX-License-Identifier: GPL-3.0-or-later
// Records what each thread is asking, so that a crash or an endless loop can be attributed to it,
// and a thread that does not return can be abandoned.
//
// A thread within a scope touches only what is its own. An abandoned thread stops for ever where
// its scope ends, so whoever abandoned it may free all that they shared.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <exception>
#include <string>

namespace touchstone {

enum class QueryKind : std::uint8_t {
  metric,  ///< a metric in this process
  truth,   ///< the oracle
  wait     ///< waiting for another process
};

/// What one thread is asking. Records are never freed.
class ThreadRecord {
 public:
  /// The record of this thread, made at the first call.
  static ThreadRecord& own() { return own_ != nullptr ? *own_ : make(); }
  /// The record of this thread, or nullptr if it has none. For signal handlers.
  static ThreadRecord* find() { return own_; }
  /// The records of all threads, as a list. Some belong to threads that have ended.
  static ThreadRecord* first();
  ThreadRecord* next() const { return next_; }

  bool is_in_query() const { return (turn_ & 1U) != 0; }
  /// Changes whenever a query begins or ends.
  std::uint64_t turn() const { return turn_; }
  /// What is asked, and its name; valid within a query.
  QueryKind kind() const { return kind_; }
  const char* name() const { return name_; }
  /// The clock of the thread's CPU time.
  clockid_t cpu_clock() const { return cpu_clock_; }
  /// The case that the thread works on, or nullptr.
  const char* case_id() const { return case_id_; }

  /// What a watcher of all threads saw last of this one.
  struct Look {
    std::uint64_t turn = 0;
    double cpu_s = 0;  ///< CPU time of the thread when that turn was seen first [s]
  };
  Look last_look;

  /// Abandons the thread if it is in a query. Returns false if it is in none.
  bool abandon();

 private:
  friend class QueryScope;
  friend class CaseScope;
  friend struct ThreadRegistration;
  static constexpr std::uint64_t kAbandoned = ~std::uint64_t{0};  ///< odd

  static ThreadRecord& make();
  [[noreturn]] static void stop_for_ever();

  static constinit inline thread_local ThreadRecord* own_ = nullptr;

  std::atomic<std::uint64_t> turn_ = 0;  ///< odd in a query
  std::atomic<QueryKind> kind_ = QueryKind::metric;
  std::atomic<const char*> name_ = "";
  std::atomic<const char*> case_id_ = nullptr;
  std::atomic<clockid_t> cpu_clock_ = 0;
  std::atomic<bool> in_use_ = true;
  void* fault_stack_ = nullptr;
  ThreadRecord* next_ = nullptr;
};

/// A copy of `name` that is never freed, one for each text. A thread that watches others may read
/// the name of a query after that has ended.
const char* lasting_name(const std::string& name);

/// From its construction to its end this thread asks `name`, which must never be freed where other
/// threads watch (lasting_name). A scope within another one has no effect.
class QueryScope {
 public:
  QueryScope(QueryKind kind, const char* name) : record_(ThreadRecord::own()) {
    const std::uint64_t turn = record_.turn_.load(std::memory_order_relaxed);
    if ((turn & 1U) != 0) return;
    record_.kind_.store(kind, std::memory_order_relaxed);
    record_.name_.store(name, std::memory_order_relaxed);
    turn_ = turn + 1;
    record_.turn_.store(turn_, std::memory_order_release);
  }
  ~QueryScope() {
    if (turn_ == 0) return;
    std::uint64_t expected = turn_;
    if (!record_.turn_.compare_exchange_strong(expected, turn_ + 1)) ThreadRecord::stop_for_ever();
  }
  QueryScope(const QueryScope&) = delete;
  QueryScope& operator=(const QueryScope&) = delete;

 private:
  ThreadRecord& record_;
  std::uint64_t turn_ = 0;  ///< 0: within another scope
};

/// From its construction to its end this thread works on the case `id`, which must outlive it.
class CaseScope {
 public:
  explicit CaseScope(const char* id) : record_(ThreadRecord::own()), outer_(record_.case_id_) {
    record_.case_id_.store(id, std::memory_order_relaxed);
  }
  ~CaseScope() {
    if (std::uncaught_exceptions() > exceptions_) keep_failed();
    record_.case_id_.store(outer_, std::memory_order_relaxed);
  }
  CaseScope(const CaseScope&) = delete;
  CaseScope& operator=(const CaseScope&) = delete;

 private:
  void keep_failed() const;

  ThreadRecord& record_;
  const char* outer_;
  int exceptions_ = std::uncaught_exceptions();
};

/// The case whose CaseScope an exception left first, in any thread; empty if there is none. To be
/// called when no other thread runs.
const std::string& failed_case();

/// From now on each thread that asks something has a stack for signal handlers, so that an overflow
/// of its own can be handled.
void give_threads_fault_stacks();

/// Whether a thread was abandoned: then the process must end by _exit, as destructors would take
/// from it what it uses.
bool threads_were_abandoned();

}  // namespace touchstone
