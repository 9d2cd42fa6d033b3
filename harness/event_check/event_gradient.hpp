// SPDX-License-Identifier: GPL-3.0-or-later
// The gradient of an event held to the slopes of rho along motions of both bodies (thesis
// [hart2007thesis], Theorem 3.8).
#pragma once

#include <cstdint>
#include <optional>

#include "contact/events/event.hpp"
#include "geometry/pair.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// Largest error of a slope that is accepted, in parts of max(1, |rho|) [1].
inline constexpr double kGradientTolerance = 1e-6;
/// Edges with a smaller sine of their angle are not looked at: steps that are small beside it are
/// next to the rounding of poses [1].
inline constexpr double kGradientSine = 1e-4;

/// The largest error of three motions that `stream` chooses, in parts of max(1, |rho|) [1]. `event`
/// is the one that rho follows. Nothing where rho is not smooth.
std::optional<double> gradient_error(const Pair& pair, const TruthOnDemand& truth,
                                     const Event& event, std::uint64_t stream, QuickOracle& oracle);

}  // namespace touchstone
