// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/end_signal.hpp"

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <ctime>

#include "cli/console.hpp"
#include "cli/fault_guard.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kWatchStackBytes = std::size_t{1} << 18U;

std::atomic<int> came = 0;
std::atomic<int> count = 0;
static_assert(std::atomic<int>::is_always_lock_free);
sem_t arrived;

void keep(int signal) {
  came = signal;
  ++count;
  ::sem_post(&arrived);
}

void handle(int flags) {
  struct sigaction action {};
  action.sa_handler = keep;
  action.sa_flags = flags;
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
  // nohup lets it be ignored.
  struct sigaction hangup {};
  ::sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
}

/// Whether a signal comes within so many seconds.
bool arrives_within(time_t seconds) {
  timespec until{};
  ::clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += seconds;
  return ::sem_clockwait(&arrived, CLOCK_MONOTONIC, &until) == 0;
}

/// Allocates nothing before it writes the last line.
void* watch(void* /*nothing*/) {
  constexpr time_t kPeriod_s = 1;
  while (!arrives_within(kPeriod_s)) look_for_endless_queries();
  ::usleep(static_cast<useconds_t>(1e6 * kLastRespite_s));
  ::_exit(complain("interrupted; what did not end in time is given up", kExitBySignal + came));
}

}  // namespace

void catch_end_signals() { handle(static_cast<int>(SA_RESETHAND | SA_RESTART)); }

void catch_all_end_signals() { handle(SA_RESTART); }

int end_signal() { return came; }

bool ends_at_once() { return count > 1; }

void start_watching() {
  ::sem_init(&arrived, 0, 0);
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, kWatchStackBytes);
  ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread{};
  // Without it the work itself looks at end_signal(), as far as it can.
  [[maybe_unused]] const int failure = ::pthread_create(&thread, &attributes, watch, nullptr);
  ::pthread_attr_destroy(&attributes);
}

}  // namespace touchstone
