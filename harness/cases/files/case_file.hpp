// SPDX-License-Identifier: GPL-3.0-or-later
// The case file: JSON that any library can read and write. Specified in docs/case-file.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/result.hpp"
#include "harness/cases/case.hpp"
#include "harness/cases/files/case_reading.hpp"

namespace touchstone {

/// Cases of a text holding one case or a list of cases. `name` is the file's name for ids
/// ("file:NAME:ID") and messages; a case without "id" gets its position. Errors name the file, the
/// case, the place and the rule broken. `warnings` receives a line for each sort of key that is
/// ignored but looks like a misspelt one, and for each mesh that is not its
/// hull. Paths of meshes begin where the program runs.
Result<std::vector<Case>> parse_case_text(std::string_view text, const std::string& name,
                                          std::vector<std::string>* warnings = nullptr,
                                          const CaseReading& reading = {});

/// Reads a file ("-" is standard input, "stdin" in ids). Paths of meshes begin where the file is.
Result<std::vector<Case>> read_case_file(const std::string& path,
                                         std::vector<std::string>* warnings = nullptr,
                                         const CaseReading& reading = {});

/// Reads a file that holds what a program said of a pair, with the keys of a case's claim ("-" is
/// standard input).
Result<CaseClaim> read_claim_file(const std::string& path);

/// The half extents if the body is exactly what `box_half_extents` makes, and can be read back so.
std::optional<Vec3> box_half_extents(const Polytope& body);

/// Quaternions that stand for exactly the rotations of the two poses.
struct CaseRotations {
  std::optional<std::array<double, 4>> q_A;
  std::optional<std::array<double, 4>> q_B;
};

/// One case as JSON in the same format: doubles shortest round-trip, poses as t and R, or q where
/// it is given. Indented lists of numbers on one line.
std::string write_case(const Case& c, const CaseRotations& rotations = {});

}  // namespace touchstone
