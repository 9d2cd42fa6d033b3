// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/second_facet.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/exact/exact_hull.hpp"
#include "reference/exact/integer_space.hpp"
#include "reference/oracle.hpp"
#include "reference/second_route/difference_set.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

/// By the explicit hull of all differences; nothing where the origin is not strictly inside.
std::optional<double> explicit_gap(const Pair& pair) {
  const IntegerPair integers = to_integers(pair);
  const std::vector<IntegerVec3> points = all_differences(integers);
  if (affine_basis(points).size() < 4) return std::nullopt;
  std::vector<Rational> squares;
  for (const IntegerPlane& plane : distinct_planes(solid_hull(points))) {
    if (plane.offset <= 0) return std::nullopt;
    squares.push_back(scaled_ratio(plane.offset * plane.offset, plane.normal.squaredNorm(),
                                   2 * integers.exponent));
  }
  std::sort(squares.begin(), squares.end());
  const Rational difference = squares[1] - squares[0];
  return round_to_double(difference) /
         (round_sqrt_to_double(squares[0]) + round_sqrt_to_double(squares[1]));
}

class SecondFacetOf : public testing::TestWithParam<AgreementKind> {};

TEST_P(SecondFacetOf, IsThatOfTheExplicitHull) {
  constexpr int kCases = 60;
  constexpr std::size_t kMaxDifferences = 600;
  Oracle oracle;
  for (int index = 0; index < kCases; ++index) {
    SCOPED_TRACE(testing::Message()
                 << GetParam().name << " seed " << kAgreementSeed << " case " << index);
    const Pair pair = agreement_case(GetParam(), index);
    if (pair.A->vertices().size() * pair.B->vertices().size() > kMaxDifferences) continue;
    if (std::max(pair.A->dimension(), pair.B->dimension()) < 3) continue;
    const std::optional<double> expected = explicit_gap(pair);
    const std::optional<double> found = oracle.second_best_gap(pair);
    ASSERT_EQ(found.has_value(), expected.has_value());
    if (expected) {
      ASSERT_NEAR(*found, *expected, 1e-15 * *expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, SecondFacetOf, testing::ValuesIn(agreement_kinds()),
                         [](const auto& tested) { return tested.param.name; });

TEST(SecondFacet, OfConcentricBoxesIsTheDifferenceOfTheirLeastSums) {
  const PolytopePtr A = make_box({1, 2, 3});
  const PolytopePtr B = make_box({0.5, 0.75, 1});
  Oracle oracle;
  // The six facets are at 1.5, 2.75 and 4, each twice: opposite facets tie.
  EXPECT_EQ(oracle.second_best_gap({A, {}, B, {}}), 0);
  EXPECT_EQ(oracle.second_best_gap({A, {}, B, {Mat3::Identity(), {0.125, 0, 0}}}), 0.25);
  EXPECT_EQ(oracle.second_best_gap({A, {}, B, {Mat3::Identity(), {1, 0, 0}}}), 2.0);
  EXPECT_EQ(oracle.second_best_gap({A, {}, B, {Mat3::Identity(), {1.5, 0, 0}}}), std::nullopt);
  EXPECT_EQ(oracle.second_best_gap({A, {}, B, {Mat3::Identity(), {3, 0, 0}}}), std::nullopt);
}

}  // namespace
}  // namespace touchstone
