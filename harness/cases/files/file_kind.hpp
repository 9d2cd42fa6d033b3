// SPDX-License-Identifier: GPL-3.0-or-later
// What a JSON file is that was given to a command that does not take it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "geometry/result.hpp"
#include "schema/input_file.hpp"

namespace touchstone {

/// The kinds of files that a command reads, and what commands write.
enum class FileKind { cases, vectors, scene, recording, trajectory, verdicts, times, other };

/// The kind of a file by its schema, or by the keys of a case in its first object; empty if neither
/// tells. Reads no further than it has to.
std::optional<FileKind> file_kind(std::string_view text);

/// Why a file is rejected where another kind is `wanted`: one line that says what it is and which
/// command takes it. `name` as messages call it. Empty if the file is of that kind, or of a kind
/// that is not known; vectors hold cases, too.
std::optional<Error> other_kind(std::string_view text, const std::string& name, FileKind wanted);

/// What `parse` makes of the text of the file `path` and of its name in messages. Where it rejects
/// a file of another kind than `wanted`, that is the reason.
template <class Parse>
auto parse_file(const Result<std::string>& text, const std::string& path, FileKind wanted,
                const Parse& parse) -> decltype(parse(std::string(), path)) {
  if (!text) return text.error();
  const std::string name = input_name(path);
  auto parsed = parse(text.value(), name);
  if (parsed.ok()) return parsed;
  if (const auto other = other_kind(text.value(), name, wanted)) return *other;
  return parsed;
}

}  // namespace touchstone
