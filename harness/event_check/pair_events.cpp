// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/event_check/pair_events.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "contact/events/component_functions.hpp"
#include "geometry/random.hpp"
#include "metrics/registry.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Motions of both bodies along which a gradient is looked at.
constexpr int kMotions = 3;
/// Steps of central differences, in parts of n.d [1], and of turns [rad].
constexpr double kStep = 1e-4;
/// What a kink within the steps may add to their differences, in parts of max(1, |rho|) [1].
constexpr double kKink = 1e-7;
/// Rounding of events' values, in parts of the larger body's radius [1].
constexpr double kOfEvents = 1e-13;

std::size_t index_of(EventClaim claim) { return static_cast<std::size_t>(claim); }

double difference_of(const RoundedReal& a, const RoundedReal& b) {
  return (a.value - b.value) + (a.tail - b.tail);
}

EventTolerances tolerances_of(double eps, EventWindow window) {
  EventTolerances tolerances;
  tolerances.eps_t = tolerances.eps_x = eps;
  tolerances.eps_below = window == EventWindow::two ? eps : EventOptions().eps_0;
  tolerances.eps_plane = kInfinity;
  return tolerances;
}

bool same(const Event& a, const Event& b) {
  return a.kind == b.kind && a.feature_A == b.feature_A && a.feature_B == b.feature_B;
}

/// A motion of one body about its interior point: R+ = exp(turn) R, t+ so that x moves by `shift`.
Pose moved(const Pose& X, const Vec3& center, const Vec3& turn, const Vec3& shift) {
  const double angle = turn.norm();
  const Mat3 rotation =
      angle > 0 ? Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix() : Mat3::Identity();
  Pose to;
  to.R = rotation * X.R;
  // The change alone, so that a far origin rounds nothing but the sum.
  to.t = X.t + (shift + (X.R - to.R) * center);
  return to;
}

/// Where the material point of a body that is at p when the pose is X is moved by two poses apart.
Vec3 carried(const Pose& X, const Vec3& p_W, const Pose& from, const Pose& to) {
  const Vec3 local = X.R.inverse() * (p_W - X.t);
  return (to.R - from.R) * local + (to.t - from.t);
}

/// By how much p is outside the hull of points in one plane, at most by a side's distance [m].
double outside_hull(const Vec3& p, const std::vector<Vec3>& hull) {
  if (hull.size() == 1) return (p - hull[0]).norm();
  Vec3 normal = Vec3::Zero();
  double widest = 0;
  for (std::size_t i = 2; i < hull.size(); ++i) {
    const Vec3 here = (hull[1] - hull[0]).cross(hull[i] - hull[0]);
    if (here.norm() > widest) {
      widest = here.norm();
      normal = here / widest;
    }
  }
  double outside = 0;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    for (std::size_t j = 0; j < hull.size(); ++j) {
      const Vec3 along = hull[j] - hull[i];
      if (i == j || !(along.norm() > 0)) continue;
      if (hull.size() == 2) {
        const double s = std::clamp(along.dot(p - hull[i]) / along.squaredNorm(), 0.0, 1.0);
        return (p - hull[i] - s * along).norm();
      }
      const Vec3 out = along.cross(normal).normalized();
      const bool side = std::all_of(hull.begin(), hull.end(), [&](const Vec3& q) {
        return out.dot(q - hull[i]) <= 1e-12 * along.norm();
      });
      if (side) outside = std::max(outside, out.dot(p - hull[i]));
    }
  }
  return outside;
}

}  // namespace

/// A pair as the ratio metric answers it.
struct PairEventCheck::Asked {
  Asked(const Pair& pair, const Answer& answer)
      : A(*pair.A),
        B(*pair.B),
        placed_A(A, pair.X_WA),
        placed_B(B, pair.X_WB),
        growth(answer.ratio->r),
        size(std::min(A.radius(), B.radius())) {
    find_active_planes(*answer.ratio, A, B, planes);
  }

  EventBody A;
  EventBody B;
  PlacedEventBody placed_A;
  PlacedEventBody placed_B;
  ActivePlanes planes;
  double growth;
  double size;
};

