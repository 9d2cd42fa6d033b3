// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/depth_limits/conjecture.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/statistics/statistics.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr double kEqual = 1e-9;  ///< quotients that are called 1 at any depth [1]

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
      at.depth = kSampledDepths.at(k);
      at.cases = values.size();
      if (values.empty()) continue;
      at.median = median(values);
      at.largest = *std::max_element(values.begin(), values.end());
      at.ones = static_cast<std::uint64_t>(std::count_if(
          values.begin(), values.end(), [](double q) { return std::abs(q - 1) <= kEqual; }));
    }
  }
};

/// What is proven, held to one case.
void check(const ConjectureCase& one, ConjectureSummary& summary) {
  for (std::size_t k = 0; k < kSampledDepths.size(); ++k) {
    const DepthSample& overlap = one.found.at.at(k);
    if (!overlap.reached) {
      ++summary.not_reached;
      continue;
    }
    ++summary.overlaps;
    const std::string there = "at " + json_number(kSampledDepths.at(k)) + " of size: ";
    const auto add = [&](std::string_view claim, const ClaimFinding& finding) {
      summary.proven.claim(claim).add(finding, one.id);
    };
    add("order", {true, overlap.in_order, there + "not depth <= plane distance <= |p1 - p2|"});
    add("projection",
        {true, overlap.projected, there + "not |p1 - p2| cos(n, d) = plane distance"});
    add("depth", {true, !overlap.contradicts(),
                  there + "plane distance / depth is " + json_number(overlap.plane)});
    ClaimFinding metric{!(overlap.metric_error < 0)};
    metric.held = overlap.metric_error <= kProjectionTolerance;
    metric.error = overlap.metric_error;
    metric.why = there + "off by " + json_number(overlap.metric_error);
    add("metric", metric);
  }
}

}  // namespace

std::vector<ConjectureCase> measure_conjecture(const CheckOptions& options) {
  const CheckBlocks blocks(options, 1);
  std::vector<ConjectureCase> cases;
  run_items(
      options, blocks.size(), [] { return DepthLimitMeter(); },
      [&](DepthLimitMeter& meter, std::size_t k) {
        const CheckBlock block = blocks[k];
        Case one = block.source->make(options.seed, block.begin);
        return ConjectureCase{block.place, std::move(one.id), meter.measure(one.pair())};
      },
      [&](std::size_t, ConjectureCase found) { cases.push_back(std::move(found)); });
  return cases;
}

Check conjecture_check() {
  Check proven;
  proven.name = "conjecture";
  proven.claims = {
      {"order", "depth <= plane distance <= |p1 - p2|, exactly"},
      {"projection", "|p1 - p2| cos(n, d) = plane distance, exactly"},
      {"depth",
       "plane distance = depth, where every other facet of the Minkowski difference is "
       "farther than depth / cos(n, d)"},
      {"metric",
       "|p1 - p2| cos(n, d) = plane distance in the answer of ratio_ray, to 1e-12 of "
       "the pair's largest length"}};
  return proven;
}

ConjectureSummary summarise(const std::vector<ConjectureCase>& cases,
                            const std::vector<CaseSource>& sources) {
  ConjectureSummary summary;
  summary.proven = empty_row(conjecture_check());
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
