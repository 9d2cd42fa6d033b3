// SPDX-License-Identifier: GPL-3.0-or-later
// The common part of the transports to workers that share memory with the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/plugins/plugin_process.hpp"
#include "harness/plugins/plugin_transport.hpp"
#include "harness/plugins/shape_arena.hpp"

namespace touchstone {

/// Workers look once a batch for what a plug-in prints or closes. After the first finding they look
/// after each question. If a batch prints or costs the worker, its answered questions are asked
/// again.
class WorkerTransport : public PluginTransport {
 public:
  PluginAttempt attempt(std::span<const PluginTask> tasks) final;
  void end_worker() override;

 protected:
  using Event = PluginProcess::Event;

  WorkerTransport(const std::vector<std::string>& command, const std::vector<std::string>& asked,
                  const PluginLimits& limits, std::size_t remembered_bytes)
      : process_(command, asked, limits), arena_(remembered_bytes) {}

  /// False where no worker can be started any more.
  bool start();
  /// Adds what workers cost to `watch` from now on.
  void record_costs(WorkerWatch& watch) {
    watch_ = &watch;  // nothing is asked twice there
    checks_each_question_ = true;
  }
  /// Writes questions for as many of the tasks as have room; returns how many. 0: the bodies of the
  /// first are too large for a worker.
  std::size_t write(std::span<const PluginTask> tasks);
  /// Puts the questions that are written. A watched worker prepares their bodies first; `known`:
  /// bodies that it has already. Returns the number of answers. `event` says how the batch ended.
  std::size_t put(std::size_t count, std::size_t known, Event& event);
  /// Ends the worker at a question, and says how it ended.
  RunOutcome ended(Event event);
  static void add_printed(std::uint32_t bytes, RunOutcome& outcome);

  std::size_t bodies() const { return arena_.count(); }
  PluginProcess& process() { return process_; }
  const PluginProcess& process() const { return process_; }

 private:
  PluginProcess process_;
  ShapeArena arena_;
  WorkerWatch* watch_ = nullptr;
  bool checks_each_question_ = false;
};

}  // namespace touchstone
