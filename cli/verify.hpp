// SPDX-License-Identifier: GPL-3.0-or-later
// What validate shares with verify: its options, and the run.
#pragma once

#include "cli/command_line.hpp"
#include "cli/verify_options.hpp"

namespace touchstone {

/// Adds the options that choose the campaign's cases, its metrics and where it is kept.
/// `metric_help` says what --metric is for.
void add_campaign_options(Command& command, VerifyArguments& arguments,
                          const std::string& metric_help);
/// What is done besides judging, or instead.
void add_mode_options(Command& command, VerifyArguments& arguments);

/// Runs the campaign and reports it. Returns the exit code.
int verify(const VerifyArguments& arguments);

}  // namespace touchstone
