// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/box_truth.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <ostream>
#include <string>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/tests/truth_check.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261;

PolytopePtr random_box(Random& random) {
  const auto half = [&] {
    double scale = 1;
    for (auto k = random.below(4); k > 0; --k) scale /= 8;
    return scale * random.uniform(0.1, 1);
  };
  const double x = half();
  const double y = half();
  return make_box({x, y, half()});
}

/// A box away from its local origin, its interior point anywhere inside.
PolytopePtr shifted_box(Random& random) {
  const Vec3 low = lattice_vector(random, 8) / 4;
  const double x = 0.125 * static_cast<double>(1 + random.below(16));
  const double y = 0.125 * static_cast<double>(1 + random.below(16));
  const Vec3 width(x, y, 0.125 * static_cast<double>(1 + random.below(16)));
  PolytopeInput input;
  for (unsigned k = 8; k-- > 0;) {
    input.vertices.emplace_back(low + Vec3((k & 2U) != 0 ? width.x() : 0,
                                           (k & 1U) != 0 ? width.y() : 0,
                                           (k & 4U) != 0 ? width.z() : 0));
  }
  const double s = random.uniform(0.1, 0.9);
  const double t = random.uniform(0.1, 0.9);
  input.interior_point =
      low + Vec3(s * width.x(), t * width.y(), random.uniform(0.1, 0.9) * width.z());
  return make_polytope(input).value();
}

Vec3 anywhere(Random& random, double range) {
  const double x = random.uniform(-range, range);
  const double y = random.uniform(-range, range);
  return {x, y, random.uniform(-range, range)};
}

Pair as_in_the_family(Random& random) { return random_boxes(random, 0); }

Pair scaled(Random& random) {
  const PolytopePtr A = random_box(random);
  const PolytopePtr B = random_box(random);
  const double range = A->bounding_radius() + B->bounding_radius();
  const Mat3 R = random.rotation();
  return {A, {}, B, {R, anywhere(random, range)}};
}

Pair moved_as_a_whole(Random& random) {
  const Pair pair = scaled(random);
  const Mat3 R = random.rotation();
  return moved(pair, R, anywhere(random, 3));
}

Pair far_away(Random& random) {
  const Pair pair = scaled(random);
  const Mat3 R = random.rotation();
  return moved(pair, R, 1e6 * random.unit_vector());
}

Pair far_apart(Random& random) {
  Pair pair = scaled(random);
  pair.X_WB.t *= 1e4;
  return pair;
}

/// Orthonormal to 1e-7 only.
Pair sheared(Random& random) {
  Pair pair = moved_as_a_whole(random);
  for (Pose* X : {&pair.X_WA, &pair.X_WB}) {
    for (int i = 0; i < 3; ++i) X->R.col(i) += 1e-7 * random.unit_vector();
  }
  return pair;
}

/// Moved along the optimal direction until phi is about a kissing gap, but not 0 by intent.
Pair kissing_turned(Random& random) {
  Pair pair = scaled(random);
  const Truth truth = Oracle().solve(pair, false);
  pair.X_WB.t += (truth.phi - kissing_gap(random)) * truth.normals.front();
  return pair;
}

Pair kissing_aligned(Random& random) { return kissing_boxes(random, 0); }

Pair aligned(Random& random) {
  const PolytopePtr A = random_box(random);
  const PolytopePtr B = random_box(random);
  return {A, {}, B, {Mat3::Identity(), anywhere(random, 1)}};
}

/// Nearly aligned: products of edges that nearly vanish.
Pair nearly_aligned(Random& random) {
  Pair pair = aligned(random);
  double angle = 1;
  for (auto k = random.below(12); k > 0; --k) angle /= 10;
  const Vec3 a = angle * random.unit_vector();
  const std::array<double, 4> q{1, a.x(), a.y(), a.z()};
  pair.X_WB.R = make_pose(q, Vec3::Zero()).value().R;
  return pair;
}

