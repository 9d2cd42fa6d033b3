// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of a record's values, for tests of what its reader refuses.
#pragma once

#include <map>
#include <string>

namespace touchstone {

/// Why the text of a record is refused; empty if it is not.
using RecordReader = std::string (*)(const std::string& text);

/// The reason for each change of a number that is accepted: "results.#.scale 1e300".
using AllowedChanges = std::map<std::string, std::string>;

/// Expects that each number, changed by itself to -1 and to 1e300, is refused but for these.
void expect_accepted(const std::string& good, RecordReader refused, const AllowedChanges& allowed);

/// Why the record is refused with this JSON in place of what is at `pointer`.
std::string refused_with(const std::string& good, RecordReader refused, const std::string& pointer,
                         const std::string& value);

}  // namespace touchstone
