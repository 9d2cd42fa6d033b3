// SPDX-License-Identifier: GPL-3.0-or-later
// For tests: does a truth hold? By definition only, in plain rationals, without a filter, a
// candidate or a feature.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "geometry/pair.hpp"
#include "geometry/random.hpp"
#include "reference/truth.hpp"

namespace touchstone {

inline Rational product(const ExactVec3& a, const ExactVec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline ExactVec3 difference(const ExactVec3& a, const ExactVec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

inline ExactVec3 cross_product(const ExactVec3& a, const ExactVec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline ExactVec3 world_point(const Pose& pose, const Vec3& v) {
  ExactVec3 out;
  for (int i = 0; i < 3; ++i) {
    out[i] = pose.t[i];
    for (int j = 0; j < 3; ++j) out[i] += Rational(pose.R(i, j)) * Rational(v[j]);
  }
  return out;
}

struct WorldPair {
  std::vector<ExactVec3> A;
  std::vector<ExactVec3> B;
  ExactVec3 d;

  explicit WorldPair(const Pair& pair) {
    for (const Vec3& v : pair.A->vertices()) A.push_back(world_point(pair.X_WA, v));
    for (const Vec3& v : pair.B->vertices()) B.push_back(world_point(pair.X_WB, v));
    d = difference(world_point(pair.X_WA, pair.A->interior_point()),
                   world_point(pair.X_WB, pair.B->interior_point()));
  }

  static std::vector<Rational> along(const std::vector<ExactVec3>& points, const ExactVec3& u) {
    std::vector<Rational> out;
    out.reserve(points.size());
    for (const ExactVec3& p : points) out.push_back(product(u, p));
    return out;
  }

  Rational gap(const ExactVec3& u) const {
    const std::vector<Rational> a = along(A, u);
    const std::vector<Rational> b = along(B, u);
    return *std::min_element(a.begin(), a.end()) - *std::max_element(b.begin(), b.end());
  }
};

/// gap(u)/|u| of two directions, compared: the sign of the first minus the second.
inline int compare_gaps(const Rational& gap_u, const Rational& square_u, const Rational& gap_v,
                        const Rational& square_v) {
  if (sgn(gap_u) != sgn(gap_v)) return sgn(gap_u) - sgn(gap_v);
  return sgn(gap_u) * cmp(Rational(gap_u * gap_u * square_v), Rational(gap_v * gap_v * square_u));
}

/// Every direction that could be the normal of a facet, and many more: products of all pairs
/// of vertex differences within the bodies, both signs.
inline std::vector<ExactVec3> all_directions(const WorldPair& world) {
  std::vector<ExactVec3> edges;
  for (const auto* points : {&world.A, &world.B}) {
    for (std::size_t i = 0; i < points->size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) edges.push_back(difference((*points)[i], (*points)[j]));
    }
  }
  std::vector<ExactVec3> out;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const ExactVec3 u = cross_product(edges[i], edges[j]);
      if (product(u, u) == 0) continue;
      out.push_back(u);
      out.push_back({-u[0], -u[1], -u[2]});
    }
  }
  return out;
}

/// That every part of the truth is consistent with every other and with the bodies; for phi > 0
/// this proves it.
inline void expect_consistent(const Pair& pair, const Truth& truth) {
  const WorldPair world(pair);
  ASSERT_FALSE(truth.directions.empty());
  ASSERT_EQ(truth.normals.size(), truth.directions.size());
  ASSERT_EQ(truth.features.size(), truth.directions.size());
  EXPECT_EQ(sgn(truth.phi_squared), truth.sign == 0 ? 0 : 1);
  EXPECT_EQ(truth.phi, truth.sign * round_sqrt_to_double(truth.phi_squared));
  if (truth.sign > 0) {
    EXPECT_EQ(truth.directions.size(), 1U);
  }
  for (std::size_t k = 0; k < truth.directions.size(); ++k) {
    const ExactVec3& u = truth.directions[k];
    const Rational square = product(u, u);
    const Rational gap = world.gap(u);
    EXPECT_EQ(sgn(gap), truth.sign);
    EXPECT_EQ(Rational(gap * gap), Rational(truth.phi_squared * square));
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(truth.normals[k][i],
                sgn(u[i]) * round_sqrt_to_double(Rational(u[i] * u[i] / square)));
    }
    for (std::size_t j = 0; j < k; ++j) {
      const ExactVec3 cross = cross_product(u, truth.directions[j]);
      EXPECT_FALSE(product(cross, cross) == 0 && product(u, truth.directions[j]) > 0);
    }
    const auto face = [&](const Polytope& body, const std::vector<ExactVec3>& points, int side) {
      const std::vector<Rational> dots = WorldPair::along(points, u);
      const Rational& best = side > 0 ? *std::min_element(dots.begin(), dots.end())
                                      : *std::max_element(dots.begin(), dots.end());
      std::vector<int> out;
      for (const int v : body.extreme()) {
        if (dots[v] == best) out.push_back(v);
      }
      return out;
    };
    const auto dimension = [](const std::vector<int>& vertices) {
      return std::min<int>(static_cast<int>(vertices.size()), 3) - 1;
    };
    EXPECT_EQ(truth.features[k].vertices_A, face(*pair.A, world.A, 1));
    EXPECT_EQ(truth.features[k].vertices_B, face(*pair.B, world.B, -1));
    EXPECT_EQ(truth.features[k].dimension_A, dimension(truth.features[k].vertices_A));
    EXPECT_EQ(truth.features[k].dimension_B, dimension(truth.features[k].vertices_B));
  }
  const ExactVec3& u = truth.directions[0];
  const Rational factor = world.gap(u) / product(u, u);
  const ExactVec3 apart = difference(truth.witness_A, truth.witness_B);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(apart[i], Rational(factor * u[i]));
  // The witnesses are on their bodies: no direction tells them from the bodies' points.
  Random random(7);
  const auto expect_inside = [](const std::vector<ExactVec3>& points, const ExactVec3& p,
                                const ExactVec3& v) {
    const std::vector<Rational> dots = WorldPair::along(points, v);
    EXPECT_LE(*std::min_element(dots.begin(), dots.end()), product(v, p));
    EXPECT_GE(*std::max_element(dots.begin(), dots.end()), product(v, p));
  };
  std::vector<ExactVec3> probes = truth.directions;
  for (int k = 0; k < 10; ++k) {
    const Vec3 v = random.unit_vector();
    probes.push_back({Rational(v[0]), Rational(v[1]), Rational(v[2])});
  }
  for (const ExactVec3& v : probes) {
    expect_inside(world.A, truth.witness_A, v);
    expect_inside(world.B, truth.witness_B, v);
  }
  if (truth.ratio) {
    EXPECT_TRUE(truth.ratio_note.empty());
    EXPECT_EQ(truth.ratio->rho_rounded, round_to_double(truth.ratio->rho));
    EXPECT_EQ(sgn(truth.ratio->rho), truth.sign);
    ASSERT_FALSE(truth.ratio->directions.empty());
    for (const ExactVec3& v : truth.ratio->directions) {
      const Rational along = product(v, world.d);
      EXPECT_GT(along, 0);
      EXPECT_EQ(world.gap(v), Rational(truth.ratio->rho * along));
    }
  }
}

/// Beyond consistency: that no direction is better, and of the normals of facets none is missing.
/// Cubic in the vertices.
inline void expect_best(const Pair& pair, const Truth& truth) {
  const WorldPair world(pair);
  const ExactVec3& best = truth.directions[0];
  const Rational gap = world.gap(best);
  const Rational square = product(best, best);
  for (const ExactVec3& u : all_directions(world)) {
    const Rational other = world.gap(u);
    const int order = compare_gaps(other, product(u, u), gap, square);
    EXPECT_LE(order, 0);
    if (order == 0 && truth.sign != 0) {
      const bool listed =
          std::any_of(truth.directions.begin(), truth.directions.end(), [&](const ExactVec3& v) {
            const ExactVec3 cross = cross_product(u, v);
            return product(cross, cross) == 0 && product(u, v) > 0;
          });
      EXPECT_TRUE(listed);
    }
    if (truth.ratio) {
      const Rational along = product(u, world.d);
      if (along > 0) {
        EXPECT_LE(other, Rational(truth.ratio->rho * along));
      }
    }
  }
}

}  // namespace touchstone
