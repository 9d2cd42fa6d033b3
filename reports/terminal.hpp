// SPDX-License-Identifier: GPL-3.0-or-later
// What standard output and standard error are bound to: how much room a line has, whether it may be
// in colour, whether anybody reads.
#pragma once

#include <cstddef>
#include <optional>

namespace touchstone {

/// Columns of what `descriptor` is bound to: COLUMNS where it is a number above 0, else the width
/// of the terminal; nothing where output is not a terminal: then lines may have any length.
std::optional<std::size_t> columns_of(int descriptor);

/// Whether text there may be in colour: on a terminal that knows any (TERM), unless NO_COLOR is set
/// (no-color.org).
bool shows_colour(int descriptor);

/// Whether the other end of a pipe was closed, as `| head` does. To whoever writes there that is
/// not a failure.
bool reader_left(int descriptor);

}  // namespace touchstone
