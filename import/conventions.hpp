// SPDX-License-Identifier: GPL-3.0-or-later
// What numbers mean in the libraries that people paste them from (docs/import.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

/// Empty where nothing is said; values as options have them.
struct Conventions {
  std::string sizes;       ///< "full" or "half": sides of boxes
  std::string lengths;     ///< "full" or "half": of capsules, cylinders and cones along their axis
  std::string quaternion;  ///< "wxyz" or "xyzw"
  std::string matrix;      ///< "rows" or "columns": what comes first; "rows-last": layout of twelve
  std::string axis;        ///< "x", "y" or "z": that of capsules, cylinders and cones
  std::string order;       ///< "radius" or "length": what comes first in them
  std::string euler;  ///< what euler_rotation() takes, "xyzdeg" in degrees; several: "xyz xyzdeg"
  /// Conventions that options give. Words beside the numbers must not contradict them.
  std::string said_sizes = {}, said_quaternion = {}, said_axis = {};
  bool of_library = false;   ///< whether a library says them: poses have positions first
  bool fixed_lower = false;  ///< "xyz" of options is about fixed axes, as scipy has it
  bool degrees = false;      ///< Euler angles, and those of the plane
  bool float32 = false;      ///< numbers are floats
  bool planar = false;       ///< bodies and poses are of the plane z = 0
  double scale = 1;          ///< lengths times this are metres
  bool nearest = false;      ///< quaternions may have a length that is not quite 1
};

/// Names of libraries.
std::vector<std::string> libraries();

/// The conventions of the library of that name (docs/import.md). Rejects unknown names.
Conventions conventions_of(std::string_view library);

/// The library whose class the text names, such as btBoxShape; empty if it names none.
std::string library_named_in(std::string_view text);

}  // namespace touchstone
