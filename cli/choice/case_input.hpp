// SPDX-License-Identifier: GPL-3.0-or-later
// Case files and meshes as commands read them.
#pragma once

#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/cases/case.hpp"
#include "harness/cases/families/family.hpp"

namespace touchstone {

/// read_case_file, with its warnings on standard error. "-" is taken once: a second one would find
/// standard input empty.
Result<std::vector<Case>> read_cases(const std::string& path,
                                     CurvedCases curved = CurvedCases::refused);

/// mesh_families, with a line on standard error for each mesh that is left out: for the first ten,
/// and how many more there are.
Result<std::vector<Family>> read_mesh_families(const std::string& directory);

}  // namespace touchstone
