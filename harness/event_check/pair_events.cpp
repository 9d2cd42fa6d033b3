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
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Motions of both bodies along which a gradient is looked at.
constexpr int kMotions = 3;
/// Steps of central differences, in parts of n.d [1], and of turns [rad].
constexpr double kStep = 1e-4;
/// What a kink within the steps may add to their differences, and slopes may differ from linear, in
/// parts of max(1, |rho|) [1].
constexpr double kKink = 1e-7;
/// Rounding of events' values, in parts of what they are made from [1].
constexpr double kOfDoubles = 1e-15;

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

using Flat = std::pair<double, double>;

double turn(const Flat& a, const Flat& b, const Flat& c) {
  return (b.first - a.first) * (c.second - a.second) - (b.second - a.second) * (c.first - a.first);
}

/// The convex hull, counter-clockwise (Andrew's monotone chain).
std::vector<Flat> flat_hull(std::vector<Flat> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Flat> hull;
  for (const bool lower : {true, false}) {
    const std::size_t first = hull.size();
    for (const Flat& p : points) {
      while (hull.size() >= first + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) {
        hull.pop_back();
      }
      hull.push_back(p);
    }
    hull.pop_back();
    if (lower) std::reverse(points.begin(), points.end());
  }
  return hull;
}

double distance_to_segment(const Flat& p, const Flat& a, const Flat& b) {
  const Flat along = {b.first - a.first, b.second - a.second};
  const Flat from = {p.first - a.first, p.second - a.second};
  const double squared = along.first * along.first + along.second * along.second;
  const double share =
      squared > 0 ? (from.first * along.first + from.second * along.second) / squared : 0;
  const double s = std::clamp(share, 0.0, 1.0);
  return std::hypot(from.first - s * along.first, from.second - s * along.second);
}

/// How far p is outside a convex outline.
double outside(const Flat& p, const std::vector<Flat>& outline) {
  double nearest = kInfinity;
  bool inside = outline.size() > 2;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Flat& a = outline[i];
    const Flat& b = outline[(i + 1) % outline.size()];
    inside = inside && turn(a, b, p) >= 0;
    nearest = std::min(nearest, distance_to_segment(p, a, b));
  }
  return inside ? 0 : nearest;
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
        size(std::min(A.radius(), B.radius())),
        normal(*answer.normal) {
    const double far = pair.X_WA.t.cwiseAbs().sum() + pair.X_WB.t.cwiseAbs().sum();
    const double lengths = std::max(1.0, growth) * std::max(A.radius(), B.radius());
    size *= std::min(1.0, growth);
    const double thinness =
        std::max(A.radius() / pair.A->inradius(), B.radius() / pair.B->inradius());
    in_doubles = kOfDoubles * (far + lengths) * thinness <= kActiveEvent * size;
    find_active_planes(*answer.ratio, placed_A, placed_B, kActiveEvent * size, active);
  }

  EventBody A;
  EventBody B;
  PlacedEventBody placed_A;
  PlacedEventBody placed_B;
  ActivePlanes active;  ///< hyperplanes
  double growth;
  double size;  ///< of the pair, or of what it has shrunk to [m]
  Vec3 normal;
  bool in_doubles = false;  ///< events are right to kActiveEvent
};

PairEventCheck::PairEventCheck() : metric_(find_metric("ratio_ray")->make()) {}

ClaimResult PairEventCheck::components(const Pair& pair, const RoundedReal& rho) const {
  // Centres so near that no double holds rho: there is nothing to compare.
  if (!std::isfinite(rho.value)) return {};
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
    result.why = "the largest component is " + json_number(largest.value) + ", rho " +
                 json_number(rho.value);
  }
  return result;
}

// Of several events that meet there rho follows the one that is dual feasible.
std::optional<Event> PairEventCheck::followed(const Asked& asked) {
  const std::vector<Event>& active =
      events_.find(asked.placed_A, asked.placed_B, asked.growth, asked.active,
                   tolerances_of(kActiveEvent * asked.size, EventWindow::two));
  if (active.empty()) return std::nullopt;
  const auto beyond = [&](const Event& event) {
    return asked.placed_A.support(-event.normal) + asked.placed_B.support(event.normal) -
           event.length;
  };
  return *std::min_element(active.begin(), active.end(),
                           [&](const Event& a, const Event& b) { return beyond(a) < beyond(b); });
}

