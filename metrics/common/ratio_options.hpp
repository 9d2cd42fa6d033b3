// SPDX-License-Identifier: GPL-3.0-or-later
// The two options of every ratio metric (thesis [hart2007thesis], Remarks 2.18 to 2.20).
#pragma once

#include <cmath>
#include <memory>

#include "geometry/double_double_vector.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

struct RatioOptions {
  /// Only A grows about x_A, and B stays as it is: r = min{t >= 0 : x_A + t (A - x_A) meets B},
  /// which is 0 where x_A is in B. With x where they meet, the witness points are p_B = x and p_A =
  /// x_A + (x - x_A)/r, so that p_A - p_B = rho (x_A - x).
  bool fixed_B = false;
  RatioForm form = RatioForm::rho;
  /// Takes the bodies of the rounded facets (`ratio_facets` only): rho is that of the linear
  /// program, even where these facets make another body (slivers).
  bool facets_as_rounded = false;
};

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
