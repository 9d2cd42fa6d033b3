// SPDX-License-Identifier: GPL-3.0-or-later
// The commands below `touchstone reproduce`: each function adds the options of one, or of one of
// its kind, and returns what they fill in.
#pragma once

#include "benchmarks/papers/thesis_figures.hpp"
#include "benchmarks/papers/thesis_geometry.hpp"
#include "benchmarks/peg/peg_figures.hpp"
#include "cli/papers/paper.hpp"

namespace touchstone {

PaperArguments& add_table1(Command& command);
PaperArguments& add_table2(Command& command);
PaperArguments& add_figure5(Command& command);
PaperArguments& add_geometry_figure(Command& command, const GeometryFigure& figure);
PaperArguments& add_thesis_figure(Command& command, const ThesisFigure& figure);
PaperArguments& add_peg_figure(Command& command, const PegFigure& figure);
PaperArguments& add_converge(Command& command);
PaperArguments& add_conjecture(Command& command);
PaperArguments& add_contraction(Command& command);
PaperArguments& add_events(Command& command);
PaperArguments& add_concepts(Command& command);

}  // namespace touchstone
