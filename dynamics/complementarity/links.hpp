// SPDX-License-Identifier: GPL-3.0-or-later
// The links of a chain of solvers, by name. Which apply:
//
//   link                 cones, Stewart & Trinkle       relaxed, or no cone with mu > 0
//   warm_start           both: the active set of the last problem of the same shape
//   quadratic_program    -                              dual active set on velocities
//   relaxed_active_set   what contacts do in the relaxation, with Gamma; least norm        -
//   lemke                both: lexicographic, all-ones covering vector; solved afresh on its basis
//   random_covering      both: lemke with other covering vectors, from a fixed seed
//   regularised          both: lemke for M + e I
//   fixed_point          the relaxation with Gamma      -
//   finite_friction      both: the above (but the warm start) with cones of mu = 100 for no-slip
//   drop_stabilisation   both: the above (but the warm start) for max(b, 0), joint_bound = joint_drive
#pragma once

#include <string_view>
#include <vector>

namespace touchstone {

enum class SolverLink {
  warm_start,
  quadratic_program,
  relaxed_active_set,
  lemke,
  random_covering,
  regularised,
  fixed_point,
  finite_friction,
  drop_stabilisation
};

/// Name of a link, as the table above has it.
std::string_view link_name(SolverLink link);
/// All links, in the order of the table.
std::vector<SolverLink> default_chain();

}  // namespace touchstone
