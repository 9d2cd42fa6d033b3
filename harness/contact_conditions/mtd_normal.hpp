// SPDX-License-Identifier: GPL-3.0-or-later
// The normal of the minimum translational distance along motions. Yi & Drumwright [yi_drumwright]
// need it piecewise continuous, and "have not proven that the direction yielding MTD" is.
//
// A path takes a body A through B, straight, or straight while A turns. Where the normals of two
// neighbouring samples are further apart than the turning explains, the interval is halved until
// 2^-45 of the path is left: either the normals meet, and the normal was fast but continuous, or
// they do not, and it jumps there.
//
// On a straight path the exact answer is known: phi is the largest of functions that are affine in
// the path's parameter, one for each facet of the Minkowski difference, so each facet is optimal on
// one interval at most, and two are optimal where they change places.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "geometry/pair.hpp"
#include "harness/check/paper_claim.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// Where A is when the share s of the path is done, 0 <= s <= 1.
struct NormalPath {
  /// A passes B's interior point at a distance of at most a quarter of the pair's size. On a
  /// straight path the places s = k/32 are exactly on one line. `stream` chooses the direction.
  NormalPath(const Pair& of, bool turns, std::uint64_t stream);

  Pair at(double s) const;
  /// Largest distance that a point of A moves while s grows by `share` [m].
  double motion(double share) const;

  Pair pair;
  Vec3 start, way;            ///< of A's frame, world [m]
  Vec3 axis = Vec3::UnitZ();  ///< A turns about it
  double angle = 0;           ///< by this much [rad]
};

/// The normal of a pair, unit, from B to A, world; nothing without an answer.
using NormalSource = std::function<std::optional<Vec3>(const Pair& pair)>;

/// Adds what becomes of the claims along a path to a row of mtd_normal_check(). Only samples at
/// which the bodies overlap are looked at. `exact`: the truth's own directions are looked at, too.
void judge_normal_path(const NormalPath& path, const NormalSource& source, bool exact,
                       QuickOracle& oracle, const std::string& id, CheckRow& row);

/// The claims; their subjects are the exact truth and the metric `sat`, the paper's Algorithm 2.
Check mtd_normal_check();

/// Each case makes one path: of an even index a straight one, else one on which A turns.
CheckReport check_mtd_normals(const ClaimOptions& options);

}  // namespace touchstone
