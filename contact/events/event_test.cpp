// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/events/event.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "contact/events/nearly_active.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kRootHalf = std::sqrt(0.5);
/// The distance of a unit cube's corner from its centre [m].
const double kCornerDown = std::sqrt(0.75);

Pose turned(const Vec3& axis, double angle, const Vec3& t) {
  return {Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(), t};
}

/// A unit cube that stands on a corner, its centre at p.
Pose on_corner(const Vec3& p) {
  return {Eigen::Quaterniond::FromTwoVectors(Vec3(1, 1, 1), Vec3(0, 0, -1)).toRotationMatrix(), p};
}

PolytopePtr cube() { return make_box(Vec3(0.5, 0.5, 0.5)); }
PolytopePtr floor_box() { return make_box(Vec3(5, 5, 0.5)); }

EventTolerances within(double eps, double eps_plane = kInfinity) {
  EventTolerances tolerances;
  tolerances.eps_below = tolerances.eps_t = tolerances.eps_x = eps;
  tolerances.eps_plane = eps_plane;
  return tolerances;
}

std::vector<Event> all_events(const PolytopePtr& a, const Pose& X_WA, const PolytopePtr& b,
                              const Pose& X_WB, double growth, const EventTolerances& tolerances) {
  const EventBody A(*a);
  const EventBody B(*b);
  NearlyActive events;
  return events.find_all(PlacedEventBody(A, X_WA), PlacedEventBody(B, X_WB), growth, tolerances);
}

// h = 0.5 + root(3)/2 from the floor's centre to its top and from the corner to the cube's centre.
TEST(Event, OfACornerOnAFaceHasTheFormulasValue) {
  const double gap = 0.01;
  const Pose X_WB = {Mat3::Identity(), Vec3(0, 0, -0.5)};
  const double h = 0.5 + kCornerDown;
  const double t = (h + gap) / h;
  const auto events = all_events(cube(), on_corner(Vec3(0.2, 0.1, kCornerDown + gap)), floor_box(),
                                 X_WB, t, within(1e-9));
  ASSERT_EQ(events.size(), 1U);
  const Event& event = events[0];
  EXPECT_EQ(event.kind, EventKind::corner_A);
  EXPECT_NEAR((event.normal - Vec3::UnitZ()).norm(), 0, 1e-15);
  EXPECT_NEAR(event.length, h, 1e-15);
  EXPECT_NEAR(event.t, t, 1e-15);
  EXPECT_NEAR(event.gap(), gap, 1e-15);
  EXPECT_NEAR(event.value(), 1 - 1 / t, 1e-15);
  EXPECT_NEAR((event.p_WA - Vec3(0.2, 0.1, gap)).norm(), 0, 1e-15);
  // Where the corner, grown by t about the cube's centre, is on the floor grown about its own.
  EXPECT_NEAR(event.x_W.z(), -0.5 + 0.5 * t, 1e-15);
}

TEST(Event, OfACornerOfBIsTheSameFromTheOtherSide) {
  const Pose X_WA = {Mat3::Identity(), Vec3(0, 0, 0.5)};
  const auto events =
      all_events(floor_box(), X_WA, cube(), on_corner(Vec3(0, 0, -kCornerDown)), 1, within(1e-9));
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::corner_B);
  EXPECT_NEAR((events[0].normal - Vec3::UnitZ()).norm(), 0, 1e-15);
  EXPECT_NEAR(events[0].t, 1, 1e-15);
  EXPECT_NEAR(events[0].p_WA.norm(), 0, 1e-15);
}

// Cubes on edges that cross at right angles: h = 2 root(1/2).
TEST(Event, OfCrossedEdgesHasTheFormulasValue) {
  const double height = 2 * kRootHalf - 0.02;
  const double t = height / (2 * kRootHalf);
  const auto events =
      all_events(cube(), turned(Vec3::UnitX(), M_PI / 4, Vec3(0.1, 0.2, height)), cube(),
                 turned(Vec3::UnitY(), M_PI / 4, Vec3::Zero()), t, within(1e-9));
  ASSERT_EQ(events.size(), 1U);
  const Event& event = events[0];
  EXPECT_EQ(event.kind, EventKind::edges);
  EXPECT_NEAR((event.normal - Vec3::UnitZ()).norm(), 0, 1e-15);
  EXPECT_NEAR(event.t, t, 1e-15);
  EXPECT_NEAR(event.gap(), -0.02, 1e-15);
  EXPECT_NEAR(event.parallel, 1, 1e-15);
  EXPECT_NEAR((event.x_W - Vec3(0, 0.2, t * kRootHalf)).norm(), 0, 1e-15);
  EXPECT_NEAR((event.p_WA - Vec3(0, 0.2, height - kRootHalf)).norm(), 0, 1e-15);
}

