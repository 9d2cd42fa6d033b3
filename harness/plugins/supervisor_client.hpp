// SPDX-License-Identifier: GPL-3.0-or-later
// The host's end of a supervisor (plugin_supervisor.hpp), which runs one worker at a time. Linux
// only.
#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <vector>

#include "harness/plugins/plugin_channel.hpp"
#include "harness/runners/worker_process.hpp"

namespace touchstone {

class SupervisorClient {
 public:
  /// Starts `command`. It gets the descriptors `shared` as those from 3 on. Throws HarnessError.
  SupervisorClient(const std::vector<std::string>& command, std::span<const int> shared);
  /// Ends the supervisor, which kills all that the plug-in started.
  ~SupervisorClient();
  SupervisorClient(const SupervisorClient&) = delete;
  SupervisorClient& operator=(const SupervisorClient&) = delete;

  bool has_worker() const { return worker_ >= 0; }
  pid_t worker() const { return worker_; }
  /// Becomes readable when the worker ends.
  int worker_end() const { return worker_end_; }

  /// Starts a worker. Returns the descriptors that lead to it, which the caller closes. Throws
  /// HarnessError.
  std::vector<int> start_worker();
  /// Kills the worker with all that it started, and says how it ended.
  WorkerEnd end_worker();

 private:
  bool request(plugin_channel::Request request) const;

  int control_ = -1;
  pid_t supervisor_ = -1;
  pid_t worker_ = -1;
  int worker_end_ = -1;
};

void close_if_open(int& descriptor);

}  // namespace touchstone
