// SPDX-License-Identifier: GPL-3.0-or-later
// What a JSON file is that was given to a command that does not take it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "geometry/result.hpp"

namespace touchstone {

/// The kinds of files that a command reads, and what commands write.
enum class FileKind { cases, scene, recording, verdicts, times, other };

/// By its schema, or by the keys of a case in its first object; nothing where neither tells. Reads
/// no further than it has to.
std::optional<FileKind> file_kind(std::string_view text);

/// The refusal of a file that is not of the kind that is `wanted`: one line that says what it is
/// and which command takes it. `name` as messages call it. Nothing where it is not known, or is of
/// that kind.
std::optional<Error> other_kind(std::string_view text, const std::string& name, FileKind wanted);

}  // namespace touchstone
