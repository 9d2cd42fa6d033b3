// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/concepts/concept_figures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "benchmarks/energy/energy_test_options.hpp"

namespace touchstone {
namespace {

MetricSource metrics_of_this_build() { return energy_test_options().metric_source; }

GeometryDrawing first_panel(std::vector<ConceptPanel> (*make)(const MetricSource&)) {
  return make(metrics_of_this_build()).front().drawing;
}

std::vector<double> values_named(const GeometryDrawing& drawing, const std::string& name) {
  std::vector<double> values;
  for (const FigureValue& value : drawing.values) {
    if (value.name == name) values.push_back(value.value);
  }
  return values;
}

TEST(ConceptFigures, HaveNamesOfTheirOwnAndPanelsThatShowSomething) {
  std::set<std::string> names;
  for (const ConceptFigure& figure : concept_figures()) {
    EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
    const auto panels = figure.make(metrics_of_this_build());
    EXPECT_FALSE(panels.empty()) << figure.name;
    for (const ConceptPanel& panel : panels) {
      EXPECT_NE(panel.drawing.shapes.empty(), panel.drawing.curves.empty()) << figure.name;
    }
  }
}

TEST(ConceptFigures, DifferencesAreGoodBetweenRoundingAndTheNearestKink) {
  const GeometryDrawing drawing = first_panel(draw_differences);
  ASSERT_EQ(drawing.curves.size(), 3U);
  const auto error_at = [&](std::size_t curve, double step) {
    const FigureCurve& of = drawing.curves[curve];
    const auto at =
        std::find_if(of.x.begin(), of.x.end(), [&](double x) { return std::abs(x - step) < 0.25; });
    return of.y.at(static_cast<std::size_t>(at - of.x.begin()));
  };
  for (std::size_t curve = 0; curve < 3; ++curve) EXPECT_LT(error_at(curve, -7), -7) << curve;
  EXPECT_LT(error_at(0, -2), -3);
  EXPECT_GT(error_at(1, -2), -1) << "the kink is nearer";
  EXPECT_LT(error_at(1, -4), -6);
  EXPECT_GT(error_at(2, -4), -1);
  EXPECT_GT(error_at(0, -12), -6) << "rounding";
}

TEST(ConceptFigures, TheGapThatIsDrawnIsBelowPhi) {
  const GeometryDrawing drawing = first_panel(draw_gap);
  EXPECT_GT(drawing.value("gap(u)"), 0);
  EXPECT_LT(drawing.value("gap(u)"), drawing.value("phi"));
}

TEST(ConceptFigures, WitnessPointsAreThoseOfEachSign) {
  const std::vector<double> phi = values_named(first_panel(draw_witness_points), "phi");
  ASSERT_EQ(phi.size(), 3U);
  EXPECT_NEAR(phi[0], 0.5, 1e-15);
  EXPECT_EQ(phi[1], 0);
  EXPECT_NEAR(phi[2], -0.4, 1e-15);
}

TEST(ConceptFigures, BodiesGrowWhereTheyAreApartAndShrinkWhereTheyOverlap) {
  const std::vector<double> r = values_named(first_panel(draw_growth), "r");
  ASSERT_EQ(r.size(), 2U);
  EXPECT_GT(r[0], 1.1);
  EXPECT_LT(r[1], 0.9);
}

TEST(ConceptFigures, TheTrapThrowsTheSquareAsideAndPegLetsItFall) {
  const GeometryDrawing drawing = first_panel(draw_trap);
  ASSERT_EQ(drawing.shapes.size(), 9U);
  const auto leftmost = [&](std::size_t k) {
    double left = 1e9;
    for (const Vec3& p : drawing.shapes[k].points) left = std::min(left, p.x());
    return left;
  };
  EXPECT_NEAR(leftmost(5), 0.501, 1e-12);  // peg
  EXPECT_NEAR(leftmost(8), 0.501, 1e-12);
  EXPECT_NEAR(leftmost(1), 0.501, 1e-12);  // std
  EXPECT_GT(leftmost(4), 0.6);
}

TEST(ConceptFigures, TheWheelKeepsTheExactShareInSmallSteps) {
  const GeometryDrawing drawing = first_panel(draw_wheel);
  ASSERT_EQ(drawing.curves.size(), 3U);
  const FigureCurve& exact = drawing.curves[0];
  EXPECT_NEAR(exact.y.back(), 0.167, 5e-4);
  EXPECT_NEAR(drawing.curves[2].y.back(), exact.y.back(), 0.0133);
  EXPECT_LT(drawing.curves[1].y.back(), drawing.curves[2].y.back());
}

TEST(ConceptFigures, TheSpheresKeepOrLoseWhatMechanicsSays) {
  const auto panels = draw_spheres(metrics_of_this_build());
  ASSERT_EQ(panels.size(), 2U);
  const auto energies = [&](std::size_t panel, std::size_t curve) {
    return panels.at(panel).drawing.curves.at(curve).y;
  };
  EXPECT_NEAR(energies(0, 0).back(), 1, 1e-9);               // on one vertex
  EXPECT_NEAR(energies(0, 1).back(), 0, 1e-9);               // landed on an edge
  const std::vector<double> many_vertices = energies(0, 2);  // topples off its vertex
  EXPECT_GT(*std::max_element(many_vertices.begin(), many_vertices.end()), 1.01);
  EXPECT_NEAR(energies(1, 0).back(), 0, 1e-9);  // between walls
  const std::vector<double> without_walls = energies(1, 1);
  EXPECT_NEAR(*std::min_element(without_walls.begin(), without_walls.end()), 2. / 7, 1e-9);
}

}  // namespace
}  // namespace touchstone
