// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/overlap_sum.hpp"

#include <algorithm>
#include <numeric>

#include "dynamics/planar.hpp"
#include "geometry/index.hpp"
#include "harness/statistics/statistics.hpp"
#include "metrics/registry.hpp"

namespace touchstone {

CertifiedPairs::CertifiedPairs(const Scene& scene)
    : scene_(scene),
      metric_(find_metric("certified")->make()),
      workspace_(metric_->make_workspace()) {
  for (const Body& body : scene.bodies) {
    auto& shape = shapes_[body.shape.get()];
    if (!shape) shape = metric_->prepare(*body.shape);
  }
  for (const Joint& joint : scene.joints) {
    const int A = find_body(scene, joint.body);
    const int B = find_body(scene, joint.other);
    joined_.insert({std::min(A, B), std::max(A, B)});
  }
}

Answer CertifiedPairs::ask(const IndexPair& pair, const std::vector<BodyState>& states) {
  const BodyState& A = states[at(pair.A)];
  const BodyState& B = states[at(pair.B)];
  return metric_->evaluate(*shapes_.at(scene_.bodies[at(pair.A)].shape.get()), A.pose(),
                           *shapes_.at(scene_.bodies[at(pair.B)].shape.get()), B.pose(),
                           *workspace_);
}

OverlapSum::OverlapSum(const Scene& scene) : scene_(scene), pairs_(scene) {
  for (const Body& body : scene.bodies) reach_.push_back(scene_reach(scene, body));
}

/// The depths of a planar scene's prisms all have the plane in their middle, so that the sign of
/// their distance is that of their cross-sections.
bool OverlapSum::may_overlap(const IndexPair& pair, const std::vector<BodyState>& states) {
  if (pairs_.joined(pair)) return false;
  const Answer answer = pairs_.ask(pair, states);
  return answer.status != AnswerStatus::answered || answer.value <= 0;
}

double OverlapSum::measure(const Simulation& simulation) {
  const std::vector<BodyState>& states = simulation.states();
  spheres_.clear();
  body_.clear();
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = scene_.bodies[i];
    // Overlaps are of polytopes.
    if (!simulation.present(i) || body.shape->radius() > 0) continue;
    spheres_.push_back({states[i].p_W, reach_[i], body.fixed});
    body_.push_back(static_cast<int>(i));
  }
  double sum = 0;
  for (const IndexPair& near : broad_phase_.find(spheres_)) {
    const IndexPair pair = {body_[at(near.A)], body_[at(near.B)]};
    if (!may_overlap(pair, states)) continue;
    const Pair placed = {scene_.bodies[at(pair.A)].shape, states[at(pair.A)].pose(),
                         scene_.bodies[at(pair.B)].shape, states[at(pair.B)].pose()};
    const RoundedOverlap overlap =
        scene_.planar ? meter_.rounded_projected_area(placed, static_cast<int>(*scene_.planar))
                      : meter_.rounded_volume(placed);
    sum += overlap.value;
    ++asked_;
  }
  return sum;
}

std::string_view overlap_unit(const Scene& scene) { return scene.planar ? "m^2" : "m^3"; }

OverlapStatistics overlap_statistics(const std::vector<double>& overlaps) {
  OverlapStatistics statistics;
  if (overlaps.empty()) return statistics;
  statistics.steps = overlaps.size();
  statistics.lower = quantile(overlaps, 0.25);
  statistics.median = quantile(overlaps, 0.5);
  statistics.upper = quantile(overlaps, 0.75);
  statistics.mean =
      std::accumulate(overlaps.begin(), overlaps.end(), 0.0) / static_cast<double>(overlaps.size());
  statistics.max = *std::max_element(overlaps.begin(), overlaps.end());
  return statistics;
}

}  // namespace touchstone
