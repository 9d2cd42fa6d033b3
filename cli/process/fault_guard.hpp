// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a crash of this process, and of a query that goes on for ever.
//
// A metric of ours that crashes in this process, or whose query uses more than in_process_limit_s()
// of CPU time, costs the process: it starts itself again with the same arguments, and runs that
// metric in worker processes from then on, where a crash or an endless loop is the verdict on one
// case. A crash while a failure is shrunk costs the process, too, and the next one does not shrink
// that failure. Nothing of the old process is used but what a store holds. Any other crash is a
// failure of the harness: one line and exit code 3.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

namespace touchstone {

/// Holds for the rest of the process; called once, before there are threads. `arguments` are those
/// of main(). Metrics that were moved to workers before are moved again.
void guard_against_faults(char** arguments);

/// What a process that runs plug-ins leaves for its host, in memory that both share.
struct LastWords {
  std::atomic<std::uint32_t> alive;  ///< counts up while the process is watched
  std::int32_t exit_code;            ///< for the host, where there is a text
  std::array<char, 2048> text;       ///< why it ends, up to a zero byte; empty: nothing is known
};

/// From now on a plug-in in this process that crashes, or is in one query for too long, ends it,
/// and `words` name the plug-in and what it was asked. Before, a crash of a plug-in ends the process
/// by its signal, for debuggers.
void end_for_faults_of_plugins(LastWords& words);

/// The plug-in that this process asked last, or "a plug-in"; never freed. For its main thread.
const char* plugin_asked_last();

/// For its main thread: the code of a plug-in that was called has returned, and no exception came
/// out of it.
void note_end_of_plugin();
/// Whether what ends this thread now comes from a plug-in: it is a thread of a plug-in's own, or
/// runs a plug-in's query, or has left one for which nobody called note_end_of_plugin().
bool is_fault_of_plugin();

/// Ends such a process, blaming the plug-in that was asked last: "threw std::bad_alloc".
[[noreturn]] void blame_plugin(const std::string& how);

/// While it lives, processes that this one starts run the metrics in workers that it does.
class MovedMetrics {
 public:
  MovedMetrics();
  ~MovedMetrics();
  MovedMetrics(const MovedMetrics&) = delete;
  MovedMetrics& operator=(const MovedMetrics&) = delete;
};

/// Starts the process again if a metric of ours has been in one query for too long. Called now and
/// then.
void look_for_endless_queries();

}  // namespace touchstone
