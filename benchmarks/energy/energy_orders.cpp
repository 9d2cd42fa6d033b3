// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/energy_orders.hpp"
#include "harness/statistics/statistics.hpp"

#include <cmath>
#include <map>
#include <tuple>

namespace touchstone {
std::vector<EnergyOrder> energy_orders(const std::vector<EnergyResult>& results) {
  std::vector<EnergyOrder> orders;
  for (const OrderRule& rule : order_rules()) {
    const bool by_dt = rule.against == OrderRule::Against::dt;
    // What else differs keeps points apart.
    using Group = std::tuple<int, int, std::string, std::string, double, int>;
    std::map<Group, std::vector<std::pair<double, double>>> groups;
    for (const EnergyResult& result : results) {
      if (result.scene != rule.scene) continue;
      for (const EnergyFinding& finding : result.findings) {
        if (finding.observable != rule.observable || !std::isfinite(finding.measured)) continue;
        if (by_dt && !finding.limit) continue;
        const double error = std::abs(finding.measured - finding.limit.value_or(0));
        const Group group = {
            by_dt ? result.vertices[0] : 0,   by_dt ? result.vertices[1] : 0,   result.contacts,
            result.stepper + result.friction, by_dt ? result.scale : result.dt, result.bodies};
        groups[group].emplace_back(by_dt ? result.dt : result.vertices[0], error);
      }
    }
    for (const auto& [group, points] : groups) {
      const auto law = fit_power_law(points);
      if (!law) continue;
      EnergyOrder order;
      order.scene = rule.scene;
      order.observable = rule.observable;
      order.against = by_dt ? "dt" : "vertices";
      order.vertices = {std::get<0>(group), std::get<1>(group)};
      order.points = static_cast<int>(points.size());
      order.order = law->exponent;
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
