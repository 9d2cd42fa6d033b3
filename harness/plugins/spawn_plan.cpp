// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/spawn_plan.hpp"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <unistd.h>

namespace touchstone {

SpawnPlan::SpawnPlan() {
  posix_spawn_file_actions_init(&actions_);
  posix_spawnattr_init(&attributes_);
  // A worker starts with every signal at its default and none blocked, whatever this process or
  // thread does with them.
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_setsigdefault(&attributes_, &all);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes_, &none);
  // In a process group of its own it does not get the Ctrl-C that is meant for this process, which
  // would look like a crash of its metric.
  posix_spawnattr_setpgroup(&attributes_, 0);
  posix_spawnattr_setflags(&attributes_,
                           POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
}

SpawnPlan::~SpawnPlan() {
  posix_spawn_file_actions_destroy(&actions_);
  posix_spawnattr_destroy(&attributes_);
}

void SpawnPlan::pass(int descriptor, int as) {
  posix_spawn_file_actions_adddup2(&actions_, descriptor, as);
}

int SpawnPlan::run(pid_t& pid, std::vector<std::string> command) const {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::vector<std::string> added = variables_;
  std::vector<char*> environment;
  for (std::string& variable : added) environment.push_back(variable.data());
  for (char** variable = environ; *variable != nullptr; ++variable) {
    environment.push_back(*variable);
  }
  environment.push_back(nullptr);
  return posix_spawnp(&pid, arguments[0], &actions_, &attributes_, arguments.data(),
                      environment.data());
}

}  // namespace touchstone
