// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/depth_limits/conjecture.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/runners/run_driver.hpp"
#include "harness/statistics/quantile.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr double kEqual = 1e-9;  ///< quotients that are called 1 at any depth [1]
constexpr std::size_t kListedFailures = 10;

/// The values of one quotient at each depth.
using Values = std::array<std::vector<double>, kSampledDepths.size()>;

/// A row while cases are added to it.
struct Gathered {
  ConjectureRow row;
  Values plane, segment;

  void add(const ConjectureCase& one) {
    ++row.cases;
    add(one, &DepthSample::plane, row.plane, plane);
    add(one, &DepthSample::segment, row.segment, segment);
    const DepthSample& last = one.found.at.back();
    if (last.reached) row.largest_turn = std::max(row.largest_turn, last.turn);
  }

  ConjectureRow finish() {
    spread(row.plane, plane);
    spread(row.segment, segment);
    return std::move(row);
  }

 private:
  static void add(const ConjectureCase& one, double DepthSample::*quotient, QuotientLimits& limits,
                  Values& values) {
    const Limit limit = limit_of(one.found, quotient);
    ++limits.cases.at(static_cast<std::size_t>(limit));
    if (limit == Limit::other && limits.first_other.empty()) limits.first_other = one.id;
    for (std::size_t k = 0; k < kSampledDepths.size(); ++k) {
      const DepthSample& overlap = one.found.at.at(k);
      if (overlap.reached) values.at(k).push_back(overlap.*quotient);
    }
  }

  static void spread(QuotientLimits& limits, Values& all) {
    for (std::size_t k = 0; k < kSampledDepths.size(); ++k) {
      std::vector<double>& values = all.at(k);
      QuotientSpread& at = limits.at.at(k);
      at.cases = values.size();
      if (values.empty()) continue;
      at.median = median(values);
      at.largest = *std::max_element(values.begin(), values.end());
      at.ones = static_cast<std::uint64_t>(std::count_if(
          values.begin(), values.end(), [](double q) { return std::abs(q - 1) <= kEqual; }));
    }
  }
};

void fail(ConjectureSummary& summary, const ConjectureCase& one, double depth, std::string why) {
  if (summary.failures.size() >= kListedFailures) return;
  summary.failures.push_back({one.id, depth, std::move(why)});
}

/// What is proven, held to one case.
void check(const ConjectureCase& one, ConjectureSummary& summary) {
  for (std::size_t k = 0; k < kSampledDepths.size(); ++k) {
    const DepthSample& overlap = one.found.at.at(k);
    const double depth = kSampledDepths.at(k);
    if (!overlap.reached) {
      ++summary.not_reached;
      continue;
    }
    ++summary.overlaps;
    if (!overlap.in_order) {
      ++summary.disordered;
      fail(summary, one, depth, "not depth <= plane distance <= |p1 - p2|");
    }
    if (!overlap.projected) {
      ++summary.not_projected;
      fail(summary, one, depth, "not |p1 - p2| cos(n, d) = plane distance");
    }
    if (overlap.contradicts()) {
      ++summary.contradicted;
      fail(summary, one, depth, "plane distance / depth is " + json_number(overlap.plane));
    }
    if (overlap.metric_error < 0) ++summary.unanswered;
    summary.largest_metric_error = std::max(summary.largest_metric_error, overlap.metric_error);
    if (!(overlap.metric_error <= kProjectionTolerance)) {
      fail(summary, one, depth,
           "|p1 - p2| cos(n, d) of ratio_ray is off by " + json_number(overlap.metric_error));
    }
  }
}

}  // namespace

std::vector<ConjectureCase> measure_conjecture(const ConjectureOptions& options) {
  std::vector<std::pair<std::size_t, std::uint64_t>> items;  // source, index
  for (std::size_t s = 0; s < options.sources.size(); ++s) {
    for (std::uint64_t index = 0; index < options.sources[s].count; ++index) {
      items.emplace_back(s, index);
    }
  }
  std::vector<ConjectureCase> cases;
  run_items(
      {options.jobs, options.stop_requested, options.progress}, items.size(),
      [] { return DepthLimitMeter(); },
      [&](DepthLimitMeter& meter, std::size_t k) {
        const auto& [source, index] = items[k];
        Case one = options.sources[source].make(options.seed, index);
        return ConjectureCase{source, std::move(one.id), meter.measure(one.pair)};
      },
      [&](std::size_t, ConjectureCase found) { cases.push_back(std::move(found)); });
  return cases;
}

ConjectureSummary summarise(const std::vector<ConjectureCase>& cases,
                            const std::vector<CaseSource>& sources) {
  ConjectureSummary summary;
  std::array<Gathered, kContactSorts> sorts;
  std::vector<Gathered> families(sources.size());
  for (const ConjectureCase& one : cases) {
    ++summary.cases;
    if (!one.found.sort) {
      ++summary.not_applicable;
      continue;
    }
    check(one, summary);
    sorts.at(static_cast<std::size_t>(*one.found.sort)).add(one);
    families[one.source].add(one);
  }
  for (std::size_t k = 0; k < kContactSorts; ++k) {
    if (sorts.at(k).row.cases == 0) continue;
    sorts.at(k).row.name = sort_name(static_cast<ContactSort>(k));
    summary.sorts.push_back(sorts.at(k).finish());
  }
  for (std::size_t s = 0; s < sources.size(); ++s) {
    families[s].row.name = sources[s].name;
    summary.families.push_back(families[s].finish());
  }
  return summary;
}

}  // namespace touchstone
