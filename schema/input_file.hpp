// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of an input file, whatever the path names: bounded in size, without endless waits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "geometry/result.hpp"

namespace touchstone {

/// Largest input file that is read [byte].
inline constexpr std::size_t kMaxInputFile = std::size_t{256} << 20U;

/// Why `text` cannot be UTF-8 text, or nothing: a store, a zero byte, or UTF-16. (A parser may
/// take a zero byte for the end.)
std::string why_not_text(std::string_view text);

/// How messages call the file at `path`: "standard input" for "-".
std::string input_name(const std::string& path);

/// Reads the file at `path` ("-" is standard input). Rejects, in one line that begins with
/// its name: a file that cannot be read; one of more than `limit` bytes (by its size, if it has
/// one, before anything is read); a pipe without a writer; and a zero byte, as soon as it is read,
/// so that an endless device is not read to the limit.
Result<std::string> read_input_file(const std::string& path, std::size_t limit = kMaxInputFile);

/// Whether standard input or another stream was read that cannot be read a second time. From signal
/// handlers as well.
bool read_what_cannot_be_read_again();

}  // namespace touchstone
