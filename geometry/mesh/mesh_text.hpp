// SPDX-License-Identifier: GPL-3.0-or-later
// OFF and PLY files in text form, line by line: the line and the rule that it breaks, which CGAL's
// readers do not say.
#pragma once

#include <istream>
#include <string>

namespace touchstone {

/// The fault in a file that CGAL rejected, as "line 7: ..." or "ends after 5 of its 8 points";
/// empty if the file is binary or if no fault is found.
std::string off_fault(std::istream& file);
std::string ply_fault(std::istream& file);

}  // namespace touchstone
