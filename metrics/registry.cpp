// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/registry.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "metrics/box15/box15.hpp"
#include "metrics/certified/certified.hpp"
#include "metrics/common/ratio_options.hpp"
#include "metrics/gjk/gjk.hpp"
#include "metrics/libccd/libccd.hpp"
#include "metrics/minkowski/minkowski.hpp"
#include "metrics/ratio_facets/ratio_facets.hpp"
#include "metrics/ratio_lp/ratio_lp.hpp"
#include "metrics/ratio_ray/ratio_ray.hpp"
#include "metrics/ratio_seidel/ratio_seidel.hpp"
#include "metrics/sat/sat.hpp"
#include "metrics/sat_gauss/sat_gauss.hpp"
#include "metrics/vclip/vclip.hpp"

namespace touchstone {

std::span<const MetricRow> metric_registry() {
  static const std::array kRows = {
      ratio_lp_row(),     ratio_lp_rows_row(), ratio_seidel_row(),
      ratio_facets_row(), ratio_ray_row(),     certified_row(),
      sat_row(),          sat_float32_row(),   vclip_row(),
      sat_gauss_row(),    box15_row(),         gjk_row(),
      gjk_epa_row(),      mpr_row(),           gjk_epa_tight_row(),
      mpr_tight_row(),    minkowski_row(),     minkowski_float_row(),
  };
  return kRows;
}

namespace {

/// What a metric claims where one body is fixed, if that is less than it claims without [1].
struct FixedClaim {
  std::string_view metric;
  double tolerance;
};
constexpr std::array<FixedClaim, 3> kFixedClaims = {{
    {"ratio_lp", 1e-8},
    {"ratio_lp_rows", 1e-8},
    {"ratio_ray", 1e-12},  // normal and witness points; the value to an ulp
}};

}  // namespace

MetricRow make_variant(const MetricRow& row, FixedBody fixed, RatioForm form) {
  MetricRow variant = row;
  variant.plain = row.name;
  if (fixed != FixedBody::none) variant.name += fixed == FixedBody::A ? "-fixed-A" : "-fixed-B";
  if (form == RatioForm::growth) variant.name += "-growth";
  variant.traits.fixed = fixed;
  variant.traits.form = form;
  variant.traits.gives_certificate = false;
  if (fixed != FixedBody::none) {
    for (const FixedClaim& claim : kFixedClaims) {
      if (claim.metric == row.name) variant.traits.own_tolerance = claim.tolerance;
    }
  }
  variant.make = [make = row.make_ratio, fixed, form] {
    auto metric = make({.fixed_B = fixed != FixedBody::none, .form = form});
    return fixed == FixedBody::A ? with_roles_swapped(std::move(metric)) : std::move(metric);
  };
  variant.make_ratio = nullptr;
  return variant;
}

std::span<const MetricRow> ratio_variants() {
  static const std::vector<MetricRow> kRows = [] {
    std::vector<MetricRow> rows;
    for (const MetricRow& row : metric_registry()) {
      if (row.make_ratio == nullptr) continue;
      for (const FixedBody fixed : {FixedBody::A, FixedBody::B}) {
        rows.push_back(make_variant(row, fixed, RatioForm::rho));
      }
      rows.push_back(make_variant(row, FixedBody::none, RatioForm::growth));
    }
    return rows;
  }();
  return kRows;
}

const MetricRow* find_metric(std::string_view name, std::span<const MetricRow> rows) {
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const MetricRow& r) { return r.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace touchstone
