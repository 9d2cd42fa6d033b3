// SPDX-License-Identifier: GPL-3.0-or-later
// What this program was built from.
#pragma once

#include <string>

namespace touchstone {

/// MAJOR.MINOR.PATCH, as CMakeLists.txt states it.
std::string version_number();

/// Version, compiler and libraries, for a person.
std::string version_text();

/// A JSON object: touchstone (the version), compiler, build_type, libraries.
std::string versions_json();

}  // namespace touchstone
