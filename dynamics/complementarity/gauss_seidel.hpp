// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// STUB until helper r's
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "dynamics/complementarity/local_step.hpp"

namespace touchstone {

struct GaussSeidelOptions {
  int max_sweeps = 20000;
};
struct LocalAnswer {
  std::vector<double> impulses;
  double residual = 0;
  std::uint64_t iterations = 0;
  bool solved = false;
};
inline LocalAnswer gauss_seidel(const LocalStep& step, const GaussSeidelOptions& options = {}) {
  LocalAnswer answer;
  const std::size_t n = step.mu.size();
  const auto d = static_cast<std::size_t>(step.dimension);
  answer.impulses.assign(n * d, 0);
  auto& P = answer.impulses;
  for (int sweep = 0; sweep < options.max_sweeps; ++sweep) {
    double change = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double w[3] = {0, 0, 0};
      double diagonal = 1;
      for (std::size_t r = 0; r < d; ++r) w[r] = step.q[i * d + r];
      for (int k = step.W.begin[i]; k < step.W.begin[i + 1]; ++k) {
        const auto j = static_cast<std::size_t>(step.W.column[k]);
        const double* B = step.W.value.data() + static_cast<std::size_t>(k) * d * d;
        for (std::size_t r = 0; r < d; ++r)
          for (std::size_t c = 0; c < d; ++c) w[r] += B[r * d + c] * P[j * d + c];
        if (j == i) {
          diagonal = 0;
          for (std::size_t r = 0; r < d; ++r) diagonal = std::max(diagonal, B[r * d + r]);
        }
      }
      double next[3] = {std::max(P[i * d] - w[0] / diagonal, 0.0), 0, 0};
      double size = 0;
      for (std::size_t r = 1; r < d; ++r) {
        next[r] = P[i * d + r] - w[r] / diagonal;
        size += next[r] * next[r];
      }
      size = std::sqrt(size);
      const double radius = step.mu[i] * next[0];
      for (std::size_t r = 0; r < d; ++r) {
        if (r > 0 && size > radius) next[r] *= radius / size;
        change = std::max(change, std::abs(next[r] - P[i * d + r]));
        P[i * d + r] = next[r];
      }
    }
    answer.iterations = static_cast<std::uint64_t>(sweep) + 1;
    answer.residual = change;
    if (change < 1e-13) {
      answer.solved = true;
      break;
    }
  }
  return answer;
}

}  // namespace touchstone
