// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/thesis_pair.hpp"

#include "metrics/registry.hpp"

namespace touchstone {
namespace {

Answer ask(const char* name, const Pair& pair) {
  const auto metric = find_metric(name)->make();
  const auto shape_A = metric->prepare(*pair.A);
  const auto shape_B = metric->prepare(*pair.B);
  const auto workspace = metric->make_workspace();
  return metric->evaluate(*shape_A, pair.X_WA, *shape_B, pair.X_WB, *workspace);
}

}  // namespace

PolytopePtr make_outline_prism(const Outline& outline, double half_height) {
  PolytopeInput input;
  Vec3 middle = Vec3::Zero();
  for (const auto& [x, y] : outline) {
    input.vertices.emplace_back(x, y, -half_height);
    input.vertices.emplace_back(x, y, half_height);
    middle += Vec3(x, y, 0) / static_cast<double>(outline.size());
  }
  input.interior_point = middle;
  return make_polytope(input).value();
}

Outline moved_outline(const Outline& outline, double x, double y) {
  Outline to = outline;
  for (auto& corner : to) corner = {corner[0] + x, corner[1] + y};
  return to;
}

std::vector<Vec3> grown_outline(const Outline& outline, const Vec3& about, double t) {
  std::vector<Vec3> corners;
  for (const auto& [x, y] : outline) corners.push_back(about + t * (Vec3(x, y, 0) - about));
  return corners;
}

FigureShape outline_shape(const std::string& name, ShapeStyle style, const Outline& outline) {
  return {name, style, grown_outline(outline, Vec3::Zero(), 1), true};
}

ThesisPair ask_thesis_pair(const PolytopePtr& A, const PolytopePtr& B) {
  ThesisPair made;
  made.pair = {A, Pose{}, B, Pose{}};
  made.x_A = A->interior_point();
  made.x_B = B->interior_point();
  const Answer ratio = ask("ratio_ray", made.pair);
  made.r = ratio.ratio.value().r;
  made.rho = ratio.value;
  made.n = ratio.normal.value();
  made.p = ratio.ratio->x_W;
  made.p_A = ratio.witnesses.value().p_WA;
  made.p_B = ratio.witnesses->p_WB;
  const Answer distance = ask("certified", made.pair);
  made.phi = distance.value;
  made.n_phi = distance.normal.value();
  return made;
}

}  // namespace touchstone
