// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// STUB until helper r's
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace touchstone {
inline constexpr double kAcceptedStepError = 1e-9;

struct StepQuestion {
  enum class Cone { round, box, polygon };
  Cone cone = Cone::round;
  int dimension = 3;
  std::span<const double> polygon;
  std::span<const double> mu;
  std::span<const int> begin, column;
  std::span<const double> blocks;
  std::span<const double> q;
};
struct StepClaim {
  std::span<const double> impulses, velocities;
};
struct StepJudgement {
  double r = 0;
  bool solved = false;
  double limit = 0;
  std::optional<double> natural_map;
  std::size_t exact_contacts = 0;
  std::size_t worst = 0;
  std::string unusable;
};
inline StepJudgement judge_step(const StepQuestion& s, const StepClaim& claim) {
  StepJudgement out;
  const auto d = static_cast<std::size_t>(s.dimension);
  const std::size_t n = s.mu.size();
  for (double x : claim.impulses)
    if (!std::isfinite(x)) {
      out.unusable = "an impulse is not finite";
      out.r = INFINITY;
      return out;
    }
  double U = 0;
  std::vector<double> m(n, 1);
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = s.begin[i]; k < s.begin[i + 1]; ++k)
      if (static_cast<std::size_t>(s.column[k]) == i) m[i] = 1 / s.blocks[static_cast<std::size_t>(k) * d * d];
    double t = 0;
    for (std::size_t r = 1; r < d; ++r) t += s.q[i * d + r] * s.q[i * d + r];
    U = std::max(U, std::sqrt(m[i]) * std::max(std::abs(s.q[i * d]), std::sqrt(t)));
  }
  for (std::size_t i = 0; i < n; ++i) {
    double w[3] = {0, 0, 0};
    for (std::size_t r = 0; r < d; ++r) w[r] = s.q[i * d + r];
    for (int k = s.begin[i]; k < s.begin[i + 1]; ++k)
      for (std::size_t r = 0; r < d; ++r)
        for (std::size_t c = 0; c < d; ++c)
          w[r] += s.blocks[(static_cast<std::size_t>(k) * d + r) * d + c] * claim.impulses[static_cast<std::size_t>(s.column[k]) * d + c];
    const double* P = claim.impulses.data() + i * d;
    double e = std::abs(std::min(P[0], m[i] * w[0]));
    double y[3], size = 0;
    for (std::size_t r = 1; r < d; ++r) {
      y[r] = P[r] - m[i] * w[r];
      size += y[r] * y[r];
    }
    size = std::sqrt(size);
    const double rho = s.mu[i] * std::max(P[0], 0.0);
    double t = 0;
    for (std::size_t r = 1; r < d; ++r) {
      const double f = size > rho ? y[r] * rho / size : y[r];
      t += (P[r] - f) * (P[r] - f);
    }
    e = std::max(e, std::sqrt(t)) / std::sqrt(m[i]) / U;
    if (e > out.r) {
      out.r = e;
      out.worst = i;
    }
  }
  out.solved = out.r <= 1e-9;
  out.limit = 1e-15;
  return out;
}

}  // namespace touchstone
