// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of two bodies at rest. The bodies are prisms about z, seen along z.
#include <array>
#include <cstdio>
#include <string>
#include <utility>

#include "benchmarks/concepts/concept_figures.hpp"
#include "benchmarks/papers/thesis_pair.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

/// "-0.34": a number of a title.
std::string two_digits(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", x);
  return text.data();
}

Vec3 rounded_to_doubles(const ExactVec3& p) {
  return {round_to_double(p[0]), round_to_double(p[1]), round_to_double(p[2])};
}

/// Two outlines and the exact truth of their prisms.
struct SolvedOutlines {
  Outline A, B;
  Truth truth;

  SolvedOutlines(Outline a, Outline b) : A(std::move(a)), B(std::move(b)) {
    truth = Oracle().solve({make_outline_prism(A, kPrismHalfHeight), Pose{},
                            make_outline_prism(B, kPrismHalfHeight), Pose{}});
  }
  Vec3 p_A() const { return rounded_to_doubles(truth.witness_A); }
  Vec3 p_B() const { return rounded_to_doubles(truth.witness_B); }
};

/// The corner of an outline farthest along u.
Vec3 farthest_corner(const Outline& outline, const Vec3& u) {
  Vec3 best(outline[0][0], outline[0][1], 0);
  for (const auto& [x, y] : outline) {
    if (u.dot(Vec3(x, y, 0)) > u.dot(best)) best = {x, y, 0};
  }
  return best;
}

/// The plane across u through p, seen from its side. It reaches `length` to either side of the line
/// along u through `foot`.
FigureShape plane_across(const std::string& name, const Vec3& p, const Vec3& u, const Vec3& foot,
                         double length) {
  const Vec3 middle = foot + u * u.dot(p - foot);
  const Vec3 along = Vec3::UnitZ().cross(u);
  return {name, ShapeStyle::plane, {middle - length * along, middle + length * along}, false};
}

const Outline kUpper = {{1.5, 1.05}, {3.6, 1.55}, {2.1, 2.65}};
const Outline kLower = {{-1.3, -0.9}, {1.0, -0.8}, {1.1, 0.6}, {-0.8, 0.8}};

const Outline kPointed = {{0, 0}, {0.4, 0.9}, {0.1, 1.4}, {-0.35, 1.0}};
const Outline kBlock = {{-1, -1.2}, {1, -1.2}, {1, 0}, {-1, 0}};
constexpr double kPairDistance = 2.9;  ///< from one pair of a drawing to the next [m]

/// One of three pairs, about (x, 0): a body whose lowest corner is `height` above a block.
void add_witness_pair(double x, double height, GeometryDrawing& drawing) {
  const SolvedOutlines pair(moved_outline(kPointed, x, height), moved_outline(kBlock, x, 0));
  const Vec3 foot(x - 0.8, 0, 0);
  drawing.shapes.push_back(outline_shape("B", ShapeStyle::body_B, pair.B));
  drawing.shapes.push_back(outline_shape("A", ShapeStyle::body_A, pair.A));
  drawing.shapes.push_back({"", ShapeStyle::vector, {pair.p_B(), pair.p_A()}, false});
  drawing.shapes.push_back(
      {"n", ShapeStyle::vector, {foot, foot + 0.4 * pair.truth.normals.front()}, false});
  if (pair.truth.sign == 0) {
    drawing.points.push_back({"p_A = p_B", pair.p_A()});
  } else {
    drawing.points.push_back({"p_A", pair.p_A()});
    drawing.points.push_back({"p_B", pair.p_B()});
  }
  drawing.values.push_back({"phi", "m", pair.truth.phi, "signed distance"});
}

/// A pair, and both bodies grown by r about their interior points.
void add_grown_pair(const Outline& A, const Outline& B, GeometryDrawing& drawing) {
  const ThesisPair asked = ask_thesis_pair(make_outline_prism(A, kPrismHalfHeight),
                                           make_outline_prism(B, kPrismHalfHeight));
  drawing.shapes.push_back(outline_shape("A", ShapeStyle::body_A, A));
  drawing.shapes.push_back(outline_shape("B", ShapeStyle::body_B, B));
  drawing.shapes.push_back({"", ShapeStyle::grown_A, grown_outline(A, asked.x_A, asked.r), true});
  drawing.shapes.push_back({"", ShapeStyle::grown_B, grown_outline(B, asked.x_B, asked.r), true});
  drawing.points.push_back({"x_A", asked.x_A});
  drawing.points.push_back({"x_B", asked.x_B});
  drawing.points.push_back({"r = " + two_digits(asked.r), asked.p});
  drawing.values.push_back({"r", "1", asked.r, "growth ratio"});
}

}  // namespace

std::vector<ConceptPanel> draw_gap(const MetricSource& /*metrics*/) {
  const SolvedOutlines pair(kUpper, kLower);
  const Vec3 u = Vec3(0.05, 1, 0).normalized();
  const Vec3 a = farthest_corner(pair.A, -u);
  const Vec3 b = farthest_corner(pair.B, u);
  const double gap = u.dot(a - b);
  const Vec3 foot(0.1, 1, 0);
  GeometryDrawing drawing;
  drawing.shapes = {outline_shape("A", ShapeStyle::body_A, pair.A),
                    outline_shape("B", ShapeStyle::body_B, pair.B),
                    plane_across("max over B of u.b", b, u, foot, 1.9),
                    plane_across("min over A of u.a", a, u, foot, 1.9)};
  const Vec3 from = foot + u * u.dot(b - foot);
  drawing.shapes.push_back({"gap(u)", ShapeStyle::vector, {from, from + gap * u}, false});
  drawing.shapes.push_back({"", ShapeStyle::vector, {pair.p_B(), pair.p_A()}, false});
  drawing.points = {{"p_A", pair.p_A()}, {"p_B", pair.p_B()}};
  drawing.values = {{"gap(u)", "m", gap, "for the direction u that is drawn"},
                    {"phi", "m", pair.truth.phi, "the largest gap of all directions"}};
  return {{"gap(u) = " + two_digits(gap) +
               " m for this u; the largest gap is phi = " + two_digits(pair.truth.phi) + " m",
           drawing}};
}

std::vector<ConceptPanel> draw_witness_points(const MetricSource& /*metrics*/) {
  GeometryDrawing drawing;
  add_witness_pair(0, 0.5, drawing);
  add_witness_pair(kPairDistance, 0, drawing);
  add_witness_pair(2 * kPairDistance, -0.4, drawing);
  std::string phis;
  for (const FigureValue& phi : drawing.values) {
    phis += (phis.empty() ? "" : ", ") + two_digits(phi.value) + " m";
  }
  return {{"phi = " + phis + ": p_A - p_B = phi n, and n points from B to A", drawing}};
}

std::vector<ConceptPanel> draw_growth(const MetricSource& /*metrics*/) {
  GeometryDrawing drawing;
  add_grown_pair(kUpper, kLower, drawing);
  add_grown_pair(moved_outline(kUpper, 4.2, -0.95), moved_outline(kLower, 5.2, 0), drawing);
  return {{"Grown about x_A and x_B by r the bodies touch: r > 1 if they are apart, r < 1 if not",
           drawing}};
}

std::vector<ConceptPanel> draw_event(const MetricSource& /*metrics*/) {
  return {{"Two corners on a face (CoF), two edges on edges (EoE), and the contact between them",
           draw_face_on_face()}};
}

}  // namespace touchstone