// The rectangle that two shifted squares share has a corner of each, and two crossings of sides.
TEST(Event, OfCubeOnCubeAreTheCornersOfTheSharedRectangle) {
  const auto events =
      all_events(cube(), {Mat3::Identity(), Vec3(0.3, 0.2, 1)}, cube(), Pose{}, 1, within(1e-9));
  std::multiset<EventKind> kinds;
  std::set<std::array<int, 2>> places;
  for (const Event& event : events) {
    kinds.insert(event.kind);
    places.insert({static_cast<int>(std::lround(10 * event.x_W.x())),
                   static_cast<int>(std::lround(10 * event.x_W.y()))});
    EXPECT_NEAR((event.normal - Vec3::UnitZ()).norm(), 0, 1e-15);
    EXPECT_NEAR(event.x_W.z(), 0.5, 1e-15);
  }
  const std::multiset<EventKind> expected = {EventKind::corner_A, EventKind::corner_B,
                                             EventKind::edges, EventKind::edges};
  EXPECT_EQ(kinds, expected);
  const std::set<std::array<int, 2>> rectangle = {{-2, -3}, {5, 5}, {-2, 5}, {5, -3}};
  EXPECT_EQ(places, rectangle);
}

// Central differences of the same event's value, along random motions of both bodies.
TEST(Event, GradientIsThatOfItsValue) {
  Random random(3);
  for (const bool crossed : {true, false}) {
    const PolytopePtr a = cube();
    const PolytopePtr b = crossed ? cube() : floor_box();
    const Pose X_WA = crossed ? turned(Vec3::UnitX(), M_PI / 4, Vec3(0.1, 0.2, 1.4))
                              : on_corner(Vec3(0.2, 0.1, 0.9));
    const Pose X_WB = crossed ? turned(Vec3(0, 1, 0.1), M_PI / 4, Vec3::Zero())
                              : turned(Vec3(1, 2, 0), 0.02, Vec3(0, 0, -0.5));
    const auto events = all_events(a, X_WA, b, X_WB, 1, within(0.2, 0));
    ASSERT_EQ(events.size(), 1U);
    const Event& event = events[0];
    for (int k = 0; k < 20; ++k) {
      const std::array<Vec3, 4> v = {random.unit_vector(), random.unit_vector(),
                                     random.unit_vector(), random.unit_vector()};
      const auto value = [&](double step) {
        const auto moved = [&](const Pose& X, const Vec3& spin, const Vec3& velocity) {
          return Pose{Eigen::AngleAxisd(step, spin).toRotationMatrix() * X.R,
                      X.t + step * velocity};
        };
        const auto after =
            all_events(a, moved(X_WA, v[0], v[1]), b, moved(X_WB, v[2], v[3]), 1, within(0.3, 0));
        for (const Event& other : after) {
          const bool same = other.kind == event.kind && other.feature_A == event.feature_A &&
                            other.feature_B == event.feature_B;
          if (same) return other.value();
        }
        ADD_FAILURE() << "the event is gone";
        return 0.0;
      };
      const double step = 1e-5;
      const Vec3 apart =
          (v[1] + v[0].cross(event.x_W - X_WA.t)) - (v[3] + v[2].cross(event.x_W - X_WB.t));
      EXPECT_NEAR((value(step) - value(-step)) / (2 * step),
                  event.slope() * event.normal.dot(apart), 1e-8);
    }
  }
}

/// A tetrahedron.
PolytopePtr tetrahedron(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  PolytopeInput input;
  input.vertices = {a, b, c, d};
  return std::move(make_polytope(input)).value();
}

