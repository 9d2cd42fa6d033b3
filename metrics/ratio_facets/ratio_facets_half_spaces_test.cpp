// SPDX-License-Identifier: GPL-3.0-or-later
// `ratio_facets` asked about half-spaces alone, against the same linear program in rationals.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "metrics/ratio_facets/ratio_facets.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "metrics/tests/ratio_checks.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261124;

Answer ask(const Pair& pair) { return ask(*make_ratio_facets(), pair); }

Pair placed(PolytopePtr A, PolytopePtr B, double reach, int index) {
  return placed_about_origin(kSeed, index, std::move(A), std::move(B), 0.1 * reach, reach);
}

/// The question without any vertex.
struct HalfSpacePair {
  HalfSpaces A;
  Pose X_WA;
  HalfSpaces B;
  Pose X_WB;
};

Answer ask(const HalfSpacePair& pair) {
  const auto metric = make_ratio_facets();
  const auto A = prepare_half_spaces(pair.A);
  const auto B = prepare_half_spaces(pair.B);
  EXPECT_TRUE(A.ok()) << A.reason();
  EXPECT_TRUE(B.ok()) << B.reason();
  const auto workspace = metric->make_workspace();
  return metric->evaluate(*A.value(), pair.X_WA, *B.value(), pair.X_WB, *workspace);
}

/// Every facet of a body whose vertices are small whole numbers, exactly.
HalfSpaces whole_half_spaces(const Polytope& body) {
  HalfSpaces solid;
  solid.interior_point = body.interior_point();
  for (const Facet& facet : body.facets()) {
    const auto corner = [&](std::size_t k) { return body.vertices()[at(facet.vertices[k])]; };
    solid.normals.emplace_back((corner(1) - corner(0)).cross(corner(2) - corner(0)));
    solid.offsets.push_back(solid.normals.back().dot(corner(0)));
  }
  return solid;
}

HalfSpacePair without_vertices(const Pair& pair) {
  return {whole_half_spaces(*pair.A), pair.X_WA, whole_half_spaces(*pair.B), pair.X_WB};
}

// The program in rationals, by trying all bases.

using Rational4 = std::array<Rational, 4>;
struct RationalRow {
  Rational4 coefficient;  ///< coefficients of z and t
  Rational limit;
};

std::optional<Rational4> solved(const std::array<const RationalRow*, 4>& rows) {
  std::array<std::array<Rational, 5>, 4> m;
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t i = 0; i < 4; ++i) m[k][i] = rows[k]->coefficient[i];
    m[k][4] = rows[k]->limit;
  }
  for (std::size_t c = 0; c < 4; ++c) {
    std::size_t pivot = c;
    while (pivot < 4 && m[pivot][c] == 0) ++pivot;
    if (pivot == 4) return std::nullopt;
    std::swap(m[c], m[pivot]);
    for (std::size_t k = 0; k < 4; ++k) {
      if (k == c || m[k][c] == 0) continue;
      const Rational factor = m[k][c] / m[c][c];
      for (std::size_t i = c; i < 5; ++i) m[k][i] -= factor * m[c][i];
    }
  }
  Rational4 x;
  for (std::size_t c = 0; c < 4; ++c) x[c] = m[c][4] / m[c][c];
  return x;
}

using Rational3 = std::array<Rational, 3>;
using Rational33 = std::array<Rational3, 3>;

Rational33 exactly(const Mat3& R) {
  Rational33 exact;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      exact[i][j] = R(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
  }
  return exact;
}

/// x = R c + t.
Rational3 place_of(const Vec3& c, const Pose& X) {
  const Rational33 R = exactly(X.R);
  Rational3 place;
  for (std::size_t i = 0; i < 3; ++i) {
    place[i] = Rational(X.t[static_cast<Eigen::Index>(i)]);
    for (std::size_t j = 0; j < 3; ++j) {
      place[i] += R[i][j] * Rational(c[static_cast<Eigen::Index>(j)]);
    }
  }
  return place;
}

