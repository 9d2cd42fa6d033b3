// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_fit.hpp"
#include "harness/statistics/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace touchstone {
namespace {

bool has_equal_sizes(const TimeResult& result) {
  return result.cell.vertices[0] == result.cell.vertices[1];
}

using Curve = std::tuple<std::string, std::string, std::string, std::string>;

void add_fit(std::vector<TimeFit>& fits, const Curve& curve,
             const std::vector<std::pair<double, double>>& points) {
  constexpr std::size_t kMinPoints = 3;  // two say nothing of how well the exponent is known
  const auto law = fit_power_law(points);
  if (!law || points.size() < kMinPoints) return;
  const auto [least, most] = std::minmax_element(points.begin(), points.end());
  fits.push_back({std::get<0>(curve), std::get<1>(curve), std::get<2>(curve), std::get<3>(curve),
                  least->first, most->first, law->exponent, law->exponent - law->half_width,
                  law->exponent + law->half_width, points.size()});
}

}  // namespace

std::vector<TimeFit> fit_times(const std::vector<TimeResult>& results) {
  std::vector<Curve> order;
  std::map<Curve, std::vector<std::pair<double, double>>> curves;
  for (const TimeResult& result : results) {
    if (!has_equal_sizes(result)) continue;
    const Curve curve{result.cell.metric, result.cell.family, result.cell.regime,
                      result.cell.start};
    auto& points = curves[curve];
    if (points.empty()) order.push_back(curve);
    points.emplace_back(result.mean_facets(), result.median_ns);
  }
  std::vector<TimeFit> fits;
  for (const Curve& curve : order) {
    const auto& points = curves[curve];
    std::vector<std::pair<double, double>> many;
    std::copy_if(points.begin(), points.end(), std::back_inserter(many),
                 [](const auto& point) { return point.first >= kManyFacets; });
    add_fit(fits, curve, points);
    if (many.size() < points.size()) add_fit(fits, curve, many);
  }
  return fits;
}

std::string champion(const std::vector<TimeResult>& results,
                     const std::vector<std::string>& ratio_metrics) {
  const TimeResult* best = nullptr;
  for (const TimeResult& result : results) {
    const bool ratio = std::find(ratio_metrics.begin(), ratio_metrics.end(), result.cell.metric) !=
                       ratio_metrics.end();
    if (!ratio || result.cell.start != "cold") continue;
    if (best == nullptr || result.mean_facets() > best->mean_facets() ||
        (result.mean_facets() == best->mean_facets() && result.median_ns < best->median_ns)) {
      best = &result;
    }
  }
  return best == nullptr ? "" : best->cell.metric;
}

std::vector<Overtaking> overtakings(const std::vector<TimeResult>& results,
                                    const std::string& ratio,
                                    const std::vector<std::string>& others) {
  // facets -> {the ratio metric's time, the other's}
  using Race = std::map<double, std::array<double, 2>>;
  std::map<std::pair<std::string, std::string>, std::map<std::string, Race>> races;
  for (const TimeResult& mine : results) {
    const TimeCell& cell = mine.cell;
    const bool penetrating = cell.regime == "shallow" || cell.regime == "deep";
    if (cell.metric != ratio || cell.start != "cold" || !penetrating || !has_equal_sizes(mine)) {
      continue;
    }
    for (const TimeResult& theirs : results) {
      TimeCell same = theirs.cell;
      same.metric = ratio;
      if (!(same == cell)) continue;
      races[{cell.family, cell.regime}][theirs.cell.metric][mine.mean_facets()] = {
          mine.median_ns, theirs.median_ns};
    }
  }
  std::vector<Overtaking> found;
  for (const auto& [place, by_metric] : races) {
    for (const std::string& other : others) {
      const auto race = by_metric.find(other);
      if (race == by_metric.end()) continue;
      Overtaking overtaking{other, place.first, place.second, false, 0, 0, 0, 0};
      for (auto size = race->second.rbegin(); size != race->second.rend(); ++size) {
        const double times = size->second[1] / size->second[0];
        if (size == race->second.rbegin()) {
          overtaking.facets_largest = size->first;
          overtaking.times_largest = times;
        }
        if (!(times > 1)) break;
        overtaking.ever = true;
        overtaking.facets = size->first;
        overtaking.times_there = times;
      }
      found.push_back(std::move(overtaking));
    }
  }
  return found;
}

}  // namespace touchstone
