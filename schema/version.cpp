// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/version.hpp"

#include "schema/json_text.hpp"

namespace touchstone {

std::string version_number() { return TOUCHSTONE_VERSION; }

std::string version_text() {
  return "touchstone " TOUCHSTONE_VERSION "\nbuilt with " TOUCHSTONE_COMPILER
         ", " TOUCHSTONE_BUILD_TYPE "\n" TOUCHSTONE_LIBRARIES;
}

std::string versions_json() {
  return JsonObject()
      .add("touchstone", json_string(TOUCHSTONE_VERSION))
      .add("compiler", json_string(TOUCHSTONE_COMPILER))
      .add("build_type", json_string(TOUCHSTONE_BUILD_TYPE))
      .add("libraries", json_string(TOUCHSTONE_LIBRARIES))
      .text();
}

}  // namespace touchstone
