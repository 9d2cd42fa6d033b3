// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone time` runs foreign code in a worker process, which is given the same command line and
// sends its record back in memory that both share. Whatever that code does to its process, the host
// prints either the whole record or one line that says whose fault it was.
#pragma once

#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/compare/time_record.hpp"

namespace touchstone {

/// Serves the host as its supervisor; a worker runs this command line. Returns the exit code.
int serve_time_workers(const std::vector<std::string>& words);

/// Whether this process is such a worker.
bool is_time_worker();
/// In a worker: hands the record over. `faulty`: whether a plug-in lost pairs.
void send_times(const TimeRecord& record, bool faulty);
/// In a worker: tells the host why there is no record. The host ends with `exit_code`, which is
/// returned.
int send_failure(const std::string& reason, int exit_code);

struct SentTimes {
  TimeRecord record;
  bool faulty = false;
};

/// In the host: runs this process's command line in a worker. `whose`: the plug-ins in it, blamed
/// for its end where they leave no word. An error is theirs, or one of usage; throws HarnessError
/// where it is neither.
Result<SentTimes> times_of_worker(const std::string& whose);

}  // namespace touchstone
