// SPDX-License-Identifier: GPL-3.0-or-later
// Files that a library of others reads, which is not safe on hostile ones: a process of its own asks
// the library and writes what is in the file as text. What becomes of that process is one line.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "geometry/result.hpp"

namespace touchstone {

struct ForeignReader {
  std::string library;        ///< in messages: "assimp"
  std::size_t max_bytes = 0;  ///< longest text [byte]
  /// Runs in the process: writes the text to the descriptor, or "!" and why not (fail_in_worker).
  std::function<void(int descriptor)> write;
};

/// The text. Rejects what the reader does, a process that crashes or takes more than 20 s of
/// processor time or a minute, and a text that is too long.
Result<std::string> read_in_worker(const ForeignReader& reader);

/// Ends the process of a reader, which says why.
[[noreturn]] void fail_in_worker(int descriptor, std::string why);

}  // namespace touchstone
