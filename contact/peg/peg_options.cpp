// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/peg/peg_options.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace touchstone {

std::span<const ModelRow> model_registry() {
  static const std::array<ModelRow, 6> kRows = {{
      {std::string(kManifoldModel), "one manifold of contact points for each pair of bodies",
       std::nullopt},
      {"std", "every potential contact keeps its gap: traps bodies in front of corners",
       PegModel::std},
      {"near", "each vertex keeps its gap to its nearest applicable facet", PegModel::near},
      {"plane", "one plane of largest gap for each pair of bodies", PegModel::plane},
      {"lnc", "a vertex may pass on any side of a corner; edges may cross there", PegModel::lnc},
      {"peg", "which facet holds is a part of the problem (Williams, Lu & Trinkle)", PegModel::peg},
  }};
  return kRows;
}

const ModelRow* find_model(std::string_view name) {
  for (const ModelRow& row : model_registry()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

bool has_traps(std::string_view model) {
  const ModelRow* row = find_model(model);
  return row != nullptr && row->peg == PegModel::peg;
}

std::string peg_fault(const PegOptions& options) {
  if (!(options.eps_theta <= 0 && options.eps_theta > -std::numbers::pi / 2)) {
    return "peg: eps_theta must be above -pi/2 and at most 0 rad";
  }
  if (options.delta && !(*options.delta > 0 && std::isfinite(*options.delta))) {
    return "peg: delta must be above 0 m";
  }
  if (options.corrections < 0 || options.corrections > kMaxCorrections) {
    return "peg: corrections must be 0 to 3";
  }
  return "";
}

}  // namespace touchstone
