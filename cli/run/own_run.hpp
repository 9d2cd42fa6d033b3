// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of this program that another one starts, as they would be typed: a report's verify, time and
// energy, and the commands of `reproduce --all`.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace touchstone {

/// In the environment of such runs, with the starter's process. Their records are removed after
/// them, and they do not advise to go on.
inline constexpr const char* kTemporaryRecords = "TOUCHSTONE_TEMPORARY_RECORDS";
bool records_are_temporary();
/// Lets such a run end soon after its starter, however that ended.
void end_with_starter();

/// Runs this program with these words; its standard output is dropped, its progress is shown. A
/// signal that ends this program is passed on; a second one kills the run. Returns its exit code,
/// or 128 and the signal. `limit_s`: seconds after which it is ended by SIGTERM.
int run_this_program(const std::vector<std::string>& words,
                     double limit_s = std::numeric_limits<double>::infinity());

}  // namespace touchstone
