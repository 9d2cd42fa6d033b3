// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/choice/case_input.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cli/process/console.hpp"
#include "geometry/mesh/mesh_file.hpp"
#include "harness/cases/families/meshes.hpp"
#include "import/import.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// One line on the files of one kind: names the first, counts the others.
void remark_on(const std::vector<std::string>& files, const std::string& what) {
  if (files.empty()) return;
  const std::size_t more = files.size() - 1;
  print_note(what + ": " + files.front() +
             (more > 0 ? " and " + how_many(more, "more mesh", "more meshes") : ""));
}

}  // namespace

Result<std::vector<Case>> read_cases(const std::string& path, CurvedCases curved) {
  static bool standard_input_taken = false;
  if (path == "-" && std::exchange(standard_input_taken, true)) {
    return Error{"standard input: '-' is given twice, and can be read only once"};
  }
  std::vector<std::string> warnings;
  auto cases = import_cases(path, {}, curved, &warnings);
  if (!cases && is_mesh_name(path) && std::filesystem::is_regular_file(path)) {
    return Error{path +
                 ": is a mesh, and a case has two bodies: --meshes DIR pairs the meshes of a "
                 "directory (docs/meshes.md)"};
  }
  if (!cases) return cases.error();
  for (const std::string& warning : warnings) print_note(warning);
  std::vector<Case> read;
  for (ImportedCase& imported : std::move(cases).value()) {
    for (const std::string& line : imported.read_as) print_note(line);
    read.push_back(std::move(imported.c));
  }
  return read;
}

Result<std::vector<Family>> read_mesh_families(const std::string& directory) {
  constexpr std::size_t kMaxLines = 10;
  MeshRemarks remarks;
  auto families = mesh_families(directory, remarks);
  if (!families) return families;
  remark_on(remarks.several, "several objects in a file, their common hull is judged");
  remark_on(remarks.dented, "not convex, the hull is judged");
  const std::vector<std::string>& left_out = remarks.left_out;
  const std::size_t lines = std::min(left_out.size(), kMaxLines);
  for (std::size_t k = 0; k < lines; ++k) print_note("left out: " + left_out[k]);
  if (left_out.size() > lines) {
    print_note("left out: " + how_many(left_out.size() - lines, "more mesh", "more meshes"));
  }
  return families;
}

}  // namespace touchstone
