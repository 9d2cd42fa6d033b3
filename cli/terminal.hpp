// SPDX-License-Identifier: GPL-3.0-or-later
// How much room a line has.
#pragma once

#include <cstddef>
#include <optional>

namespace touchstone {

/// Columns of what `descriptor` is bound to: COLUMNS where it is a number above 0, else the width
/// of the terminal; nothing where it is no terminal, and a line may be as long as it likes.
std::optional<std::size_t> columns_of(int descriptor);

/// Whether the other end of a pipe was closed, as `| head` does. To whoever writes there that is
/// not a failure.
bool reader_left(int descriptor);

}  // namespace touchstone
