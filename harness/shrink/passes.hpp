// SPDX-License-Identifier: GPL-3.0-or-later
// The passes of the shrinker: each proposes simpler pairs of one sort, and the search takes those
// that fail in the same way.
#pragma once

#include <string>
#include <vector>

#include "harness/shrink/search.hpp"

namespace touchstone {

/// A at the origin of the world without rotation, B relative to it; then either body's pose put
/// into its vertices.
void move_bodies(Search& search);
/// By powers of two, so that bodies are of size 1 or their numbers become integers.
void scale_pair(Search& search);
/// A and B swapped; mirror images, where fewer numbers are negative.
void swap_and_mirror(Search& search);

/// A body replaced by its bounding box, or by a tetrahedron on the features of the truth.
void replace_bodies(Search& search);
/// Radii dropped, or their sum put on one body; cores replaced by a segment or a point.
void simplify_rounded(Search& search);
/// Vertices dropped: half of them at once, then fewer and fewer, then one by one.
void drop_vertices(Search& search);

/// Rotations by smaller and smaller integers.
void simplify_rotations(Search& search);
/// Vertices, half extents, interior points and translations rounded: all at once, then body by
/// body, vertex by vertex, number by number.
void round_numbers(Search& search);

/// No pass: what does not matter to the failure of `draft`, "any rotation of B about z", ... Each
/// was tried on a fixed sample of such changes, after all of which the pair still fails with the
/// same verdict.
std::vector<std::string> what_does_not_matter(Search& search, const PairDraft& draft);

}  // namespace touchstone
