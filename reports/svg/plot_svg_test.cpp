// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/plot_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
