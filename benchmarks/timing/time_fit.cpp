// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace touchstone {
namespace {

/// 97.5 % quantile of Student's distribution with so many degrees of freedom, at least 1.
double student_quantile(std::size_t freedom) {
  constexpr std::array<double, 30> kQuantiles = {
      12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
      2.2010,  2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
      2.0796,  2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423};
  return freedom <= kQuantiles.size() ? kQuantiles.at(freedom - 1) : 2.0423;
}

bool has_equal_sizes(const TimeResult& result) {
  return result.cell.vertices[0] == result.cell.vertices[1];
}

using Curve = std::tuple<std::string, std::string, std::string, std::string>;

void add_fit(std::vector<TimeFit>& fits, const Curve& curve,
             const std::vector<std::pair<double, double>>& points) {
  const auto law = fit_power_law(points);
  if (!law) return;
  const auto [least, most] = std::minmax_element(points.begin(), points.end());
  fits.push_back({std::get<0>(curve), std::get<1>(curve), std::get<2>(curve), std::get<3>(curve),
                  least->first, most->first, law->exponent, law->low, law->high, points.size()});
}

}  // namespace

std::optional<PowerLaw> fit_power_law(std::span<const std::pair<double, double>> points) {
  if (points.size() < 3) return std::nullopt;
  const auto n = static_cast<double>(points.size());
  double mean_x = 0;
  double mean_y = 0;
  for (const auto& [x, y] : points) {
    mean_x += std::log(x) / n;
    mean_y += std::log(y) / n;
  }
  double xx = 0;
  double xy = 0;
  for (const auto& [x, y] : points) {
    xx += (std::log(x) - mean_x) * (std::log(x) - mean_x);
    xy += (std::log(x) - mean_x) * (std::log(y) - mean_y);
  }
  if (!(xx > 1e-12)) return std::nullopt;
  PowerLaw law;
  law.exponent = xy / xx;
  double residual = 0;
  for (const auto& [x, y] : points) {
    const double off = std::log(y) - mean_y - law.exponent * (std::log(x) - mean_x);
    residual += off * off;
  }
  const double error = std::sqrt(residual / (n - 2) / xx);
  const double reach = student_quantile(points.size() - 2) * error;
  law.low = law.exponent - reach;
  law.high = law.exponent + reach;
  return law;
}

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
