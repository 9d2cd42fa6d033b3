// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/version.hpp"

#include "schema/json_text.hpp"

namespace touchstone {

std::string version_number() { return TOUCHSTONE_VERSION; }

std::string version_text() {
  return "touchstone " TOUCHSTONE_VERSION "\ncommit " + source_commit() +
         "\nbuilt with " TOUCHSTONE_COMPILER ", " TOUCHSTONE_BUILD_TYPE "\n" TOUCHSTONE_LIBRARIES;
}

std::string Versions::text() const {
  std::string line = touchstone;
  if (!commit.empty()) line += ", commit " + commit;
  for (const std::string& more : {compiler, build_type, libraries}) line += ", " + more;
  return line;
}

Versions program_versions() {
  return {TOUCHSTONE_VERSION, source_commit(), TOUCHSTONE_COMPILER, TOUCHSTONE_BUILD_TYPE,
          TOUCHSTONE_LIBRARIES};
}

const RecordFields<Versions>& version_fields() {
  static const auto kFields =
      RecordFields<Versions>()
          .add(field("touchstone", "the program's version"), &Versions::touchstone)
          .add(field("commit",
                     "commit of the sources, twelve digits, with -dirty where they differ from it; "
                     "unknown without git")
                   .omitted_where("an earlier program wrote the record"),
               &Versions::commit)
          .add(field("compiler", "what built it"), &Versions::compiler)
          .add(field("build_type", "CMake's"), &Versions::build_type)
          .add(field("libraries", "with their versions"), &Versions::libraries);
  return kFields;
}

FieldShape versions_shape() {
  return {field("versions", "what wrote the record")
              .omitted_where("an earlier program wrote the record"),
          {.kind = JsonKind::object, .fields = version_fields().shapes()}};
}

std::optional<Versions> read_versions(std::string_view json) {
  std::optional<Versions> versions;
  visit_json(json, [&](const JsonNode& root) { versions = version_fields().read(root); });
  return versions;
}

std::optional<Versions> versions_of_record(std::string_view json) {
  std::optional<Versions> versions;
  visit_json(json,
             [&](const JsonNode& root) { versions = version_fields().read(root.at("versions")); });
  return versions;
}

std::string versions_json() { return version_fields().row(program_versions()); }

}  // namespace touchstone
