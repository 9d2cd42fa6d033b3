// SPDX-License-Identifier: GPL-3.0-or-later
// A program that a user typed, as a plug-in's worker: lines to its standard input, lines from its
// standard output. What it writes to its standard error is read and dropped, but for the last of
// it. Linux only.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/plugins/plugin_transport.hpp"
#include "harness/plugins/process_protocol.hpp"
#include "harness/plugins/supervisor_client.hpp"

namespace touchstone {

class CommandProcess {
 public:
  /// `worker_command` starts the supervisor; /bin/sh runs `command` below it. Throws HarnessError.
  CommandProcess(std::vector<std::string> worker_command, const std::string& command,
                 const PluginLimits& limits);
  ~CommandProcess();
  CommandProcess(const CommandProcess&) = delete;
  CommandProcess& operator=(const CommandProcess&) = delete;

  /// Starts the program. Throws HarnessError if the system gives no process or no memory.
  void start();
  bool is_running() const { return supervisor_.has_worker(); }
  /// Whether the program has ended by itself since it was started.
  bool has_ended() const;

  enum class Event {
    done,    ///< there was a last line
    broken,  ///< there was a broken one
    died,
    closed,  ///< its standard output, without ending
    over_cpu_limit,
    over_wall_limit,
    line_too_long
  };
  /// Sends `message` and hands over the lines that come back. The program has the processor time of
  /// `questions` questions.
  Event exchange(std::string_view message, std::size_t questions,
                 const std::function<LineTaken(std::string_view line)>& take);

  /// Kills the program with all that it started, and says in words how the exchange ended that was
  /// not done.
  std::string end(Event event);

 private:
  void close_streams();
  bool take_output();
  void take_errors();
  void forget_errors();
  std::string last_words() const;

  PluginLimits limits_;
  SupervisorClient supervisor_;
  int input_ = -1;   ///< to its standard input
  int output_ = -1;  ///< from its standard output
  int errors_ = -1;  ///< from its standard error
  LineReader lines_;
  bool is_new_ = false;  ///< it has had no exchange yet
  std::string said_;     ///< the end of what it wrote to its standard error
};

}  // namespace touchstone
