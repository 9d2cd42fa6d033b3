// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/concepts/concept_figures.hpp"

namespace touchstone {

const std::vector<ConceptFigure>& concept_figures() {
  static const std::vector<ConceptFigure> kFigures = {
      {"gap", draw_gap},
      {"witness-points", draw_witness_points},
      {"growth", draw_growth},
      {"event", draw_event},
      {"trap", draw_trap},
      {"rimless-wheel", draw_wheel},
      {"energy-spheres", draw_spheres},
      {"central-differences", draw_differences},
  };
  return kFigures;
}

}  // namespace touchstone
