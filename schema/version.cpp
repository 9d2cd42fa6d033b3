// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/version.hpp"

#include <algorithm>
#include <vector>

#include "schema/json_text.hpp"

namespace touchstone {
namespace {

bool keeps_versions(const std::vector<FieldShape>& fields) {
  return std::any_of(fields.begin(), fields.end(),
                     [](const FieldShape& field) { return field.text.key == "versions"; });
}

}  // namespace

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
          .add(field("touchstone", "version of Touchstone, MAJOR.MINOR.PATCH"),
               &Versions::touchstone)
          .add(field("commit",
                     "commit of the sources, twelve digits, with -dirty where they differ from it; "
                     "unknown without git")
                   .omitted_where("an earlier program wrote the record"),
               &Versions::commit)
          .add(field("compiler", "compiler that built the program, and its version"),
               &Versions::compiler)
          .add(field("build_type", "build type of CMake, such as Release"), &Versions::build_type)
          .add(field("libraries", "libraries that the program was built with, and their versions"),
               &Versions::libraries);
  return kFields;
}

std::vector<FieldShape> with_versions(const std::vector<FieldShape>& fields) {
  std::vector<FieldShape> all = fields;
  if (keeps_versions(fields)) return all;
  all.insert(all.begin(),
             {field("versions", "what wrote the record")
                  .omitted_where("another program, an earlier one or a person wrote it"),
              {.kind = JsonKind::object, .fields = version_fields().shapes()}});
  return all;
}

JsonObject record_head(std::string_view name, const std::vector<FieldShape>& fields) {
  JsonObject head;
  head.add("schema", json_string(name));
  if (!keeps_versions(fields)) head.add("versions", versions_json());
  return head;
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
