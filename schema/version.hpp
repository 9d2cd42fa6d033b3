// SPDX-License-Identifier: GPL-3.0-or-later
// What this program was built from.
#pragma once

#include <string>

#include "schema/record_fields.hpp"

namespace touchstone {

/// MAJOR.MINOR.PATCH, as CMakeLists.txt states it.
std::string version_number();

/// Version, compiler and libraries, for a person.
std::string version_text();

/// What wrote a record.
struct Versions {
  std::string touchstone, compiler, build_type, libraries;
};
Versions program_versions();
const RecordFields<Versions>& version_fields();

/// Versions of this program as JSON.
std::string versions_json();

}  // namespace touchstone
