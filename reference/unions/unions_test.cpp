// SPDX-License-Identifier: GPL-3.0-or-later
// The depth of unions against full enumeration, and what does not depend on how a body is cut.
// TOUCHSTONE_AGREEMENT_CASES=1000 asks for more unions.
#include "reference/unions.hpp"
#include "geometry/index.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/unions/enumerated_depth.hpp"

namespace touchstone {
namespace {

UnionPiece piece_of(const PolytopePtr& body, const Pose& X_UP = {}) {
  return {"", make_body(body).value(), X_UP};
}

PolytopePtr hull_of(const std::vector<Vec3>& vertices) {
  PolytopeInput input;
  input.vertices = vertices;
  return make_polytope(input).value();
}

/// Boxes on a lattice, where many planes are tied, or anyhow.
BodyUnion random_boxes(Random& random, int pieces, bool lattice) {
  BodyUnion body;
  for (int k = 0; k < pieces; ++k) {
    Vec3 half = Vec3::Ones() + lattice_vector(random, 2).cwiseAbs();
    Pose X;
    X.t = lattice_vector(random, 2);
    if (!lattice) {
      half = Vec3(random.uniform(0.3, 1), random.uniform(0.3, 1), random.uniform(0.3, 1));
      X.R = random.rotation();
      X.t = random.in_unit_ball();
    }
    body.pieces.push_back(piece_of(make_box(half), X));
  }
  return body;
}

BodyUnion random_tetrahedra(Random& random, int pieces) {
  BodyUnion body;
  for (int k = 0; k < pieces; ++k) {
    std::vector<Vec3> corners;
    for (int c = 0; c < 4; ++c) corners.push_back(random.in_unit_ball());
    body.pieces.push_back(piece_of(hull_of(corners)));
  }
  return body;
}

UnionPair random_pair(int k) {
  Random random(kAgreementSeed, 42, static_cast<std::uint64_t>(k));
  UnionPair pair;
  if (k % 3 == 0) {
    pair.A = random_tetrahedra(random, 1);
    pair.B = random_tetrahedra(random, 2);
  } else {
    const int a = 1 + static_cast<int>(random.below(3)), b = 1 + static_cast<int>(random.below(3));
    pair.A = random_boxes(random, a, k % 3 == 1);
    pair.B = random_boxes(random, b, k % 3 == 1);
  }
  if (k % 3 != 1) {
    pair.X_WA.R = random.rotation();
    pair.X_WB.t = 0.4 * random.in_unit_ball();
  }
  return pair;
}

TEST(Unions, DepthIsThatOfFullEnumeration) {
  const int cases = agreement_cases(36);
  int overlapping = 0, deeper = 0;
  for (int k = 0; k < cases; ++k) {
    const UnionPair pair = random_pair(k);
    const EnumeratedDepth enumerated(pair);
    const std::optional<Rational> squared = enumerated.squared();
    const UnionTruth truth = solve_unions(pair);
    ASSERT_EQ(squared.has_value(), *truth.sign < 0) << k;
    ASSERT_TRUE(truth.exact) << k;
    if (!squared) continue;
    ASSERT_EQ(*squared, truth.squared) << k;
    ASSERT_EQ(dot(*truth.translation, *truth.translation), truth.squared) << k;
    ASSERT_TRUE(enumerated.parts(*truth.translation)) << k;
    ASSERT_LE(truth.deepest_squared, truth.squared) << k;
    ++overlapping;
    deeper += truth.deepest_squared < truth.squared ? 1 : 0;
  }
  EXPECT_GT(overlapping, cases / 2);
  EXPECT_GT(deeper, cases / 6);
}

/// A moved most of the way out: the depth is `part` of what it was, and ties are nearly ties.
void expect_enumerated_depth_near_contact(UnionPair pair, double part) {
  const UnionTruth deep = solve_unions(pair);
  if (*deep.sign >= 0) return;
  for (Eigen::Index k = 0; k < 3; ++k) {
    pair.X_WA.t[k] += (1 - part) * (*deep.translation)[at(k)].get_d();
  }
  const std::optional<Rational> squared = EnumeratedDepth(pair).squared();
  const UnionTruth truth = solve_unions(pair);
  ASSERT_EQ(squared.has_value(), *truth.sign < 0);
  if (!squared) return;
  EXPECT_TRUE(truth.exact);
  EXPECT_EQ(*squared, truth.squared);
  const UnionTruth cut_short = solve_unions(pair, 8);
  EXPECT_LE(-truth.lower, -cut_short.lower * (1 + 1e-15));
  EXPECT_GE(-truth.upper, -cut_short.upper * (1 - 1e-15));
  EXPECT_LE(-cut_short.lower, 10 * -deep.lower) << "a separating translation is near";
}

TEST(Unions, DepthNearContactIsThatOfFullEnumeration) {
  const int cases = agreement_cases(24);
  for (int k = 0; k < cases; ++k) {
    SCOPED_TRACE(k);
    for (const double part : {1e-3, 1e-6, 1e-10, 0x1p-40}) {
      expect_enumerated_depth_near_contact(random_pair(k), part);
    }
  }
}

/// A thin rod between three plates. Half-spaces that have no common point must not close a node
/// whose nearest point is that of some of them.
TEST(Unions, AWayWithoutPointsClosesNoOther) {
  const auto plate = [](double x, double X, double y, double Y) {
    const Pose centre{Mat3::Identity(), {(x + X) / 2, (y + Y) / 2, 0}};
    return piece_of(make_box({(X - x) / 2, (Y - y) / 2, 0.5}), centre);
  };
  UnionPair pair;
  pair.A.pieces = {plate(-1e-5, 1e-5, -.5, .5)};
  pair.B.pieces = {plate(-.5e-5, .4e-5, -.5, .5), plate(-1e-5, 2e-5, .499987, 1),
                   plate(-.9e-5, .5, -1, -.500001)};
  const UnionTruth truth = solve_unions(pair);
  EXPECT_TRUE(truth.exact);
  EXPECT_EQ(EnumeratedDepth(pair).squared(), truth.squared);
}

TEST(Unions, OnePieceEachIsTheConvexPair) {
  Oracle oracle;
  int overlapping = 0;
  for (int k = 0; k < 60; ++k) {
    Random random(kAgreementSeed, 43, static_cast<std::uint64_t>(k));
    const PolytopePtr A = make_lattice_hull(random, 4 + k % 7, 1 + k % 3);
    const PolytopePtr B = make_random_ball_hull(random, 4 + k % 9);
    const Pose X_WA = {random.rotation(), Vec3::Zero()};
    const Pose X_WB = {random.rotation(), Vec3(random.uniform(0, 4), 0, 0)};
    const Truth plain = oracle.solve({A, X_WA, B, X_WB}, false);
    const UnionTruth truth = solve_unions({{{piece_of(A)}}, X_WA, {{piece_of(B)}}, X_WB});
    EXPECT_EQ(plain.sign, truth.sign) << k;
    EXPECT_EQ(plain.phi_squared, truth.squared) << k;
    EXPECT_EQ(plain.phi, truth.lower) << k;
    EXPECT_EQ(plain.phi, truth.upper) << k;
    if (*truth.sign >= 0) continue;
    EXPECT_EQ(truth.deepest_squared, truth.squared);
    ++overlapping;
  }
  EXPECT_GT(overlapping, 10);
  EXPECT_LT(overlapping, 50);
}

TEST(Unions, ApartIsTheLeastDistanceOfPieces) {
  Oracle oracle;
  for (int k = 0; k < 30; ++k) {
    Random random(kAgreementSeed, 44, static_cast<std::uint64_t>(k));
    UnionPair pair;
    for (int i = 0; i < 4; ++i) {
      pair.A.pieces.push_back(piece_of(make_random_ball_hull(random, 5)));
      pair.B.pieces.push_back(piece_of(make_random_ball_hull(random, 4)));
    }
    pair.X_WA.R = random.rotation();
    pair.X_WB = {random.rotation(), 2.5 * random.unit_vector()};
    const UnionTruth truth = solve_unions(pair);
    ASSERT_EQ(truth.sign, 1);
    Rational least = -1;
    for (const UnionPiece& a : pair.A.pieces) {
      for (const UnionPiece& b : pair.B.pieces) {
        const Truth plain = oracle.solve({std::get<PolytopePtr>(a.body.core()), pair.X_WA,
                                          std::get<PolytopePtr>(b.body.core()), pair.X_WB},
                                         false);
        if (least < 0 || plain.phi_squared < least) least = plain.phi_squared;
      }
    }
    EXPECT_EQ(truth.squared, least);
    EXPECT_EQ(dot(*truth.translation, *truth.translation), least);
    ASSERT_EQ(truth.deciding.size(), 1U);
  }
}

TEST(Unions, TouchingPiecesGiveZero) {
  const PolytopePtr box = make_box(Vec3::Ones());
  const UnionPair pair = {{{piece_of(box), piece_of(box, {Mat3::Identity(), {5, 0, 0}})}},
                          {},
                          {{piece_of(box)}},
                          {Mat3::Identity(), {7, 2, 0}}};
  const UnionTruth truth = solve_unions(pair);
  EXPECT_EQ(truth.sign, 0);
  EXPECT_EQ(truth.squared, 0);
  EXPECT_EQ(truth.deciding, (std::vector<PieceIndices>{{1, 0}}));
}

TEST(Unions, WhatIsBelowRoundingIsDecided) {
  const BodyUnion box = {{piece_of(make_box(Vec3::Ones()))}};
  constexpr double kTiny = 0x1p-48;
  const UnionTruth in = solve_unions({box, {}, box, {Mat3::Identity(), {2 - kTiny, 0, 0}}});
  EXPECT_EQ(in.sign, -1);
  EXPECT_EQ(in.squared, Rational(kTiny) * Rational(kTiny));
  const UnionTruth out = solve_unions({box, {}, box, {Mat3::Identity(), {2 + kTiny, 0, 0}}});
  EXPECT_EQ(out.sign, 1);
  EXPECT_EQ(out.squared, Rational(kTiny) * Rational(kTiny));
}

/// A body and itself, cut in two: `whole` stands beside the same set as a union.
void expect_equal_sets(const BodyUnion& whole, const BodyUnion& cut, const BodyUnion& other,
                       const Pose& X_WA, const Pose& X_WB) {
  const UnionPair one = {whole, X_WA, other, X_WB}, two = {cut, X_WA, other, X_WB};
  const UnionTruth first = solve_unions(one), second = solve_unions(two);
  EXPECT_EQ(first.sign, second.sign);
  EXPECT_EQ(first.squared, second.squared);
  EXPECT_GE(first.deepest_squared, second.deepest_squared);
  const UnionTruth swapped = solve_unions({other, X_WB, cut, X_WA});
  EXPECT_EQ(swapped.squared, first.squared);
  EXPECT_EQ(shared_volume(one).lower, shared_volume(two).lower);
  EXPECT_TRUE(shared_volume(two).disjoint);
}

TEST(Unions, ACutChangesNothing) {
  int overlapping = 0;
  for (int k = 0; k < 24; ++k) {
    Random random(kAgreementSeed, 45, static_cast<std::uint64_t>(k));
    const PolytopePtr other = make_random_ball_hull(random, 6);
    const Pose X_WA = {random.rotation(), Vec3::Zero()};
    const Pose X_WB = {random.rotation(), 1.2 * random.in_unit_ball()};
    BodyUnion whole, cut;
    if (k % 2 == 0) {
      whole.pieces = {piece_of(make_box({1, 0.5, 0.25}))};
      cut.pieces = {piece_of(make_box({0.25, 0.5, 0.25}), {Mat3::Identity(), {-0.75, 0, 0}}),
                    piece_of(make_box({0.75, 0.5, 0.25}), {Mat3::Identity(), {0.25, 0, 0}})};
    } else {
      const Vec3 a(0, 0, 0), b(2, 0, 0), c(0, 2, 0), d(0.5, 0.5, 2), middle(0.25, 0.25, 1);
      whole.pieces = {piece_of(hull_of({a, b, c, d}))};
      cut.pieces = {piece_of(hull_of({a, b, c, middle})), piece_of(hull_of({d, b, c, middle}))};
    }
    expect_equal_sets(whole, cut, {{piece_of(other)}}, X_WA, X_WB);
    overlapping += solve_unions({cut, X_WA, {{piece_of(other)}}, X_WB}).sign == -1 ? 1 : 0;
  }
  EXPECT_GT(overlapping, 8);
}

TEST(Unions, PosesActOneAfterTheOther) {
  Mat3 quarter;
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  const PolytopePtr body = hull_of({{0, 0, 0}, {3, 0, 0}, {0, 2, 0}, {0, 0, 1}});
  const PolytopePtr box = make_box({0.5, 0.5, 0.5});
  const Pose X_WB = {Mat3::Identity(), {0.25, 1, 0.25}};
  const UnionTruth two = solve_unions(
      {{{piece_of(body, {quarter, {1, 0, 0}})}}, {quarter, {0, 0, 0.5}}, {{piece_of(box)}}, X_WB});
  // R R = -I in the plane, and R (1, 0, 0) = (0, 1, 0).
  const UnionTruth one =
      solve_unions({{{piece_of(body)}}, {quarter * quarter, {0, 1, 0.5}}, {{piece_of(box)}}, X_WB});
  EXPECT_EQ(one.sign, two.sign);
  EXPECT_EQ(one.squared, two.squared);
}

TEST(Unions, ASmallBudgetLeavesABracket) {
  int brackets = 0;
  for (int k = 2; k < 60; k += 3) {
    const UnionPair pair = random_pair(k);
    const UnionTruth full = solve_unions(pair), part = solve_unions(pair, 2);
    if (*full.sign >= 0 || part.exact) continue;
    ++brackets;
    EXPECT_EQ(part.sign, -1);
    EXPECT_LE(part.lower, full.lower) << k;
    EXPECT_GE(part.upper, full.upper) << k;
    EXPECT_GE(part.squared, full.squared) << k;
    EXPECT_EQ(dot(*part.translation, *part.translation), part.squared) << k;
    EXPECT_TRUE(EnumeratedDepth(pair).parts(*part.translation)) << k;
    EXPECT_EQ(part.deepest_squared, full.deepest_squared) << k;
  }
  EXPECT_GT(brackets, 3);
}

TEST(Unions, DeepestPairIsThatOfTheOracle) {
  Oracle oracle;
  for (int k = 0; k < 12; ++k) {
    Random random(kAgreementSeed, 46, static_cast<std::uint64_t>(k));
    UnionPair pair;
    for (int i = 0; i < 3; ++i) {
      pair.A.pieces.push_back(piece_of(make_random_ball_hull(random, 6)));
      pair.B.pieces.push_back(piece_of(make_random_ball_hull(random, 6)));
    }
    pair.X_WB = {random.rotation(), 0.3 * random.unit_vector()};
    Rational most = 0;
    for (const UnionPiece& a : pair.A.pieces) {
      for (const UnionPiece& b : pair.B.pieces) {
        const Truth plain = oracle.solve({std::get<PolytopePtr>(a.body.core()), pair.X_WA,
                                          std::get<PolytopePtr>(b.body.core()), pair.X_WB},
                                         false);
        if (plain.sign < 0) most = std::max(most, plain.phi_squared);
      }
    }
    EXPECT_EQ(solve_unions(pair).deepest_squared, most);
  }
}

}  // namespace
}  // namespace touchstone
