// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the cases of each family are what its name says, by the exact oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "geometry/tests/test_name.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/route_checks.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;

/// The two feature dimensions of the first optimal direction, least first.
std::pair<int, int> feature_dimensions(const Truth& truth) {
  const ExactFeatures& features = truth.features.at(0);
  return std::minmax({features.dimension_A, features.dimension_B});
}

TEST(RandomBoxes, HalfOfThemOverlapAndAllKindsOfContactOccur) {
  const Family& family = *find_family("random-boxes");
  constexpr int kCases = 2000;
  Oracle oracle;
  int overlapping = 0;
  std::map<int, std::set<std::pair<int, int>>> met;  // by sign
  for (std::uint64_t index = 0; index < kCases; ++index) {
    const Case c = make_case(family, kSeed, index);
    EXPECT_TRUE(c.pair().X_WA.t.isZero(0) && c.pair().X_WA.R.isIdentity(0));
    EXPECT_LE(c.pair().X_WB.t.cwiseAbs().maxCoeff(), 2.8);
    const Truth truth = oracle.solve(c.pair(), false);
    overlapping += truth.sign < 0 ? 1 : 0;
    met[truth.sign].insert(feature_dimensions(truth));
  }
  EXPECT_GT(overlapping, 0.4 * kCases);
  EXPECT_LT(overlapping, 0.6 * kCases);
  RecordProperty("overlapping", overlapping);
  // Features by dimension: 0 vertex, 1 edge, 2 face.
  using Dimensions = std::set<std::pair<int, int>>;
  EXPECT_EQ(met[-1], (Dimensions{{0, 2}, {1, 1}}));
  EXPECT_EQ(met[1], (Dimensions{{0, 0}, {0, 1}, {0, 2}, {1, 1}}));
}

/// Truth over size of the first cases of random-hulls-N-REGIME.
std::vector<double> relative_phi(const std::string& regime, int points, std::uint64_t cases) {
  const Family& family = *find_family("random-hulls-" + std::to_string(points) + "-" + regime);
  Oracle oracle;
  std::vector<double> phi;
  for (std::uint64_t index = 0; index < cases; ++index) {
    const Case c = make_case(family, kSeed, index);
    for (const Polytope* body : {c.pair().A.get(), c.pair().B.get()}) {
      EXPECT_EQ(static_cast<int>(body->extreme().size()), points) << c.id;
    }
    const Truth truth = oracle.solve(c.pair(), false);
    EXPECT_EQ(truth.sign, regime == "separated" ? 1 : -1) << c.id;
    if (regime == "deep") {
      EXPECT_GE(-truth.phi, 0.5 * (c.pair().A->inradius() + c.pair().B->inradius()) * (1 - 1e-12))
          << c.id;
    }
    phi.push_back(truth.phi / pair_size(c.pair()));
  }
  std::sort(phi.begin(), phi.end());
  return phi;
}

class RandomHulls : public testing::TestWithParam<int> {
 protected:
  static std::uint64_t cases() { return GetParam() <= 32 ? 200 : GetParam() <= 128 ? 40 : 6; }
};

TEST_P(RandomHulls, ShallowOnesPenetrateByAboutAThousandthToAHundredth) {
  const std::vector<double> phi = relative_phi("shallow", GetParam(), cases());
  EXPECT_GE(phi.front(), -1e-2);
  EXPECT_LE(phi.back(), -5e-4);
  EXPECT_LE(phi[phi.size() / 2], -1e-3) << "the median";
}

TEST_P(RandomHulls, DeepOnesPenetrateByAGoodPartOfTheirSize) {
  const std::vector<double> phi = relative_phi("deep", GetParam(), cases());
  EXPECT_GE(phi.front(), -2);
  EXPECT_LE(phi.back(), -0.01);
  EXPECT_LE(phi[phi.size() / 2], -0.1) << "the median";
}

TEST_P(RandomHulls, SeparatedOnesHaveGapsOfAHundredthToOneSize) {
  const std::vector<double> phi = relative_phi("separated", GetParam(), cases());
  EXPECT_GE(phi.front(), 0.01);
  EXPECT_LE(phi.back(), 1);
  EXPECT_LE(phi.front(), 0.05) << "the range is used";
  EXPECT_GE(phi.back(), 0.3);
}

INSTANTIATE_TEST_SUITE_P(Sizes, RandomHulls, testing::Values(8, 16, 32, 64, 128, 256),
                         testing::PrintToStringParamName());

