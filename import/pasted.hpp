// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies and poses of pasted numbers: what two readings would answer differently is asked back.
#pragma once

#include <string>

#include "import/conventions.hpp"
#include "import/literal.hpp"
#include "import/options.hpp"
#include "import/scene.hpp"

namespace touchstone {

/// The conventions that options say, one by one or by a library, or else those of the library that
/// the text names; `read_as` says which.
Conventions said_conventions(const ImportOptions& options, const std::string& text,
                             std::vector<std::string>& read_as);

/// The numbers of a text, as floats where the conventions say so. `labels` as literal_numbers has.
std::vector<double> said_numbers(const std::string& text, const std::string& where,
                                 const Conventions& conventions, NumberLabels* labels = nullptr);

/// Whether the components x, y, z and w of numbers are those of `pattern`, as far as both say so.
bool fits(std::string_view labels, std::string_view pattern);

/// Whether a text says half lengths: "half_extents", "halfHeight", "half: 1"; not "half_open_box".
bool says_half(const std::string& text);

/// Sets a convention to what the words beside the numbers say. Rejects another that the option
/// says.
void set_by_word(std::string& convention, const std::string& word, const std::string& option,
                 const std::string& said, const std::string& where);

/// A body of its word and numbers: "Box(1, 2, 3)", "Sphere 0.5", or points alone, whose hull it is.
ImportedBody pasted_body(const std::string& text, const std::string& where,
                         const Conventions& conventions);

/// A pose of 3 numbers (a position), 6 (and Euler angles), 7 (and a quaternion), 9 (a matrix), 12
/// or 16 (matrix and position); in the plane of 2, or 3 with an angle. An empty text is the
/// identity.
Frame pasted_pose(const std::string& text, const std::string& where, const Conventions& conventions,
                  std::vector<std::string>& read_as);

/// Rejects a pose behind body b that is numbered as body a is: "tf1" behind "s1(..); s2(..)". `a`
/// and `b` are the lines of the bodies.
void reject_pose_of_a(const std::string& a, const std::string& b, const std::string& pose,
                      const std::string& where);

/// Whether a text has the words of two bodies.
bool holds_bodies(const std::string& text);

/// The two bodies of a text in which each body is followed by its pose.
ImportedScene read_pasted(const std::string& text, const std::string& name,
                          const ImportOptions& options);

/// The two bodies that options describe.
ImportedScene read_options(const ImportOptions& options);

}  // namespace touchstone
