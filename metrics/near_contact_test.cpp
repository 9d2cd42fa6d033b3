// SPDX-License-Identifier: GPL-3.0-or-later
// Values next to 0, where a double-double has few digits left: a metric that claims an ulp has to
// know that, and to compute on.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "metrics/registry.hpp"
#include "reference/agreement_cases.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261122;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Put together exactly, then turned: what is left is rounding, 1e-16 and less. Every other time
/// the bodies are three orders of magnitude apart in size.
Pair all_but_touching(Random& random, int index) {
  const PolytopePtr A = make_lattice_hull(random, 6 + static_cast<int>(random.below(10)), 2);
  const double size = index % 2 == 0 ? 1 : 0x1p-10;
  const PolytopePtr B = make_double_pyramid(4, size, size);
  const auto extreme = [](const Polytope& body, const Vec3& u) {
    Vec3 best = body.vertices()[0];
    for (const Vec3& v : body.vertices()) {
      if (u.dot(v) > u.dot(best)) best = v;
    }
    return best;
  };
  Vec3 n = lattice_vector(random, 1);
  while (n.isZero()) n = lattice_vector(random, 1);
  const Pair pair{A, {}, B, {Mat3::Identity(), extreme(*A, n) - extreme(*B, -n)}};
  const Mat3 R = random.rotation();
  return moved(pair, R, 0x1p-6 * random.unit_vector());
}

class NearContactOf : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Metrics, NearContactOf, testing::Values("certified", "ratio_ray"),
                         [](const auto& tested) { return std::string(tested.param); });

TEST_P(NearContactOf, ValuesAreWithinAnUlpHoweverSmall) {
  const MetricRow* row = find_metric(GetParam());
  ASSERT_NE(row, nullptr);
  const std::unique_ptr<Metric> metric = row->make();
  const std::unique_ptr<Workspace> workspace = metric->make_workspace();
  Oracle oracle;
  int tiny = 0;
  for (int index = 0; index < 600; ++index) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << index);
    Random random(kSeed, 0, static_cast<std::uint64_t>(index));
    const Pair pair = all_but_touching(random, index);
    const Truth truth = oracle.solve(pair);
    const bool ratio = row->traits.quantity == Quantity::ratio;
    if (ratio && !truth.ratio) continue;
    const double right = ratio ? truth.ratio->rho_rounded : truth.phi;
    const auto A = metric->prepare(*pair.A);
    const auto B = metric->prepare(*pair.B);
    const Answer answer = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
    ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note;
    ASSERT_GE(answer.value, std::nextafter(right, -kInfinity));
    ASSERT_LE(answer.value, std::nextafter(right, kInfinity));
    if (right != 0 && std::abs(right) < 0x1p-54) ++tiny;
  }
  EXPECT_GT(tiny, 100) << "too few are as near as was meant";
}

}  // namespace
}  // namespace touchstone
