// SPDX-License-Identifier: GPL-3.0-or-later
// The gap of two bodies at a place: what of a line along n is between them, from the first point of
// A to the last of B. Over all places its least is gap(n), and it is convex.
//
// A place is held to a polygon of 16 sides about the circle of the tolerance (its corners are 2 %
// beyond): points a of A, b of B and q of the polygon that lie on one line along n are a linear
// program, in doubles, and in rationals where these do not decide. A gap is too small only where a
// and b may be over different points of the polygon: where bodies miss each other by rounding, one
// place would have them meet on a steep side. Beside sides of slopes s and t that allows (s + t)
// times the tolerance, where one place for both would allow |s - t| times: a claimed point, too, may
// be off A by the tolerance and off B by it the other way.
#pragma once

#include <optional>

#include "geometry/pair.hpp"
#include "harness/manifold/true_manifold.hpp"
#include "reference/claims.hpp"

namespace touchstone {

enum class GapAtPlace {
  right,        ///< the bodies have that gap at a place within the tolerance, to the tolerance
  too_deep,     ///< the bodies are farther apart, each at any place within the tolerance
  too_shallow,  ///< at all such places they are deeper
  nowhere       ///< no such place is over both bodies
};

/// What a claimed gap is held to. Far coordinates round where a point is, but not its depth.
struct GapTolerance {
  double place;  ///< across n [m], more than 0
  double gap;    ///< [m], more than 0
};

/// A gap [m] that is claimed on the line along frame.n() through the frame's origin, of the cores of
/// both bodies; `rounding` is that of their points [m].
GapAtPlace judge_gap_at(const Pair& pair, const FlatFrame& frame, double gap,
                        const GapTolerance& tolerance, double rounding);

/// Whether the line along frame.n() through the frame's origin, moved by up to `tolerance.place` for
/// each body, meets both where their gap is at most `gap` [m], to `tolerance.gap`; nothing where it
/// misses one. Of bodies with a radius, whether it may be so: each is taken for its core, grown by
/// the radius across n and along it.
std::optional<bool> gap_is_at_most(const Pair& pair, const FlatFrame& frame, double gap,
                                   const GapTolerance& tolerance, double rounding);

/// Whether a gap [m] that is claimed on the line is beyond what bodies with a radius may have there:
/// less than that of their cores, grown by the radii across n and along it, or more than that of the
/// cores, grown across n alone. Nothing is beyond where the line misses a body.
bool is_beyond_cores(const Pair& pair, const FlatFrame& frame, double gap,
                     const GapTolerance& tolerance, double rounding);

/// How far a body reaches past a plane towards the other one: A against frame.n(), B along it, from
/// the frame's origin, on the line along n, moved by up to `tolerance.place`.
struct PastPlane {
  WhichBody body;
  double way;  ///< [m]
};
/// Whether that is more than `past.way` for certain, to `tolerance.gap`, wherever the line is. Of a
/// body with a radius the core is looked at: the body reaches farther.
bool reaches_past(const Pair& pair, const FlatFrame& frame, const PastPlane& past,
                  const GapTolerance& tolerance, double rounding);
/// Whether it may be more than `past.way` somewhere; a core is grown by its radius.
bool may_reach_past(const Pair& pair, const FlatFrame& frame, const PastPlane& past,
                    const GapTolerance& tolerance, double rounding);

/// Whether bodies one of which has a radius are deeper than a gap [m] that is claimed on the line
/// through the frame's origin, at all places within the tolerance. The origin is that near to the
/// manifold of frame.n(), seen along it; `least` is the gap there [m].
bool round_gap_too_shallow(const Pair& pair, const FlatFrame& frame, double gap, double least,
                           const GapTolerance& tolerance, double rounding);

}  // namespace touchstone
