// SPDX-License-Identifier: GPL-3.0-or-later
// Mesh files in text form, line by line: the points of an OBJ file, and of the other formats the
// line and the rule that it breaks, which CGAL's readers do not say.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// The points of an OBJ file, with or without faces; what follows three coordinates is not used.
/// Refused, naming the line: a statement that OBJ does not have; a point without three finite
/// coordinates; a face of fewer than three corners, or of a point that there is not.
Result<std::vector<Vec3>> read_obj_points(std::istream& file);

/// Why a file that CGAL refused is none, as "line 7: ..." or "ends after 5 of its 8 points"; empty
/// where the file is binary or looks sound.
std::string off_fault(std::istream& file);
std::string stl_fault(std::istream& file);
std::string ply_fault(std::istream& file);

}  // namespace touchstone
