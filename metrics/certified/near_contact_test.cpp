// SPDX-License-Identifier: GPL-3.0-or-later
// Values next to 0, where a double-double has few digits left: a metric that claims an ulp has to
// know that, and to compute on.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "metrics/certified/distance_check.hpp"
#include "metrics/registry.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"

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

/// The feature of the difference that a walk in doubles ends with; nothing if 0 is inside.
std::optional<DifferenceSimplex> nearest_feature(const DifferenceSet& set) {
  DifferenceSimplex feature;
  feature.add(set.support(Vec3(1, 0, 0)));
  for (int step = 0; step < 50; ++step) {
    if (!feature.reduce() || feature.count == 4) return std::nullopt;
    const DifferencePoint next = set.support(-feature.nearest);
    if (feature.has(next)) return feature;
    feature.add(next);
  }
  return std::nullopt;
}

TEST(DistanceCheck, ProvesNoDistanceInWhichItsRoundingShows) {
  Oracle oracle;
  int proven = 0;
  int unproven = 0;
  for (int index = 0; index < 4000; ++index) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << index);
    Random random(kSeed, 1, static_cast<std::uint64_t>(index));
    Pair pair = all_but_touching(random, index);
    // Half of them a little farther apart, from where a double-double is enough to where it is not.
    if (index % 4 < 2) {
      const auto halvings = static_cast<int>(random.below(35));
      pair.X_WA.t += std::ldexp(0x1p-20, -halvings) * oracle.solve(pair, false).normals.front();
    }
    const Truth truth = oracle.solve(pair, false);
    if (truth.sign <= 0) continue;
    const DifferenceBody A(*pair.A);
    const DifferenceBody B(*pair.B);
    const DifferenceSet set(A, pair.X_WA, B, pair.X_WB);
    const auto feature = nearest_feature(set);
    if (!feature) continue;
    const DistanceCheck check = check_separated(set, *feature);
    ++(check.proven ? proven : unproven);
    if (!check.proven) continue;
    const double value = check.distance.high + check.distance.low;
    ASSERT_GE(value, std::nextafter(truth.phi, 0));
    ASSERT_LE(value, std::nextafter(truth.phi, kInfinity));
  }
  EXPECT_GT(proven, 100);
  EXPECT_GT(unproven, 200);
}

}  // namespace
}  // namespace touchstone
