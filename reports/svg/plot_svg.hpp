// SPDX-License-Identifier: GPL-3.0-or-later
// A plot of several lines over one pair of axes, as SVG. Where several lines have bars, those at
// one abscissa stand side by side.
#pragma once

#include <string>
#include <vector>

#include "reports/svg/svg_text.hpp"

namespace touchstone {

struct PlotLine {
  std::string label;
  std::vector<double> x, y;
  bool dots = true;
  std::vector<double> lower = {}, upper = {};  ///< ends of a bar at each point; none: no bars
  bool dashed = false;
  std::vector<bool> failed = {};  ///< points that are crossed out; none: no point is
};

struct Plot {
  std::string title;
  std::string x_label, y_label;  ///< with their units
  bool logarithmic = true;  ///< whether the axes are; values that are not above 0 are left out then
  std::vector<PlotLine> lines;
  std::vector<std::string> notes = {};  ///< lines below the axes
};

SvgPart plot_part(const Plot& plot);
std::string plot_svg(const Plot& plot);

}  // namespace touchstone