PairEventCheck::PairEventCheck() : metric_(find_metric("ratio_ray")->make()) {}

ClaimResult PairEventCheck::components(const Pair& pair, const RoundedReal& rho) const {
  const ComponentMaximum found = largest_component(pair);
  const auto error_of = [&](const LargestComponent& component) {
    return std::abs((component.value - rho.value) + (component.tail - rho.tail)) /
           std::max(1.0, std::abs(rho.value));
  };
  ClaimResult result;
  result.checked = true;
  const LargestComponent& largest = found.largest();
  result.apart = &largest == &found.parallel_edges &&
                 !(std::min(error_of(found.corners), error_of(found.edges)) <= kComponentTolerance);
  result.error = error_of(largest);
  result.held = result.error <= kComponentTolerance;
  if (!result.held) {
    result.why = "the largest component is " + std::to_string(largest.value) + ", rho " +
                 std::to_string(rho.value);
  }
  return result;
}

// Along a motion s -> X(s) rho is smooth if the second differences of two steps are in their
// proportion; a kink within either is not. Central differences of the two give the slope.
ClaimResult PairEventCheck::gradients(const Pair& pair, const Asked& asked, const RoundedReal& rho,
                                      std::uint64_t stream) {
  ClaimResult result;
  const std::vector<Event>& active =
      events_.find(asked.placed_A, asked.placed_B, asked.growth, asked.planes,
                   tolerances_of(kActiveEvent * asked.size, EventWindow::two));
  if (active.empty()) return result;
  const Event event =
      *std::min_element(active.begin(), active.end(), [&](const auto& a, const auto& b) {
        return std::abs(a.apart(asked.growth)) < std::abs(b.apart(asked.growth));
      });
  const double unit = std::max(1.0, std::abs(rho.value));
  Random random(stream, 7);
  double worst = 0;
  for (int motion = 0; motion < kMotions; ++motion) {
    const std::array<Vec3, 4> parts = {random.in_unit_ball(), random.in_unit_ball(),
                                       random.in_unit_ball(), random.in_unit_ball()};
    const auto at_step = [&](double step) {
      const auto of_body = [&](const Pose& X, const EventBody& body, const Vec3& turn,
                               const Vec3& shift) {
        const double angle = step * std::min(1.0, event.along / body.radius());
        return moved(X, body.center(), angle * turn, step * event.along * shift);
      };
      return Pair{pair.A, of_body(pair.X_WA, asked.A, parts[0], parts[1]), pair.B,
                  of_body(pair.X_WB, asked.B, parts[2], parts[3])};
    };
    std::array<double, 2> error{};
    std::array<double, 2> bend{};
    for (std::size_t half = 0; half < 2; ++half) {
      const double step = half == 0 ? kStep : kStep / 2;
      const Pair after = at_step(step);
      const Pair before = at_step(-step);
      const auto rho_after = oracle_.solve(after).rho();
      const auto rho_before = oracle_.solve(before).rho();
      if (!rho_after || !rho_before) return result;
      const Vec3 apart = carried(pair.X_WA, event.x_W, before.X_WA, after.X_WA) -
                         carried(pair.X_WB, event.x_W, before.X_WB, after.X_WB);
      const double expected = event.slope() * event.normal.dot(apart);
      error[half] = (difference_of(*rho_after, *rho_before) - expected) / (2 * step);
      bend[half] = (difference_of(*rho_after, rho) + difference_of(*rho_before, rho)) / (2 * step);
    }
    // Curvature is in proportion to the step.
    if (std::abs(bend[0] - 2 * bend[1]) > kKink * unit || std::abs(bend[0]) > 0.1 * unit) {
      return result;
    }
    worst = std::max(worst, std::abs((4 * error[1] - error[0]) / 3) / unit);
  }
  result.checked = true;
  result.error = worst;
  result.held = worst <= kGradientTolerance;
  if (!result.held) result.why = "the gradient is off by " + std::to_string(worst);
  return result;
}