Pair shifted(Random& random) {
  const PolytopePtr A = shifted_box(random);
  const PolytopePtr B = shifted_box(random);
  const Mat3 R = random.rotation();
  const Mat3 S = random.rotation();
  const Vec3 t = anywhere(random, 4);
  return {A, {R, t}, B, {S, anywhere(random, 4)}};
}

Pair concentric(Random& random) {
  Pair pair = scaled(random);
  pair.X_WB.t *= 1e-3;
  return pair;
}

struct Kind {
  const char* name;
  Pair (*make)(Random& random);
  double least_settled;  ///< share of cases that must not need the exact oracle
  bool penetrating;      ///< whether some of these are
  bool separated;
};

std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }

std::uint64_t key_of(const std::string& name) {
  std::uint64_t key = 0;
  for (const char letter : name) key = key * 31 + static_cast<unsigned char>(letter);
  return key;
}

class BoxTruth : public testing::TestWithParam<Kind> {};

TEST_P(BoxTruth, IsTheExactOraclesBitForBit) {
  const int cases = agreement_cases(2000);
  Oracle oracle;
  int settled = 0;
  std::array<int, 3> signs{};
  for (int index = 0; index < cases; ++index) {
    Random random(kSeed, key_of(GetParam().name), static_cast<std::uint64_t>(index));
    SCOPED_TRACE(testing::Message() << GetParam().name << " seed " << kSeed << " case " << index);
    const Pair pair = GetParam().make(random);
    const auto A = as_box(*pair.A);
    const auto B = as_box(*pair.B);
    ASSERT_TRUE(A && B);
    const auto quick = settle_boxes(pair, *A, *B, true);
    if (!quick) continue;
    ++settled;
    const Truth exact = oracle.solve(pair);
    const int place = exact.sign + 1;
    ++signs.at(static_cast<std::size_t>(place));
    ASSERT_EQ(quick->sign, exact.sign);
    ASSERT_EQ(quick->phi.value, exact.phi);
    ASSERT_TRUE(quick->rho && exact.ratio);
    ASSERT_EQ(quick->rho->value, exact.ratio->rho_rounded);
    if (!quick->normal.isZero(0)) {
      ASSERT_LE((quick->normal - exact.normals.front()).norm(), kNormalError);
    }
    // phi is as near to value + tail as is claimed: (value + tail)^2 brackets phi^2.
    const auto end = [](const RoundedReal& x, double side) {
      return Rational(Rational(x.value) + Rational(x.tail) + Rational(side * x.doubt));
    };
    const double outward = exact.sign;
    const Rational high = end(quick->phi, outward);
    const Rational low = end(quick->phi, -outward);
    ASSERT_LE(exact.phi_squared, Rational(high * high));
    ASSERT_GE(exact.phi_squared, Rational(low * low));
    ASSERT_LE(exact.ratio->rho, end(*quick->rho, 1));
    ASSERT_GE(exact.ratio->rho, end(*quick->rho, -1));
  }
  std::cout << GetParam().name << ": " << settled << " of " << cases
            << " without the exact oracle\n";
  EXPECT_GE(settled, GetParam().least_settled * cases) << settled << " of " << cases;
  EXPECT_EQ(signs[0] > 0, GetParam().penetrating);
  EXPECT_EQ(signs[2] > 0, GetParam().separated);
  EXPECT_EQ(signs[1], 0);  // contact is the exact oracle's to say
}

