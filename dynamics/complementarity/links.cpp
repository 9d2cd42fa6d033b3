// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/links.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace touchstone {
namespace {

constexpr std::array<std::pair<SolverLink, std::string_view>, 9> kNames{{
    {SolverLink::warm_start, "warm_start"},
    {SolverLink::quadratic_program, "quadratic_program"},
    {SolverLink::relaxed_active_set, "relaxed_active_set"},
    {SolverLink::lemke, "lemke"},
    {SolverLink::random_covering, "random_covering"},
    {SolverLink::regularised, "regularised"},
    {SolverLink::fixed_point, "fixed_point"},
    {SolverLink::finite_friction, "finite_friction"},
    {SolverLink::drop_stabilisation, "drop_stabilisation"},
}};

}  // namespace

std::string_view link_name(SolverLink link) {
  for (const auto& [value, name] : kNames) {
    if (value == link) {
      return name;
    }
  }
  return "unknown";
}

std::vector<SolverLink> default_chain() {
  std::vector<SolverLink> chain(kNames.size());
  std::transform(kNames.begin(), kNames.end(), chain.begin(),
                 [](const auto& row) { return row.first; });
  return chain;
}

}  // namespace touchstone
