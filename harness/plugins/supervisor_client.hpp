// SPDX-License-Identifier: GPL-3.0-or-later
// The host's end of a supervisor (plugin_supervisor.hpp), which runs one worker at a time. Linux
// only.
//
// Without a namespace of its own a plug-in can kill or stop its supervisor, as it has the same
// rights. What is stopped is woken before each message; what is killed, or does not answer in time,
// is started again, and that is how the worker ended. What it has left behind then comes below this
// process, and is killed.
#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <vector>

#include "harness/plugins/plugin_channel.hpp"

namespace touchstone {

class SupervisorClient {
 public:
  /// Starts `command`. It gets the descriptors `shared` as those from 3 on. Throws HarnessError.
  SupervisorClient(std::vector<std::string> command, std::span<const int> shared);
  /// Ends the supervisor, which kills all that the plug-in started.
  ~SupervisorClient();
  SupervisorClient(const SupervisorClient&) = delete;
  SupervisorClient& operator=(const SupervisorClient&) = delete;

  bool has_worker() const { return worker_end_ >= 0; }
  pid_t worker() const { return worker_; }
  /// The worker's number for itself.
  pid_t worker_in_namespace() const { return worker_in_namespace_; }
  /// Becomes readable when the worker ends.
  int worker_end() const { return worker_end_; }

  /// Starts a worker. Returns the descriptors that lead to it, which the caller closes. Throws
  /// HarnessError.
  std::vector<int> start_worker();
  /// Waits until the worker has ended by itself, at most for `limit_s`. Whether it has.
  bool await_worker_end(double limit_s) const;
  /// Whether a worker that closed its side of a channel ends soon after.
  bool worker_ends_too() const { return await_worker_end(kExitGraceS); }
  /// Kills the worker with all that it started, and says how it ended: "SIGSEGV", "exited with code
  /// 3".
  std::string end_worker();
  /// Whether the worker that was ended last ended by a signal, which may be that of end_worker().
  bool ended_by_signal() const { return ended_by_signal_; }

 private:
  /// Between the end of a worker's channel and the end of its process [s].
  static constexpr double kExitGraceS = 2;

  void launch();
  /// Ends a supervisor that does not do its work, and what is left of its worker. Returns how the
  /// supervisor ended, as waitpid gives it.
  int abandon();
  void kill_worker() const;
  void wake() const;
  /// Sends a request and waits for the report to it. False if no report comes.
  bool ask(plugin_channel::Request request, plugin_channel::Report& report,
           std::vector<int>& descriptors) const;

  std::vector<std::string> command_;
  std::vector<int> shared_;
  int control_ = -1;
  pid_t supervisor_ = -1;
  pid_t worker_ = -1;  ///< -1 where it has ended already
  pid_t worker_in_namespace_ = -1;
  int worker_end_ = -1;
  bool ended_by_signal_ = false;
};

void close_if_open(int& descriptor);

}  // namespace touchstone
