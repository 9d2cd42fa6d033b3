// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/gap_bend.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contact/events/event.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

BodyState moving(Random& random, const Vec3& p_W) {
  BodyState state;
  state.p_W = p_W;
  state.q_WB = Eigen::Quaterniond(random.rotation()).normalized();
  state.v_W = 3 * random.in_unit_ball();
  state.w_W = 5 * random.in_unit_ball();
  return state;
}

/// Features of two boxes, whose event is found again wherever these are.
class Features {
 public:
  Features(EventKind kind, int feature_A, int feature_B)
      : kind_(kind), feature_A_(feature_A), feature_B_(feature_B) {}

  bool find(const BodyState& A, const BodyState& B, Event& event) const {
    const PlacedEventBody placed_A(body_, A.pose());
    const PlacedEventBody placed_B(body_, B.pose());
    const EventPlaces places = {placed_A.center(), placed_B.center(),
                                placed_A.center() - placed_B.center()};
    if (kind_ == EventKind::corner_A) {
      return corner_A_event(places, place_corner(placed_A, feature_A_),
                            place_plane(placed_B, feature_B_), {}, event);
    }
    if (kind_ == EventKind::corner_B) {
      return corner_B_event(places, place_plane(placed_A, feature_A_),
                            place_corner(placed_B, feature_B_), {}, event);
    }
    return edges_event(places, place_edge(placed_A, feature_A_), place_edge(placed_B, feature_B_),
                       {}, event);
  }

  /// Whether the witness point lies on the line of edge B: nearest points of nearly parallel edges
  /// may be beyond an end, where events have other points.
  bool on_both(const BodyState& B, const ContactPoint& point) const {
    if (kind_ != EventKind::edges) return true;
    const PlacedEventBody placed_B(body_, B.pose());
    const PlacedEdge edge_B = place_edge(placed_B, feature_B_);
    const Vec3 off = point.p_WB - (placed_B.center() + edge_B.from);
    return off.cross(edge_B.along.normalized()).norm() < 1e-12;
  }

 private:
  PolytopePtr box_ = make_box(Vec3(0.3, 0.5, 0.4));
  EventBody body_{*box_};
  EventKind kind_;
  int feature_A_;
  int feature_B_;
};

ContactPoint point_of(const Event& event) {
  ContactPoint point = {event.p_WA, event.p_WA - event.gap() * event.normal, event.gap(),
                        event.normal, 0};
  point.features = event.kind == EventKind::corner_A   ? GapFeatures::corner_A
                   : event.kind == EventKind::corner_B ? GapFeatures::corner_B
                                                       : GapFeatures::edges;
  point.edge_A = event.edge_A;
  point.edge_B = event.edge_B;
  return point;
}

BodyState after(BodyState state, double time) {
  advance(state, time);
  return state;
}

// Second differences of the gap of the features themselves, carried by both bodies.
TEST(GapAcceleration, IsThatOfTheFeaturesAsTheyMove) {
  constexpr double kStep = 1e-4;
  Random random(3);
  for (const EventKind kind : {EventKind::corner_A, EventKind::corner_B, EventKind::edges}) {
    int checked = 0;
    for (int k = 0; k < 200; ++k) {
      const BodyState A = moving(random, Vec3(0, 0, 1.1));
      const BodyState B = moving(random, Vec3::Zero());
      const Features features(kind, k % 6, (k / 6) % 6);
      Event now, before, later;
      if (!features.find(A, B, now) || !features.find(after(A, -kStep), after(B, -kStep), before) ||
          !features.find(after(A, kStep), after(B, kStep), later) || now.parallel < 0.3) {
        continue;
      }
      const ContactPoint point = point_of(now);
      if (!features.on_both(B, point)) continue;
      const double second = (later.gap() - 2 * now.gap() + before.gap()) / (kStep * kStep);
      EXPECT_NEAR(gap_acceleration(point, A, B), second, 1e-4 * std::max(1.0, std::abs(second)))
          << k << " of kind " << static_cast<int>(kind);
      ++checked;
    }
    EXPECT_GT(checked, 20) << static_cast<int>(kind);
  }
}

// A face that turns about its body's centre, over a corner of B beside it: seen from the centre the
// face stays where it is, and n.(centre - corner) = x sin(wt) + y cos(wt).
TEST(GapBend, IsOfKnownFeaturesAndNeverOpens) {
  BodyState A;
  A.p_W = Vec3(1, 0.5, 0);
  A.w_W = Vec3(0, 0, 4);
  const BodyState B;
  ContactPoint point;
  point.normal = Vec3::UnitY();
  EXPECT_EQ(gap_bend(point, A, B, 0.01), 0) << "features are unknown";
  point.features = GapFeatures::corner_B;
  EXPECT_NEAR(gap_acceleration(point, A, B), -0.5 * 16, 1e-14);
  EXPECT_NEAR(gap_bend(point, A, B, 0.01), -0.5 * 1e-4 * 0.5 * 16, 1e-15);
  // A step of many turns counts as one of half a radian.
  EXPECT_NEAR(gap_bend(point, A, B, 100), -0.5 * 0.25 * 0.5, 1e-12);
  // The corner of A below its centre is pulled up: its gap is larger than its row has it.
  point.features = GapFeatures::corner_A;
  EXPECT_NEAR(gap_acceleration(point, A, B), 0.5 * 16, 1e-14);
  EXPECT_EQ(gap_bend(point, A, B, 0.01), 0);
}

}  // namespace
}  // namespace touchstone
