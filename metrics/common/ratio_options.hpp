// SPDX-License-Identifier: GPL-3.0-or-later
// Turns rho into the form that the options of a ratio metric ask for (thesis [hart2007thesis],
// Remarks 2.18 to 2.20).
#pragma once

#include <cmath>
#include <memory>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// `metric`, which gives rho, in the form wanted. f_2 = rho r: it is as accurate at contact as rho
/// is, where r - 1 would lose all digits. Where there is no rho, at r = 0 (refused_at_no_growth)
/// and where it is beyond the range of doubles, f_2 is r - 1.
std::unique_ptr<Metric> in_form(std::unique_ptr<Metric> metric, RatioForm form);

/// `metric`, in which only A grows, with the roles of the bodies swapped: only B grows.
std::unique_ptr<Metric> with_roles_swapped(std::unique_ptr<Metric> metric);

/// p_A - x_A, world [m], where only A grows and meets B after `way` = x - x_A, world [m]. Near
/// contact it is way - rho way: a double next to r may put p_A a whole small B off A, where that A
/// is 1e9 times as large as B.
inline Dd3 arm_of_growing(const Dd3& way, double rho, DoubleDouble r) {
  if (std::abs(rho) < 0.5) return way - scaled(DoubleDouble{rho, 0}, way);
  return scaled(DoubleDouble{1, 0} / r, way);
}

/// Why there is no rho.
inline constexpr const char* kInteriorPointsCoincide = "interior points coincide: r = 0";
inline constexpr const char* kInteriorPointInFixedBody =
    "the interior point is in the fixed body: r = 0";

/// No answer, as rho is undefined at r = 0; the detail says r = 0, and that the bodies meet in the
/// interior point x_WA.
Answer refused_at_no_growth(const char* why, const Vec3& x_WA);

}  // namespace touchstone
