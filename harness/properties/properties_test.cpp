// SPDX-License-Identifier: GPL-3.0-or-later
// Every property can fail: for each there is a metric, right except for one flaw, that violates it
// and keeps the others. The right ones keep all.
#include "harness/properties/properties.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "geometry/shapes.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::IsEmpty;

enum class Flaw {
  none,
  triangle_normal,  ///< the normal of some facet, not of the one that matters (Yi & Drumwright, 2)
  centre_normal,    ///< from centre to centre (Yi & Drumwright, figure 3)
  frame,            ///< the value depends on where the world's origin is
  axes,             ///< gives up on bodies that are turned
  order,            ///< the value depends on which body comes first
  absolute,         ///< an absolute error in metres
  point_count,      ///< an error that grows with the number of vertices
  drift,            ///< another value at each call
  shallow,          ///< values too near to 0
  swinging_normal,  ///< the normal swings to and fro along a motion
  constant_normal,  ///< no pair changes it
  margin,           ///< the value is that of bodies grown by kMargin together
  one_radius,       ///< an error that grows with the radius of A alone
  half_normal,      ///< not of unit length after a swap
  witnesses         ///< one witness point off its body unless A is at the origin
};

constexpr double kMargin = 0.125;  // [m]

class BodyShape : public Shape {
 public:
  BodyShape(const Polytope& polytope, std::unique_ptr<Shape> made)
      : body(polytope), inner(std::move(made)) {}
  const Polytope& body;
  std::unique_ptr<Shape> inner;
};

class Counter : public Workspace {
 public:
  explicit Counter(std::unique_ptr<Workspace> made) : inner(std::move(made)) {}
  std::unique_ptr<Workspace> inner;
  int calls = 0;
};

/// The explicit Minkowski difference, and one flaw.
template <Flaw kFlaw>
class Flawed : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<BodyShape>(polytope, inner_->prepare(polytope));
  }

  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<Counter>(inner_->make_workspace());
  }

  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    const auto& a = dynamic_cast<const BodyShape&>(A);
    const auto& b = dynamic_cast<const BodyShape&>(B);
    auto& counter = dynamic_cast<Counter&>(workspace);
    ++counter.calls;
    Answer answer = inner_->evaluate(*a.inner, X_WA, *b.inner, X_WB, *counter.inner);
    const double radius = a.body.bounding_radius();
    switch (kFlaw) {
      case Flaw::none:
        break;
      case Flaw::triangle_normal:
        answer.normal = (X_WB.R * b.body.facets().front().normal).normalized();
        break;
      case Flaw::centre_normal:
        answer.normal = (X_WA.t - X_WB.t).normalized();
        break;
      case Flaw::frame:
        answer.value += 1e-4 * X_WA.t.norm();
        break;
      case Flaw::axes:
        if (!X_WA.R.isIdentity(0)) throw std::runtime_error("turned");
        break;
      case Flaw::order:
        answer.value += 1e-4 * radius;
        break;
      case Flaw::absolute:
        answer.value += 1e-4;
        break;
      case Flaw::point_count:
        answer.value += 1e-5 * static_cast<double>(a.body.vertices().size()) *
                        (radius + b.body.bounding_radius());
        break;
      case Flaw::drift:
        answer.value += 1e-5 * counter.calls * radius;
        break;
      case Flaw::shallow:
        answer.value *= 0.9;
        break;
      case Flaw::swinging_normal:
        if (X_WB.t.x() - X_WA.t.x() > 0) {
          const Vec3 n = *answer.normal;
          answer.normal = (n + 0.5 * Vec3(n.y(), n.z(), n.x())).normalized();
        }
        break;
      case Flaw::constant_normal:
        answer.normal = Vec3::UnitZ();
        break;
      case Flaw::margin:
        answer.value -= kMargin;
        break;
      case Flaw::one_radius:
        answer.value += 1e-4 * a.body.radius();
        break;
      case Flaw::half_normal:
        if (!X_WA.R.isIdentity(0)) answer.normal = 0.5 * *answer.normal;
        break;
      case Flaw::witnesses:
        if (!X_WA.t.isZero(0)) answer.witnesses->p_WA += radius * *answer.normal;
        break;
    }
    return answer;
  }

 private:
  std::unique_ptr<Metric> inner_ = find_metric("minkowski")->make();
};