INSTANTIATE_TEST_SUITE_P(Of, BoxTruth,
                         testing::Values(Kind{"AsInTheFamily", as_in_the_family, 0.99, true, true},
                                         Kind{"Scaled", scaled, 0.99, true, true},
                                         Kind{"MovedAsAWhole", moved_as_a_whole, 0.99, true, true},
                                         Kind{"FarAway", far_away, 0.99, true, true},
                                         Kind{"FarApart", far_apart, 0.99, false, true},
                                         Kind{"Sheared", sheared, 0.99, true, true},
                                         Kind{"KissingTurned", kissing_turned, 0.3, true, true},
                                         Kind{"KissingAligned", kissing_aligned, 0, false, false},
                                         Kind{"Aligned", aligned, 0, false, false},
                                         Kind{"NearlyAligned", nearly_aligned, 0.05, true, true},
                                         Kind{"Shifted", shifted, 0.99, true, true},
                                         Kind{"Concentric", concentric, 0.9, true, false}),
                         [](const testing::TestParamInfo<Kind>& tested) {
                           return std::string(tested.param.name);
                         });

// A is thin along x, and B's centre is in A's middle plane: u and -u are as good as each other.
TEST(BoxTruth, OppositeDirectionsThatTieAreNotForDoublesToSay) {
  Random random(kSeed);
  Oracle oracle;
  for (int index = 0; index < 50; ++index) {
    SCOPED_TRACE(index);
    const Pair tied{make_box(Vec3(0.1, 2, 3)),
                    {},
                    make_box(Vec3(0.4, 0.5, 0.6)),
                    {random.rotation(), Vec3(0, random.uniform(-0.5, 0.5), 0.2)}};
    ASSERT_EQ(oracle.solve(tied, false).directions.size(), 2U);
    EXPECT_FALSE(settle_boxes(tied, *as_box(*tied.A), *as_box(*tied.B), true));
    Pair off = tied;
    off.X_WB.t.x() = 1e-20;
    const auto settled = settle_boxes(off, *as_box(*off.A), *as_box(*off.B), true);
    ASSERT_TRUE(settled);
    EXPECT_LT(settled->normal.x(), 0);
  }
}

TEST(BoxTruth, BoxesAreRecognisedInAnyOrderOfTheirCorners) {
  Random random(kSeed);
  for (int k = 0; k < 20; ++k) {
    const PolytopePtr body = shifted_box(random);
    const auto box = as_box(*body);
    ASSERT_TRUE(box);
    for (const Vec3& v : body->vertices()) {
      EXPECT_EQ((v - box->centre).cwiseAbs(), box->half);
    }
  }
  EXPECT_FALSE(as_box(*make_double_pyramid(6, 1, 1)));
  PolytopeInput bent;
  bent.vertices = make_box({1, 2, 3})->vertices();
  bent.vertices[3].x() = std::nextafter(bent.vertices[3].x(), 2.0);
  EXPECT_FALSE(as_box(*make_polytope(bent).value()));
  // Half extents that need 54 bits.
  EXPECT_FALSE(as_box(*make_polytope({[] {
                                        std::vector<Vec3> v = make_box({1, 1, 1})->vertices();
                                        for (Vec3& x : v) x.x() = x.x() > 0 ? 1 : -0x1p-60;
                                        return v;
                                      }(),
                                      {},
                                      {}})
                           .value()));
}

TEST(QuickOracle, SaysOnDemandWhatTheExactOracleSays) {
  QuickOracle quick;
  Oracle oracle;
  for_every_agreement_case(30, [&](const Pair& pair, int /*index*/) {
    const TruthOnDemand truth = quick.solve(pair);
    const Truth expected = oracle.solve(pair);
    EXPECT_EQ(truth.sign(), expected.sign);
    EXPECT_EQ(truth.phi().value, expected.phi);
    ASSERT_EQ(truth.rho().has_value(), expected.ratio.has_value());
    if (truth.rho()) {
      EXPECT_EQ(truth.rho()->value, expected.ratio->rho_rounded);
    }
    EXPECT_EQ(truth.exact().phi_squared, expected.phi_squared);
    EXPECT_EQ(truth.exact().directions, expected.directions);
    EXPECT_EQ(truth.exact().ratio.has_value(), expected.ratio.has_value());
  });
  EXPECT_GT(quick.statistics().boxes_settled, 20);
  EXPECT_LT(quick.statistics().boxes, quick.statistics().queries);
}

}  // namespace
}  // namespace touchstone
