// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/events/event_contacts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "contact/contact_samples.hpp"
#include "geometry/shapes.hpp"
#include "geometry/tests/planted_loop.hpp"

namespace touchstone {
namespace {

/// Says what it is told, as a ratio metric would.
class Told final : public Metric {
 public:
  explicit Told(Answer answer) : answer_(std::move(answer)) {}
  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<Shape>();
  }
  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    return answer_;
  }

 private:
  Answer answer_;
};

int facing(const Polytope& body, const Vec3& n) {
  for (std::size_t k = 0; k < body.facets().size(); ++k) {
    if ((body.facets()[k].normal - n).norm() < 1e-12) return static_cast<int>(k);
  }
  return -1;
}

/// A unit cube over another, shifted along x, `gap` apart: faces meet at r = 1 + gap.
struct Stack {
  explicit Stack(double gap) {
    pair = {make_box(Vec3(0.5, 0.5, 0.5)), Pose{Mat3::Identity(), Vec3(0.25, 0, 1 + gap)},
            make_box(Vec3(0.5, 0.5, 0.5)), Pose{}};
    answer.status = AnswerStatus::answered;
    answer.value = 1 - 1 / (1 + gap);
    answer.normal = Vec3::UnitZ();
    RatioDetail& detail = answer.ratio.emplace();
    detail.r = 1 + gap;
    detail.x_W = Vec3(0.1, 0.1, 0.5 * (1 + gap));
    detail.active_count = 2;
    detail.active_facet = {facing(*pair.A, -Vec3::UnitZ()), facing(*pair.B, Vec3::UnitZ()), 0, 0};
    detail.active_on_A = {true, false, false, false};
  }
  ContactData contact(const EventOptions& options, double reach) const {
    return find_contact(*make_event_contacts(std::make_unique<Told>(answer), options), pair, reach);
  }

  Pair pair;
  Answer answer;
};

TEST(EventContacts, NamePlanesThatDoNotEnd) {
  EXPECT_THAT(end_of_planted("events: active planes", [] { Stack(-0.01).contact({}, 0.001); }),
              testing::StartsWith("events: active planes exceeds its bound"));
}

TEST(EventContacts, OfFacesAreTheCornersOfWhatTheyShare) {
  const ContactData data = Stack(-0.01).contact({}, 0.001);
  ASSERT_TRUE(data.answered) << data.note;
  EXPECT_NEAR(data.phi, -0.01, 1e-15);
  // Corners of A on sides of B and the crossings there are one point each.
  ASSERT_EQ(data.points.size(), 4U);
  EXPECT_EQ(data.manifold, ManifoldKind::polygon);
  for (const ContactPoint& point : data.points) {
    EXPECT_NEAR((point.normal - Vec3::UnitZ()).norm(), 0, 1e-15);
    EXPECT_NEAR(point.gap, -0.01, 1e-15);
    EXPECT_NEAR(point.normal.dot(point.p_WA - point.p_WB), point.gap, 1e-15);
    EXPECT_NEAR(point.p_WA.z(), 0.49, 1e-15);
    EXPECT_NEAR(point.pair_gap, -0.01, 1e-15);
  }
}

TEST(EventContacts, FartherThanTheReachThereAreNone) {
  EXPECT_EQ(Stack(0.02).contact({}, 0.03).points.size(), 4U);
  EXPECT_TRUE(Stack(0.02).contact({}, 0.01).points.empty());
  const double alone = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(Stack(0.02).contact({}, alone).manifold_points, 4);
}

TEST(EventContacts, OfSmallBodiesAskTheMetricForThese) {
  Stack stack(-0.01);
  Answer none;
  none.note = "not for these";
  const auto refuse = [&none] { return std::make_unique<Told>(none); };
  const auto told = [&stack] { return std::make_unique<Told>(stack.answer); };
  EXPECT_TRUE(find_contact(*make_event_contacts(refuse(), {}, told()), stack.pair, 0.001).answered);
  const ContactData small =
      find_contact(*make_event_contacts(told(), {}, refuse()), stack.pair, 0.001);
  EXPECT_EQ(small.note, "not for these");
  // One with more vertices: the other metric.
  stack.pair.A = make_uv_sphere(24, 24, 0.5);
  ASSERT_GT(stack.pair.A->vertices().size(), kFewVertices);
  const ContactData large =
      find_contact(*make_event_contacts(told(), {}, refuse()), stack.pair, 0.001);
  EXPECT_NE(large.note, "not for these");
}

