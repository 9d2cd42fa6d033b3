// SPDX-License-Identifier: GPL-3.0-or-later
// The truth of a pair with a curved core: a proven bracket, lower <= phi <= upper.
//
// Let gap(u) = min over A of u.a - max over B of u.b; phi is its maximum over unit vectors u, and C
// = B + (-A), of the cores, holds the differences b - a. With r the sum of both radii:
//   any u not 0 proves phi >= gap(u)/|u|, its support values rounded outward;
//   a point c of C proves phi <= |c| - r;
//   a closed cycle of triangles (closed_cycle.hpp) with corners within e of C, none of whose planes
//   is nearer to 0 than p, proves that C holds the ball of radius p - e about 0: phi <= e - p - r;
//   a rational u may prove phi = 0 in fractions (bracket/exact_contact.hpp).
// Points of the cores are told by parameters that no rounding takes out of the cores.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/body.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// A number high + low of about 106 bits.
struct Fine {
  double high = 0;
  double low = 0;
};

/// A vector high + low.
struct FineVec3 {
  Vec3 high = Vec3::Zero();
  Vec3 low = Vec3::Zero();
};

/// A point of a core, local frame.
struct CorePoint {
  int vertex = 0;  ///< a polytope's: an index into its vertices()
  /// A curved core's: a vector w of any length. An ellipsoid's point is where w is an outward
  /// normal. A cylinder's is on the rim of its cap at z >= 0 or z < 0, as w_z is, in the direction
  /// of (w_x, w_y); where both are 0 it is the cap's centre. A cone's is the apex if w_z > 0, else
  /// on the rim of its base, or the base's centre.
  FineVec3 toward;
};

/// What proves a bracket, whatever found it. World frame.
struct BracketEvidence {
  struct Corner {
    CorePoint A;
    CorePoint B;
  };
  /// The point of C that is the sum of weight corner / sum of weight; weights >= 0.
  struct Share {
    std::uint32_t corner = 0;
    Fine weight;
  };
  FineVec3 direction;           ///< u, from B to A [1]
  std::vector<Corner> corners;  ///< points b - a of C
  std::vector<Share> nearest;   ///< may be empty
  /// Counter-clockwise seen from outside; may be empty.
  std::vector<std::array<std::uint32_t, 3>> cycle;
};

/// Minus infinity and infinity where nothing is proven [m].
struct Bracket {
  double lower = 0;
  double upper = 0;
  BracketEvidence evidence;
  int steps = 0;  ///< support points of C that the search took
};

/// How long a search goes on: until the bracket is `width` times the pair's size wide. After
/// `expansions` steps outwards `wide_width` will do, and after `wide_expansions` it ends.
struct BracketBudget {
  double width = 2e-13;
  int expansions = 3000;
  double wide_width = 5e-10;
  int wide_expansions = 150000;
};

/// Finds evidence and what it proves.
Bracket find_bracket(const ConvexPair& pair, const BracketBudget& budget = {});

/// What the evidence proves: lower and upper of the result, outward rounded. Evidence that is not
/// sound (an index out of range, a cycle that is not closed) proves nothing on its side.
Bracket proven_bracket(const ConvexPair& pair, BracketEvidence evidence);

struct GapBounds {
  double lower = 0;
  double upper = 0;
};

/// What gap(u)/|u| is between, outward rounded, for a finite u that is not 0 [m].
GapBounds proven_gap(const ConvexPair& pair, const Vec3& u);

/// Why the bracket's evidence does not prove its two bounds; empty where it does.
std::string why_not_proven(const ConvexPair& pair, const Bracket& bracket);

}  // namespace touchstone
