// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/metric_contacts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "contact/contact_samples.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr double kPi = 3.14159265358979323846;

std::unique_ptr<ContactMethod> exact_contacts() {
  return make_metric_contacts(std::make_unique<OracleMetric>());
}

ContactData contact_of(const Pair& pair, double reach = kNoLookAhead) {
  return find_contact(*exact_contacts(), pair, reach);
}

/// A's box on B's, both along the axes, A's centre at p.
Pair stacked(const Vec3& half_A, const Vec3& p, const Vec3& half_B) {
  Pair pair{make_box(half_A), Pose{}, make_box(half_B), Pose{}};
  pair.X_WA.t = p;
  return pair;
}

Mat3 rotate(const Vec3& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

/// The points' x and y on A, sorted.
std::vector<std::array<double, 2>> places(const ContactData& data) {
  std::vector<std::array<double, 2>> all;
  for (const ContactPoint& p : data.points) all.push_back({p.p_WA.x(), p.p_WA.y()});
  std::sort(all.begin(), all.end());
  return all;
}

void expect_places(const ContactData& data, std::vector<std::array<double, 2>> expected,
                   double tolerance) {
  ASSERT_TRUE(data.answered) << data.note;
  std::sort(expected.begin(), expected.end());
  const auto found = places(data);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i][0], expected[i][0], tolerance) << "point " << i;
    EXPECT_NEAR(found[i][1], expected[i][1], tolerance) << "point " << i;
  }
}

void expect_consistent(const ContactData& data, double tolerance) {
  for (const ContactPoint& p : data.points) {
    EXPECT_NEAR(data.normal.dot(p.p_WA - p.p_WB), p.gap, tolerance);
    EXPECT_NEAR((p.p_WA - p.p_WB).cross(data.normal).norm(), 0, tolerance);
  }
}

TEST(MetricContacts, TakesWitnessPointsUpToTheFarthestABodyMayReach) {
  Answer answer;
  answer.status = AnswerStatus::answered;
  answer.value = 1;
  answer.normal = Vec3::UnitX();
  const auto fault_at = [&answer](const Vec3& p) {
    answer.witnesses = WitnessPoints{p, Vec3::Zero()};
    return why_no_contact(answer);
  };
  // A vertex at 1e60 in each coordinate, turned onto an axis and moved by 1e60 along it.
  EXPECT_EQ(fault_at(Vec3(0, 0, (1 + std::sqrt(3)) * 1e60)), nullptr);
  EXPECT_NE(fault_at(Vec3(0, 0, 3.01e60)), nullptr);
  EXPECT_NE(fault_at(Vec3(0, std::numeric_limits<double>::quiet_NaN(), 1)), nullptr);
}

TEST(MetricContacts, FaceOnFaceGivesTheCommonRectangleAtEveryScaleAndDepth) {
  for (const double scale : {1e-3, 1.0, 1e3}) {
    for (const double phi : {-0.1, -1e-12, 0.0, 1e-9, 0.05}) {
      SCOPED_TRACE("scale " + std::to_string(scale) + ", phi " + std::to_string(phi));
      const Pair pair =
          stacked(scale * Vec3(1, 1, 1), scale * Vec3(0.5, 0.25, 2 + phi), scale * Vec3(1, 1, 1));
      const ContactData data = contact_of(pair);
      EXPECT_EQ(data.manifold, ManifoldKind::polygon);
      EXPECT_EQ(data.manifold_points, 4);
      EXPECT_NEAR(data.phi, scale * phi, 1e-15 * scale);
      EXPECT_NEAR(data.plane_point_W.z(), scale * (1 + phi / 2), 1e-14 * scale);
      expect_places(data,
                    {{-0.5 * scale, -0.75 * scale},
                     {scale, -0.75 * scale},
                     {scale, scale},
                     {-0.5 * scale, scale}},
                    1e-14 * scale);
      expect_consistent(data, 1e-14 * scale);
      for (const ContactPoint& p : data.points) EXPECT_NEAR(p.gap, scale * phi, 1e-14 * scale);
    }
  }
}

TEST(MetricContacts, EqualBoxesShareTheWholeFace) {
  const ContactData data = contact_of(stacked(Vec3(1, 1, 1), Vec3(0, 0, 2), Vec3(1, 1, 1)));
  expect_places(data, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, 1e-15);
}

TEST(MetricContacts, FacesTurnedByAnEighthShareAnOctagon) {
  Pair pair = stacked(Vec3(1, 1, 1), Vec3(0, 0, 2), Vec3(1, 1, 1));
  pair.X_WA.R = rotate(Vec3::UnitZ(), kPi / 4);
  const ContactData data = contact_of(pair);
  EXPECT_EQ(data.manifold, ManifoldKind::polygon);
  EXPECT_EQ(data.manifold_points, 8);
}

