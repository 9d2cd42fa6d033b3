// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/version.hpp"

#include "schema/json_text.hpp"

namespace touchstone {

std::string version_number() { return TOUCHSTONE_VERSION; }

std::string version_text() {
  return "touchstone " TOUCHSTONE_VERSION "\nbuilt with " TOUCHSTONE_COMPILER
         ", " TOUCHSTONE_BUILD_TYPE "\n" TOUCHSTONE_LIBRARIES;
}

Versions program_versions() {
  return {TOUCHSTONE_VERSION, TOUCHSTONE_COMPILER, TOUCHSTONE_BUILD_TYPE, TOUCHSTONE_LIBRARIES};
}

const RecordFields<Versions>& version_fields() {
  static const auto kFields =
      RecordFields<Versions>()
          .add(field("touchstone", "version of Touchstone, MAJOR.MINOR.PATCH"),
               &Versions::touchstone)
          .add(field("compiler", "compiler that built the program, and its version"),
               &Versions::compiler)
          .add(field("build_type", "build type of CMake, such as Release"), &Versions::build_type)
          .add(field("libraries", "libraries that the program was built with, and their versions"),
               &Versions::libraries);
  return kFields;
}

std::string versions_json() { return version_fields().object(program_versions()).text(); }

}  // namespace touchstone