struct Contact {
  std::string name;
  std::pair<int, int> dimensions;
  bool parallel = false;  ///< whether the two edges are parallel
};

const std::vector<Contact>& contacts() {
  static const std::vector<Contact> all{{"vertex-vertex", {0, 0}},
                                        {"vertex-edge", {0, 1}},
                                        {"vertex-face", {0, 2}},
                                        {"edge-edge", {1, 1}},
                                        {"edge-edge-parallel", {1, 1}, true},
                                        {"edge-face", {1, 2}},
                                        {"face-face", {2, 2}}};
  return all;
}

/// Whether the contact normal is still the shortest way out of a shallow overlap, with the same
/// features: not where a corner or two parallel edges only touch.
bool kept_by_overlap(const Contact& contact) {
  return contact.dimensions.first + contact.dimensions.second >= 2 && !contact.parallel;
}

/// The gaps in the order of the cases' indices.
std::vector<double> gaps() {
  std::vector<double> all{0};
  for (const char* power : {"1e-15", "1e-14", "1e-13", "1e-12", "1e-11", "1e-10", "1e-9", "1e-8",
                            "1e-7", "1e-6", "1e-5", "1e-4", "1e-3"}) {
    all.push_back(-std::stod(power));
    all.push_back(std::stod(power));
  }
  return all;
}

Vec3 edge_direction(const Polytope& body, const Mat3& R, const std::vector<int>& ends) {
  return R * (body.vertices()[ends.at(1)] - body.vertices()[ends.at(0)]);
}

bool edges_are_parallel(const Pair& pair, const ExactFeatures& features) {
  const Vec3 u = edge_direction(*pair.A, pair.X_WA.R, features.vertices_A).normalized();
  const Vec3 v = edge_direction(*pair.B, pair.X_WB.R, features.vertices_B).normalized();
  return u.cross(v).norm() < 1e-6;  // two crossing lattice edges differ by far more
}

void expect_contact(const Contact& contact, const Case& c, const Truth& truth) {
  ASSERT_EQ(truth.features.size(), 1U) << c.id;
  EXPECT_EQ(feature_dimensions(truth), contact.dimensions) << c.id;
  if (contact.dimensions == std::pair(1, 1)) {
    EXPECT_EQ(edges_are_parallel(c.pair(), truth.features[0]), contact.parallel) << c.id;
  }
}

class Kissing : public testing::TestWithParam<Contact> {};

TEST_P(Kissing, AlignedCasesHaveExactlyTheirFeaturesAndGap) {
  const Family& family = *find_family("kissing-" + GetParam().name);
  const std::vector<double> all_gaps = gaps();
  Oracle oracle;
  int zeros = 0;
  std::set<std::pair<int, int>> orders;
  for (std::uint64_t index = 0; index < 8 * all_gaps.size(); ++index) {
    const Case c = make_case(family, kSeed, index);
    EXPECT_TRUE(c.pair().X_WA.t.isZero(0) && c.pair().X_WA.R.isIdentity(0));
    const double gap = all_gaps[index % all_gaps.size()];
    const Truth truth = oracle.solve(c.pair(), false);
    ASSERT_EQ(truth.sign, gap > 0 ? 1 : gap < 0 ? -1 : 0) << c.id;
    // Where a pair overlaps by g along the contact normal, the shortest way out is no longer.
    EXPECT_LE(std::abs(truth.phi), std::abs(gap) + 3e-16) << c.id;
    if (gap == 0) {
      ++zeros;
      EXPECT_EQ(truth.phi_squared, 0) << c.id;
    }
    if (gap <= 0 && kept_by_overlap(GetParam())) {
      EXPECT_NEAR(truth.phi, gap, 3e-16) << c.id;
      expect_contact(GetParam(), c, truth);
    }
    if (gap > 0) {
      EXPECT_NEAR(truth.phi, gap, 3e-16) << c.id;  // t is below 4, an ulp of it at most 4.4e-16
      expect_contact(GetParam(), c, truth);
      orders.insert({truth.features[0].dimension_A, truth.features[0].dimension_B});
    }
  }
  EXPECT_EQ(zeros, 8);
  const bool same = GetParam().dimensions.first == GetParam().dimensions.second;
  EXPECT_EQ(orders.size(), same ? 1U : 2U) << "either body has either feature";
}

