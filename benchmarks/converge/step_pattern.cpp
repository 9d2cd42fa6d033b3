// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/step_pattern.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace touchstone {
namespace {

constexpr double kMaxToMinStep = 10;

constexpr std::pair<StepPattern, std::string_view> kPatterns[] = {
    {StepPattern::constant, "constant"},
    {StepPattern::alternating, "alternating"},
    {StepPattern::shrinking, "shrinking"},
    {StepPattern::growing, "growing"}};

// n steps h, h r, ..., h r^(n-1) = h/10 take h (1 - r/10)/(1 - r): r follows from n, and n is the
// first whose steps take at least t_end.
std::vector<double> geometric(double h, double t_end) {
  const auto ratio = [](std::size_t n) {
    return std::pow(kMaxToMinStep, -1 / static_cast<double>(n - 1));
  };
  std::size_t few = 1;
  std::size_t n = kMaxStepLengths;
  while (n - few > 1) {
    const std::size_t middle = few + (n - few) / 2;
    const double r = ratio(middle);
    const bool reaches = h * (1 - r / kMaxToMinStep) / (1 - r) >= t_end;
    (reaches ? n : few) = middle;
  }
  std::vector<double> lengths;
  for (std::size_t l = 0; l < n; ++l) {
    lengths.push_back(h * std::pow(ratio(n), static_cast<double>(l)));
  }
  return lengths;
}

}  // namespace

std::string_view pattern_name(StepPattern pattern) {
  return std::find_if(std::begin(kPatterns), std::end(kPatterns),
                      [pattern](const auto& row) { return row.first == pattern; })
      ->second;
}

std::optional<StepPattern> find_pattern(std::string_view name) {
  for (const auto& [pattern, known] : kPatterns) {
    if (known == name) return pattern;
  }
  return std::nullopt;
}

std::vector<StepPattern> step_patterns() {
  std::vector<StepPattern> patterns;
  for (const auto& row : kPatterns) patterns.push_back(row.first);
  return patterns;
}

void set_pattern(Scene& scene, StepPattern pattern, double h) {
  scene.steps.clear();
  scene.dt = h;
  if (pattern == StepPattern::constant) return;
  if (pattern == StepPattern::alternating) {
    set_steps(scene, {2 * h / 3, 4 * h / 3});
    return;
  }
  std::vector<double> lengths = geometric(h, scene.t_end);
  if (pattern == StepPattern::growing) std::reverse(lengths.begin(), lengths.end());
  set_steps(scene, std::move(lengths));
}

}  // namespace touchstone
