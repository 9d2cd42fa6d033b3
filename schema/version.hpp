// SPDX-License-Identifier: GPL-3.0-or-later
// What this program was built from.
#pragma once

#include <string>

namespace touchstone {

/// "1.0.0".
std::string version_number();

/// Version, compiler and libraries, for a person.
std::string version_text();

/// The same as a JSON object: touchstone, compiler, build_type, libraries.
std::string versions_json();

}  // namespace touchstone
