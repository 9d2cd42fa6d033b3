// SPDX-License-Identifier: GPL-3.0-or-later
// Tells one build of a plug-in from the next. What its files load in their turn is not looked at.
#pragma once

#include <string>
#include <vector>

namespace touchstone {

/// Hash of sizes and contents in hexadecimal digits: of the file `where`, or else of the regular
/// files that the words of the command `where` name. Empty if no such file exists.
std::string plugin_fingerprint(const std::string& where);

/// The words into which a shell cuts `command`, without their quotes; nothing in them is expanded.
std::vector<std::string> command_words(const std::string& command);

}  // namespace touchstone
