// SPDX-License-Identifier: GPL-3.0-or-later
// How a case of a campaign is looked at again, as it can be typed.
#pragma once

#include <string>

#include "harness/campaign/campaign.hpp"

namespace touchstone {

/// What stands for the file where the cases came from standard input, which is gone.
inline constexpr const char* kSavedInput = "SAVED";
inline constexpr const char* kSavedInputNote =
    "SAVED: what came on standard input is gone; save it to a file first, and name that";

/// Quoted for a shell where it has to be.
std::string shell_word(const std::string& word);

/// How this program is called, as it can be typed again: "./touchstone" by its launcher, which is
/// also the default.
const std::string& typed_program();
/// Before the first use. `argv0` is the first word of the command line.
void set_typed_program(const std::string& argv0);
/// How meshes were taken (" --hull"), which printed commands repeat.
void set_typed_meshes(const std::string& words);

bool from_standard_input(const CampaignRow& row);

/// "ask ID --metric NAME ..." behind typed_program(), quoted for a shell. A file or directory whose path is
/// not recorded is named as well as it is known.
std::string ask_command(const CampaignRow& row, const std::string& id, double tolerance);

}  // namespace touchstone
