// SPDX-License-Identifier: GPL-3.0-or-later
// How a worker process is started: its descriptors, its signals, its process group. POSIX only.
#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace touchstone {

class SpawnPlan {
 public:
  SpawnPlan();
  ~SpawnPlan();
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  /// The process gets `descriptor` of this one under the number `as`.
  void pass(int descriptor, int as);
  /// The process has a variable, NAME=VALUE, in its environment that this one does not have.
  void set(std::string variable) { variables_.push_back(std::move(variable)); }
  /// Starts `command`. Returns 0, or the number of the error.
  int run(pid_t& pid, std::vector<std::string> command) const;

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
  std::vector<std::string> variables_;
};

}  // namespace touchstone
