// SPDX-License-Identifier: GPL-3.0-or-later
// The registered contact methods, held to the conditions, and to the contract of ContactMethod.
#include "harness/contact_conditions/contact_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "geometry/shapes.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/check/tests/family_sources.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

CheckReport check(const std::vector<std::string>& methods, const std::vector<std::string>& families,
                  std::uint64_t cases, int jobs = 2) {
  ContactCheckOptions options;
  static_cast<CheckOptions&>(options) = check_options(families, cases, jobs);
  for (const std::string& name : methods) options.methods.push_back(find_contact_row(name));
  return check_contacts(options);
}

const ClaimCounts& tally(const CheckReport& report, std::size_t row, const char* condition) {
  return report.rows.at(row).claim(condition);
}

std::string first(const ClaimCounts& tally) {
  return tally.first.empty() ? "" : tally.first.front().id + ": " + tally.first.front().why;
}

TEST(ContactCheck, OursMeetsEveryConditionOnHardFamilies) {
  const std::vector<std::string> families = {"random-boxes",
                                             "kissing-face-face-rotated",
                                             "kissing-edge-edge-parallel-rotated",
                                             "random-hulls-32-deep",
                                             "coincident",
                                             "plates-needles",
                                             "flat-facets",
                                             "near-duplicate-vertices",
                                             "scale-1e6",
                                             "far-1e6",
                                             "motion-kissing"};
  const CheckReport report = check({"certified"}, families, 200);
  EXPECT_TRUE(report.as_expected());
  for (std::size_t row = 0; row < families.size(); ++row) {
    EXPECT_EQ(report.rows[row].cases, 200U);
    EXPECT_EQ(report.rows[row].unanswered, 0U) << families[row];
    for (const char* const condition : {"N1", "P1", "P2"}) {
      const ClaimCounts& t = tally(report, row, condition);
      EXPECT_EQ(t.violated, 0U) << first(t);
      // P1 is left open where doubles do not tell what n supports.
      EXPECT_GE(t.held, std::string(condition) == "P1" ? 198U : 200U)
          << families[row] << " " << condition;
    }
  }
  EXPECT_EQ(tally(report, 10, "N2").held, 199U);
}

TEST(ContactCheck, OursMeetsEveryConditionWhereOneBodyIsAThousandMillionTimesTheOther) {
  const std::vector<std::string> families = {"scale-1e9", "scale-1e12"};
  const CheckReport report = check({"certified"}, families, 300);
  EXPECT_TRUE(report.as_expected());
  for (std::size_t row = 0; row < families.size(); ++row) {
    EXPECT_EQ(report.rows[row].unanswered, 0U) << families[row];
    for (const char* const condition : {"N1", "P1", "P2"}) {
      const ClaimCounts& t = tally(report, row, condition);
      EXPECT_EQ(t.violated, 0U) << first(t);
      EXPECT_EQ(t.held, 300U) << families[row] << " " << condition;
    }
  }
}

ContactData data_of(const ContactMethod& method, const Pair& pair) {
  ContactData data;
  const auto A = method.prepare(*pair.A);
  const auto B = method.prepare(*pair.B);
  const auto workspace = method.make_workspace();
  method.find(*A, pair.X_WA, *B, pair.X_WB, -std::numeric_limits<double>::infinity(), *workspace,
              data);
  return data;
}

TEST(ContactCheck, FarFromTheOriginPointsAreHeldToTheirLastPlaces) {
  // The side of B across A's face ends where no double of this place is.
  Pair pair{make_box({0.3, 0.4, 0.5}), {}, nullptr, {}};
  PolytopeInput roof;
  roof.vertices = {
      {0, 0, -1.05}, {0.7, 0.1, -0.9}, {-0.3, 0.6, -0.9}, {-0.2, -0.7, -0.93}, {0.1, 0.2, -3}};
  pair.B = make_polytope(roof).value();
  const auto method = find_contact_row("certified")->make(registered_metric);
  for (const double far : {1.0, 1e5, 1e10, 3e10, 1e11, 1e12, 1e13}) {
    SCOPED_TRACE(far);
    pair.X_WA.t = pair.X_WB.t = Vec3(far, far / 3, far / 7);
    const TruthOnDemand truth = Oracle().solve(pair, false);
    const ContactConditions conditions(pair, truth, kDefaultTolerance);
    ContactData data = data_of(*method, pair);
    EXPECT_EQ(data.manifold_points, 2);
    EXPECT_TRUE(conditions.p1(data).held) << conditions.p1(data).why;
    EXPECT_TRUE(conditions.p2(data, -std::numeric_limits<double>::infinity()).held);
    data.points.resize(1);
    data.manifold_points = 1;
    EXPECT_FALSE(conditions.p1(data).held);
  }
}

