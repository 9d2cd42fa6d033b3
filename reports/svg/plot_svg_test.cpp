// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/plot_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PlotSvg, DecadesAreAllWrittenAsPowersOfTen) {
  Plot plot;
  plot.lines.push_back({"I", {0.1, 0.01}, {2e-4, 3e-12}});
  const std::string svg = plot_svg(plot);
  for (const char* tick : {">10\u207b\u00b3<", ">10\u207b\u00b9\u00b2<", ">10\u207b\u00b9<"}) {
    EXPECT_THAT(svg, HasSubstr(tick));
  }
  EXPECT_THAT(svg, Not(HasSubstr("1e-")));
}

TEST(PlotSvg, SaysInWordsWhatItShows) {
  Plot plot;
  plot.title = "Overlap & step";
  plot.x_label = "time step h [s]";
  plot.y_label = "average I [m]";
  plot.lines.push_back({"touchstone", {0.1, 0.01}, {2e-4, 3e-12}});
  plot.lines.push_back({"thesis", {0.1, 0.01}, {2e-4, 3e-12}});
  EXPECT_THAT(plot_svg(plot),
              HasSubstr(">\n<desc>Overlap &amp; step: a plot of average I [m] against time step h "
                        "[s], both axes logarithmic; curves: touchstone, thesis.</desc>\n"));
}

TEST(PlotSvg, EachLineHasAMarkOfItsOwnAlsoBesideItsName) {
  Plot plot;
  plot.lines.push_back({"a", {0.1, 0.01}, {1, 2}});
  plot.lines.push_back({"b", {0.1, 0.01}, {3, 4}});
  const std::string svg = plot_svg(plot);
  const auto count = [&svg](const std::string& tag) {
    std::size_t found = 0;
    for (std::size_t at = svg.find(tag); at != std::string::npos; at = svg.find(tag, at + 1)) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count("<circle"), 3U);
  EXPECT_EQ(count("<polygon"), 3U);
}

/// The abscissas of vertical lines of a colour.
std::vector<double> upright_lines(const std::string& svg, const std::string& colour) {
  std::vector<double> found;
  const std::regex line("<line x1=\"([0-9.]+)\" y1=\"[0-9.]+\" x2=\"([0-9.]+)\"[^>]*stroke=\"" +
                        colour + "\"");
  for (std::sregex_iterator at(svg.begin(), svg.end(), line), end; at != end; ++at) {
    if ((*at)[1] == (*at)[2]) found.push_back(std::stod((*at)[1]));
  }
  return found;
}

TEST(PlotSvg, BarsOfSeveralLinesStandSideBySide) {
  Plot plot;
  for (const char* name : {"a", "b", "c"}) {
    plot.lines.push_back({name, {0.02, 0.01}, {2, 1}, true, {1, 0.5}, {4, 2}});
  }
  const std::string svg = plot_svg(plot);
  std::vector<std::vector<double>> bars;
  for (std::size_t k = 0; k < 3; ++k) {
    bars.push_back(upright_lines(svg, std::string(svg_colour(k))));
    ASSERT_EQ(bars.back().size(), 2U);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_GE(bars[1][i] - bars[0][i], 10);
    EXPECT_NEAR(bars[2][i] - bars[1][i], bars[1][i] - bars[0][i], 0.02);
  }
}

TEST(PlotSvg, PointsThatFailedAreCrossedOutWhichTheNamesExplain) {
  Plot plot;
  plot.lines.push_back({"a", {0.1, 0.01}, {1, 2}});
  EXPECT_THAT(plot_svg(plot), Not(HasSubstr(">failed<")));
  plot.lines.back().failed = {true, false};
  const std::string crossed = plot_svg(plot);
  EXPECT_THAT(crossed, HasSubstr(">failed<"));
}

TEST(PlotSvg, AnAxisOfLessThanTwoDecadesEndsCloseBesideWhatItShows) {
  Plot plot;
  plot.lines.push_back({"I", {0.02, 0.0025}, {1, 1000}});
  const std::string svg = plot_svg(plot);
  for (const char* tick :
       {">5\u00b710\u207b\u00b3<", ">10\u207b\u00b2<", ">2\u00b710\u207b\u00b2<"}) {
    EXPECT_THAT(svg, HasSubstr(tick));
  }
  EXPECT_THAT(svg, Not(HasSubstr(">10\u207b\u00b9<")));
}

TEST(PlotSvg, AGuideIsDashedAndHasNoDots) {
  Plot plot;
  PlotLine guide = {"slope 2", {0.1, 0.01}, {1e-2, 1e-4}};
  guide.dots = false;
  guide.dashed = true;
  plot.lines.push_back(guide);
  const std::string svg = plot_svg(plot);
  EXPECT_THAT(svg, HasSubstr("stroke-dasharray"));
  EXPECT_THAT(svg, Not(HasSubstr("<circle")));
}

}  // namespace
}  // namespace touchstone