template <Flaw kFlaw>
MetricRow flawed() {
  MetricTraits traits = find_metric("minkowski")->traits;
  traits.claims_exact = false;
  return {"flawed", "right except for one flaw", traits,
          [] { return std::unique_ptr<Metric>(std::make_unique<Flawed<kFlaw>>()); }};
}

CampaignOptions options_for(const MetricRow& metric, std::initializer_list<const char*> families,
                            std::uint64_t count) {
  CampaignOptions options;
  options.metrics = {&metric};
  options.jobs = 2;
  for (const char* name : families) {
    CaseSource source;
    source.family = find_family(name);
    source.name = name;
    source.group = source.family->group;
    source.count = count;
    options.sources.push_back(source);
  }
  return options;
}

std::set<std::string> violated(const PropertyReport& report) {
  std::set<std::string> names;
  for (const CheckRow& row : report.rows) {
    for (const ClaimCounts& property : row.claims) {
      if (property.violated > 0) names.emplace(property.claim);
    }
  }
  return names;
}

template <Flaw kFlaw>
PropertyReport examined(std::initializer_list<const char*> families = {"random-boxes"}) {
  const MetricRow row = flawed<kFlaw>();
  return examine_properties(options_for(row, families, 40), 40);
}

using Names = std::set<std::string>;

TEST(Properties, WithoutAFlawNoneIsViolatedAndEachIsChecked) {
  const PropertyReport report = examined<Flaw::none>({"motion-boxes"});
  EXPECT_THAT(violated(report), IsEmpty());
  for (const ClaimCounts& property : report.rows.front().claims) {
    if (property.claim == "radius") continue;  // of bodies that have one
    EXPECT_GE(property.checked(), 39U) << property.claim;
  }
  EXPECT_TRUE(report.complete);
}

TEST(Properties, PowersOfTwoAndDuplicatesLeaveTheBitsAlone) {
  const PropertyReport report = examined<Flaw::none>();
  const CheckRow& row = report.rows.front();
  EXPECT_EQ(row.claim("scale_two").count("identical").value, 40);
  EXPECT_EQ(row.claim("duplicates").count("identical").value, 40);
}

TEST(Properties, ANormalOfASingleTriangleFailsN1AndContact) {
  const Names names = violated(examined<Flaw::triangle_normal>());
  EXPECT_TRUE(names.count("n1"));
  EXPECT_TRUE(names.count("contact"));
}

TEST(Properties, ANormalFromCentreToCentreMostlyGrowsYetNotAsItShould) {
  const PropertyReport report = examined<Flaw::centre_normal>();
  EXPECT_EQ(violated(report), (Names{"n1", "contact"}));
  const ClaimCounts& n1 = report.rows.front().claim("n1");
  EXPECT_GE(n1.violated, 30U);
  EXPECT_LE(n1.count("falling").value, 10);
  EXPECT_EQ(n1.first.front().why.substr(0, 7), "off by ");
}

TEST(Properties, AValueThatDependsOnTheFrameFailsMotions) {
  const Names names = violated(examined<Flaw::frame>());
  EXPECT_TRUE(names.count("rigid"));
  EXPECT_TRUE(names.count("translation"));
  EXPECT_FALSE(names.count("representation"));
  EXPECT_FALSE(names.count("duplicates"));
}

