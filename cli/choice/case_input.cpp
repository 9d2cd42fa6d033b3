// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/choice/case_input.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cli/process/console.hpp"
#include "geometry/mesh/mesh_file.hpp"
#include "harness/cases/families/meshes.hpp"
#include "import/import.hpp"
#include "reports/ask_command.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// The first ten lines on meshes, and how many more there are.
void print_notes(const std::string& head, const std::vector<std::string>& lines,
                 const std::string& tail = "") {
  constexpr std::size_t kMaxLines = 10;
  const std::size_t shown = std::min(lines.size(), kMaxLines);
  for (std::size_t k = 0; k < shown; ++k) print_note(head + lines[k]);
  if (lines.size() == shown) return;
  print_note(head + how_many(lines.size() - shown, "more mesh", "more meshes") + tail);
}

/// A reason, which may ask for options that only `import` has.
std::string with_command(const std::string& reason) {
  for (const char* option : {"--sizes", "--from", "--axis", "--matrix", "--quaternion", "--euler",
                             "--package", "--nearest-rotation"}) {
    if (reason.find(option) == std::string::npos) continue;
    return reason + " (touchstone import FILE has these options, and -o CASE)";
  }
  return reason;
}

}  // namespace

void add_mesh_options(Command& command, MeshArguments& arguments) {
  constexpr const char* kOnly = "on a file or on meshes";
  command.flag("--hull", arguments.hull, "Takes the one hull of a mesh file of several objects")
      .only(kOnly);
  command.flag("--parts", arguments.parts, "Takes connected parts of meshes as their pieces")
      .only(kOnly);
}

Result<MeshObjects> chosen_objects(const MeshArguments& arguments) {
  if (*arguments.hull && *arguments.parts) return Error{"--hull, --parts: give one of them"};
  if (*arguments.hull) set_typed_meshes(" --hull");
  if (*arguments.parts) set_typed_meshes(" --parts");
  return *arguments.hull    ? MeshObjects::one
         : *arguments.parts ? MeshObjects::parts
                            : MeshObjects::apart;
}

Result<std::vector<Case>> read_cases(const std::string& path, const CaseReading& reading) {
  static bool standard_input_taken = false;
  if (path == "-" && std::exchange(standard_input_taken, true)) {
    return Error{"standard input: '-' is given twice, and can be read only once"};
  }
  std::vector<std::string> warnings;
  ImportOptions options;
  options.meshes = reading.meshes;
  auto cases = import_cases(path, options, reading.curved, &warnings);
  if (!cases && is_mesh_name(path) && std::filesystem::is_regular_file(path)) {
    return Error{path +
                 ": is a mesh, and a case has two bodies: --meshes DIR pairs the meshes of a "
                 "directory (docs/meshes.md)"};
  }
  if (!cases) return Error{with_command(cases.reason())};
  for (const std::string& warning : warnings) print_note(warning);
  std::vector<Case> read;
  for (ImportedCase& imported : std::move(cases).value()) {
    for (const std::string& line : imported.read_as) print_note(line);
    read.push_back(std::move(imported.c));
  }
  return read;
}

Result<std::vector<Family>> read_mesh_families(const std::string& directory, MeshObjects objects) {
  MeshRemarks remarks;
  auto families = mesh_families(directory, objects, remarks);
  if (!families) return families;
  if (!remarks.several.empty()) {
    const std::size_t more = remarks.several.size() - 1;
    print_note("the objects of " + remarks.several.front() +
               (more > 0 ? " and " + how_many(more, "more mesh", "more meshes") : "") +
               " are pieces (--hull takes their one hull)");
  }
  print_notes("", remarks.hulls, ": hulls are taken");
  print_notes("left out: ", remarks.left_out);
  return families;
}

}  // namespace touchstone
