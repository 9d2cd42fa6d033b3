// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/energy_orders.hpp"

#include <cmath>
#include <map>
#include <tuple>

namespace touchstone {
namespace {

/// Slope of log |y| against log x by least squares; nothing of fewer than two points or of a zero.
std::optional<double> fitted_slope(const std::vector<std::array<double, 2>>& points) {
  if (points.size() < 2) return std::nullopt;
  double x_mean = 0;
  double y_mean = 0;
  for (const auto& [x, y] : points) {
    if (!(x > 0) || !(y > 0)) return std::nullopt;
    x_mean += std::log(x) / static_cast<double>(points.size());
    y_mean += std::log(y) / static_cast<double>(points.size());
  }
  double xx = 0;
  double xy = 0;
  for (const auto& [x, y] : points) {
    xx += (std::log(x) - x_mean) * (std::log(x) - x_mean);
    xy += (std::log(x) - x_mean) * (std::log(y) - y_mean);
  }
  if (xx == 0) return std::nullopt;
  return xy / xx;
}

}  // namespace

std::vector<EnergyOrder> energy_orders(const std::vector<EnergyResult>& results) {
  std::vector<EnergyOrder> orders;
  for (const OrderRule& rule : order_rules()) {
    const bool by_dt = rule.against == OrderRule::Against::dt;
    // What else differs keeps points apart.
    using Group = std::tuple<int, int, std::string, std::string, double, int>;
    std::map<Group, std::vector<std::array<double, 2>>> groups;
    for (const EnergyResult& result : results) {
      if (result.scene != rule.scene) continue;
      for (const EnergyFinding& finding : result.findings) {
        if (finding.observable != rule.observable || !std::isfinite(finding.measured)) continue;
        if (by_dt && !finding.limit) continue;
        const double error = std::abs(finding.measured - finding.limit.value_or(0));
        const Group group = {
            by_dt ? result.vertices[0] : 0,   by_dt ? result.vertices[1] : 0,   result.contacts,
            result.stepper + result.friction, by_dt ? result.scale : result.dt, result.bodies};
        groups[group].push_back({by_dt ? result.dt : result.vertices[0], error});
      }
    }
    for (const auto& [group, points] : groups) {
      const auto slope = fitted_slope(points);
      if (!slope) continue;
      EnergyOrder order;
      order.scene = rule.scene;
      order.observable = rule.observable;
      order.against = by_dt ? "dt" : "vertices";
      order.vertices = {std::get<0>(group), std::get<1>(group)};
      order.points = static_cast<int>(points.size());
      order.order = *slope;
      order.truth = points.size() >= 3 ? rule.truth : std::nullopt;
      order.tolerance = rule.tolerance;
      if (order.truth) {
        order.verdict = std::abs(order.order - *order.truth) <= order.tolerance
                            ? EnergyVerdict::right
                            : EnergyVerdict::wrong;
      }
      orders.push_back(order);
    }
  }
  return orders;
}

}  // namespace touchstone
