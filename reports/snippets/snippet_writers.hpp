// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of snippet.hpp one by one, and what they share.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "reports/snippets/snippet.hpp"

namespace touchstone {

std::string obj_snippet(const SnippetCase& s);
std::string mjcf_snippet(const SnippetCase& s);
std::string python_snippet(const SnippetCase& s);
std::string cpp_snippet(const SnippetCase& s);
std::string gtest_snippet(const SnippetCase& s);
std::string catch2_snippet(const SnippetCase& s);
std::string libccd_snippet(const SnippetCase& s);
std::string fcl_snippet(const SnippetCase& s);
std::string coal_snippet(const SnippetCase& s);
std::string bullet_snippet(const SnippetCase& s);

/// What the case is, where it comes from and what is true of it: lines that begin with `comment`.
std::string heading(const SnippetCase& s, const std::string& comment);

/// The facets as triangles, counter-clockwise seen from outside.
std::vector<std::array<int, 3>> triangles_of(const Polytope& body);

/// Half the length of the axis of a capsule along z, 0 of a sphere, both about the origin of their
/// frame; empty of any other body, with or without a radius.
std::optional<double> round_half_length(const Polytope& body);

/// The polytope; nullptr where the core is curved.
inline const Polytope* polytope_of(const ConvexBody& body) {
  const auto* polytope = std::get_if<PolytopePtr>(&body.core());
  return polytope != nullptr ? polytope->get() : nullptr;
}
inline bool is_rounded(const ConvexPair& pair) {
  return pair.A.radius() > 0 || pair.B.radius() > 0;
}

/// What a library calls its curved shapes, and how long it wants axes.
struct CurvedNames {
  std::string cylinder, cone, ellipsoid;  ///< empty: it has none
};
/// "NAME shape_A(0.5, 2 * 1)": lengths of the axes are full ones, of an ellipsoid half ones.
std::string curved_shape(const Core& core, const std::string& name, const CurvedNames& names);

/// "{1, 2, 3}".
std::string braced(const Vec3& v);

// Parts of C++ programs.

/// heading() with how it is compiled, and `includes` ("<ccd/ccd.h>").
std::string cpp_head(const SnippetCase& s, const std::string& compile,
                     const std::vector<std::string>& includes);
/// kVerticesA, kRotationA, kTranslationA, the same of B, kPhi, kSize, kTolerance; where a body has a
/// radius kRadiusA and kRadiusB.
std::string cpp_numbers(const SnippetCase& s);
/// kTrianglesA and kTrianglesB.
std::string cpp_triangles(const SnippetCase& s);
/// `double gap_along(const double n[3])`: how far A is from B along n, and to_world(), which it
/// needs.
std::string cpp_gap(const SnippetCase& s);
/// cpp_gap() and `int report(const char* who, double value, const double* normal)`: prints an
/// answer, says by how much it is off, and returns 1 if it is wrong, else 0. `normal` points from B
/// to A, or is null.
std::string cpp_report(const SnippetCase& s);

}  // namespace touchstone
