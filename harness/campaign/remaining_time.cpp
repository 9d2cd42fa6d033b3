// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/remaining_time.hpp"

#include <algorithm>

namespace touchstone {
namespace {

/// Guessed time of one answer at a metric's largest default size [s]. A metric claims to take at
/// most 0.2 s there; most take a quarter of that. The time falls about as the square of the size.
constexpr double kAtLargest_s = 0.05;
constexpr double kOverhead_s = 3e-6;        ///< asking for and judging one answer [s]
constexpr double kTruthPerVertex_s = 2e-6;  ///< truth of one case, per vertex [s]
/// The guesses are for one another only; what is left is scaled by what was measured.
double guess_s(const CampaignOptions& options, const CaseSource& source) {
  int vertices = 8;
  if (source.family != nullptr) vertices = source.family->largest_vertices;
  double seconds = kTruthPerVertex_s * vertices;
  for (const MetricRow* metric : options.metrics) {
    const double part = static_cast<double>(vertices) / metric->traits.largest_default_vertices;
    if (part > 1 && options.respect_default_sizes) continue;
    seconds += kOverhead_s + kAtLargest_s * part * part;
  }
  return seconds;
}

}  // namespace

RemainingTime::RemainingTime(const CampaignOptions& options,
                             const std::vector<std::uint64_t>& cases) {
  for (std::size_t s = 0; s < cases.size(); ++s) {
    sources_.push_back({guess_s(options, options.sources[s]), cases[s], 0, 0});
  }
}

void RemainingTime::add(std::size_t source, std::uint64_t cases, double seconds) {
  Source& s = sources_[source];
  s.left -= std::min(s.left, cases);
  s.judged += cases;
  s.spent_s += seconds;
}

double RemainingTime::left_s(int jobs) const {
  double spent = 0;
  double guessed = 0;  // for the same cases
  for (const Source& s : sources_) {
    spent += s.spent_s;
    guessed += s.guess_s * static_cast<double>(s.judged);
  }
  if (guessed == 0) return 0;
  double left = 0;
  for (const Source& s : sources_) {
    const double of_a_case =
        s.judged > 0 ? s.spent_s / static_cast<double>(s.judged) : s.guess_s * spent / guessed;
    left += of_a_case * static_cast<double>(s.left);
  }
  return left / std::max(1, jobs);
}

}  // namespace touchstone
