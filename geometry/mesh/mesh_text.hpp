// SPDX-License-Identifier: GPL-3.0-or-later
// Mesh files in text form, line by line: the points of an OBJ file, and of the other formats the
// line and the rule that it breaks, which CGAL's readers do not say.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// The points of an OBJ file, with or without faces; what follows three coordinates is not used.
/// Rejects, naming the line: a statement that OBJ does not have; a point without three finite
/// coordinates; a face with fewer than three corners or with a point that does not exist.
/// `objects`: how many objects (`o`), or without any how many groups (`g`), have faces; at least 1.
Result<std::vector<Vec3>> read_obj_points(std::istream& file, std::size_t* objects = nullptr);

/// How many solids an STL file in text form holds; 1 if it is binary.
std::size_t stl_solids(std::istream& file);

/// The fault in a file that CGAL rejected, as "line 7: ..." or "ends after 5 of its 8 points";
/// empty if the file is binary or if no fault is found.
std::string off_fault(std::istream& file);
std::string stl_fault(std::istream& file);
std::string ply_fault(std::istream& file);

}  // namespace touchstone