TEST(MetricContacts, AnEdgeOverAFaceIsCutByItsOutline) {
  Pair pair = stacked(Vec3(3, 1, 1), Vec3(2, 0.5, 1 + std::sqrt(2.0)), Vec3(1, 1, 1));
  pair.X_WA.R = rotate(Vec3::UnitX(), kPi / 4);
  const ContactData data = contact_of(pair);
  EXPECT_EQ(data.manifold, ManifoldKind::segment);
  expect_places(data, {{-1, 0.5}, {1, 0.5}}, 1e-14);
}

TEST(MetricContacts, AVertexOverAFaceIsOnePoint) {
  Pair pair = stacked(Vec3(1, 1, 1), Vec3(0.25, 0.5, 4), Vec3(2, 2, 2));
  const Mat3 up =
      Eigen::Quaterniond::FromTwoVectors(Vec3(1, 1, 1), Vec3::UnitZ()).toRotationMatrix();
  pair.X_WA.R = up;
  const ContactData data = contact_of(pair);
  EXPECT_EQ(data.manifold, ManifoldKind::point);
  EXPECT_NEAR(data.phi, 2 - std::sqrt(3.0), 1e-15);
  expect_places(data, {{0.25, 0.5}}, 1e-14);
}

TEST(MetricContacts, CrossingEdgesMeetInOnePointAndParallelOnesInASegment) {
  Pair pair = stacked(Vec3(1, 1, 1), Vec3(0.1, 0.2, 2 * std::sqrt(2.0) + 0.01), Vec3(1, 1, 1));
  pair.X_WA.R = rotate(Vec3::UnitX(), kPi / 4);
  pair.X_WB.R = rotate(Vec3::UnitY(), kPi / 4);
  const ContactData crossing = contact_of(pair);
  EXPECT_EQ(crossing.manifold, ManifoldKind::point);
  expect_places(crossing, {{0, 0.2}}, 1e-14);

  pair.X_WB.R = pair.X_WA.R;
  pair.X_WA.t.y() = 0;
  const ContactData parallel = contact_of(pair);
  EXPECT_EQ(parallel.manifold, ManifoldKind::segment);
  expect_places(parallel, {{-0.9, 0}, {1, 0}}, 1e-14);
}

TEST(MetricContacts, ABoxTiltedByABillionthKeepsItsFourPointsWithinReach) {
  for (const double tilt : {1e-9, 1e-8, 1e-7}) {
    for (const double lift : {-1e-4, 0.0, 1e-8}) {
      SCOPED_TRACE(std::to_string(tilt) + " " + std::to_string(lift));
      Pair pair = stacked(Vec3(0.5, 0.5, 0.5), Vec3(1, 2, 1 + lift), Vec3(10, 10, 0.5));
      pair.X_WA.R = rotate(Vec3(1, 0.3, 0), tilt);
      const ContactData data = contact_of(pair, 1e-6);
      expect_places(data, {{0.5, 1.5}, {1.5, 1.5}, {0.5, 2.5}, {1.5, 2.5}}, 1e-6);
      expect_consistent(data, 1e-14);
      // Each with the gap that its corner has.
      for (const ContactPoint& p : data.points) EXPECT_NEAR(p.gap, p.p_WA.z() - 0.5, 1e-14);
      double least = 1;
      for (const ContactPoint& p : data.points) least = std::min(least, p.gap);
      EXPECT_NEAR(least, data.phi, 1e-14);
    }
  }
}

TEST(MetricContacts, ABoxOnASlightlyTiltedSmallerOneSharesThePointsOfBothFaces) {
  // Corners of either within the other's outline, and crossings of sides: an octagon in all.
  Pair pair = stacked(Vec3(1, 1, 1), Vec3(0, 0, 2), Vec3(1.1, 1.1, 1));
  pair.X_WA.R = rotate(Vec3::UnitZ(), kPi / 4) * rotate(Vec3::UnitX(), 1e-5);
  const ContactData data = contact_of(pair, 1e-3);
  EXPECT_EQ(data.points.size(), 8U);
  expect_consistent(data, 1e-14);
}

