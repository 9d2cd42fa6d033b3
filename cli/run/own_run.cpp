// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run/own_run.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/process/parent_watch.hpp"

namespace touchstone {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{20};

/// Passes the signal on, once; a second one means "at once". A run that does not end kRunRespite
/// after the first is killed, so that the rest of kLastRespite_s is left for the page: what it has
/// stored is kept.
int wait_for(pid_t process, double limit_s) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kRunRespite = std::chrono::milliseconds(500);
  const Clock::time_point begin = Clock::now();
  std::optional<Clock::time_point> told;
  bool killed = false;
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(process, &status, WNOHANG);
    if (ended == process) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : kExitBySignal + WTERMSIG(status);
    }
    if (ended < 0 && errno != EINTR) return kExitHarnessFailed;
    const bool over = std::chrono::duration<double>(Clock::now() - begin).count() > limit_s;
    if ((received_signal() != 0 || over) && !told) {
      told = Clock::now();
      kill(process, received_signal() != 0 ? received_signal() : SIGTERM);
    }
    const bool late = told && Clock::now() - *told > kRunRespite;
    if ((late || ends_at_once()) && !std::exchange(killed, true)) kill(process, SIGKILL);
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

}  // namespace

bool records_are_temporary() { return std::getenv(kTemporaryRecords) != nullptr; }

void end_with_starter() {
  const char* starter = std::getenv(kTemporaryRecords);
  if (starter != nullptr) end_with_parent(static_cast<pid_t>(std::atol(starter)));
}

int run_this_program(const std::vector<std::string>& words, double limit_s) {
  const char* outer = std::getenv(kTemporaryRecords);
  const std::optional<std::string> starter =
      outer != nullptr ? std::optional<std::string>(outer) : std::nullopt;
  setenv(kTemporaryRecords, std::to_string(getpid()).c_str(), 1);
  std::vector<std::string> command = {own_workers().worker_command.front()};
  command.insert(command.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  // In a group of its own: a terminal's Ctrl-C comes to this program alone, which passes it on.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t process = -1;
  const int failure = posix_spawn(&process, command.front().c_str(), &actions, &attributes,
                                  arguments.data(), environ);
  // It is for that run alone, not for an engine that this program starts later.
  if (starter) {
    setenv(kTemporaryRecords, starter->c_str(), 1);
  } else {
    unsetenv(kTemporaryRecords);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure == 0 ? wait_for(process, limit_s) : kExitHarnessFailed;
}

}  // namespace touchstone
