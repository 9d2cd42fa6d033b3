// SPDX-License-Identifier: GPL-3.0-or-later
// Values next to 0, where a double-double has few digits left: a metric that claims an ulp has to
// know that, and to compute on.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "metrics/registry.hpp"
#include "metrics/tests/near_contact_samples.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261122;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Plates and needles a small distance apart or into each other: where features are thin as well, a
/// double-double of their planes has few digits left long before contact.
Pair thin_and_near(Random& random, int index) {
  const auto body = [&]() -> PolytopePtr {
    double aspect = 100;
    for (auto k = random.below(6); k > 0; --k) aspect *= 10;
    return random.below(2) == 0 ? make_needle(aspect) : make_plate(aspect);
  };
  const PolytopePtr A = body();
  const PolytopePtr B = body();
  double gap = index % 2 == 0 ? 1e-3 : -1e-3;
  for (auto k = random.below(12); k > 0; --k) gap /= 10;
  const Mat3 R = random.rotation();
  const Vec3 u = random.unit_vector();
  const Pair pair = placed_at_gap(A, B, R, u, gap);
  const Mat3 S = random.rotation();
  return moved(pair, S, 0x1p-6 * random.unit_vector());
}

class NearContactOf : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Metrics, NearContactOf, testing::Values("certified", "ratio_ray"),
                         [](const auto& tested) { return std::string(tested.param); });

/// How many values of those pairs are closer to 0 than 2^-54, all being within an ulp.
int count_tiny(const char* name, Pair (*make)(Random&, int), int count) {
  const MetricRow* row = find_metric(name);
  const std::unique_ptr<Metric> metric = row->make();
  const std::unique_ptr<Workspace> workspace = metric->make_workspace();
  Oracle oracle;
  int tiny = 0;
  for (int index = 0; index < count; ++index) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << index);
    Random random(kSeed, 0, static_cast<std::uint64_t>(index));
    const Pair pair = make(random, index);
    const Truth truth = oracle.solve(pair);
    const bool ratio = row->traits.quantity == Quantity::ratio;
    if (ratio && !truth.ratio) continue;
    const double right = ratio ? truth.ratio->rho_rounded : truth.phi;
    const auto A = metric->prepare(*pair.A);
    const auto B = metric->prepare(*pair.B);
    const Answer answer = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
    EXPECT_EQ(answer.status, AnswerStatus::answered) << answer.note;
    EXPECT_GE(answer.value, std::nextafter(right, -kInfinity));
    EXPECT_LE(answer.value, std::nextafter(right, kInfinity));
    if (testing::Test::HasFailure()) break;
    if (right != 0 && std::abs(right) < 0x1p-54) ++tiny;
  }
  return tiny;
}

TEST_P(NearContactOf, ValuesAreWithinAnUlpHoweverSmall) {
  EXPECT_GT(count_tiny(GetParam(), all_but_touching, 600), 100)
      << "too few are as near as was meant";
}

TEST_P(NearContactOf, ValuesOfThinBodiesAreWithinAnUlp) {
  count_tiny(GetParam(), thin_and_near, 1500);
}

}  // namespace
}  // namespace touchstone
