// SPDX-License-Identifier: GPL-3.0-or-later
// What `verify --contacts` refuses, and how it ends.
#pragma once

#include <string>

#include "cli/output_file.hpp"
#include "cli/verify_options.hpp"

namespace touchstone {

/// The first option of a campaign that was typed and means nothing to such a check; or "".
std::string foreign_campaign_option(const VerifyArguments& arguments);

/// Where --json goes, once it is known that no file is both read and written. From here on Ctrl-C
/// and SIGTERM are kept (end_signal).
Result<OutputFile> open_check(const VerifyArguments& arguments);

/// Above the tables of a check that was interrupted; empty where it was not.
std::string partial_heading();
/// The line and exit code that such a check ends with. Nothing is written.
int check_interrupted(const std::string& what);

}  // namespace touchstone
