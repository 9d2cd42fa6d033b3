// SPDX-License-Identifier: GPL-3.0-or-later
// How the figures of Hart's thesis are printed, drawn and written.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/papers/thesis_figures.hpp"
#include "benchmarks/papers/thesis_geometry.hpp"
#include "benchmarks/papers/thesis_methods.hpp"

namespace touchstone {

/// A figure made again, in each of its forms.
struct ThesisOutput {
  std::string text, json, csv, svg;
};

/// "thesis: contacts events, window one, ..., stepper relaxed"
std::string method_text(const ThesisMethod& method);
ThesisOutput thesis_frames_output(const ThesisFigure& figure,
                                  const std::vector<ThesisMotion>& motions);
ThesisOutput thesis_plot_output(const ThesisFigure& figure, const std::vector<ThesisRuns>& methods);
std::string method_table_text(const std::vector<MethodRow>& rows, std::optional<std::size_t> room);
ThesisOutput thesis_geometry_output(const GeometryFigure& figure, const GeometryDrawing& drawing);

}  // namespace touchstone
