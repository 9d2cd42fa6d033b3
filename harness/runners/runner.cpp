// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/runner.hpp"

#include <cmath>
#include <utility>

#include "geometry/rational.hpp"
#include "harness/runners/engine.hpp"
#include "harness/runners/isolated_runner.hpp"

namespace touchstone {
namespace {

/// Coordinate `i` of R p + t, exactly.
Rational exact_coordinate(const Pose& X, const Vec3& p, int i) {
  Rational sum(X.t[i]);
  for (int k = 0; k < 3; ++k) sum += Rational(X.R(i, k)) * Rational(p[k]);
  return sum;
}

/// Whether x_A = x_B in the world, exactly. Doubles settle every pair that is not close to it.
bool interior_points_coincide(const Pair& pair) {
  const Vec3& p_A = pair.A->interior_point();
  const Vec3& p_B = pair.B->interior_point();
  for (int i = 0; i < 3; ++i) {
    const double a = pair.X_WA.R.row(i).dot(p_A) + pair.X_WA.t[i];
    const double b = pair.X_WB.R.row(i).dot(p_B) + pair.X_WB.t[i];
    // Rounding of both sums: at most 4 ulps of the sum of magnitudes each, far below 1e-14 of it.
    const double magnitude = pair.X_WA.R.row(i).cwiseAbs().dot(p_A.cwiseAbs()) +
                             pair.X_WB.R.row(i).cwiseAbs().dot(p_B.cwiseAbs()) +
                             std::abs(pair.X_WA.t[i]) + std::abs(pair.X_WB.t[i]);
    if (std::abs(a - b) > 1e-14 * magnitude) return false;
    if (exact_coordinate(pair.X_WA, p_A, i) != exact_coordinate(pair.X_WB, p_B, i)) return false;
  }
  return true;
}

class InProcessRunner : public Runner {
 public:
  explicit InProcessRunner(const MetricRow& row) : traits_(row.traits), engine_(row) {}

  std::vector<RunOutcome> run(std::span<const Pair* const> batch) override {
    engine_.begin_batch();
    std::vector<RunOutcome> outcomes;
    outcomes.reserve(batch.size());
    for (const Pair* pair : batch) {
      if (std::string reason = why_not_applicable(traits_, *pair); !reason.empty()) {
        outcomes.push_back({RunStatus::not_applicable, {}, std::move(reason)});
        continue;
      }
      Answer answer = engine_.evaluate(*pair);
      std::string detail = answer.note;
      outcomes.push_back({RunStatus::completed, std::move(answer), std::move(detail)});
    }
    return outcomes;
  }

 private:
  MetricTraits traits_;
  Engine engine_;
};

}  // namespace

std::string why_not_applicable(const MetricTraits& traits, const Pair& pair) {
  const bool ratio = traits.quantity == Quantity::ratio;
  if (!traits.flat || ratio) {
    if (pair.A->dimension() < 3) return "body A is flat";
    if (pair.B->dimension() < 3) return "body B is flat";
  }
  if (ratio) {
    if (!pair.A->interior_point_strictly_inside())
      return "the interior point of A is not strictly inside";
    if (!pair.B->interior_point_strictly_inside())
      return "the interior point of B is not strictly inside";
    if (interior_points_coincide(pair)) return "the interior points coincide";
  }
  return {};
}

std::unique_ptr<Runner> make_runner(const MetricRow& row, const RunnerOptions& options) {
  if (row.traits.isolated && !options.worker_command.empty()) {
    return make_isolated_runner(row, options);
  }
  return std::make_unique<InProcessRunner>(row);
}

}  // namespace touchstone
