// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/thesis_geometry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace touchstone {
namespace {

constexpr double kNear = 1e-12;

// Theorem 2.16 and its proof: (2.7), (2.9), (2.10).
TEST(ThesisGeometry, BoundsHoldOutsideAndInside) {
  for (const double sign : {1.0, -1.0}) {
    const GeometryDrawing drawing = sign > 0 ? draw_exterior_bounds() : draw_interior_bounds();
    const auto value = [&](const char* name) { return drawing.value(name); };
    EXPECT_GT(sign * value("phi"), 0);
    EXPECT_GT(sign * (value("r") - 1), 0);
    EXPECT_NEAR(value("rho"), 1 - 1 / value("r"), kNear);
    EXPECT_NEAR(value("D*/(D* -+ s*)"), value("r"), kNear);
    EXPECT_NEAR(value("+-s*/D*"), value("rho"), kNear);
    EXPECT_LE(value("+-s/D") * sign, value("rho") * sign);
    EXPECT_LE(value("D*"), value("D"));
    EXPECT_LT(value("s*"), value("|p_1 - p_2|"));
    EXPECT_GE((value("s*") - std::abs(value("phi"))) * -sign, -kNear);
  }
}

// d = (2, 0.72) in K = 2.5 x 1: r = 2/2.5 at its end, the depth 1 - 0.72 across.
TEST(ThesisGeometry, ThePlaneNeedNotBeAcrossTheMinimalTranslation) {
  const GeometryDrawing drawing = draw_separating_planes();
  EXPECT_NEAR(drawing.value("r"), 2 / 2.5, kNear);
  EXPECT_NEAR(drawing.value("s*"), 0.5, kNear);
  EXPECT_NEAR(drawing.value("phi"), -0.28, kNear);
  EXPECT_NEAR(drawing.value("angle"), 90, 1e-9);
}

TEST(ThesisGeometry, ContactsHaveTheEventsOfTheirCaptions) {
  const auto counts = [](const GeometryDrawing& drawing) {
    EXPECT_NEAR(drawing.value("r"), 1, kNear);
    EXPECT_NEAR(drawing.value("phi"), 0, kNear);
    return std::pair{drawing.value("CoF"), drawing.value("EoE")};
  };
  EXPECT_EQ(counts(draw_corner_on_face()), std::pair(1.0, 0.0));
  EXPECT_EQ(counts(draw_edge_on_edge()), std::pair(0.0, 1.0));
  EXPECT_EQ(counts(draw_face_on_face()), std::pair(2.0, 2.0));
  EXPECT_EQ(counts(draw_contact_region()), std::pair(2.0, 0.0));
}

TEST(ThesisGeometry, TheContactOfFacesIsTheHullOfItsEvents) {
  const GeometryDrawing drawing = draw_face_on_face();
  std::set<std::pair<double, double>> corners;
  for (const FigurePoint& point : drawing.points) {
    EXPECT_NEAR(point.at.z(), 0, kNear);
    corners.insert({std::round(point.at.x() * 1e9) / 1e9, std::round(point.at.y() * 1e9) / 1e9});
  }
  EXPECT_EQ(corners, (std::set<std::pair<double, double>>{
                         {-0.1, -0.1}, {0.8, -0.1}, {-0.1, 0.8}, {0.8, 0.8}}));
}

TEST(ThesisGeometry, TheDistanceOfATurnedTriangleHasAKink) {
  const GeometryDrawing drawing = draw_kink_of_distance();
  EXPECT_LE(drawing.value("d - min(d_2, d_3)"), kNear);
  EXPECT_NEAR(drawing.value("slope below 0"), 0.8, 1e-6);
  EXPECT_NEAR(drawing.value("slope above 0"), -0.8, 1e-6);
  ASSERT_EQ(drawing.curves.size(), 3U);
  EXPECT_EQ(drawing.curves[2].name, "d");
  EXPECT_EQ(drawing.curves[2].x.size(), 41U);
}

TEST(ThesisGeometry, TheLargestOfThirtyTwoComponentsIsRho) {
  const GeometryDrawing drawing = draw_component_functions();
  EXPECT_EQ(drawing.value("potential events"), 32);
  EXPECT_NEAR(drawing.value("largest component"), drawing.value("rho"), kNear);
  EXPECT_GE(drawing.value("dual feasible"), 2);
  EXPECT_LT(drawing.value("dual feasible"), 32);
  EXPECT_TRUE(std::isfinite(drawing.value("H on CD")));
  // By hand, from C (-0.2, 0.1), H (0.7, 1), E (0.4, -0.9), D (-0.8, 1.2).
  EXPECT_NEAR(drawing.value("Phi^(1)"), 1.44 / std::sqrt(3.7), 1e-12);
  EXPECT_NEAR(drawing.value("Phi^(2)"), 1.53 / std::sqrt(1.57), 1e-12);
}

TEST(YiFigures, TheWayOutIsAcrossTheWayIn) {
  const GeometryDrawing drawing = draw_pushed_elsewhere();
  EXPECT_NEAR(drawing.value("phi"), -0.25, kNear);
  EXPECT_NEAR(drawing.value("n_y"), 1, kNear);
  EXPECT_NEAR(drawing.value("angle"), 90, 1e-9);
}

TEST(YiFigures, NormalsOfSidesHoldSomeCornersDownAndTheOthersUp) {
  const GeometryDrawing drawing = draw_interlocked();
  EXPECT_EQ(drawing.value("up"), 2);
  EXPECT_EQ(drawing.value("down"), 2);
  EXPECT_NEAR(drawing.value("phi"), -0.15, kNear);
  EXPECT_NEAR(drawing.value("n_y"), 1, kNear);
}

// The ball's lowest face is horizontal where the box touches it, so the depth is all but 0.05 m.
TEST(YiFigures, TheLineOfCentresPushesTheBallAlongTheBox) {
  const GeometryDrawing drawing = draw_long_box();
  EXPECT_NEAR(drawing.value("n_y"), 1, kNear);
  EXPECT_GT(drawing.value("phi"), -0.05);
  EXPECT_LT(drawing.value("phi"), -0.02);
  EXPECT_NEAR(drawing.value("angle"), std::atan2(1.3, 0.45) * 180 / std::acos(-1.0), 1e-9);
  EXPECT_GT(drawing.value("by centres"), -3 * drawing.value("phi"));
  EXPECT_GT(drawing.value("aside"), 0.9 * drawing.value("by centres"));
}

// The ridge is at pi/3 to y; the box ends at x = +-0.8.
TEST(YiFigures, TheContactPlaneHoldsTheFaceAndTheRidge) {
  const GeometryDrawing drawing = draw_contact_plane();
  EXPECT_NEAR(drawing.value("phi"), 0, kNear);
  EXPECT_NEAR(drawing.value("plane"), 0, kNear);
  EXPECT_NEAR(drawing.value("n_z"), 1, kNear);
  EXPECT_EQ(drawing.value("points"), 2);
  EXPECT_NEAR(drawing.value("length"), 1.6 / std::sin(std::acos(-1.0) / 3), 1e-9);
}

TEST(ThesisGeometry, EveryFigureHasItsNameAndSaysWhatIsCompared) {
  for (const GeometryFigure& figure : geometry_figures()) {
    EXPECT_TRUE(figure.name.starts_with("thesis-figure") || figure.name.starts_with("yi-figure"));
    EXPECT_FALSE(figure.compared.empty());
    EXPECT_FALSE(figure.make().values.empty()) << figure.name;
  }
}

}  // namespace
}  // namespace touchstone