TEST(Properties, ALostAnswerIsAViolation) {
  const PropertyReport report = examined<Flaw::axes>();
  EXPECT_EQ(violated(report), (Names{"rigid", "swap"}));
  const ClaimCounts& rigid = report.rows.front().claim("rigid");
  EXPECT_EQ(rigid.count("lost").value, 40);
  EXPECT_EQ(rigid.first.front().why, "no second answer of the same kind");
}

TEST(Properties, AValueThatDependsOnTheOrderFailsSwapAlone) {
  // A constant error of one pair is out of the reach of contact and N1.
  EXPECT_EQ(violated(examined<Flaw::order>({"random-hulls-8-shallow"})), (Names{"swap"}));
}

TEST(Properties, AnAbsoluteErrorFailsOtherUnits) {
  EXPECT_EQ(violated(examined<Flaw::absolute>()), (Names{"scale_two", "scale", "contact"}));
}

TEST(Properties, AnErrorThatGrowsWithThePointsFailsRepresentation) {
  EXPECT_EQ(violated(examined<Flaw::point_count>()), (Names{"representation", "contact"}));
}

TEST(Properties, ADriftingValueFailsDuplicatesToo) {
  const PropertyReport report = examined<Flaw::drift>();
  EXPECT_TRUE(violated(report).count("duplicates"));
  EXPECT_EQ(report.rows.front().claim("duplicates").count("identical").value, 0);
}

TEST(Properties, AnErrorThatGrowsWithOneRadiusFailsRadius) {
  const std::initializer_list<const char*> families = {"rounded-boxes", "capsules-parallel"};
  for (const CheckRow& row : examined<Flaw::none>(families).rows) {
    EXPECT_EQ(row.claim("radius").violated, 0U) << row.family;
  }
  const PropertyReport report = examined<Flaw::one_radius>({"rounded-boxes"});
  const ClaimCounts& radius = report.rows.front().claim("radius");
  EXPECT_GE(radius.checked(), 30U);
  EXPECT_GE(radius.violated, 20U);
  EXPECT_EQ(report.rows.front().claim("duplicates").violated, 0U);
}

TEST(Properties, AConstantNormalFailsSwapAndMotionsOfBodiesWithARadiusToo) {
  for (const char* family : {"random-boxes", "rounded-boxes"}) {
    const Names names = violated(examined<Flaw::constant_normal>({family}));
    EXPECT_TRUE(names.count("swap")) << family;
    EXPECT_TRUE(names.count("rigid")) << family;
  }
}

TEST(Properties, AnOffsetDoesNotGrowWithTheBodies) {
  MetricRow row = flawed<Flaw::margin>();
  row.traits.offset = kMargin;
  const auto names = violated(examine_properties(options_for(row, {"random-boxes"}, 40), 40));
  EXPECT_THAT(names, IsEmpty());
  EXPECT_THAT(violated(examined<Flaw::margin>()), testing::Contains("scale"));
}

TEST(Properties, AValueTooNearToZeroFailsContactAndN1) {
  const PropertyReport report = examined<Flaw::shallow>();
  EXPECT_EQ(violated(report), (Names{"contact", "n1"}));
}

TEST(Properties, ANormalOfAnotherLengthOrWitnessPointsOffTheBodiesAreViolations) {
  const Names half = violated(examined<Flaw::half_normal>());
  EXPECT_TRUE(half.count("rigid"));
  EXPECT_FALSE(half.count("translation"));
  const Names off = violated(examined<Flaw::witnesses>());
  EXPECT_TRUE(off.count("translation"));
  EXPECT_TRUE(off.count("rigid"));
}

TEST(Properties, ASwingingNormalJumpsWithoutAReason) {
  const MetricRow row = flawed<Flaw::swinging_normal>();
  CampaignOptions options = options_for(row, {"motion-boxes"}, 1000);
  const PropertyReport report = examine_properties(options, 1);
  const CheckRow& found = report.rows.front();
  const ClaimCounts& n2 = found.claim("n2");
  EXPECT_EQ(n2.checked(), 999U);
  EXPECT_EQ(n2.violated, 1U);
  EXPECT_EQ(found.count("unexplained").value, 1);
  EXPECT_EQ(report.jumps.front().cause, JumpCause::unexplained);
}

