// SPDX-License-Identifier: GPL-3.0-or-later
// The exact answer to a pair.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "geometry/rational.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// A vector of exact rationals, world frame.
using ExactVec3 = std::array<Rational, 3>;

/// The faces of A and B on which an optimal direction u is attained: all vertices a with u.a least,
/// b with u.b greatest.
struct ExactFeatures {
  std::vector<int> vertices_A;  ///< indices into A.vertices(), extreme ones only, ascending
  std::vector<int> vertices_B;
  int dimension_A = 0;  ///< 0 vertex, 1 edge, 2 face, 3 (u = 0 is never given)
  int dimension_B = 0;
};

/// "vertex-face", "edge-edge", ...: A's feature, then B's.
std::string feature_name(const ExactFeatures& features);

struct RatioTruth {
  Rational rho;
  double rho_rounded = 0;  ///< the double nearest to rho
  /// All extreme optimal u (u.d > 0), from B to A, not normalised.
  std::vector<ExactVec3> directions;
};

struct Truth {
  int sign = 0;          ///< of phi: -1 penetrating, 0 kissing, +1 separated
  Rational phi_squared;  ///< phi^2 [m^2]
  double phi = 0;        ///< the double nearest to phi [m]
  /// Every optimal direction, from B to A, exact, not normalised, no two parallel alike. Where phi
  /// = 0 the optimal directions form a cone: these are generators of it (extreme rays; for a linear
  /// part, both signs of a basis).
  std::vector<ExactVec3> directions;
  std::vector<Vec3> normals;            ///< the same, unit, each entry correctly rounded
  std::vector<ExactFeatures> features;  ///< one for each direction
  ExactVec3 witness_A;  ///< exact points with witness_A - witness_B = phi n for the first direction
  ExactVec3 witness_B;
  std::optional<RatioTruth> ratio;  ///< nothing where rho is undefined
  /// Why it is undefined: "interior points coincide", "body A is flat", ...
  std::string ratio_note;
};

}  // namespace touchstone
