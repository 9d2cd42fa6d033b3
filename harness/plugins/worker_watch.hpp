// SPDX-License-Identifier: GPL-3.0-or-later
// What a library's workers cost and leave behind, seen from outside: by the system's clocks and
// tables, whatever the library says. Linux only.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace touchstone {

struct WorkerWatch {
  double init_s = 0;          ///< most processor time of a worker until it was ready [s]
  double prepare_s = 0;       ///< processor time of preparing bodies, all threads [s]
  std::uint64_t bodies = 0;   ///< that were prepared
  double answer_s = 0;        ///< processor time of answering, all threads [s]
  std::uint64_t answers = 0;  ///< that one instance gave
  /// Calls of the allocator while these were given, by what the worker says; nothing where they are
  /// not counted.
  std::optional<std::uint64_t> allocations;
  std::size_t threads_left = 0;         ///< most threads beside the first that go on after a batch
  bool started_processes = false;       ///< whether a worker has started any
  bool changed_floating_point = false;  ///< whether a thread came back in another state
  std::string touchstone = {};          ///< library of this project that is in a worker's memory

  /// Adds what another watch saw.
  void add(const WorkerWatch& other);
  /// Looks at a worker that has just said it is ready.
  void look_at_start(pid_t worker);
  /// Looks at a worker that waits for its next batch.
  void look_at_idle(pid_t worker);
};

}  // namespace touchstone
