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
          .add(field("touchstone", "the program's version"), &Versions::touchstone)
          .add(field("compiler", "what built it"), &Versions::compiler)
          .add(field("build_type", "CMake's"), &Versions::build_type)
          .add(field("libraries", "with their versions"), &Versions::libraries);
  return kFields;
}

std::string versions_json() { return version_fields().object(program_versions()).text(); }

}  // namespace touchstone
