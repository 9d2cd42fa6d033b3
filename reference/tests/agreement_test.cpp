// SPDX-License-Identifier: GPL-3.0-or-later
// The two routes to phi, and those to rho, agree exactly. TOUCHSTONE_AGREEMENT_CASES=10000 makes a
// campaign of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "reference/exact_vector.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

constexpr int kDefaultCases = 640;  ///< over all kinds
constexpr int kRatioEvery = 3;      ///< every third case is compared in rho too
constexpr int kLargeEvery = 500;    ///< one case of each large size for so many of the others

bool is_zero(const ExactVec3& a) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }

/// a without its part along b.
ExactVec3 without(const ExactVec3& a, const ExactVec3& b) {
  const Rational factor = dot(a, b) / dot(b, b);
  return {a[0] - factor * b[0], a[1] - factor * b[1], a[2] - factor * b[2]};
}

/// A vector along the ray of a, its largest entry +-1.
ExactVec3 scaled(const ExactVec3& a) {
  Rational largest = 0;
  for (const Rational& x : a) largest = std::max(largest, Rational(abs(x)));
  return {a[0] / largest, a[1] / largest, a[2] / largest};
}

/// A cone in a form that depends on the cone only: an orthogonal basis of its lines' space, and its
/// other rays across that space, sorted.
struct Cone {
  std::vector<ExactVec3> lines;
  std::vector<ExactVec3> rays;
};

Cone cone_of(const std::vector<ExactVec3>& generators) {
  std::vector<ExactVec3> unit;
  unit.reserve(generators.size());
  for (const ExactVec3& g : generators) unit.push_back(scaled(g));
  Cone cone;
  const auto across_lines = [&cone](ExactVec3 u) {
    for (const ExactVec3& line : cone.lines) u = without(u, line);
    return u;
  };
  for (const ExactVec3& g : unit) {
    if (std::find(unit.begin(), unit.end(), ExactVec3{-g[0], -g[1], -g[2]}) == unit.end()) continue;
    const ExactVec3 rest = across_lines(g);
    if (!is_zero(rest)) cone.lines.push_back(rest);
  }
  for (const ExactVec3& g : unit) {
    const ExactVec3 rest = across_lines(g);
    if (!is_zero(rest)) cone.rays.push_back(scaled(rest));
  }
  std::sort(cone.rays.begin(), cone.rays.end());
  return cone;
}

bool same_cone(const std::vector<ExactVec3>& a, const std::vector<ExactVec3>& b) {
  const Cone cone_a = cone_of(a);
  const Cone cone_b = cone_of(b);
  if (cone_a.lines.size() != cone_b.lines.size() || cone_a.rays != cone_b.rays) return false;
  return std::all_of(cone_b.lines.begin(), cone_b.lines.end(), [&](ExactVec3 u) {
    for (const ExactVec3& line : cone_a.lines) u = without(u, line);
    return is_zero(u);
  });
}

void expect_same_phi(const Truth& fast, const Truth& explicit_truth) {
  EXPECT_EQ(fast.sign, explicit_truth.sign);
  EXPECT_EQ(fast.phi_squared, explicit_truth.phi_squared);
  EXPECT_EQ(fast.phi, explicit_truth.phi);
  EXPECT_EQ(fast.directions.size(), explicit_truth.directions.size());
  if (fast.sign == 0) {
    EXPECT_TRUE(same_cone(fast.directions, explicit_truth.directions));
    return;
  }
  std::vector<ExactVec3> a;
  std::vector<ExactVec3> b;
  for (const ExactVec3& u : fast.directions) a.push_back(scaled(u));
  for (const ExactVec3& u : explicit_truth.directions) b.push_back(scaled(u));
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  EXPECT_TRUE(a == b);
}

void expect_same_rho(const Truth& fast, const std::optional<Rational>& rho) {
  ASSERT_EQ(fast.ratio.has_value(), rho.has_value()) << fast.ratio_note;
  if (!rho) return;
  EXPECT_EQ(fast.ratio->rho, *rho);
  EXPECT_EQ(fast.ratio->rho_rounded, round_to_double(*rho));
}