// Grown by r about the interior points the bodies meet where the true witness points, which lie on
// the bodies as they are, are taken by the growth.
ClaimResult PairEventCheck::region(const Pair& pair, const Asked& asked,
                                   const TruthOnDemand& truth) {
  ClaimResult result;
  const auto points_within = [&](double eps) {
    std::vector<Vec3> points;
    for (const Event& event : events_.find(asked.placed_A, asked.placed_B, asked.growth,
                                           asked.planes, tolerances_of(eps, EventWindow::two))) {
      points.push_back(event.x_W);
    }
    return points;
  };
  const double least = kOfEvents * std::max(asked.A.radius(), asked.B.radius());
  const std::vector<Vec3> points = points_within(kActiveEvent * asked.size);
  // Whether two features tie is not for doubles to say where they all but do.
  if (points.size() != points_within(least).size()) return result;
  const Vec3& x_B = asked.placed_B.center();
  std::vector<Vec3> corners;
  for (const ExactVec3& p : true_points(pair, truth, Quantity::ratio).front().corners_B) {
    const Vec3 on_B(round_to_double(p[0]), round_to_double(p[1]), round_to_double(p[2]));
    corners.emplace_back(x_B + asked.growth * (on_B - x_B));
  }
  const double tolerance = kRegionTolerance * asked.size;
  result.checked = true;
  for (const Vec3& corner : corners) {
    double nearest = kInfinity;
    for (const Vec3& p : points) nearest = std::min(nearest, (p - corner).norm());
    result.error = std::max(result.error, nearest / asked.size);
  }
  for (const Vec3& p : points) {
    result.error = std::max(result.error, outside_hull(p, corners) / asked.size);
  }
  result.held = result.error * asked.size <= tolerance;
  if (!result.held) {
    result.why = "the hull of " + std::to_string(points.size()) + " event points misses the " +
                 std::to_string(corners.size()) + " corners of the contact by " +
                 std::to_string(result.error) + " sizes";
  }
  return result;
}

void PairEventCheck::count_missed(const Asked& asked, PairEvents& found) {
  const auto count = [&](EventSetting setting, double eps, EventWindow window) {
    const EventTolerances tolerances = tolerances_of(eps * asked.size, window);
    const auto& kept =
        all_events_.find_all(asked.placed_A, asked.placed_B, asked.growth, tolerances);
    const auto& ours =
        events_.find(asked.placed_A, asked.placed_B, asked.growth, asked.planes, tolerances);
    for (const Event& event : kept) {
      MissedEvents& sort =
          found.missed.at(static_cast<std::size_t>(setting)).at(event.kind == EventKind::edges);
      ++sort.kept;
      const bool known = std::any_of(ours.begin(), ours.end(),
                                     [&](const Event& other) { return same(event, other); });
      sort.missed += known ? 0 : 1;
    }
  };
  count(EventSetting::active, kActiveEvent, EventWindow::two);
  count(EventSetting::near_one, kNearEvent, EventWindow::one);
  count(EventSetting::near_two, kNearEvent, EventWindow::two);
  ClaimResult& claim = found.claims.at(index_of(EventClaim::active));
  claim.checked = true;
  std::uint64_t missed = 0;
  for (const MissedEvents& sort : found.missed[0]) missed += sort.missed;
  claim.held = missed == 0;
  if (!claim.held) claim.why = std::to_string(missed) + " active events missed";
}

PairEvents PairEventCheck::examine(const Pair& pair, std::uint64_t stream) {
  PairEvents found;
  const TruthOnDemand truth = oracle_.solve(pair);
  if (!truth.rho()) return found;
  const auto shape_A = metric_->prepare(*pair.A);
  const auto shape_B = metric_->prepare(*pair.B);
  const auto workspace = metric_->make_workspace();
  const Answer answer = metric_->evaluate(*shape_A, pair.X_WA, *shape_B, pair.X_WB, *workspace);
  if (answer.status != AnswerStatus::answered || !answer.ratio) return found;
  const Asked asked(pair, answer);
  found.answered = true;
  found.claims.at(index_of(EventClaim::components)) = components(pair, *truth.rho());
  found.claims.at(index_of(EventClaim::gradients)) = gradients(pair, asked, *truth.rho(), stream);
  count_missed(asked, found);
  found.claims.at(index_of(EventClaim::region)) = region(pair, asked, truth);
  return found;
}

}  // namespace touchstone