TEST_P(Kissing, RotatedCasesDifferByNoMoreThanRounding) {
  const Family& family = *find_family("kissing-" + GetParam().name + "-rotated");
  const std::vector<double> all_gaps = gaps();
  constexpr double kRounding = 2e-14;  // bounds two products of coordinates up to 16 m
  Oracle oracle;
  std::set<int> signs_of_zero;
  for (std::uint64_t index = 0; index < 8 * all_gaps.size(); ++index) {
    const Case c = make_case(family, kSeed, index);
    const double gap = all_gaps[index % all_gaps.size()];
    const Truth truth = oracle.solve(c.pair(), false);
    EXPECT_LE(std::abs(truth.phi), std::abs(gap) + kRounding) << c.id;
    if (gap == 0) signs_of_zero.insert(truth.sign);
    if (gap > kRounding) {
      EXPECT_NEAR(truth.phi, gap, kRounding) << c.id;
    }
    if (gap < -kRounding) {
      EXPECT_EQ(truth.sign, -1) << c.id;
    }
    // Unless B's own frame is turned, both bodies have one and the same linear map.
    const bool defined = gap > kRounding || (gap < -kRounding && kept_by_overlap(GetParam()));
    if (defined && index % 4 < 2) expect_contact(GetParam(), c, truth);
  }
  EXPECT_GE(signs_of_zero.size(), 2U) << "rounding decides";
}

INSTANTIATE_TEST_SUITE_P(Contacts, Kissing, testing::ValuesIn(contacts()),
                         [](const auto& row) { return test_name(row.param.name); });

/// Reads "-2.5e-8" exactly.
Rational rational_of(std::string text) {
  const std::size_t e = text.find('e');
  long exponent = e == text.npos ? 0 : std::stol(text.substr(e + 1));
  text = text.substr(0, e);
  if (const std::size_t point = text.find('.'); point != text.npos) {
    exponent -= static_cast<long>(text.size() - point - 1);
    text.erase(point, 1);
  }
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::abs(exponent)));
  const Rational digits{mpz_class(text, 10)};
  return exponent < 0 ? Rational(digits / power) : Rational(digits * power);
}

TEST(FieldCorpus, HasTheDistancesThatItWasCheckedWith) {
  const nlohmann::json corpus = nlohmann::json::parse(field_corpus_text());
  const Family& family = *find_family("field");
  ASSERT_EQ(corpus.size(), family.finite_cases);
  Oracle oracle;
  for (std::uint64_t index = 0; index < family.finite_cases; ++index) {
    const Case c = make_case(family, kSeed, index);
    EXPECT_EQ(c.id, "field:" + corpus[index]["id"].get<std::string>());
    EXPECT_EQ(c.source, corpus[index]["source"].get<std::string>());
    const Rational checked =
        rational_of(corpus[index]["checked"]["exact_signed_distance"].get<std::string>());
    const Truth truth = oracle.solve(c.pair());
    const Rational error = Rational(truth.phi) - checked;
    EXPECT_LE(std::abs(error.get_d()), 1e-15 * pair_size(c.pair())) << c.id;
    EXPECT_EQ(truth.sign, sgn(checked)) << c.id;
  }
}

TEST(FieldCorpus, BothRoutesToTheTruthAgree) {
  const Family& family = *find_family("field");
  Oracle oracle;
  for (std::uint64_t index = 0; index < family.finite_cases; ++index) {
    expect_routes_agree(oracle, make_case(family, kSeed, index));
  }
}

// A plug-in that ignores a pose, or what a box is turned about, passes no case of it.
TEST(PosedBoxes, HaveNothingInPlace) {
  const Family& family = *find_family("posed-boxes");
  int apart = 0;
  for (std::uint64_t index = 0; index < 200; ++index) {
    const Pair pair = make_case(family, kSeed, index).pair();
    EXPECT_GT((pair.X_WA.R - Mat3::Identity()).norm(), 1e-3) << index;
    EXPECT_GT((pair.X_WB.R - Mat3::Identity()).norm(), 1e-3) << index;
    EXPECT_GT(pair.X_WA.t.norm(), 1e-3) << index;
    EXPECT_NE(pair.A->vertices(), pair.B->vertices()) << index;
    apart += Oracle().solve(pair).sign > 0 ? 1 : 0;
  }
  EXPECT_GT(apart, 60);
  EXPECT_LT(apart, 140);
}

}  // namespace
}  // namespace touchstone