TEST(Properties, TheSameWhateverTheNumberOfJobs) {
  const MetricRow row = flawed<Flaw::centre_normal>();
  CampaignOptions options = options_for(row, {"random-boxes", "motion-hulls"}, 60);
  options.jobs = 1;
  const std::string alone = property_report_fields().row(examine_properties(options, 30));
  options.jobs = 3;
  EXPECT_EQ(property_report_fields().row(examine_properties(options, 30)), alone);
  const auto json = nlohmann::json::parse(alone);
  ASSERT_EQ(json.at("results").size(), 2U);
  const auto& n1 = json["results"][0]["claims"][static_cast<std::size_t>(Property::n1)];
  EXPECT_EQ(n1.at("claim"), "n1");
  EXPECT_EQ(
      n1.at("held").get<int>() + n1.at("violated").get<int>() + n1.at("not_applicable").get<int>(),
      30);
  EXPECT_EQ(n1.at("first").size(), 10U);
  EXPECT_EQ(n1.at("counts")[0]["count"], kBeyondOwn);
}

TEST(Properties, OnlyWhatClaimsToBeExactIsJudged) {
  MetricRow row = flawed<Flaw::order>();
  EXPECT_TRUE(examine_properties(options_for(row, {"random-boxes"}, 5), 5).as_expected());
  row.traits.claims_exact = true;
  EXPECT_FALSE(examine_properties(options_for(row, {"random-boxes"}, 5), 5).as_expected());
}

/// Every row on a few cases of every family that it runs on.
TEST(Properties, WhatClaimsToBeExactKeepsAllOnEveryFamily) {
  for (const MetricRow& metric : metric_registry()) {
    if (!metric.traits.claims_exact) continue;
    CampaignOptions options;
    options.metrics = {&metric};
    options.jobs = 2;
    for (const Family& family : family_registry()) {
      CaseSource source;
      source.family = &family;
      source.name = family.name;
      source.group = family.group;
      source.count = 12;
      options.sources.push_back(source);
    }
    const PropertyReport report = examine_properties(options, 2);
    for (const CheckRow& row : report.rows) {
      for (const ClaimCounts& property : row.claims) {
        EXPECT_EQ(property.violated, 0U)
            << metric.name << " on " << row.family << ", " << property.claim << ": "
            << property.first.front().id << " by " << property.first.front().rank;
      }
    }
  }
}

/// Turned or scaled, bodies so far apart are where the next doubles are, sizes away: what that
/// moves is more than any allowance, also where rho rounds to 1.
TEST(Properties, NothingIsStatedOfBodiesThatRoundingMovesByTheirSize) {
  CampaignOptions options;
  options.metrics = {find_metric("ratio_ray")};
  CaseSource source;
  source.name = "file:far";
  Random random(20261126);
  for (const double distance : {1e3, 1e10, 1e15, 1e16, 1e17, 1e20, 1e30, 1e40}) {
    for (int i = 0; i < 4; ++i) {
      Pair pair{make_random_sphere_hull(random, 8), Pose{}, make_box(Vec3(1, 1, 1)), Pose{}};
      pair.X_WB = Pose{random.rotation(), distance * random.unit_vector()};
      source.cases.push_back({"far:" + std::to_string(source.cases.size()), source.name, "", pair});
    }
  }
  source.count = source.cases.size();
  options.sources = {source};
  const PropertyReport report = examine_properties(options, source.count);
  std::uint64_t checked = 0;
  for (const ClaimCounts& property : report.rows.front().claims) {
    EXPECT_EQ(property.violated, 0U) << property.claim;
    checked += property.checked();
  }
  EXPECT_GE(checked, 100U);
}

}  // namespace
}  // namespace touchstone
