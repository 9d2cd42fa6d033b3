// SPDX-License-Identifier: GPL-3.0-or-later
// The host's end of the workers of a library or a metric: their supervisor, and the memory that is
// shared with them. Linux only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/plugins/plugin_channel.hpp"
#include "harness/plugins/plugin_transport.hpp"
#include "harness/plugins/polling.hpp"
#include "harness/plugins/shared_block.hpp"
#include "harness/plugins/supervisor_client.hpp"

namespace touchstone {

/// The words that name a plug-in's library in the command line of a supervisor.
inline std::vector<std::string> library_words(const std::string& library) {
  return {"library", library};
}

class PluginProcess {
 public:
  /// Starts the supervisor: `command` is completed by `asked`, the words that name what the workers
  /// ask (library_words(), or "metric" and its name), and the limit of memory [byte]. Throws
  /// HarnessError.
  PluginProcess(std::vector<std::string> command, const std::vector<std::string>& asked,
                const PluginLimits& limits);
  ~PluginProcess();
  PluginProcess(const PluginProcess&) = delete;
  PluginProcess& operator=(const PluginProcess&) = delete;

  plugin_channel::Questions& questions() { return *questions_.as<plugin_channel::Questions>(); }
  const plugin_channel::Answers& answers() const {
    return *answers_.as<const plugin_channel::Answers>();
  }

  bool has_worker() const { return socket_ >= 0; }
  /// Starts a worker and waits for its first message, for as long as the limits say. The message is
  /// put into `hello`: the claims, or ! and why there is nothing to ask. False if the worker ended
  /// or was killed before, and at once after kMaxFailedStarts in a row.
  bool start_worker(std::string& hello);
  /// Whether the worker asks a metric of this program.
  bool asks_metric() const { return limits_.harness_s > 0; }
  /// The worker's number; -1 where there is none.
  pid_t worker() const { return supervisor_.worker(); }
  const FailedStarts& failed_starts() const { return failed_starts_; }

  enum class Event { answered, died, over_cpu_limit, over_wall_limit, broken };
  /// Puts the batch that lies in questions(), and waits. What takes all questions in one call has
  /// the time of all, up to a minute, or if not `is_patient` that of one.
  Event ask(bool is_patient = true);
  /// How far the worker was when it exceeded a limit: k in question k - 1, which it may have
  /// answered since.
  std::uint32_t stuck_at() const { return stuck_at_; }
  /// How many questions, put one by one, have an answer before the first that has none.
  std::size_t answered(std::size_t count) const;

  /// Ends a worker that is not needed any more: in order, if it waits for a batch.
  void dismiss_worker();
  /// Kills the worker with all that it started, and says how it ended, in its own last words where
  /// there are any.
  std::string end_worker();
  /// Whether the worker that was ended last ended by a signal, which may be that of end_worker().
  bool ended_by_signal() const { return supervisor_.ended_by_signal(); }

 private:
  /// Whether the worker says something. Whether it was in time, `late` tells.
  bool await_hello(std::string& hello, bool& late);
  void await_end_in_order();
  Event await(bool is_patient);

  PluginLimits limits_;
  SharedBlock questions_{sizeof(plugin_channel::Questions)};
  SharedBlock answers_{sizeof(plugin_channel::Answers)};
  std::uint64_t nonce_ = 0;
  Polling polling_;
  bool is_idle_ = false;  ///< the worker waits for a batch
  std::uint32_t stuck_at_ = 0;
  FailedStarts failed_starts_;
  SupervisorClient supervisor_;
  int socket_ = -1;  ///< to the worker
};

}  // namespace touchstone
