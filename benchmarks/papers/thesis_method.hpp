// SPDX-License-Identifier: GPL-3.0-or-later
// The two methods by which the motions of Hart's thesis (hart2007thesis) are computed: his as it is
// printed, and ours, which is what the scenes name.
//
// Printed: Algorithm 6.5 with the nearly active events of section 7 (t* - eps_0 <= t <= t* + eps_t),
// gradients of rho as rows, each bounded by the pair's rho (4.15), and the relaxation (5.6). Its
// tolerances stand in the table of each problem. "If the determinant of the system exceeds
// delta_max" is taken for that of the inverse: a determinant is singular where it is small.
#pragma once

#include <string>
#include <string_view>

#include "dynamics/scene.hpp"

namespace touchstone {

struct ThesisMethod {
  std::string name;  ///< "thesis" or "touchstone"
  std::string contacts, stepper;
  EventOptions events;     ///< options of the contact method `events`
  std::string model = {};  ///< contact model; where there is one, all else is the scene's
};

/// Hart's method with the tolerances printed for that problem.
ThesisMethod printed_method(std::string_view problem);
ThesisMethod touchstone_method();

/// Lets the scene be run by that method.
void set_method(Scene& scene, const ThesisMethod& method);

}  // namespace touchstone
