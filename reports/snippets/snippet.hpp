// SPDX-License-Identifier: GPL-3.0-or-later
// One case in the form in which other programs take it: meshes, scenes, tests of one's own code,
// and programs that put it to a library. What is written is under the MIT licence.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "geometry/result.hpp"
#include "harness/cases/case.hpp"
#include "harness/cases/files/case_file.hpp"
#include "reference/bracket.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// What a snippet is made of. References outlive its making.
struct SnippetCase {
  const Case& c;
  const CaseRotations& rotations;
  const Truth& truth;
  double tolerance = 0;  ///< beyond which an answer is called wrong, relative to size [1]
  /// Where a core is curved: `truth` has only phi, the middle of the bracket.
  const Bracket* bracket = nullptr;
  ConvexPair pair = convex_pair(c);
};

/// The case file; meshes and scenes; a test of one's own code, with a function to fill in; programs
/// that ask a library.
inline constexpr std::array<std::string_view, 11> kSnippetForms = {
    "json", "obj", "mjcf", "cpp", "gtest", "catch2", "python", "fcl", "coal", "libccd", "bullet"};

/// Rejects other names, and bodies that the form cannot hold: flat ones where facets are wanted.
Result<std::string> snippet(std::string_view form, const SnippetCase& snippet_case);

}  // namespace touchstone