TEST(MetricContacts, TheNextEdgeOfAWheelIsReportedBeforeItLands) {
  const int sides = 16;
  Pair pair{make_prism(sides, 1, 0.25), Pose{}, make_box(Vec3(5, 5, 1)), Pose{}};
  // Axis along y; an edge straight below, then rolled a little about it.
  Mat3 axis;
  axis << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  const double rolled = 0.05;
  pair.X_WA.R = rotate(Vec3::UnitY(), rolled) * axis;
  // The edge below is at angle `rolled` behind; its height is that of cos.
  pair.X_WA.t = Vec3(0, 0, 1 + std::cos(rolled));
  const ContactData alone = contact_of(pair);
  ASSERT_EQ(alone.points.size(), 2U);
  const double next = 2 * kPi / sides - rolled;
  const double gap = std::cos(rolled) - std::cos(next);
  EXPECT_EQ(contact_of(pair, 0.99 * gap).points.size(), 2U);
  const ContactData ahead = contact_of(pair, 1.01 * gap);
  ASSERT_EQ(ahead.points.size(), 4U);
  EXPECT_EQ(ahead.manifold_points, 2);
  for (std::size_t i = 2; i < 4; ++i) {
    EXPECT_NEAR(ahead.points[i].gap, gap, 1e-14);
    EXPECT_NEAR(std::abs(ahead.points[i].p_WA.x()), std::sin(next), 1e-14);
  }
}

TEST(MetricContacts, ASphereOnItsPoleSeesTheRingAroundIt) {
  Pair pair{make_uv_sphere(32, 32), Pose{}, make_box(Vec3(2, 2, 1)), Pose{}};
  pair.X_WA.t = Vec3(0.1, 0.2, 2);
  const double ring = 1 - std::cos(kPi / 32);
  const ContactData pole = contact_of(pair, 0.99 * ring);
  ASSERT_EQ(pole.points.size(), 1U);
  EXPECT_EQ(pole.manifold, ManifoldKind::point);
  const ContactData both = contact_of(pair, 1.01 * ring);
  ASSERT_EQ(both.points.size(), 33U);
  EXPECT_EQ(both.manifold_points, 1);
  for (std::size_t i = 1; i < both.points.size(); ++i) EXPECT_NEAR(both.points[i].gap, ring, 1e-14);
  // Exchanging the bodies changes nothing.
  std::swap(pair.A, pair.B);
  std::swap(pair.X_WA, pair.X_WB);
  EXPECT_EQ(contact_of(pair, 1.01 * ring).points.size(), 33U);
}

TEST(MetricContacts, NoPointsAreGivenBeyondReach) {
  const Pair pair = stacked(Vec3(1, 1, 1), Vec3(0, 0, 2.5), Vec3(1, 1, 1));
  const ContactData far = contact_of(pair, 0.49);
  EXPECT_TRUE(far.answered);
  EXPECT_EQ(far.phi, 0.5);
  EXPECT_TRUE(far.points.empty());
  EXPECT_EQ(far.manifold, ManifoldKind::none);
  EXPECT_EQ(contact_of(pair, 0.51).points.size(), 4U);
  EXPECT_EQ(contact_of(pair).points.size(), 4U);
}

TEST(MetricContacts, PointsNearerThanAMillionthAreOne) {
  // Overlaps of 5e-7 m by 1 m, and by 5e-7 m; of a box of a millimetre the part counts.
  expect_places(contact_of(stacked(Vec3(1, 1, 1), Vec3(2 - 5e-7, 0, 2), Vec3(1, 1, 1))),
                {{1, -1}, {1, 1}}, 1e-6);
  EXPECT_EQ(
      contact_of(stacked(Vec3(1, 1, 1), Vec3(2 - 5e-7, 2 - 5e-7, 2), Vec3(1, 1, 1))).points.size(),
      1U);
  EXPECT_EQ(contact_of(
                stacked(Vec3(1e-3, 1e-3, 1e-3), Vec3(2e-3 - 5e-7, 0, 2e-3), Vec3(1e-3, 1e-3, 1e-3)))
                .points.size(),
            4U);
}

/// A metric that knows the sign alone.
class SignOnly final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<Shape>();
  }
  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    Answer answer;
    answer.status = AnswerStatus::sign_only;
    answer.sign = -1;
    return answer;
  }
};

TEST(MetricContacts, TheSecondMetricIsAskedWhereTheFirstHasNoValue) {
  const Pair pair = stacked(Vec3(1, 1, 1), Vec3(0, 0, 1.5), Vec3(1, 1, 1));
  const auto both =
      make_metric_contacts(std::make_unique<SignOnly>(), std::make_unique<OracleMetric>());
  EXPECT_EQ(find_contact(*both, pair, 0).points.size(), 4U);
  const auto alone = make_metric_contacts(std::make_unique<SignOnly>());
  const ContactData data = find_contact(*alone, pair, 0);
  EXPECT_FALSE(data.answered);
  EXPECT_EQ(data.note, "the metric knows the sign only");
}

/// A metric that gives one distance and the normal up, and says nothing of other normals.
class Silent final : public Metric {
 public:
  explicit Silent(double phi) : phi_(phi) {}
  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<Shape>();
  }
  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    Answer answer;
    answer.status = AnswerStatus::answered;
    answer.value = phi_;
    answer.normal = Vec3::UnitZ();
    return answer;
  }

 private:
  double phi_;
};

