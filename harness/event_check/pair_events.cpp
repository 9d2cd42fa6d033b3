// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/event_check/event_check.hpp"

#include <algorithm>
#include <cmath>

#include "contact/events/component_functions.hpp"
#include "geometry/index.hpp"
#include "harness/event_check/event_hull.hpp"
#include "harness/judge/exact_vectors.hpp"
#include "harness/runners/guarded_metric.hpp"
#include "metrics/registry.hpp"
#include "reference/claims.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Rounding of events' values, in parts of what they are made from [1].
constexpr double kOfDoubles = 1e-15;

std::size_t index_of(EventClaim claim) { return static_cast<std::size_t>(claim); }

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

/// By how much vertices are off the facets that they are corners of, or beyond any facet [m]:
/// facets of the large body that are merged are not level to a small one.
double unevenness(const EventBody& body) {
  double most = 0;
  for (const EventBody::Plane& plane : body.planes()) {
    double high = -kInfinity;
    double low = kInfinity;
    for (const Vec3& arm : body.arms()) high = std::max(high, plane.normal.dot(arm));
    for (const int v : plane.corners) low = std::min(low, plane.normal.dot(body.arms()[at(v)]));
    most = std::max(most, high - low);
  }
  return most;
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
    const double far = pair.X_WA.t.cwiseAbs().sum() + pair.X_WB.t.cwiseAbs().sum();
    const double lengths = std::max(1.0, growth) * std::max(A.radius(), B.radius());
    size *= std::min(1.0, growth);
    const double thinness =
        std::max(A.radius() / pair.A->inradius(), B.radius() / pair.B->inradius());
    const double uneven = std::max(1.0, growth) * std::max(unevenness(A), unevenness(B));
    resolved = kOfDoubles * (far + lengths) * thinness + uneven <= kActiveEvent * size;
    find_active_planes(*answer.ratio, placed_A, placed_B, kActiveEvent * size, active);
  }

  EventBody A;
  EventBody B;
  PlacedEventBody placed_A;
  PlacedEventBody placed_B;
  ActivePlanes active;  ///< hyperplanes
  double growth;
  double size;            ///< smaller radius, times the growth ratio where that is below 1 [m]
  bool resolved = false;  ///< events are right to kActiveEvent, in doubles and of merged facets
};

PairEventCheck::PairEventCheck()
    : metric_(make_named_metric("ratio_ray", find_metric("ratio_ray")->make())) {}

ClaimFinding PairEventCheck::components(const Pair& pair, const RoundedReal& rho) const {
  // Centres so near that no double holds rho: there is nothing to compare.
  if (!std::isfinite(rho.value)) return {};
  const ComponentMaximum found = largest_component(pair);
  const auto error_of = [&](const LargestComponent& component) {
    return std::abs((component.value - rho.value) + (component.tail - rho.tail)) /
           std::max(1.0, std::abs(rho.value));
  };
  ClaimFinding result;
  result.checked = true;
  const LargestComponent& largest = found.largest();
  const bool parallel =
      &largest == &found.parallel_edges &&
      !(std::min(error_of(found.corners), error_of(found.edges)) <= kComponentTolerance);
  result.counted = parallel ? 1 : 0;
  result.error = error_of(largest);
  result.held = result.error <= kComponentTolerance;
  if (!result.held) {
    result.why = "the largest component is " + json_number(largest.value) + ", rho " +
                 json_number(rho.value);
  }
  return result;
}

// Where several events are active, rho follows the one that is dual feasible: the support
// points go least beyond its hyperplane.
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

ClaimFinding PairEventCheck::gradients(const Pair& pair, const Asked& asked,
                                       const TruthOnDemand& truth, std::uint64_t stream) {
  ClaimFinding result;
  const std::optional<Event> event = followed(asked);
  if (!event) return result;
  const std::optional<double> error = gradient_error(pair, truth, *event, stream, oracle_);
  if (!error) return result;
  result.checked = true;
  result.error = *error;
  result.held = *error <= kGradientTolerance;
  if (!result.held) result.why = "the gradient is off by " + json_number(*error);
  return result;
}

// Active events are in both grown bodies, so their hull is in the perfect contact. It is all of it
// if no corner of that is outside the hull, seen along the contact's normal. Grown by r about the
// interior points the bodies meet where the true witness points, which lie on the bodies as they
// are, are taken by the growth. The window is one of lengths: where h is small it admits events of
// quite another growth, and their points count for nothing.
ClaimFinding PairEventCheck::region(const Pair& pair, const Asked& asked,
                                    const TruthOnDemand& truth) {
  ClaimFinding result;
  const double radii = asked.A.radius() + asked.B.radius();
  std::vector<Vec3> points;
  for (const Event& event :
       all_events_.find_all(asked.placed_A, asked.placed_B, asked.growth,
                            tolerances_of(kActiveEvent * asked.size, EventWindow::two))) {
    const bool there = std::abs(event.t - asked.growth) * radii <= kRegionTolerance * asked.size;
    if (there) points.push_back(event.x_W);
  }
  const RatioTruth& exact = *truth.exact().ratio;
  const EventHull hull(rounded_direction(exact.directions.front()), points);
  const Rational growth = 1 / (1 - exact.rho);
  const ExactVec3 x_B = exact_point(pair.X_WB, pair.B->interior_point());
  const std::vector<TruePoints> touching = true_points(pair, truth, Quantity::ratio);
  result.checked = true;
  for (const ExactVec3& p : touching.front().corners_B) {
    ExactVec3 corner;
    for (std::size_t i = 0; i < 3; ++i) corner.at(i) = x_B.at(i) + growth * (p.at(i) - x_B.at(i));
    result.error = std::max(result.error, hull.outside(corner) / asked.size);
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
  ClaimFinding& claim = found.claims.at(index_of(EventClaim::active));
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
  if (!asked.resolved) return found;
  found.claims.at(index_of(EventClaim::gradients)) = gradients(pair, asked, truth, stream);
  count_missed(asked, found);
  found.claims.at(index_of(EventClaim::region)) = region(pair, asked, truth);
  return found;
}

}  // namespace touchstone
