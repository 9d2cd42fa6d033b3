// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/shapes.hpp"
#include "harness/depth_limits/conjecture.hpp"

namespace touchstone {
namespace {

const Mat3 kUpright = Mat3::Identity();

Pair cubes(const Mat3& R, const Vec3& t) {
  return {make_box(Vec3(0.5, 0.5, 0.5)), Pose{R, t}, make_box(Vec3(0.5, 0.5, 0.5)), Pose{}};
}

Mat3 turned(double angle, const Vec3& axis) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

// One facet of the Minkowski difference: d = (0.3, 0.2, 1 - p), n = z.
TEST(DepthLimitMeter, OfFacesHasThePlaneDistanceForDepthAndALongerSegment) {
  const DepthSamples found = DepthLimitMeter().measure(cubes(kUpright, Vec3(0.3, 0.2, 1.1)));
  ASSERT_TRUE(found.sort);
  EXPECT_EQ(*found.sort, ContactSort::face_face);
  for (std::size_t k = 0; k < kSampledDepths.size(); ++k) {
    const DepthSample& overlap = found.at.at(k);
    ASSERT_TRUE(overlap.reached);
    EXPECT_NEAR(overlap.depth / kSampledDepths.at(k), std::sqrt(0.75), 1e-6);
    EXPECT_NEAR(overlap.plane, 1, 1e-12);
    const double z = 1 - overlap.depth;
    EXPECT_NEAR(overlap.segment, Vec3(0.3, 0.2, z).norm() / z, 1e-9);
    EXPECT_TRUE(overlap.in_order);
    EXPECT_TRUE(overlap.projected);
    EXPECT_GE(overlap.metric_error, 0);
    EXPECT_LE(overlap.metric_error, kProjectionTolerance);
  }
  EXPECT_EQ(limit_of(found, &DepthSample::plane), Limit::one);
  EXPECT_EQ(limit_of(found, &DepthSample::segment), Limit::other);
}

// Centre above centre, d is along n.
TEST(DepthLimitMeter, OfCentredFacesHasTheSegmentForDepthToo) {
  const DepthSamples found = DepthLimitMeter().measure(cubes(kUpright, Vec3(0, 0, 0.9)));
  EXPECT_EQ(limit_of(found, &DepthSample::segment), Limit::one);
}

// A box's corner at (1, 1, 1/2) meets that of the cube at (1/2, 1/2, 1/2) from outside, along
// n = (2, 3, 4)/sqrt(29). The corner of the Minkowski difference is d0 = (1.5, 1.5, 1) then, with
// the axes for normals: at an overlap s along n the depth is the least s n_i, that of x, and rho
// takes the least n_i/d0_i = n_x/1.5, n_y/1.5, n_z/1: x too.
TEST(DepthLimitMeter, OfCornersTakesTheFacetThatTheRayHits) {
  const auto corner = [](const Vec3& n) {
    const Pair pair = {make_box(Vec3(1, 1, 0.5)),
                       Pose{kUpright, Vec3(1.5, 1.5, 1) + 0.25 * n.normalized()},
                       make_box(Vec3(0.5, 0.5, 0.5)), Pose{}};
    return DepthLimitMeter().measure(pair);
  };
  const DepthSamples same = corner(Vec3(2, 3, 4));
  ASSERT_TRUE(same.sort);
  EXPECT_EQ(*same.sort, ContactSort::vertex_vertex);
  EXPECT_EQ(limit_of(same, &DepthSample::plane), Limit::one);
  // With n = (3, 3.5, 2.5) the depth is along z, but 3/1.5 < 2.5/1: the ray hits x.
  const DepthSamples other = corner(Vec3(3, 3.5, 2.5));
  EXPECT_EQ(limit_of(other, &DepthSample::plane), Limit::other);
  EXPECT_NEAR(other.at.back().plane, 3 / 2.5, 1e-6);
  EXPECT_NEAR(other.at.back().turn, std::acos(0), 1e-6);
  EXPECT_NEAR(other.at.back().segment, Vec3(1.5, 1.5, 1).norm() / 1.5 * 3 / 2.5, 1e-6);
}

TEST(DepthLimitMeter, NamesTheContact) {
  const double quarter = std::acos(0) / 2;
  const auto sort = [](const Mat3& R, const Vec3& t) {
    return DepthLimitMeter().measure(cubes(R, t)).sort.value();
  };
  const Vec3 above(0.1, 0.05, 1.6);
  EXPECT_EQ(sort(turned(0.7, Vec3(1, 2, 0.5)), above), ContactSort::vertex_face);
  EXPECT_EQ(sort(turned(quarter, Vec3(1, 0, 0)), above), ContactSort::edge_face);
  // An edge along x of the upper cube across an edge along y of the lower one.
  const Pair crossing = {
      make_box(Vec3(0.5, 0.5, 0.5)), Pose{turned(quarter, Vec3(1, 0, 0)), Vec3(0.1, 0.05, 1.6)},
      make_box(Vec3(0.5, 0.5, 0.5)), Pose{turned(quarter, Vec3(0, 1, 0)), Vec3::Zero()}};
  EXPECT_EQ(DepthLimitMeter().measure(crossing).sort.value(), ContactSort::edge_edge);
  EXPECT_EQ(sort(kUpright, Vec3(1.2, 0.1, 1.3)), ContactSort::parallel_edges);
  EXPECT_EQ(sort(kUpright, Vec3(1.2, 1.1, 1.3)), ContactSort::vertex_vertex);
}

// Touching along edges, the normals are between x and z.
TEST(DepthLimitMeter, MovesTouchingBodiesAlongTheMiddleOfTheirNormals) {
  const DepthSamples found = DepthLimitMeter().measure(cubes(kUpright, Vec3(1, 0.25, 1)));
  ASSERT_TRUE(found.sort);
  EXPECT_EQ(*found.sort, ContactSort::parallel_edges);
  EXPECT_TRUE(found.at.back().reached);
  EXPECT_EQ(limit_of(found, &DepthSample::plane), Limit::one);
}

// Rounded to doubles, the corners miss each other by less than 1e-16: a corner lies on a face,
// beside its edge.
TEST(DepthLimitMeter, LeavesOpenWhatIsDecidedAtSmallerDepths) {
  const auto made = make_case("kissing-vertex-vertex:42:1");
  ASSERT_TRUE(made.ok());
  const DepthSamples found = DepthLimitMeter().measure(made.value().pair());
  ASSERT_TRUE(found.sort);
  EXPECT_EQ(*found.sort, ContactSort::vertex_face);
  EXPECT_GT(found.at.back().plane, 1 + kIsOne);
  EXPECT_FALSE(found.at.back().is_small());
  EXPECT_FALSE(found.at.back().contradicts());
  EXPECT_EQ(limit_of(found, &DepthSample::plane), Limit::open);
}

TEST(DepthLimitMeter, SaysWhatItDoesNotReach) {
  const Pair thin = {make_box(Vec3(1, 1, 0.01)), Pose{kUpright, Vec3(0, 0, 1)},
                     make_box(Vec3(1, 1, 0.01)), Pose{}};
  const DepthSamples found = DepthLimitMeter().measure(thin);
  EXPECT_FALSE(found.at.front().reached);
  EXPECT_TRUE(found.at.back().reached);
  EXPECT_FALSE(DepthLimitMeter().measure(cubes(kUpright, Vec3::Zero())).sort);
}

TEST(LimitOf, TellsWhatStillChangesFromWhatHasSettled) {
  DepthSamples pair;
  pair.sort = ContactSort::vertex_face;
  DepthSample& before = pair.at[pair.at.size() - 2];
  DepthSample& last = pair.at.back();
  before.reached = true;
  EXPECT_EQ(limit_of(pair, &DepthSample::plane), Limit::unknown);
  last.reached = true;
  before.plane = 1.5;
  last.plane = 1.4;
  EXPECT_EQ(limit_of(pair, &DepthSample::plane), Limit::open);
  before.plane = 1.4001;
  EXPECT_EQ(limit_of(pair, &DepthSample::plane), Limit::other);
  EXPECT_TRUE(last.contradicts());
  last.second = 3;
  last.lean = 4;
  EXPECT_FALSE(last.contradicts());
  EXPECT_EQ(limit_of(pair, &DepthSample::plane), Limit::open);
  pair.sort = ContactSort::vertex_edge;
  EXPECT_EQ(limit_of(pair, &DepthSample::plane), Limit::other);
  last.plane = 1 + 1e-7;
  EXPECT_EQ(limit_of(pair, &DepthSample::plane), Limit::one);
}

ConjectureCase sample(double plane) {
  ConjectureCase one;
  one.id = "boxes:1:" + std::to_string(std::lround(plane * 10));
  one.found.sort = ContactSort::vertex_vertex;
  for (DepthSample& overlap : one.found.at) {
    overlap = {true, 1e-3, plane, 2, 0, true, true, 2, 1.5, 1e-15};
  }
  return one;
}

TEST(ConjectureSummary, CountsLimitsAndKeepsWhatContradictsTheProof) {
  CaseSource source;
  source.name = "boxes";
  std::vector<ConjectureCase> cases = {sample(1), sample(1.5), sample(1.2)};
  ConjectureSummary summary = summarise(cases, {source});
  EXPECT_TRUE(summary.as_proven());
  ASSERT_EQ(summary.sorts.size(), 1U);
  EXPECT_EQ(summary.sorts[0].name, "vertex-vertex");
  EXPECT_EQ(summary.sorts[0].plane.count(Limit::one), 1U);
  EXPECT_EQ(summary.sorts[0].plane.count(Limit::other), 2U);
  EXPECT_EQ(summary.sorts[0].plane.first_other, "boxes:1:15");
  EXPECT_EQ(summary.sorts[0].plane.at.back().median, 1.2);
  EXPECT_EQ(summary.sorts[0].plane.at.back().largest, 1.5);
  EXPECT_EQ(summary.sorts[0].segment.count(Limit::other), 3U);
  cases[0].found.at[3].in_order = false;
  cases[1].found.at[7].metric_error = 1e-11;
  cases[2].found.at[0].projected = false;
  summary = summarise(cases, {source});
  EXPECT_FALSE(summary.as_proven());
  EXPECT_EQ(summary.proven.claim("order").violated, 1U);
  EXPECT_EQ(summary.proven.claim("projection").violated, 1U);
  EXPECT_EQ(summary.proven.violated(), 3U);
  const ClaimCounts& metric = summary.proven.claim("metric");
  EXPECT_EQ(metric.largest, 1e-11);
  ASSERT_EQ(metric.first.size(), 1U);
  EXPECT_EQ(metric.first[0].why, "at 1e-08 of size: off by 1e-11");
  cases[1].found.at[5].second = 3;
  EXPECT_EQ(summarise(cases, {source}).proven.claim("depth").violated, 1U);
}

}  // namespace
}  // namespace touchstone
