// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/solve_svg.hpp"

#include <algorithm>
#include <cmath>

#include "harness/steps/performance_profile.hpp"
#include "reports/svg/plot_svg.hpp"

namespace touchstone {
namespace {

/// A curve of steps from tau = 1 to the largest ratio of all curves.
PlotLine steps_of(const PerformanceProfile& profile, const ProfileCurve& curve, double last) {
  PlotLine line;
  line.label = curve.solver;
  line.dots = false;
  const auto add = [&line](double tau, double share) {
    line.x.push_back(std::log2(tau));
    line.y.push_back(share);
  };
  double share = profile.share(curve, 1);
  add(1, share);
  for (const double ratio : curve.ratios) {
    const double next = profile.share(curve, ratio);
    if (next == share) continue;
    add(ratio, share);
    add(ratio, next);
    share = next;
  }
  add(last, share);
  return line;
}

}  // namespace

std::string profile_svg(const SolveRun& run) {
  const PerformanceProfile profile = performance_profile(run);
  double last = 2;
  for (const ProfileCurve& curve : profile.curves) {
    if (!curve.ratios.empty()) last = std::max(last, curve.ratios.back());
  }
  Plot plot;
  plot.title = "Performance profile, " + std::to_string(profile.problems) + " problems";
  plot.x_label = "log2 of time over the fastest one's [1]";
  plot.y_label = "share solved [1]";
  plot.logarithmic = false;
  for (const ProfileCurve& curve : profile.curves) {
    plot.lines.push_back(steps_of(profile, curve, last));
  }
  return plot_svg(plot);
}

}  // namespace touchstone