// Edges at an angle of 2^-24 that touch at (-1/4, 0, 0), both turned by the same R. A rounding of
// their directions moves the crossing by 2e-9.
TEST(NearlyActive, KnowsWhereNearlyParallelEdgesCross) {
  const double tilt = std::ldexp(1.0, -24);
  const PolytopePtr a = tetrahedron(Vec3(-1, -0.75 * tilt, 0), Vec3(1, 1.25 * tilt, 0),
                                    Vec3(0, 1, 2), Vec3(0, -1, 2));
  const PolytopePtr b =
      tetrahedron(Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, -1.5), Vec3(0, -1, -1.5));
  Random random(8);
  for (int k = 0; k < 20; ++k) {
    const Pose X{random.rotation(), random.in_unit_ball()};
    const Vec3 crossing = X.R * Vec3(-0.25, 0, 0) + X.t;
    int found = 0;
    for (const Event& event : all_events(a, X, b, X, 1, within(1e-9))) {
      if (event.kind != EventKind::edges) continue;
      ++found;
      EXPECT_LE((event.x_W - crossing).norm(), 2e-15) << k;
      EXPECT_LE((event.p_WA - crossing).norm(), 2e-15) << k;
      EXPECT_LE((event.normal - X.R * Vec3::UnitZ()).norm(), 1e-15) << k;
      EXPECT_NEAR(event.t, 1, 1e-15);
    }
    EXPECT_EQ(found, 1) << k;
  }
}

// Flat tetrahedra 16,384 thicknesses apart whose edges at an angle of 2^-24 meet when grown: a
// rounding of their normal moves the grown edges by the growth times it.
TEST(NearlyActive, KeepsNearlyParallelEdgesOfThinBodiesThatAreFarApart) {
  const double tilt = std::ldexp(1.0, -24);
  const double thick = std::ldexp(1.0, -14);
  const PolytopePtr a = tetrahedron(Vec3(-1, -0.75 * tilt, 0), Vec3(1, 1.25 * tilt, 0),
                                    Vec3(1, 1, thick), Vec3(1, -1, thick));
  const PolytopePtr b =
      tetrahedron(Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, -thick), Vec3(0, -1, -thick));
  const double growth = 1 + 1 / thick;
  Random random(11);
  for (int k = 0; k < 20; ++k) {
    const Mat3 R = random.rotation();
    int found = 0;
    for (const Event& event : all_events(a, Pose{R, R * Vec3(0, 0, 1)}, b, Pose{R, Vec3::Zero()},
                                         growth, within(1e-8))) {
      if (event.kind != EventKind::edges || event.parallel > 2 * tilt) continue;
      ++found;
      EXPECT_LE((event.normal - R * Vec3::UnitZ()).norm(), 1e-15) << k;
      EXPECT_NEAR(event.t / growth, 1, 1e-11) << k;
    }
    EXPECT_EQ(found, 1) << k;
  }
}

// Cubes whose side faces are in one plane: h and n.d of a corner on it are 0, or what rounding
// makes of that, and their quotient is any growth.
TEST(NearlyActive, KeepsNoEventOfSideFacesInOnePlane) {
  Random random(9);
  for (int k = 0; k < 50; ++k) {
    const Mat3 R = random.rotation();
    const auto events = all_events(cube(), Pose{R, R * Vec3(0, 0, 1)}, cube(),
                                   Pose{R, Vec3::Zero()}, 1, within(1e-9));
    EXPECT_GE(events.size(), 4U) << k;
    for (const Event& event : events) EXPECT_NEAR(event.t, 1, 1e-8) << k;
  }
}

// A slightly tilted cube: its lowest edge decides t*, the other one is 0.01 higher.
TEST(NearlyActive, WindowOneLooksUpAndWindowTwoBothWays) {
  const Pose X_WA = turned(Vec3::UnitX(), 0.01, Vec3(0, 0, 0.5));
  const Pose X_WB = {Mat3::Identity(), Vec3(0, 0, -0.5)};
  const double low = 0.5 * std::cos(0.01) + 0.5 * std::sin(0.01);
  const double growth = 1 / (0.5 + low);
  EXPECT_EQ(all_events(cube(), X_WA, floor_box(), X_WB, growth, within(0.005)).size(), 2U);
  EXPECT_EQ(all_events(cube(), X_WA, floor_box(), X_WB, growth, within(0.02)).size(), 4U);
  // From above both pairs of corners are below t*.
  EventTolerances one = within(0.02);
  one.eps_below = 1e-7;
  EXPECT_EQ(all_events(cube(), X_WA, floor_box(), X_WB, growth, one).size(), 4U);
  const double above = 1 / (0.5 + low - 0.009);
  EXPECT_EQ(all_events(cube(), X_WA, floor_box(), X_WB, above, one).size(), 2U);
  EXPECT_EQ(all_events(cube(), X_WA, floor_box(), X_WB, above, within(0.02)).size(), 4U);
}

