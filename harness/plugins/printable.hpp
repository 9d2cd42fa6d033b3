// SPDX-License-Identifier: GPL-3.0-or-later
// Text of a plug-in, made safe for a terminal: no byte of it moves a cursor or reorders a line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace touchstone {

/// `text` with characters of UTF-8 that are visible as they are, line ends and tabs as spaces, and
/// every other byte as \xNN. What is beyond `max_bytes` is "...".
std::string printable(std::string_view text, std::size_t max_bytes = std::string_view::npos);

}  // namespace touchstone
