// SPDX-License-Identifier: GPL-3.0-or-later
// How a command runs a check, shows it and ends.
#pragma once

#include <functional>
#include <string>

#include "cli/options/typed.hpp"
#include "harness/check/check_run.hpp"

namespace touchstone {

struct CheckCommand {
  std::string name;  ///< "contacts"
  std::string unit;  ///< what progress counts
  std::string json;  ///< where the record goes; empty: nowhere
  int jobs = 1;
  bool by_family = true;  ///< the table has a row for each family
};

/// Opens the output, runs the check and shows it. What an interrupted run has judged is shown,
/// marked PARTIAL, and not written. The exit code.
int run_check_command(const CheckCommand& command, const Arguments& typed,
                      const std::function<CheckReport(const RunControl&)>& run);

}  // namespace touchstone
