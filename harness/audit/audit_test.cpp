// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit/audit.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "harness/cases/families/family.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

std::vector<AuditRow> audit(std::uint64_t cases, int jobs) {
  AuditOptions options;
  for (const Family& family : family_registry()) {
    if (family.largest_vertices <= 16) options.families.push_back(&family);
  }
  options.cases = cases;
  options.jobs = jobs;
  return run_audit(options);
}

TEST(Audit, RoutesAgreeAndBoundsHoldOnEveryFamilyOfSmallBodies) {
  std::uint64_t inradius_met = 0;
  std::uint64_t thesis_met = 0;
  for (const AuditRow& row : audit(12, 2)) {
    SCOPED_TRACE(row.family + (row.ids.empty() ? "" : " " + row.ids.front()));
    EXPECT_EQ(row.phi_agree, row.cases);
    EXPECT_EQ(row.ratio_agree, row.ratio_checked);
    EXPECT_EQ(row.distance.broken, 0U);
    EXPECT_EQ(row.inradius.broken, 0U);
    EXPECT_EQ(row.thesis.broken, 0U);
    EXPECT_LE(row.thesis.met, row.cases);
    inradius_met += row.inradius.met;
    thesis_met += row.thesis.met;
  }
  EXPECT_GT(inradius_met, 0U);
  EXPECT_GT(thesis_met, 0U);
}

/// CGAL's default pricing comes back to one basis for ever in the second case.
TEST(Audit, EndsWhereManyFacetsMeetInACorner) {
  for (const char* id : {"high-valence-64:10:5", "high-valence-64:10:6"}) {
    SCOPED_TRACE(id);
    const Pair pair = make_case(id).value().pair;
    EXPECT_EQ(solve_ratio_program(pair), Oracle().solve(pair).ratio->rho);
  }
}

TEST(Audit, TotalsDoNotDependOnJobs) {
  const std::vector<AuditRow> one = audit(4, 1);
  const std::vector<AuditRow> two = audit(4, 2);
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_TRUE(one[i] == two[i]) << one[i].family;
}

/// What the routes say of a case.
struct Truths {
  /// Two 2 x 2 x 2 boxes, B moved along x by `x` and a little aside: phi = x - 2 and one direction.
  explicit Truths(double x) : Truths(boxes(x)) {}
  explicit Truths(Case what) : c(std::move(what)) {
    fast = oracle.solve(c.pair);
    slow = solve_explicit(c.pair, &R_K_squared);
    rho = solve_ratio_program(c.pair);
  }
  static Case boxes(double x) {
    const PolytopePtr box = make_box(Vec3(1, 1, 1));
    return {"boxes", {}, {}, {box, Pose{}, box, {Mat3::Identity(), Vec3(x, 0.125, 0.25)}}};
  }
  AuditRow audit() { return audit_truths(c, fast, slow, R_K_squared, rho); }

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
    EXPECT_TRUE(t.audit().clean());
    EXPECT_EQ(t.audit().phi_agree, 1U);
    const Truth right = t.slow;
    const auto expect_caught = [&t, &right] {
      const AuditRow row = t.audit();
      EXPECT_EQ(row.phi_agree, 0U);
      EXPECT_FALSE(row.clean());
      EXPECT_EQ(row.ids, std::vector<std::string>{"boxes"});
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
  t.c.pair = {level, Pose{}, upright, Pose{}};
  t.c.pair.X_WB.t = Vec3(1, 0, 0);
  t.fast = t.oracle.solve(t.c.pair);
  t.slow = solve_explicit(t.c.pair);
  t.rho = solve_ratio_program(t.c.pair);
  ASSERT_EQ(t.fast.sign, 0);
  EXPECT_EQ(t.audit().phi_agree, 1U);
  t.slow.directions.front()[0] += Rational(1, 1'000'000'000);
  EXPECT_EQ(t.audit().phi_agree, 0U);
}

TEST(Audit, FalsifiedRatioIsCounted) {
  Truths t(3);
  *t.rho += Rational(1, 1'000'000'000);
  EXPECT_EQ(t.audit().ratio_checked, 1U);
  EXPECT_EQ(t.audit().ratio_agree, 0U);
  t.rho.reset();
  EXPECT_EQ(t.audit().ratio_checked, 1U);
  EXPECT_EQ(t.audit().ratio_agree, 0U);
  EXPECT_FALSE(t.audit().clean());
}

TEST(Audit, BrokenBoundsAreCounted) {
  // D = |(x, 1/8, 1/4)|, R_K = 2, eps = 1: each bound by a rho on its wrong side.
  for (const double x : {1.5, 3.0}) {
    SCOPED_TRACE(x);
    Truths t(x);
    EXPECT_EQ(t.audit().distance, (BoundCount{1, 0}));
    EXPECT_EQ(t.audit().inradius, (BoundCount{1, 0}));
    EXPECT_EQ(t.audit().thesis, (BoundCount{1, 0}));
    const Rational rho = t.fast.ratio->rho;
    t.fast.ratio->rho = rho / 4;
    EXPECT_EQ(t.audit().distance, (BoundCount{1, 1}));
    EXPECT_EQ(t.audit().inradius, (BoundCount{1, 0}));
    t.fast.ratio->rho = rho * 4;
    EXPECT_EQ(t.audit().distance, (BoundCount{1, 0}));
    EXPECT_EQ(t.audit().inradius, (BoundCount{1, 1}));
    EXPECT_EQ(t.audit().thesis, (BoundCount{1, 1}));
    EXPECT_FALSE(t.audit().clean());
  }
}

TEST(Audit, TheInradiusIsThatOfTheExactInteriorPoints) {
  // R_K is as small as the rounding of x_A and x_B here, so B cannot be moved by a rounded x_A -
  // x_B.
  for (const char* id :
       {"denormal:42:42", "denormal:42:44", "denormal:42:65", "denormal:42:69", "denormal:42:83",
        "denormal:42:88", "denormal:42:94", "denormal:42:95", "boundary-interior-point:42:37"}) {
    const AuditRow row = Truths(make_case(id).value()).audit();
    EXPECT_TRUE(row.clean()) << id;
    EXPECT_EQ(row.distance.met, 1U) << id;
  }
}

TEST(Audit, InradiiThatAreTooLargeBreakTheThesisBeyondWhatRoundingMayAdd) {
  // 2 eps is 2 but for what rounding and merging may have added to the inradii of 1.
  Truths t(3);
  t.R_K_squared = 4 - Rational(1, 1'000'000'000'000);
  EXPECT_EQ(t.audit().thesis, (BoundCount{1, 0}));
  t.R_K_squared = Rational(399, 100);
  EXPECT_EQ(t.audit().thesis, (BoundCount{1, 1}));
  EXPECT_FALSE(t.audit().clean());
}

TEST(Audit, TheThesisIsNotAskedWhereAnInradiusMayBeAllRounding) {
  Truths t(3);
  PolytopeInput input;
  input.vertices = t.c.pair.A->vertices();
  input.interior_point = Vec3(0, 0, 1 - 1e-15);
  t.c.pair.A = make_polytope(input).value();
  ASSERT_GT(t.c.pair.A->inradius(), 0);
  EXPECT_EQ(t.audit().thesis, (BoundCount{0, 0}));
}

}  // namespace
}  // namespace touchstone