TEST(ContactCheck, KnownBadMethodsAreSeenToBeBad) {
  const CheckReport report = check({"center_normals", "triangle_normals"}, {"random-boxes"}, 100);
  EXPECT_TRUE(report.as_expected());
  EXPECT_GT(tally(report, 0, "P1").violated, 50U);
  EXPECT_GT(tally(report, 1, "N1").violated, 10U);
  // A good method that were as bad would be noticed, and so would a bad one that is not.
  CheckReport good = report;
  good.rows[0].subject.known_bad.clear();
  EXPECT_FALSE(good.as_expected());
  CheckReport repaired = report;
  repaired.rows[1].claim("N1").violated = 0;
  EXPECT_FALSE(repaired.as_expected());
}

/// What check() would report of a method that gives no answer to `unanswered` of its cases.
CheckReport silent(const std::string& method, std::uint64_t unanswered) {
  CheckReport report = check({method}, {"random-boxes"}, 40);
  EXPECT_TRUE(report.as_expected());
  CheckRow& row = report.rows[0];
  row.unanswered = unanswered;
  for (const char* const condition : {"N1", "P1", "P2"}) {
    row.claim(condition).held = row.cases - unanswered;
  }
  return report;
}

TEST(ContactCheck, AMethodThatAnswersNothingIsNotAsExpected) {
  EXPECT_TRUE(silent("vclip_sat", 39).as_expected());
  const auto reasons = silent("vclip_sat", 40).unexpected();
  ASSERT_EQ(reasons.size(), 3U);
  EXPECT_EQ(reasons[0], "vclip_sat was not seen to meet N1 in any case (40 of 40 unanswered)");
  // N2 is asked for as soon as a motion was looked at.
  CheckReport motion = check({"vclip_sat"}, {"motion-boxes"}, 20);
  EXPECT_TRUE(motion.as_expected());
  ClaimCounts& n2 = motion.rows[0].claim("N2");
  n2.not_applicable += std::exchange(n2.held, 0);
  EXPECT_EQ(motion.unexpected().size(), 1U);
}

TEST(ContactCheck, TheDefaultMethodHasToAnswerEverything) {
  EXPECT_TRUE(silent("certified", 0).as_expected());
  const auto reasons = silent("certified", 1).unexpected();
  ASSERT_EQ(reasons.size(), 1U);
  EXPECT_EQ(reasons[0], "certified leaves 1 of 40 cases unanswered");
}

TEST(ContactCheck, TheNumberOfJobsChangesNothing) {
  const std::vector<std::string> families = {"motion-through", "kissing-vertex-face"};
  EXPECT_EQ(check({"vclip_sat", "triangle_normals"}, families, 60, 1).rows,
            check({"vclip_sat", "triangle_normals"}, families, 60, 3).rows);
}

TEST(ContactCheck, KeepsTheFirstViolations) {
  const CheckReport report = check({"triangle_normals"}, {"random-boxes"}, 40);
  const CheckRow& row = report.rows.at(0);
  EXPECT_EQ(row.subject.known_bad, "N1");
  EXPECT_EQ(row.claim("N2").not_applicable, 0U);
  const ClaimCounts& n1 = row.claim("N1");
  EXPECT_GT(n1.violated, 0U);
  ASSERT_EQ(n1.first.size(), std::min<std::size_t>(n1.violated, kFirstViolations));
  EXPECT_EQ(n1.first.front().id.rfind("random-boxes:42:", 0), 0U);
  EXPECT_NE(n1.first.front().why, "");
}

TEST(ContactCheck, BodiesTooLargeForAMetricAreLeftOutAndSaid) {
  const CheckReport report = check({"vclip_sat"}, {"unequal"}, 1);
  ASSERT_EQ(report.not_run.size(), 1U);
  EXPECT_EQ(report.rows[0].cases, 0U);
}

