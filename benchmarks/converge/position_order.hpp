// SPDX-License-Identifier: GPL-3.0-or-later
// Whether positions are accurate to O(h) (hart2007thesis, abstract and chapter 8): the error of
// runs with a step h against runs with h/64, at the end of every step h.
//
// An impact makes paths differ by more than any order: a body lands on another corner. So what is
// judged are scenes in which bodies slide, spin, roll and topple; Hart's problems with their impacts
// are counted.
#pragma once

#include <optional>
#include <vector>

#include "dynamics/scene.hpp"
#include "harness/check/paper_claim.hpp"

namespace touchstone {

/// The reference has so many steps for each.
inline constexpr int kReferenceSteps = 64;
/// Slopes of log error against log h are at least this where positions are accurate to O(h) [1].
inline constexpr double kFirstOrder = 0.9;

/// How far a body in one state may have a point from where it is in another: the way of its centre
/// and its reach times the angle between its orientations [m].
double position_error(const Body& body, const BodyState& state, const BodyState& reference);

/// The largest position_error() of any body at the end of any step of `scene`, against the same
/// scene with steps of h/kReferenceSteps [m]. Nothing if a run ends early or is stopped.
std::optional<double> largest_position_error(const Scene& scene, const ClaimOptions& options);

/// Errors [m] of steps [s], the largest first.
struct PositionErrors {
  std::vector<double> dt, error_m;
};
/// Whether the slope is at least kFirstOrder, or no error is above rounding; the error is the
/// largest error over h [m/s].
ClaimFinding first_order(const PositionErrors& errors);

CheckReport check_positions(const ClaimOptions& options);

}  // namespace touchstone
