// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit/audit.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "geometry/shapes.hpp"
#include "harness/check/tests/family_sources.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

std::vector<CheckRow> audit(std::uint64_t cases, int jobs) {
  constexpr int kSmall = 16;
  return audit_routes(options_of_all(cases, 0, kSmall, jobs)).rows;
}

TEST(Audit, RoutesAgreeAndBoundsHoldOnEveryFamilyOfSmallBodies) {
  std::uint64_t inradius_met = 0;
  std::uint64_t thesis_met = 0;
  for (const CheckRow& row : audit(12, 2)) {
    SCOPED_TRACE(row.family + " " + first_violation(row));
    EXPECT_EQ(row.claim("phi").held, row.cases);
    EXPECT_EQ(row.violated(), 0U);
    EXPECT_LE(row.claim("thesis_bound").held, row.cases);
    inradius_met += row.claim("inradius_bound").held;
    thesis_met += row.claim("thesis_bound").held;
  }
  EXPECT_GT(inradius_met, 0U);
  EXPECT_GT(thesis_met, 0U);
}

/// CGAL's default pricing comes back to one basis for ever in the second case.
TEST(Audit, EndsWhereManyFacetsMeetInACorner) {
  for (const char* id : {"high-valence-64:10:5", "high-valence-64:10:6"}) {
    SCOPED_TRACE(id);
    const Pair pair = make_case(id).value().pair();
    EXPECT_EQ(solve_ratio_program(pair), Oracle().solve(pair).ratio->rho);
  }
}

TEST(Audit, TotalsDoNotDependOnJobs) {
  const std::vector<CheckRow> one = audit(4, 1);
  const std::vector<CheckRow> two = audit(4, 2);
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_TRUE(one[i] == two[i]) << one[i].family;
}

using Counted = std::pair<std::uint64_t, std::uint64_t>;

/// What the routes say of a case.
struct Truths {
  /// Two 2 x 2 x 2 boxes, B moved along x by `x` and a little aside: phi = x - 2 and one direction.
  explicit Truths(double x) : Truths(boxes(x)) {}
  explicit Truths(Case what) : c(std::move(what)) {
    fast = oracle.solve(c.pair());
    slow = solve_explicit(c.pair(), &R_K_squared);
    rho = solve_ratio_program(c.pair());
  }
  static Case boxes(double x) {
    const PolytopePtr box = make_box(Vec3(1, 1, 1));
    return {"boxes", {}, {}, Pair{box, Pose{}, box, {Mat3::Identity(), Vec3(x, 0.125, 0.25)}}};
  }
  CheckRow audit() {
    CheckRow row = empty_row(routes_check());
    audit_truths(c, fast, slow, R_K_squared, rho, row);
    return row;
  }
  /// How often a claim was checked and violated.
  Counted counted(std::string_view claim) {
    const CheckRow row = audit();
    return {row.claim(claim).checked(), row.claim(claim).violated};
  }

  Oracle oracle;
  Case c;
  Truth fast;
  Truth slow;
  Rational R_K_squared;
  std::optional<Rational> rho;
};

