// SPDX-License-Identifier: GPL-3.0-or-later
// Case files and meshes as commands read them.
#pragma once

#include <string>
#include <vector>

#include "cli/options/command_line.hpp"
#include "geometry/mesh/mesh_pieces.hpp"
#include "geometry/result.hpp"
#include "harness/cases/case.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/cases/files/case_reading.hpp"

namespace touchstone {

struct MeshArguments {
  Typed<bool> hull, parts;
};

/// --hull and --parts.
void add_mesh_options(Command& command, MeshArguments& arguments);

/// What the two say; printed commands repeat it from then on. Rejects both.
Result<MeshObjects> chosen_objects(const MeshArguments& arguments);

/// read_case_file, with its warnings on standard error. "-" is taken once: a second one would find
/// standard input empty.
Result<std::vector<Case>> read_cases(const std::string& path, const CaseReading& reading = {});

/// mesh_families, with lines on standard error on meshes that are left out and on those that are
/// not their hulls: ten at most and how many more there are.
Result<std::vector<Family>> read_mesh_families(const std::string& directory, MeshObjects objects);

}  // namespace touchstone
