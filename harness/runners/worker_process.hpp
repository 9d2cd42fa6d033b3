// SPDX-License-Identifier: GPL-3.0-or-later
// The runner's end of a worker process: start it, talk to it, learn how it died. POSIX only.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "harness/runners/protocol.hpp"

namespace touchstone {

/// Wall-clock time that a worker has for the harness's own work: to start, to read a message, to
/// rebuild polytopes [s].
inline constexpr double kHarnessLimitS = 120;

/// How a worker process ended.
struct WorkerEnd {
  bool over_cpu_limit = false;  ///< killed by its own CPU timer
  std::string detail;           ///< "SIGSEGV", "exited with code 3"
};

/// From what waitpid says of it.
WorkerEnd describe_end(int status);

class WorkerProcess {
 public:
  /// Starts `command` with a socket as its standard input and output, and waits for its hello.
  /// Throws HarnessError where it cannot be started or ends before it is ready.
  WorkerProcess(const std::vector<std::string>& command, const protocol::StartMessage& start);
  /// Kills and reaps what is left.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// False if the worker is gone.
  bool send(protocol::FrameType type, std::string_view body);

  enum class Event { frame, gone, late, garbage };
  /// Waits for the next frame for at most `limit_s` of wall-clock time [s].
  Event receive(double limit_s, protocol::Frame& frame);

  /// After Event::gone: how it ended.
  WorkerEnd end();
  /// Kills it at once.
  void kill();

 private:
  int socket_ = -1;
  pid_t pid_ = -1;  ///< -1 once reaped
  protocol::FrameReader reader_;
};

}  // namespace touchstone