/// Adds the rows n.R^-1 (x - x_i) <= t (o - n.c), as inequalities in x and t.
void add_rows(std::vector<RationalRow>& rows, const HalfSpaces& solid, const Pose& X) {
  const Rational33 R = exactly(X.R);
  const Rational3 center = place_of(solid.interior_point, X);
  Rational33 cofactor;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t i1 = (i + 1) % 3;
      const std::size_t i2 = (i + 2) % 3;
      const std::size_t j1 = (j + 1) % 3;
      const std::size_t j2 = (j + 2) % 3;
      cofactor[i][j] = R[i1][j1] * R[i2][j2] - R[i1][j2] * R[i2][j1];
    }
  }
  const Rational determinant =
      R[0][0] * cofactor[0][0] + R[0][1] * cofactor[0][1] + R[0][2] * cofactor[0][2];
  for (std::size_t k = 0; k < solid.normals.size(); ++k) {
    RationalRow row;
    Rational b(solid.offsets[k]);
    for (std::size_t j = 0; j < 3; ++j) {
      const auto axis = static_cast<Eigen::Index>(j);
      const Rational n(solid.normals[k][axis]);
      b -= n * Rational(solid.interior_point[axis]);
      for (std::size_t i = 0; i < 3; ++i) {
        row.coefficient[i] += cofactor[i][j] * n / determinant;
        row.limit += cofactor[i][j] * n * center[i] / determinant;
      }
    }
    row.coefficient[3] = -b;
    rows.push_back(row);
  }
}

Rational rho_by_trying_all(const HalfSpacePair& pair) {
  std::vector<RationalRow> rows;
  add_rows(rows, pair.A, pair.X_WA);
  add_rows(rows, pair.B, pair.X_WB);
  std::optional<Rational> least;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        for (std::size_t l = 0; l < k; ++l) {
          const auto x = solved({&rows[i], &rows[j], &rows[k], &rows[l]});
          if (!x || (least && (*x)[3] >= *least)) continue;
          const bool feasible = std::all_of(rows.begin(), rows.end(), [&](const RationalRow& row) {
            Rational left;
            for (std::size_t c = 0; c < 4; ++c) left += row.coefficient[c] * (*x)[c];
            return left <= row.limit;
          });
          if (feasible) least = (*x)[3];
        }
      }
    }
  }
  return (*least - 1) / *least;
}

HalfSpaces random_half_spaces(Random& random, int count) {
  HalfSpaces solid;
  for (int k = 0; k < count; ++k) {
    // The first four point to the corners of a tetrahedron: bounded.
    Vec3 normal = random.unit_vector();
    if (k < 4) normal = Vec3(k % 2 == 0 ? 1 : -1, k / 2 == 0 ? 1 : -1, k % 3 == 0 ? 1 : -1);
    solid.normals.emplace_back(random.uniform(0.2, 5) * normal);
    solid.offsets.push_back(solid.normals.back().norm() * random.uniform(0.5, 1.5));
  }
  solid.interior_point = random_vector(random, 0.2);
  return solid;
}

TEST(RatioFacetsOfHalfSpaces, RhoOfHalfSpacesIsThatOfAllBasesCorrectlyRounded) {
  int exact = 0;
  for (int i = 0; i < 24; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    HalfSpacePair pair;
    pair.A = random_half_spaces(random, 6 + i % 3);
    pair.B = random_half_spaces(random, 5);
    pair.X_WA = {random.rotation(), random_vector(random, 1)};
    pair.X_WB = {random.rotation(), random_vector(random, 3)};
    const Answer answer = ask(pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_EQ(answer.value, round_to_double(rho_by_trying_all(pair)));
    exact += answer.work.exact;
  }
  EXPECT_EQ(exact, 0) << "doubles and double-doubles decide ordinary pairs";
}

/// Half-spaces of whole numbers are those of the vertices exactly: the truth is the oracle's.
TEST(RatioFacetsOfHalfSpaces, RhoOfWholeFacetsIsTheTruthCorrectlyRounded) {
  Oracle oracle;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 3, static_cast<std::uint64_t>(i));
    const int range = i % 2 == 0 ? 5 : 1000;
    Pair pair = placed(make_lattice_hull(random, 10 + 4 * i, range),
                       make_lattice_hull(random, 30, range), 2 * range, i);
    if (!pair.A->interior_point_strictly_inside() || !pair.B->interior_point_strictly_inside()) {
      continue;
    }
    const Answer answer = ask(without_vertices(pair));
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_EQ(answer.value, oracle.solve(pair).ratio->rho_rounded);
  }
}

/// Parallel facets, rays through vertices and along edges: multipliers are zero and rows tie.
TEST(RatioFacetsOfHalfSpaces, DegenerateProgramsAreDecidedInIntegers) {
  Oracle oracle;
  Random random(kSeed, 4);
  int exact = 0;
  int asked = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Pair pair{make_lattice_hull(random, 12, 3), Pose{}, make_lattice_hull(random, 10, 2), Pose{}};
    const auto whole = [&] { return static_cast<double>(random.below(9)) - 4; };
    pair.X_WB.t = Vec3(whole(), whole(), whole());
    const Truth truth = oracle.solve(pair);
    if (!truth.ratio) continue;
    const Answer answer = ask(without_vertices(pair));
    ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note;
    EXPECT_EQ(answer.value, truth.ratio->rho_rounded);
    exact += answer.work.exact;
    ++asked;
  }
  EXPECT_GE(asked, 200);
  EXPECT_GE(exact, asked / 10);
  for (const Vec3& p_AB : {Vec3(2, 0.3, 0.1), Vec3(2, 2, 0.5), Vec3(2, 2, 2), Vec3(-2, 0, 0)}) {
    EXPECT_EQ(ask(boxes_apart(p_AB)).value, 0);
  }
}

