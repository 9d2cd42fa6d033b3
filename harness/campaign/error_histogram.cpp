// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/error_histogram.hpp"

#include <algorithm>
#include <numeric>

#include "schema/json_text.hpp"

namespace touchstone {

const std::array<double, kErrorBins + 1>& error_edges() {
  static constexpr std::array<double, kErrorBins + 1> kEdges = {
      1e-20,  1.7782794100389228e-20, 3.162277660168379e-20,  5.62341325190349e-20,
      1e-19,  1.7782794100389227e-19, 3.162277660168379e-19,  5.623413251903491e-19,
      1e-18,  1.778279410038923e-18,  3.1622776601683795e-18, 5.623413251903491e-18,
      1e-17,  1.7782794100389228e-17, 3.1622776601683796e-17, 5.62341325190349e-17,
      1e-16,  1.7782794100389228e-16, 3.1622776601683793e-16, 5.623413251903491e-16,
      1e-15,  1.7782794100389227e-15, 3.1622776601683794e-15, 5.623413251903491e-15,
      1e-14,  1.7782794100389227e-14, 3.1622776601683796e-14, 5.6234132519034906e-14,
      1e-13,  1.7782794100389227e-13, 3.162277660168379e-13,  5.62341325190349e-13,
      1e-12,  1.7782794100389228e-12, 3.1622776601683794e-12, 5.6234132519034904e-12,
      1e-11,  1.7782794100389227e-11, 3.1622776601683794e-11, 5.6234132519034906e-11,
      1e-10,  1.778279410038923e-10,  3.1622776601683795e-10, 5.623413251903491e-10,
      1e-09,  1.7782794100389228e-09, 3.1622776601683795e-09, 5.623413251903491e-09,
      1e-08,  1.7782794100389228e-08, 3.162277660168379e-08,  5.6234132519034905e-08,
      1e-07,  1.7782794100389227e-07, 3.162277660168379e-07,  5.62341325190349e-07,
      1e-06,  1.778279410038923e-06,  3.162277660168379e-06,  5.623413251903491e-06,
      1e-05,  1.778279410038923e-05,  3.1622776601683795e-05, 5.623413251903491e-05,
      0.0001, 0.00017782794100389227, 0.00031622776601683794, 0.0005623413251903491,
      0.001,  0.0017782794100389228,  0.0031622776601683794,  0.005623413251903491,
      0.01,   0.01778279410038923,    0.03162277660168379,    0.05623413251903491,
      0.1,    0.1778279410038923,     0.31622776601683794,    0.5623413251903491,
      1.0,    1.7782794100389228,     3.1622776601683795,     5.623413251903491,
      10.0,   17.78279410038923,      31.622776601683793,     56.23413251903491,
      100.0,  177.82794100389228,     316.22776601683796,     562.341325190349,
      1000.0, 1778.2794100389228,     3162.2776601683795,     5623.413251903491,
      10000.0};
  return kEdges;
}

void ErrorHistogram::add(double error) {
  const auto& edges = error_edges();
  if (error == 0) {
    ++zero;
  } else if (error < edges.front()) {
    ++below;
  } else if (!(error < edges.back())) {
    ++above;
  } else {
    const auto* const end = std::upper_bound(edges.begin(), edges.end(), error);
    ++bins.at(static_cast<std::size_t>(end - edges.begin()) - 1);
  }
}

void ErrorHistogram::merge(const ErrorHistogram& later) {
  for (std::size_t k = 0; k < bins.size(); ++k) bins.at(k) += later.bins.at(k);
  zero += later.zero;
  below += later.below;
  above += later.above;
}

std::uint64_t ErrorHistogram::count() const {
  return std::accumulate(bins.begin(), bins.end(), zero + below + above);
}

std::string error_histogram_json(const ErrorHistogram& histogram) {
  return JsonObject()
      .add("first", std::to_string(kFirstErrorBin))
      .add("counts", json_row(json_items(histogram.bins, json_count)))
      .add("zero", json_count(histogram.zero))
      .add("below", json_count(histogram.below))
      .add("above", json_count(histogram.above))
      .row();
}

}  // namespace touchstone