// Step 2 of Algorithm 3.14: an event point outside a body is compatible if it is nearly inside, not
// if it is far outside.
TEST(NearlyActive, KeepsEventPointsThatAreNearlyInside) {
  const Pose X_WB = {Mat3::Identity(), Vec3(0, 0, -0.5)};
  const auto beside = [&](double x) {
    int corners = 0;
    for (const Event& event : all_events(cube(), on_corner(Vec3(x, 0, kCornerDown)), floor_box(),
                                         X_WB, 1, within(0.01))) {
      corners += event.kind == EventKind::corner_A && event.normal.z() > 0.9 ? 1 : 0;
    }
    return corners;
  };
  EXPECT_EQ(beside(4.9), 1);
  EXPECT_EQ(beside(5.005), 1);
  EXPECT_EQ(beside(5.02), 0);
}

// Beside a cube of the same height the planes of their tops coincide: h and n.d vanish together.
TEST(NearlyActive, PlanesThatBothBodiesReachBeyondAreLeftOut) {
  const Pose X_WA = {Mat3::Identity(), Vec3(1, 0.3, 1e-4)};
  const auto upright = [](const std::vector<Event>& events) {
    int count = 0;
    for (const Event& event : events) count += std::abs(event.normal.x()) < 0.5 ? 1 : 0;
    return count;
  };
  const PolytopePtr taller = make_box(Vec3(0.5, 0.5, 0.4999));
  EXPECT_GT(upright(all_events(taller, X_WA, cube(), Pose{}, 1, within(0.01))), 0);
  EXPECT_EQ(upright(all_events(taller, X_WA, cube(), Pose{}, 1, within(0.01, 0.02))), 0);
  EXPECT_GT(all_events(taller, X_WA, cube(), Pose{}, 1, within(0.01, 0.02)).size(), 3U);
}

// Facets scaled to a.x <= 1: the determinant of crossed edges of unit cubes is some tens.
TEST(NearlyActive, InRatiosEdgesOfASmallDeterminantMakeNoEvent) {
  EventTolerances ratios = within(0.01);
  ratios.ratio = true;
  const auto count = [&](double delta_max) {
    ratios.delta_max = delta_max;
    return all_events(cube(), turned(Vec3::UnitX(), M_PI / 4, Vec3(0.1, 0.2, 1.41)), cube(),
                      turned(Vec3::UnitY(), M_PI / 4, Vec3::Zero()), 1.41 / (2 * kRootHalf), ratios)
        .size();
  };
  EXPECT_EQ(count(1e10), 1U);
  EXPECT_EQ(count(1e-3), 0U);
}

// Algorithm 3.15 looks at what is adjacent to the active hyperplanes, and finds the same there.
TEST(NearlyActive, FindsFromTheActivePlanesWhatIsAdjacentToThem) {
  const EventBody A(*cube());
  const PolytopePtr below = floor_box();
  const EventBody B(*below);
  const PlacedEventBody placed_A(A, {Mat3::Identity(), Vec3(0, 0, 0.5)});
  const PlacedEventBody placed_B(B, {Mat3::Identity(), Vec3(0, 0, -0.5)});
  const auto facing = [](const EventBody& body, const Vec3& n) {
    for (std::size_t k = 0; k < body.planes().size(); ++k) {
      if ((body.planes()[k].normal - n).norm() < 1e-12) return static_cast<int>(k);
    }
    return -1;
  };
  NearlyActive events;
  const ActivePlanes faces = {{facing(A, -Vec3::UnitZ())}, {facing(B, Vec3::UnitZ())}};
  EXPECT_EQ(events.find(placed_A, placed_B, 1, faces, within(1e-9)).size(), 4U);
  const ActivePlanes sides = {{facing(A, Vec3::UnitX())}, {facing(B, Vec3::UnitZ())}};
  EXPECT_EQ(events.find(placed_A, placed_B, 1, sides, within(1e-9)).size(), 2U);
}

}  // namespace
}  // namespace touchstone