/// Contact to the last bits of turned bodies.
TEST(RatioFacetsOfHalfSpaces, NearContactIsDecidedExactly) {
  Oracle oracle;
  int exact = 0;
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 5, static_cast<std::uint64_t>(i));
    Pair pair = placed(make_box(Vec3(1, 2, 1)), make_lattice_hull(random, 20, 3), 5, i);
    if (!pair.B->interior_point_strictly_inside()) continue;
    for (int step = 0; step < 4; ++step) {
      const Vec3 d = interior_in_world(*pair.A, pair.X_WA) - interior_in_world(*pair.B, pair.X_WB);
      pair.X_WB.t += ask(without_vertices(pair)).value * d;
    }
    const Answer answer = ask(without_vertices(pair));
    EXPECT_LE(std::abs(answer.value), 1e-15);
    EXPECT_EQ(answer.value, oracle.solve(pair).ratio->rho_rounded);
    exact += answer.work.exact;
  }
  EXPECT_GE(exact, 1);
}

HalfSpaces cube() { return whole_half_spaces(*make_box(Vec3(1, 1, 1))); }

TEST(RatioFacetsOfHalfSpaces, LengthsOfNormalsAndRedundantHalfSpacesChangeNothing) {
  Random random(kSeed, 11);
  for (const double largest : {1e3, 1e90, 1e250}) {
    for (int i = 0; i < 20; ++i) {
      SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
      HalfSpacePair pair{cube(), {random.rotation(), random_vector(random, 1)}, cube(), {}};
      pair.X_WB = {random.rotation(), random_vector(random, 3)};
      const Answer plain = ask(pair);
      double scale = largest;
      for (std::size_t k = 0; k < 6; ++k, scale = 1 / scale) {
        const double power = std::exp2(std::floor(std::log2(scale)));
        pair.A.normals[k] *= power;
        pair.A.offsets[k] *= power;
      }
      for (int k = 0; k < 5; ++k) {
        pair.B.normals.emplace_back(random.unit_vector());
        pair.B.offsets.push_back(random.uniform(1.8, 5));
      }
      const Answer answer = ask(pair);
      EXPECT_EQ(answer.value, plain.value);
      EXPECT_EQ(answer.ratio->r, plain.ratio->r);
      EXPECT_EQ(answer.ratio->active_facet, plain.ratio->active_facet);
      EXPECT_LE((*answer.normal - *plain.normal).norm(), 1e-15);
      EXPECT_LE((answer.ratio->x_W - plain.ratio->x_W).norm(), 1e-15);
    }
  }
}

TEST(RatioFacetsOfHalfSpaces, WhatOnlyIntegersHoldIsLeftToThem) {
  HalfSpacePair pair{cube(), {}, cube(), {}};
  pair.X_WB.t = Vec3(3, 0.25, 0.5);
  const Answer plain = ask(pair);
  pair.A.normals[0] = Vec3(1e-300, 1e300, 1e-300);  // far away from any contact
  pair.A.offsets[0] = 1e305;
  const Answer answer = ask(pair);
  EXPECT_EQ(answer.work.exact, 1);
  EXPECT_EQ(answer.value, plain.value);
}

TEST(RatioFacetsOfHalfSpaces, HalfSpacesThatCannotBeUsedAreRefused) {
  HalfSpaces bad = cube();
  bad.normals[3].setZero();
  EXPECT_EQ(prepare_half_spaces(bad).reason(), "half-space 3: its normal is zero");
  bad = cube();
  bad.interior_point = Vec3(0, 0, 2);
  EXPECT_NE(
      prepare_half_spaces(bad).reason().find("interior_point: not strictly inside half-space"),
      std::string::npos);
  HalfSpacePair open{cube(), {}, cube(), {}};
  open.X_WB.t = Vec3(0, 4, 0);
  for (HalfSpaces* side : {&open.A, &open.B}) {
    side->normals = {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 0, 1), Vec3(0, 0, -1)};
    side->offsets = {1, 1, 1, 1};
  }
  const Answer answer = ask(open);
  EXPECT_EQ(answer.status, AnswerStatus::no_answer);
  EXPECT_EQ(answer.note, "the half-spaces grow into each other at r = 0");
}

}  // namespace
}  // namespace touchstone