/// Every row of the registry, whatever its normals are worth.
class EveryContactMethod : public testing::TestWithParam<std::string> {};

TEST_P(EveryContactMethod, GivesDataThatAgreesWithItself) {
  const ContactRow& row = *find_contact_row(GetParam());
  const auto method = row.make(registered_metric);
  ASSERT_NE(method, nullptr);
  const bool one_normal = row.make_events == nullptr;
  int answered = 0;
  for (const char* family : {"random-boxes", "kissing-edge-face", "random-hulls-16-shallow"}) {
    for (std::uint64_t index = 0; index < 40; ++index) {
      const Case c = make_case(*find_family(family), 42, index);
      SCOPED_TRACE(c.id);
      const auto A = method->prepare(*c.pair().A);
      const auto B = method->prepare(*c.pair().B);
      const auto workspace = method->make_workspace();
      ContactData data;
      const auto find = [&](double reach) {
        method->find(*A, c.pair().X_WA, *B, c.pair().X_WB, reach, *workspace, data);
      };
      find(-std::numeric_limits<double>::infinity());
      if (!data.answered) {
        EXPECT_FALSE(data.note.empty());
        EXPECT_TRUE(data.points.empty());
        continue;
      }
      ++answered;
      EXPECT_NEAR(data.normal.norm(), 1, 1e-12);
      const auto alone = data.points;
      ASSERT_EQ(static_cast<std::size_t>(data.manifold_points), alone.size());
      ASSERT_GE(data.manifold_points, 1);
      EXPECT_EQ(data.manifold, data.manifold_points == 1   ? ManifoldKind::point
                               : data.manifold_points == 2 ? ManifoldKind::segment
                                                           : ManifoldKind::polygon);
      for (const ContactPoint& p : alone) {
        EXPECT_NEAR(p.normal.norm(), 1, 1e-12);
        EXPECT_NEAR(p.normal.dot(p.p_WA - p.p_WB), p.gap, 1e-12);
        if (one_normal) {
          EXPECT_EQ(p.normal, data.normal);
          EXPECT_NEAR(p.gap, data.phi, 1e-8);
        }
      }
      // Asked again with look-ahead: the same manifold first, where the pair has one normal.
      const double phi = data.phi;
      find(phi + 0.1);
      EXPECT_NEAR(data.phi, phi, 1e-14);
      ASSERT_GE(data.points.size(), alone.size());
      for (std::size_t i = 0; i < alone.size() && one_normal; ++i) {
        EXPECT_NEAR((data.points[i].p_WA - alone[i].p_WA).norm(), 0, 1e-9);
      }
      for (const ContactPoint& p : data.points) EXPECT_LE(p.gap, phi + 0.1 + 1e-12);
      find(phi - 1e-3);
      EXPECT_TRUE(data.points.empty());
      EXPECT_TRUE(data.answered);
    }
  }
  EXPECT_GT(answered, 60);
}

std::vector<std::string> all_methods() {
  std::vector<std::string> names;
  for (const ContactRow& row : contact_registry()) names.push_back(row.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryContactMethod, testing::ValuesIn(all_methods()),
                         [](const auto& method) { return method.param; });

TEST(ContactsOfAMetric, TakeAnyMetricByName) {
  const Case c = make_case(*find_family("random-boxes"), 42, 3);
  const auto contacts = [&](std::string_view metric) {
    return data_of(*make_contacts_of(metric, registered_metric), c.pair());
  };
  const ContactData ours = contacts("certified");
  const ContactData boxes = contacts("box15");
  EXPECT_NEAR(ours.phi, boxes.phi, 1e-14);
  EXPECT_EQ(ours.points.size(), boxes.points.size());
  // The phi of a ratio metric is the gap along its normal, never more than the signed distance.
  const ContactData ratio = contacts("ratio_ray");
  EXPECT_TRUE(ratio.answered);
  EXPECT_LE(ratio.phi, ours.phi + 1e-14);
  EXPECT_EQ(make_contacts_of("no such metric", registered_metric), nullptr);
}

}  // namespace
}  // namespace touchstone
