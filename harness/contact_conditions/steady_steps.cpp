// SPDX-License-Identifier: GPL-3.0-or-later
// Steps along a motion: whether points stay where the true manifold keeps its corners.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "geometry/single_precision.hpp"
#include "harness/contact_conditions/manifold_claims.hpp"
#include "harness/contact_conditions/steadiness.hpp"
#include "harness/manifold/kept_share.hpp"
#include "harness/manifold/manifold_judge.hpp"
#include "harness/manifold/pair_manifold.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// A corner of a manifold that moves by more than so many steps is another one [1].
constexpr double kStepsOfCorner = 4;

/// The points half way between their places on both bodies.
Manifold in_the_middle(const ManifoldPolicy& policy, Manifold manifold) {
  for (ManifoldPoint& point : manifold.points) {
    const PointPartners p = partners_of(policy, point, point.normal);
    point.p_W = (p.p_WA + p.p_WB) / 2;
  }
  return manifold;
}

/// The corners of the true manifold [world, m], where there is one direction and doubles tell them.
std::vector<Vec3> true_corners(const Pair& pair, const TruthOnDemand& truth,
                               const AskedMethod& method) {
  const PairManifold manifold(pair, truth, method.tolerance, method.scalar);
  if (truth.exact().normals.size() != 1 || manifold.rough()) return {};
  const FlatFrame frame = middle_plane(pair, truth.exact().normals.front());
  std::vector<Vec3> corners;
  for (const FlatPoint& p :
       outline_of(manifold.along(frame.n(), frame), manifold.length() + manifold.rounding())) {
    corners.emplace_back(frame.origin() + frame.arm(p));
  }
  return corners;
}

/// Distance of two points, seen along n [m].
double apart_across(const FlatFrame& frame, const Vec3& a, const Vec3& b) {
  const FlatPoint p = frame.flat_arm(a - b);
  return std::hypot(p.x, p.y);
}

bool same_features(const ExactFeatures& a, const ExactFeatures& b) {
  return a.vertices_A == b.vertices_A && a.vertices_B == b.vertices_B;
}

/// For each point of `before` its place in `after`, if it is still there: by its id where both
/// have ids, else the nearest ones first.
std::vector<std::optional<std::size_t>> partners(const std::vector<ManifoldPoint>& before,
                                                 const std::vector<ManifoldPoint>& after) {
  std::vector<std::optional<std::size_t>> kept(before.size());
  struct Candidate {
    double distance;
    std::size_t i, k;
  };
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t k = 0; k < after.size(); ++k) {
      if (before[i].id && after[k].id && before[i].id != after[k].id) continue;
      candidates.push_back({(before[i].p_W - after[k].p_W).norm(), i, k});
    }
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.distance < b.distance; });
  std::vector<bool> taken(after.size());
  for (const Candidate& one : candidates) {
    if (kept[one.i] || taken[one.k]) continue;
    kept[one.i] = one.k;
    taken[one.k] = true;
  }
  return kept;
}

/// One step of a motion along which neither the optimal features nor the corners change.
struct QuietStep {
  double size = 0;  ///< the size of the pair [m]
  std::size_t which = 0;
  FlatFrame frame;
  std::vector<Vec3> corners_before, corners_after;  ///< in the same order
  double farthest = 0;                              ///< that a corner moves [m]
};

/// Nothing where the features change, tie, or are not told by doubles.
std::optional<QuietStep> quiet_step(const Pair& pair, const TruthOnDemand& truth, const Pair& there,
                                    const TruthOnDemand& truth_there, const AskedMethod& method,
                                    std::size_t which) {
  if (truth.exact().features.size() != 1 || truth_there.exact().features.size() != 1 ||
      !same_features(truth.exact().features.front(), truth_there.exact().features.front())) {
    return std::nullopt;
  }
  QuietStep step{pair_size(pair),
                 which,
                 middle_plane(pair, truth.exact().normals.front()),
                 true_corners(pair, truth, method),
                 {},
                 0};
  const std::vector<Vec3> after = true_corners(there, truth_there, method);
  if (after.empty() || after.size() != step.corners_before.size()) return std::nullopt;
  std::vector<bool> taken(after.size());
  for (const Vec3& corner : step.corners_before) {
    const auto nearest =
        std::min_element(after.begin(), after.end(), [&](const auto& a, const auto& b) {
          return apart_across(step.frame, a, corner) < apart_across(step.frame, b, corner);
        });
    const double moved = apart_across(step.frame, *nearest, corner);
    const auto place = static_cast<std::size_t>(nearest - after.begin());
    if (taken[place] || moved > kStepsOfCorner * kSteadinessSteps.at(which) * step.size) {
      return std::nullopt;
    }
    taken[place] = true;
    step.corners_after.push_back(*nearest);
    step.farthest = std::max(step.farthest, moved);
  }
  return step;
}