/// What a sample holds, so that a generator that misses its aim is seen.
struct Sample {
  int cases = 0;
  int penetrating = 0;
  int kissing = 0;
  int tied = 0;
  int ratios = 0;

  void add(const Truth& truth) {
    ++cases;
    penetrating += truth.sign < 0 ? 1 : 0;
    kissing += truth.sign == 0 ? 1 : 0;
    tied += truth.sign < 0 && truth.directions.size() > 1 ? 1 : 0;
  }
};

std::ostream& operator<<(std::ostream& out, const Sample& s) {
  return out << s.cases << " cases, " << s.penetrating << " penetrating (" << s.tied << " tied), "
             << s.kissing << " kissing, " << s.ratios << " in rho";
}

class Agreement : public testing::TestWithParam<AgreementKind> {};

TEST_P(Agreement, IsExactBetweenTheRoutes) {
  const AgreementKind& kind = GetParam();
  const int cases = agreement_cases(kDefaultCases) / static_cast<int>(agreement_kinds().size());
  Oracle oracle;
  Sample sample;
  for (int index = 0; index < cases && !HasFailure(); ++index) {
    SCOPED_TRACE(testing::Message()
                 << kind.name << " seed " << kAgreementSeed << " case " << index);
    const Pair pair = agreement_case(kind, index);
    ASSERT_NE(pair.A, nullptr);
    ASSERT_NE(pair.B, nullptr);
    const Truth truth = oracle.solve(pair);
    expect_same_phi(truth, solve_explicit(pair));
    sample.add(truth);
    if (index % kRatioEvery == 0) {
      expect_same_rho(truth, solve_ratio_program(pair));
      sample.ratios += truth.ratio ? 1 : 0;
    }
  }
  std::cout << kind.name << ": " << sample << std::endl;
  const std::string name = kind.name;
  EXPECT_GT(sample.penetrating, sample.cases / 20);
  EXPECT_GT(sample.cases - sample.penetrating - sample.kissing, sample.cases / 10);
  if (name == "KissingBoxes" || name == "KissingHulls" || name == "FlatBodies") {
    EXPECT_GT(sample.kissing, sample.cases / 50);
  }
  if (name == "LatticeHulls") {
    EXPECT_GT(sample.tied, sample.cases / 20);
  }
  if (name != "FlatBodies") {
    EXPECT_GT(sample.ratios, sample.cases / kRatioEvery / 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Agreement, testing::ValuesIn(agreement_kinds()),
                         [](const auto& kind) { return std::string(kind.param.name); });

class LargeAgreement : public testing::TestWithParam<int> {};

TEST_P(LargeAgreement, IsExactBetweenTheRoutes) {
  const int size = GetParam();
  const int cases = std::max(3, agreement_cases(kDefaultCases) / kLargeEvery);
  Oracle oracle;
  Sample sample;
  for (int index = 0; index < cases && !HasFailure(); ++index) {
    SCOPED_TRACE(testing::Message() << size << " seed " << kAgreementSeed << " case " << index);
    Random random(kAgreementSeed, static_cast<std::uint64_t>(size),
                  static_cast<std::uint64_t>(index));
    const PolytopePtr A = make_random_sphere_hull(random, size);
    const PolytopePtr B = make_random_sphere_hull(random, index % 4 == 3 ? 8 : size);
    const Mat3 R = random.rotation();
    const Vec3 u = random.unit_vector();
    Pair pair = placed_at_gap(A, B, R, u, index % 3 == 0 ? -0.05 : 0.5);
    if (index % 3 == 1) pair.X_WB.t = 0.3 * random.in_unit_ball();
    const Truth truth = oracle.solve(pair, false);
    expect_same_phi(truth, solve_explicit(pair));
    sample.add(truth);
  }
  std::cout << size << " vertices: " << sample << std::endl;
  EXPECT_GT(sample.penetrating, 0);
  EXPECT_LT(sample.penetrating, sample.cases);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LargeAgreement, testing::Values(128, 256, 512, 1024),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace touchstone
