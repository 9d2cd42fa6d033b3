// SPDX-License-Identifier: GPL-3.0-or-later
// What this program was built from.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/record_fields.hpp"

namespace touchstone {

/// MAJOR.MINOR.PATCH, as CMakeLists.txt states it.
std::string version_number();

/// Commit of the sources, twelve digits, with "-dirty" where they differ from it; "unknown" where
/// they are not a git repository. A source that the build makes (cmake/commit.cmake).
std::string source_commit();

/// Version, commit, compiler and libraries, for a person.
std::string version_text();

/// What wrote a record.
struct Versions {
  std::string touchstone, commit, compiler, build_type, libraries;
  /// All on one line; nothing is said of what an earlier program did not record.
  std::string text() const;
};
Versions program_versions();
const RecordFields<Versions>& version_fields();

/// Reads versions_json() (schema/record_fields.hpp) of any program; nothing where it is something
/// else.
std::optional<Versions> read_versions(std::string_view json);

/// What wrote a record, from the JSON of the record; nothing where that does not say it.
std::optional<Versions> versions_of_record(std::string_view json);

}  // namespace touchstone