// Along a motion s -> X(s) rho is smooth if the second differences of two steps are in their
// proportion; a kink within either is not. Central differences of the two give the slopes.
std::optional<PairEventCheck::Slopes> PairEventCheck::slopes(const Pair& pair, const Asked& asked,
                                                             const RoundedReal& rho,
                                                             const Event& event,
                                                             const Motion& motion) {
  const auto at_step = [&](double step) {
    const auto of_body = [&](const Pose& X, const EventBody& body, const Vec3& turn,
                             const Vec3& shift) {
      const double angle = step * std::min(1.0, event.along / body.radius());
      return moved(X, body.center(), angle * turn, step * event.along * shift);
    };
    return Pair{pair.A, of_body(pair.X_WA, asked.A, motion[0], motion[1]), pair.B,
                of_body(pair.X_WB, asked.B, motion[2], motion[3])};
  };
  const double unit = std::max(1.0, std::abs(rho.value));
  std::array<double, 2> slope{};
  std::array<double, 2> error{};
  std::array<double, 2> bend{};
  for (std::size_t half = 0; half < 2; ++half) {
    const double step = half == 0 ? kStep : kStep / 2;
    const Pair after = at_step(step);
    const Pair before = at_step(-step);
    const auto rho_after = oracle_.solve(after).rho();
    const auto rho_before = oracle_.solve(before).rho();
    if (!rho_after || !rho_before) return std::nullopt;
    const Vec3 apart = carried(pair.X_WA, event.x_W, before.X_WA, after.X_WA) -
                       carried(pair.X_WB, event.x_W, before.X_WB, after.X_WB);
    const double expected = event.slope() * event.normal.dot(apart);
    const double change = difference_of(*rho_after, *rho_before);
    slope[half] = change / (2 * step);
    error[half] = (change - expected) / (2 * step);
    bend[half] = (difference_of(*rho_after, rho) + difference_of(*rho_before, rho)) / (2 * step);
  }
  // Curvature is in proportion to the step.
  if (std::abs(bend[0] - 2 * bend[1]) > kKink * unit || std::abs(bend[0]) > 0.1 * unit) {
    return std::nullopt;
  }
  return Slopes{(4 * slope[1] - slope[0]) / 3, (4 * error[1] - error[0]) / 3};
}

// Rho may be smooth along each motion and have no gradient: edges that are parallel cross by any
// turn, and the normal of the event that they make then is that of the turn. So the slope has to be
// linear in the motion too: along the mean of the motions it is the mean of theirs.
ClaimResult PairEventCheck::gradients(const Pair& pair, const Asked& asked, const RoundedReal& rho,
                                      std::uint64_t stream) {
  ClaimResult result;
  const std::optional<Event> event = followed(asked);
  if (!event) return result;
  const double unit = std::max(1.0, std::abs(rho.value));
  Random random(stream, 7);
  double worst = 0;
  double mean_slope = 0;
  Motion mean = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  for (int i = 0; i < kMotions; ++i) {
    const Motion motion = {random.in_unit_ball(), random.in_unit_ball(), random.in_unit_ball(),
                           random.in_unit_ball()};
    const auto found = slopes(pair, asked, rho, *event, motion);
    if (!found) return result;
    worst = std::max(worst, std::abs(found->error) / unit);
    mean_slope += found->of_rho / kMotions;
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += motion[k] / kMotions;
  }
  const auto of_mean = slopes(pair, asked, rho, *event, mean);
  if (!of_mean || std::abs(of_mean->of_rho - mean_slope) > kKink * unit) return result;
  result.checked = true;
  result.error = worst;
  result.held = worst <= kGradientTolerance;
  if (!result.held) result.why = "the gradient is off by " + json_number(worst);
  return result;
}

// Active events are in both grown bodies, so their hull is in the perfect contact. It is all of it
// if no corner of that is outside the hull, seen along n. Grown by r about the interior points the
// bodies meet where the true witness points, which lie on the bodies as they are, are taken by the
// growth.
ClaimResult PairEventCheck::region(const Pair& pair, const Asked& asked,
                                   const TruthOnDemand& truth) {
  ClaimResult result;
  const Vec3 across = asked.normal.unitOrthogonal();
  const Vec3 other = asked.normal.cross(across);
  const Vec3& x_B = asked.placed_B.center();
  const auto flat = [&](const Vec3& p) { return Flat(across.dot(p - x_B), other.dot(p - x_B)); };
  std::vector<Flat> points;
  for (const Event& event :
       all_events_.find_all(asked.placed_A, asked.placed_B, asked.growth,
                            tolerances_of(kActiveEvent * asked.size, EventWindow::two))) {
    points.push_back(flat(event.x_W));
  }
  const std::vector<Flat> hull = flat_hull(points);
  const std::vector<TruePoints> touching = true_points(pair, truth, Quantity::ratio);
  result.checked = true;
  for (const ExactVec3& p : touching.front().corners_B) {
    const Vec3 on_B(round_to_double(p[0]), round_to_double(p[1]), round_to_double(p[2]));
    const Vec3 corner = x_B + asked.growth * (on_B - x_B);
    result.error = std::max(result.error, outside(flat(corner), hull) / asked.size);
  }
  result.held = result.error <= kRegionTolerance;
  if (!result.held) {
    result.why = "a corner of the contact is " + json_number(result.error) +
                 " sizes outside the hull of " + std::to_string(points.size()) + " event points";
  }
  return result;
}

void PairEventCheck::count_missed(const Asked& asked, PairEvents& found) {
  const auto count = [&](EventSetting setting, double eps, EventWindow window) {
    const EventTolerances tolerances = tolerances_of(eps * asked.size, window);
    const auto& kept =
        all_events_.find_all(asked.placed_A, asked.placed_B, asked.growth, tolerances);
    const auto& ours =
        events_.find(asked.placed_A, asked.placed_B, asked.growth, asked.active, tolerances);
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
  if (answer.status != AnswerStatus::answered || !answer.ratio || !answer.normal) {
    return found;
  }
  const Asked asked(pair, answer);
  found.answered = true;
  found.claims.at(index_of(EventClaim::components)) = components(pair, *truth.rho());
  if (!asked.in_doubles) return found;
  found.claims.at(index_of(EventClaim::gradients)) = gradients(pair, asked, *truth.rho(), stream);
  count_missed(asked, found);
  found.claims.at(index_of(EventClaim::region)) = region(pair, asked, truth);
  return found;
}

}  // namespace touchstone