/// The point at a corner, seen along n.
const ManifoldPoint* point_at(const QuietStep& step, const std::vector<ManifoldPoint>& points,
                              const Vec3& corner, double near) {
  const ManifoldPoint* nearest = nullptr;
  for (const ManifoldPoint& point : points) {
    const double distance = apart_across(step.frame, point.p_W, corner);
    if (distance > near) continue;
    near = distance;
    nearest = &point;
  }
  return nearest;
}

void add_step(const QuietStep& step, const Manifold& before, const Manifold& after, double near,
              const std::string& id, CheckRow& row) {
  const auto kept = partners(before.points, after.points);
  std::size_t stay = 0;
  double jump = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    ++stay;
    jump =
        std::max(jump, apart_across(step.frame, before.points[i].p_W, after.points[*kept[i]].p_W));
  }
  const std::size_t gone = before.points.size() - stay;
  const std::size_t come = after.points.size() - stay;
  ClaimFinding flicker{true, gone + come == 0,
                       std::to_string(gone) + " gone and " + std::to_string(come) +
                           " new after a step of " + short_text(kSteadinessSteps.at(step.which))};
  flicker.counted = flicker.held ? 0 : 1U << step.which;
  row.claim("flicker").add(flicker, id);
  add_figure("jump", std::max(0.0, jump - step.farthest) / step.size, id, row);
  for (std::size_t c = 0; c < step.corners_before.size(); ++c) {
    const ManifoldPoint* from = point_at(step, before.points, step.corners_before[c], near);
    const ManifoldPoint* to = point_at(step, after.points, step.corners_after[c], near);
    if (from == nullptr || to == nullptr || !from->id || !to->id) continue;
    row.claim("lost_ids").add(ClaimFinding::of(from->id == to->id), id);
  }
}

}  // namespace

Pair stepped(const Pair& pair, const Pair& next, double step) {
  const Vec3 shift = next.X_WB.t - pair.X_WB.t;
  const Eigen::AngleAxisd turn(Mat3(next.X_WB.R * pair.X_WB.R.transpose()));
  const double length = std::max(shift.norm() / pair_size(pair), std::abs(turn.angle()));
  Pair there = pair;
  if (!(length > 0)) return there;
  const double part = step / length;
  there.X_WB.t += part * shift;
  // An exact path stays exact where it does not turn.
  if (turn.angle() * part > std::numeric_limits<double>::epsilon()) {
    there.X_WB.R =
        Eigen::AngleAxisd(part * turn.angle(), turn.axis()).toRotationMatrix() * pair.X_WB.R;
  }
  return there;
}

void judge_steps(const Pair& pair, const TruthOnDemand& truth, const Pair& next,
                 const AskedMethod& method, QuickOracle& oracle, const std::string& id,
                 CheckRow& row) {
  method.reset();
  const ManifoldPolicy policy = method.policy(pair);
  const std::optional<Manifold> here = method.find(pair);
  if (!here || !here->answered) return;
  const Manifold before = in_the_middle(policy, *here);
  std::vector<std::pair<Pair, QuietStep>> steps;
  for (std::size_t which = 0; which < kSteadinessSteps.size(); ++which) {
    Pair there = stepped(pair, next, kSteadinessSteps.at(which));
    if (method.scalar == Scalar::float32) {
      auto rounded = rounded_to_float(there);
      if (!rounded) continue;
      there = std::move(rounded).value();
    }
    auto step = quiet_step(pair, truth, there, oracle.solve(there, false), method, which);
    if (step) steps.emplace_back(there, *std::move(step));
  }
  std::vector<ManifoldQuestion> questions;
  for (const auto& step : steps) questions.push_back({step.first});
  if (!questions.empty()) method.ask_ahead(std::move(questions));
  for (const auto& [there, step] : steps) {
    const std::optional<Manifold> found = method.find(there);
    if (!found || !found->answered) continue;
    const Manifold after = in_the_middle(policy, *found);
    const double near = std::max(method.tolerance * step.size, 2 * policy.merging_distance) +
                        PairManifold(pair, truth, method.tolerance, method.scalar).rounding();
    add_step(step, before, after, near, id, row);
  }
}

}  // namespace touchstone