// The gradient of rho at the event point: divided by its length it measures t times the gap there.
TEST(EventContacts, LiteralRowsMeasureTheGapGrown) {
  EventOptions literal;
  literal.rows = EventRows::literal;
  const double gap = 0.02;
  const ContactData data = Stack(gap).contact(literal, 0.03);
  ASSERT_EQ(data.points.size(), 4U);
  for (const ContactPoint& point : data.points) {
    EXPECT_NEAR(point.gap, (1 + gap) * gap, 1e-14);
    EXPECT_NEAR(point.pair_gap, (1 + gap) * gap, 1e-14);
    EXPECT_EQ(point.p_WA, point.p_WB);
    EXPECT_NEAR(point.p_WA.z(), 0.5 * (1 + gap), 1e-15);
  }
}

TEST(EventContacts, SayWhatBoundsTheirRows) {
  EventOptions options;
  for (const auto& [bounds, expected] :
       {std::pair(EventBounds::own, RowBound::own), std::pair(EventBounds::pair, RowBound::pair),
        std::pair(EventBounds::clamped, RowBound::clamped)}) {
    options.bounds = bounds;
    EXPECT_EQ(Stack(0).contact(options, 0.01).bound, expected);
  }
}

TEST(EventContacts, WithoutAnAnswerOfTheMetricThereIsNone) {
  Stack stack(0);
  stack.answer.status = AnswerStatus::no_answer;
  stack.answer.note = "interior points coincide";
  const ContactData data = stack.contact({}, 0.01);
  EXPECT_FALSE(data.answered);
  EXPECT_EQ(data.note, "interior points coincide");
  EXPECT_TRUE(data.points.empty());
}

TEST(EventTolerances, AreTheReachUnlessSomethingIsSaid) {
  EventOptions options;
  const EventTolerances two = event_tolerances(options, 0.01, 1);
  EXPECT_EQ(two.eps_x, 0.01);
  EXPECT_EQ(two.eps_below, 0.01);
  EXPECT_EQ(two.eps_plane, 0.02);
  options.window = EventWindow::one;
  options.eps_x = 0.5;
  const EventTolerances one = event_tolerances(options, 0.01, 1);
  EXPECT_EQ(one.eps_below, 1e-7);
  EXPECT_EQ(one.eps_t, 0.01);
  EXPECT_EQ(one.eps_x, 0.5);
  // Without a reach what is active to rounding.
  EXPECT_EQ(event_tolerances({}, -std::numeric_limits<double>::infinity(), 2).eps_t, 2e-9);
  options = {};
  options.thesis = true;
  const EventTolerances thesis = event_tolerances(options, 0.01, 1);
  EXPECT_TRUE(thesis.ratio);
  EXPECT_EQ(thesis.eps_x, 0.5);
  EXPECT_EQ(thesis.eps_t, 0.2);
  EXPECT_EQ(thesis.eps_plane, std::numeric_limits<double>::infinity());
}

TEST(EventOptions, RefuseWhatHasNoMeaning) {
  EventOptions options;
  EXPECT_EQ(event_fault(options), "");
  options.eps_x = -1;
  EXPECT_EQ(event_fault(options), "events: eps_x must not be negative");
  options = {};
  options.delta_max = 0;
  EXPECT_EQ(event_fault(options), "events: delta_max must be above 0");
  EventWindow window = EventWindow::one;
  EXPECT_EQ(take_event_word(kEventWindows, "two", window), "");
  EXPECT_EQ(window, EventWindow::two);
  EXPECT_EQ(take_event_word(kEventWindows, "three", window), "one or two");
}

}  // namespace
}  // namespace touchstone