TEST(Audit, FalsifiedPhiIsCounted) {
  for (const double x : {1.5, 2.0, 3.0}) {
    SCOPED_TRACE(x);
    Truths t(x);
    EXPECT_EQ(t.audit().violated(), 0U);
    EXPECT_EQ(t.counted("phi"), Counted(1, 0));
    const Truth right = t.slow;
    const auto expect_caught = [&t, &right] {
      const CheckRow row = t.audit();
      EXPECT_EQ(row.claim("phi").violated, 1U);
      ASSERT_EQ(row.claim("phi").first.size(), 1U);
      EXPECT_EQ(row.claim("phi").first[0].id, "boxes");
      t.slow = right;
    };
    t.slow.sign = right.sign == 0 ? 1 : -right.sign;
    expect_caught();
    t.slow.phi_squared += Rational(1, 1'000'000'000);
    expect_caught();
    t.slow.phi += 1e-15;
    expect_caught();
    for (Rational& component : t.slow.directions.front()) component = -component;
    expect_caught();
    t.slow.directions.front()[1] += Rational(1, 1'000'000'000);
    expect_caught();
    t.slow.directions.clear();
    expect_caught();
  }
}

PolytopePtr flat_body(const std::vector<Vec3>& vertices) {
  PolytopeInput input;
  input.vertices = vertices;
  return make_polytope(input).value();
}

TEST(Audit, DirectionsOfFlatBodiesThatKissAreComparedWhereTheConeIsPointed) {
  // Two squares across each other that kiss edge on edge: their difference is solid.
  Truths t(2);
  const PolytopePtr level =
      flat_body({Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(1, 1, 0), Vec3(-1, 1, 0)});
  const PolytopePtr upright =
      flat_body({Vec3(0, -1, 0), Vec3(0, 1, 0), Vec3(2, 1, 1), Vec3(2, -1, 1)});
  t.c.bodies = Pair{level, Pose{}, upright, Pose{}};
  std::get<Pair>(t.c.bodies).X_WB.t = Vec3(1, 0, 0);
  t.fast = t.oracle.solve(t.c.pair());
  t.slow = solve_explicit(t.c.pair());
  t.rho = solve_ratio_program(t.c.pair());
  ASSERT_EQ(t.fast.sign, 0);
  EXPECT_EQ(t.counted("phi"), Counted(1, 0));
  t.slow.directions.front()[0] += Rational(1, 1'000'000'000);
  EXPECT_EQ(t.counted("phi"), Counted(1, 1));
}

TEST(Audit, FalsifiedRatioIsCounted) {
  Truths t(3);
  *t.rho += Rational(1, 1'000'000'000);
  EXPECT_EQ(t.counted("rho"), Counted(1, 1));
  t.rho.reset();
  EXPECT_EQ(t.counted("rho"), Counted(1, 1));
}

TEST(Audit, BrokenBoundsAreCounted) {
  // D = |(x, 1/8, 1/4)|, R_K = 2, eps = 1: each bound by a rho on its wrong side.
  for (const double x : {1.5, 3.0}) {
    SCOPED_TRACE(x);
    Truths t(x);
    EXPECT_EQ(t.counted("distance_bound"), Counted(1, 0));
    EXPECT_EQ(t.counted("inradius_bound"), Counted(1, 0));
    EXPECT_EQ(t.counted("thesis_bound"), Counted(1, 0));
    const Rational rho = t.fast.ratio->rho;
    t.fast.ratio->rho = rho / 4;
    EXPECT_EQ(t.counted("distance_bound"), Counted(1, 1));
    EXPECT_EQ(t.counted("inradius_bound"), Counted(1, 0));
    t.fast.ratio->rho = rho * 4;
    EXPECT_EQ(t.counted("distance_bound"), Counted(1, 0));
    EXPECT_EQ(t.counted("inradius_bound"), Counted(1, 1));
    EXPECT_EQ(t.counted("thesis_bound"), Counted(1, 1));
  }
}

TEST(Audit, TheInradiusIsThatOfTheExactInteriorPoints) {
  // R_K is as small as the rounding of x_A and x_B here, so B cannot be moved by a rounded x_A -
  // x_B.
  for (const char* id :
       {"denormal:42:42", "denormal:42:44", "denormal:42:65", "denormal:42:69", "denormal:42:83",
        "denormal:42:88", "denormal:42:94", "denormal:42:95", "boundary-interior-point:42:37"}) {
    const CheckRow row = Truths(make_case(id).value()).audit();
    EXPECT_EQ(row.violated(), 0U) << id;
    EXPECT_EQ(row.claim("distance_bound").checked(), 1U) << id;
  }
}

TEST(Audit, InradiiThatAreTooLargeBreakTheThesisBeyondWhatRoundingMayAdd) {
  // 2 eps is 2 but for what rounding and merging may have added to the inradii of 1.
  Truths t(3);
  t.R_K_squared = 4 - Rational(1, 1'000'000'000'000);
  EXPECT_EQ(t.counted("thesis_bound"), Counted(1, 0));
  t.R_K_squared = Rational(399, 100);
  EXPECT_EQ(t.counted("thesis_bound"), Counted(1, 1));
}

TEST(Audit, TheThesisIsNotAskedWhereAnInradiusMayBeAllRounding) {
  Truths t(3);
  PolytopeInput input;
  input.vertices = t.c.pair().A->vertices();
  input.interior_point = Vec3(0, 0, 1 - 1e-15);
  std::get<Pair>(t.c.bodies).A = make_polytope(input).value();
  ASSERT_GT(t.c.pair().A->inradius(), 0);
  EXPECT_EQ(t.counted("thesis_bound"), Counted(0, 0));
}

}  // namespace
}  // namespace touchstone
