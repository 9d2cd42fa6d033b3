// SPDX-License-Identifier: GPL-3.0-or-later
// The commands below `touchstone reproduce`: each function adds the options of one, or of one of
// its kind, and returns what they fill in.
#pragma once

#include <vector>

#include "benchmarks/papers/thesis_figures.hpp"
#include "benchmarks/papers/thesis_geometry.hpp"
#include "benchmarks/peg/peg_figures.hpp"
#include "cli/run/run_command.hpp"
#include "harness/check/paper_claim.hpp"

namespace touchstone {

/// The problems of Hart's thesis that are looked at.
inline void add_problems(Command& command, Typed<std::vector<std::string>>& scenes) {
  command.texts("SCENE", "", scenes, "balance2, pyramid1, dice3, setup6 (default: all)", false);
}

/// Claims that a check judges: those of Hart's about pairs and events first.
const std::vector<PaperClaim>& paper_claims();

RunArguments& add_table1(Command& command);
RunArguments& add_table2(Command& command);
RunArguments& add_figure5(Command& command);
RunArguments& add_geometry_figure(Command& command, const GeometryFigure& figure);
RunArguments& add_thesis_figure(Command& command, const ThesisFigure& figure);
RunArguments& add_peg_figure(Command& command, const PegFigure& figure);
RunArguments& add_converge(Command& command);
RunArguments& add_conjecture(Command& command);
RunArguments& add_contraction(Command& command);
RunArguments& add_events(Command& command);
RunArguments& add_methods(Command& command);
RunArguments& add_nut(Command& command);
RunArguments& add_claim(Command& command, const PaperClaim& claim);
RunArguments& add_concepts(Command& command);
RunArguments& add_movies(Command& command);
/// `all`, which runs the others.
void add_all_papers(Command& reproduce);

}  // namespace touchstone
