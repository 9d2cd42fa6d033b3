// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/process/end_signal.hpp"

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <ctime>
#include <string_view>

#include "cli/process/fault_guard.hpp"
#include "cli/process/output_file.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kWatchStackBytes = std::size_t{1} << 18U;

std::atomic<int> caught_signal = 0;
std::atomic<int> signal_count = 0;
static_assert(std::atomic<int>::is_always_lock_free);
sem_t arrived;

void keep(int signal) {
  caught_signal = signal;
  ++signal_count;
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

/// Allocates nothing: a thread that is stuck may hold the allocator's lock.
void* watch(void* /*nothing*/) {
  constexpr time_t kPeriod_s = 1;
  constexpr std::string_view kLine =
      "touchstone: interrupted; what did not end in time is given up\n";
  while (!arrives_within(kPeriod_s)) look_for_endless_queries();
  ::usleep(static_cast<useconds_t>(1e6 * kLastRespite_s));
  wait_for_renaming();
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kLine.data(), kLine.size());
  ::_exit(kExitBySignal + caught_signal);
}

}  // namespace

void catch_end_signals() { handle(static_cast<int>(SA_RESETHAND | SA_RESTART)); }

void catch_all_end_signals() { handle(SA_RESTART); }

int received_signal() { return caught_signal; }

bool ends_at_once() { return signal_count > 1; }

void start_watching() {
  ::sem_init(&arrived, 0, 0);
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, kWatchStackBytes);
  ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread{};
  // A signal that the thread took would end a process that holds it back while it names a file.
  const SignalsHeld held;
  // Without it the work itself looks at received_signal(), as far as it can.
  [[maybe_unused]] const int failure = ::pthread_create(&thread, &attributes, watch, nullptr);
  ::pthread_attr_destroy(&attributes);
}

SignalsHeld::SignalsHeld() {
  sigset_t ending;
  ::sigemptyset(&ending);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&ending, signal);
  ::pthread_sigmask(SIG_BLOCK, &ending, &before_);
}

SignalsHeld::~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace touchstone