TEST(MetricContacts, SayWhetherAnotherNormalIsOptimalIfAMetricDoes) {
  const Vec3 half(1, 1, 1);
  EXPECT_EQ(contact_of(stacked(half, Vec3(1.9, 1.9, 1.9), half)).indeterminate, true);
  EXPECT_EQ(contact_of(stacked(half, Vec3(0, 0, 1.9), half)).indeterminate, false);

  const auto silent = make_metric_contacts(std::make_unique<Silent>(0));
  const Pair corners = stacked(half, Vec3(2, 2, 2), half);
  EXPECT_EQ(find_contact(*silent, corners, 0).indeterminate, std::nullopt);
}

TEST(MetricContacts, BodiesThatAreApartHaveOneNormal) {
  const Vec3 half(1, 1, 1);
  const auto said = [&](double phi) {
    const auto method = make_metric_contacts(std::make_unique<Silent>(phi));
    return find_contact(*method, stacked(half, Vec3(0, 0, 2 + phi), half), 1).indeterminate;
  };
  EXPECT_EQ(said(0.5), false);
  EXPECT_EQ(said(-0.5), std::nullopt);
}

TEST(MetricContacts, AWorkspaceOfOtherBodiesChangesNothing) {
  const auto method = exact_contacts();
  const auto workspace = method->make_workspace();
  const PolytopePtr sphere = make_uv_sphere(24, 24);
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  const auto sphere_shape = method->prepare(*sphere);
  const auto box_shape = method->prepare(*box);
  ContactData data;
  for (const double z : {1.9, 1.99, 2.01}) {
    Pose X_WA;
    X_WA.t.z() = z;
    for (const bool on_sphere : {true, false}) {
      const PolytopePtr& below = on_sphere ? sphere : box;
      method->find(on_sphere ? *box_shape : *sphere_shape, X_WA,
                   on_sphere ? *sphere_shape : *box_shape, Pose{}, 0.1, *workspace, data);
      const ContactData fresh =
          find_contact(*method, {on_sphere ? box : sphere, X_WA, below, Pose{}}, 0.1);
      ASSERT_EQ(data.points.size(), fresh.points.size());
      for (std::size_t i = 0; i < data.points.size(); ++i) {
        EXPECT_EQ(data.points[i].p_WA, fresh.points[i].p_WA);
        EXPECT_EQ(data.points[i].gap, fresh.points[i].gap);
      }
    }
  }
}

/// Answers what it is told to, whatever the pair.
class ToldMetric final : public Metric {
 public:
  explicit ToldMetric(const Answer& answer) : answer_(answer) {}
  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<Shape>();
  }
  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    return answer_;
  }

 private:
  const Answer& answer_;
};

TEST(MetricContacts, WhateverNumbersAnAnswerHasContactsAreFiniteOrRefused) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr std::array kNumbers = {0.0,  -0.0,  0.5,   -0.5,   1e-320, 1e-300, 1e60,
                                   1e61, 1e200, 1e308, -1e308, kInf,   -kInf,  kNan};
  Random random(20261126);
  Answer told;
  told.status = AnswerStatus::answered;
  const auto method = make_metric_contacts(std::make_unique<ToldMetric>(told));
  const auto number = [&] { return kNumbers.at(random.below(kNumbers.size())); };
  const auto vector = [&](const Vec3& sound) {
    Vec3 v = sound;
    for (int i = 0; i < 3; ++i) v[i] = random.below(3) == 0 ? number() : v[i];
    return v;
  };
  const Pair pair = stacked({1, 1, 1}, {0.3, 0.2, 1.99}, {1, 1, 1});
  int refused = 0;
  int answered = 0;
  for (int k = 0; k < 20000; ++k) {
    told.value = random.below(2) == 0 ? number() : -0.01;
    told.normal = random.below(2) == 0 ? vector(Vec3::UnitZ()) : random.unit_vector();
    told.witnesses.reset();
    if (random.below(3) > 0) told.witnesses = {vector({0.3, 0.2, 0.99}), vector({0.3, 0.2, 1})};
    told.ratio.reset();
    if (random.below(4) == 0) told.ratio.emplace();
    const ContactData data = find_contact(*method, pair, random.below(2) == 0 ? 0.1 : kNoLookAhead);
    (data.answered ? answered : refused) += 1;
    if (!data.answered) continue;
    EXPECT_NEAR(data.normal.norm(), 1, 1e-6);
    EXPECT_TRUE(std::isfinite(data.phi));
    for (const ContactPoint& point : data.points) {
      EXPECT_TRUE(point.p_WA.allFinite() && point.p_WB.allFinite() && std::isfinite(point.gap))
          << told.value << ", " << told.normal->transpose();
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(answered, 1000);
}

}  // namespace
}  // namespace touchstone
