// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/wolfe.hpp"

#include <algorithm>

#include "geometry/loop_bound.hpp"
#include "reference/exact/ensure.hpp"

namespace touchstone {
namespace {

template <std::size_t N>
Rational dot(const std::array<Rational, N>& a, const std::array<Rational, N>& b) {
  Rational sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += a[i] * b[i];
  return sum;
}

/// Weights of the point nearest to the origin of the affine hull of the corral: sum w = 1 and (x_k
/// - x_0).x = 0 for all k, by elimination. The system is regular because the corral is affinely
/// independent.
template <std::size_t N>
std::vector<Rational> affine_weights(const std::vector<WolfePointIn<N>>& corral) {
  const std::size_t n = corral.size() - 1;
  std::vector<std::array<Rational, N>> e(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < N; ++i) e[k][i] = corral[k + 1].x[i] - corral[0].x[i];
  }
  std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n + 1));
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t c = 0; c < n; ++c) rows[r][c] = dot(e[r], e[c]);
    rows[r][n] = -dot(e[r], corral[0].x);
  }
  // A Gram matrix is positive definite: its pivots are positive without exchanges.
  for (std::size_t p = 0; p < n; ++p) {
    ensure(rows[p][p] > 0, "the corral is not affinely independent");
    for (std::size_t r = 0; r < n; ++r) {
      if (r == p) continue;
      const Rational factor = rows[r][p] / rows[p][p];
      for (std::size_t c = p; c <= n; ++c) rows[r][c] -= factor * rows[p][c];
    }
  }
  std::vector<Rational> weights(n + 1);
  weights[0] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    weights[k + 1] = rows[k][n] / rows[k][k];
    weights[0] -= weights[k + 1];
  }
  return weights;
}

/// Moves the weights towards the affine optimum until it is reached (true) or the first points have
/// lost theirs and are dropped.
template <std::size_t N>
bool step(WolfeResultIn<N>& state) {
  const std::vector<Rational> target = affine_weights(state.corral);
  Rational theta = 1;
  for (std::size_t k = 0; k < target.size(); ++k) {
    if (target[k] > 0) continue;
    const Rational reach = state.weights[k] / (state.weights[k] - target[k]);
    theta = std::min(theta, reach);
  }
  const bool reached =
      std::all_of(target.begin(), target.end(), [](const Rational& w) { return w > 0; });
  std::size_t kept = 0;
  for (std::size_t k = 0; k < target.size(); ++k) {
    Rational weight = state.weights[k] + theta * (target[k] - state.weights[k]);
    if (weight == 0) continue;
    if (kept != k) state.corral[kept] = std::move(state.corral[k]);
    state.weights[kept++] = std::move(weight);
  }
  state.corral.resize(kept);
  state.weights.resize(kept);
  return reached;
}

}  // namespace

template <std::size_t N>
WolfeResultIn<N> nearest_to_origin(const WolfePointIn<N>& start,
                                   const std::type_identity_t<WolfeSupport<N>>& support) {
  WolfeResultIn<N> state;
  state.corral = {start};
  state.weights = {1};
  state.x = start.x;
  // Each round comes nearer to the origin, so that no corral comes twice.
  constexpr std::int64_t kMaxRounds = 100'000;
  LoopBound rounds("oracle: Wolfe's rounds", kMaxRounds);
  for (;;) {
    rounds.step();
    const Rational square = dot(state.x, state.x);
    if (square == 0) return state;
    WolfePointIn<N> p = support(state.x);
    if (dot(state.x, p.x) >= square) return state;
    state.corral.push_back(std::move(p));
    state.weights.emplace_back(0);
    // Each drops a point.
    LoopBound drops("oracle: Wolfe's drops", static_cast<std::int64_t>(state.corral.size()));
    while (!step(state)) drops.step();
    state.x.fill(0);
    for (std::size_t k = 0; k < state.corral.size(); ++k) {
      for (std::size_t i = 0; i < N; ++i) state.x[i] += state.weights[k] * state.corral[k].x[i];
    }
  }
}

template WolfeResultIn<3> nearest_to_origin<3>(const WolfePoint&, const WolfeSupport<3>&);
template WolfeResultIn<12> nearest_to_origin<12>(const WolfePointIn<12>&, const WolfeSupport<12>&);

}  // namespace touchstone
