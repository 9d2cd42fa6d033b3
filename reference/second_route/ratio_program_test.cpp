// SPDX-License-Identifier: GPL-3.0-or-later
// The linear program of rho on pairs whose answer is known by hand; agreement_test.cpp compares it
// with the oracle.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "geometry/query_scope.hpp"
#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/ratio_samples.hpp"

namespace touchstone {
namespace {

PolytopePtr cube() { return make_box({1, 1, 1}); }

PolytopePtr cube_about(const Vec3& interior_point) {
  return body_about(cube()->vertices(), interior_point);
}

TEST(RatioProgram, CubesMeetWhenGrownByHalfTheirDistance) {
  // r = x / 2 along an axis, rho = (r - 1) / r.
  EXPECT_EQ(solve_ratio_program(apart_by(cube(), cube(), {4, 0.5, 0})), Rational(1, 2));
  EXPECT_EQ(solve_ratio_program(apart_by(cube(), cube(), {0, 3, 0})), Rational(1, 3));
  EXPECT_EQ(solve_ratio_program(apart_by(cube(), cube(), {0, 0, -2})), Rational(0));
  EXPECT_EQ(solve_ratio_program(apart_by(cube(), cube(), {1, 0.5, 0.25})), Rational(-1));
}

/// So that a thread in CGAL's solver can be left behind.
TEST(SecondRoute, AsksWithinAQueryScope) {
  const Pair pair = apart_by(cube(), cube(), {4, 0.5, 0});
  const std::vector<std::function<void()>> routes = {
      [&] { solve_explicit(pair); }, [&] { solve_ratio_program(pair); },
      [&] { solve_facet_program(pair); }, [&] { solve_fixed_body(pair); },
      [&] { solve_fixed_body_in_full(pair); }};
  const ThreadRecord& own = ThreadRecord::own();
  for (std::size_t k = 0; k < routes.size(); ++k) {
    SCOPED_TRACE(k);
    { const QueryScope another(QueryKind::metric, "another"); }
    const std::uint64_t turn = own.turn();
    routes[k]();
    EXPECT_EQ(own.turn(), turn + 2);
    EXPECT_EQ(own.kind(), QueryKind::truth);
    EXPECT_EQ(std::string(own.name()), "the second route");
  }
}

TEST(RatioProgram, TheInteriorPointCounts) {
  // A grows about x = 1/2: its face at 1 is only 1/2 away, B's at 3 is 1 away: d = 3.5 = r (1/2 +
  // 1).
  EXPECT_EQ(solve_ratio_program(apart_by(cube_about({0.5, 0, 0}), cube(), {4, 0, 0})),
            Rational(4, 7));
}

TEST(RatioProgram, UndefinedCasesHaveNoValue) {
  EXPECT_EQ(solve_ratio_program(apart_by(cube(), cube(), {0, 0, 0})), std::nullopt);
  const PolytopePtr square = body_about({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
  EXPECT_EQ(solve_ratio_program(apart_by(square, cube(), {3, 0, 0})), std::nullopt);
  EXPECT_EQ(solve_ratio_program(apart_by(cube(), square, {3, 0, 0})), std::nullopt);
  EXPECT_EQ(solve_ratio_program(apart_by(cube_about({1, 0, 0}), cube(), {4, 0, 0})), std::nullopt);
}

TEST(RatioProgram, NearlyEqualInteriorPointsGiveHugeRatios) {
  EXPECT_EQ(solve_ratio_program(apart_by(cube(), cube(), {0x1p-60, 0, 0})),
            Rational(1 - Rational(2) / Rational(0x1p-60)));
}

TEST(RatioProgram, TheSmallestSolidHasItsFourFacets) {
  // The simplex's facet towards (1,1,1) or (-1,-1,-1) is 1/sqrt(3) from its centre; a mirrored copy
  // faces it.
  const PolytopePtr simplex = make_simplex(1);
  const double s = simplex->vertices()[0].prod() > 0 ? -1 : 1;
  const Pair pair = apart_by(simplex, cube(), {4 * s, 4 * s, 4 * s});
  // Along the diagonal u = s (1,1,1): A reaches 1, B 3, and u.d = 12, so r = 3.
  EXPECT_EQ(solve_ratio_program(pair), Rational(2, 3));
}

}  // namespace
}  // namespace touchstone
