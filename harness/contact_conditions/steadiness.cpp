// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/steadiness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "harness/contact_conditions/manifold_claims.hpp"
#include "harness/manifold/contact_manifold.hpp"
#include "harness/manifold/kept_share.hpp"
#include "harness/manifold/manifold_judge.hpp"
#include "harness/manifold/manifold_source.hpp"
#include "harness/manifold/pair_manifold.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Bodies of more vertices are not built anew: it takes long, and shows nothing else.
constexpr std::size_t kMaxReorderedVertices = 64;
/// An axis turn of order three that mixes signs: exact.
const Mat3& axis_turn() {
  static const Mat3 kTurn = (Mat3() << 0, 1, 0, 0, 0, -1, -1, 0, 0).finished();
  return kTurn;
}

Pose turned(const Pose& X) { return {axis_turn() * X.R, axis_turn() * X.t}; }

/// The body with its vertices in the opposite order; nullptr where that takes long.
PolytopePtr reordered(const PolytopePtr& body) {
  if (body->vertices().size() > kMaxReorderedVertices) return nullptr;
  PolytopeInput input;
  input.vertices.assign(body->vertices().rbegin(), body->vertices().rend());
  if (body->interior_point_given()) input.interior_point = body->interior_point();
  auto made = make_polytope(input);
  if (made.ok() && body->radius() > 0) made = make_rounded(made.value(), body->radius());
  return made.ok() ? made.value() : nullptr;
}

/// The manifold with its directions and points changed.
template <class Change>
Manifold changed(Manifold manifold, const Change& change) {
  manifold.normal = change(manifold.normal);
  for (ManifoldPoint& point : manifold.points) {
    point.p_W = change(point.p_W);
    point.normal = change(point.normal);
  }
  return manifold;
}

/// An answer about (B, A) as one about (A, B).
Manifold swapped_back(Manifold manifold) {
  manifold.normal = -manifold.normal;
  for (ManifoldPoint& point : manifold.points) point.normal = -point.normal;
  return manifold;
}

ManifoldPolicy swapped_back(ManifoldPolicy policy) {
  if (policy.place == PointPlace::middle) return policy;
  policy.place = policy.place == PointPlace::on_A ? PointPlace::on_B : PointPlace::on_A;
  return policy;
}

class Views {
 public:
  Views(const Pair& pair, const TruthOnDemand& truth, const AskedMethod& method)
      : pair_(pair),
        truth_(truth),
        method_(method),
        policy_(method.policy(pair)),
        true_(pair, truth, method.tolerance, method.scalar) {}

  void judge(const std::string& id, CheckRow& row) {
    const Pair exchanged = swapped(pair_);
    const Pair there{pair_.A, turned(pair_.X_WA), pair_.B, turned(pair_.X_WB)};
    const Pair other{reordered(pair_.A), pair_.X_WA, reordered(pair_.B), pair_.X_WB};
    // Alone: one that takes long or crashes is not to be asked six times.
    const std::optional<Manifold> asked = asked_cold(pair_);
    if (!asked || !asked->answered) return;
    std::vector<ManifoldQuestion> questions = {{pair_}, {pair_}};
    for (const Pair& view : {exchanged, there, other}) {
      if (view.A && view.B) questions.push_back({view, 0, true});
    }
    method_.ask_ahead(std::move(questions));
    const Manifold& first = *asked;
    said_ = said(first, policy_);
    row.claim("again").add(again(first), id);
    // Another view rounds otherwise, so views are compared to tolerances.
    std::optional<Manifold> swap = asked_cold(exchanged);
    if (swap) swap = swapped_back(*std::move(swap));
    row.claim("swap").add(same(first, swap, swapped_back(policy_), Asked::as_view), id);
    const Mat3 back = axis_turn().transpose();
    std::optional<Manifold> rigid = asked_cold(there);
    if (rigid) rigid = changed(*std::move(rigid), [&](const Vec3& v) { return Vec3(back * v); });
    row.claim("rigid").add(same(first, rigid, policy_, Asked::as_view), id);
    if (!other.A || !other.B) return;
    row.claim("order").add(same(first, asked_cold(other), policy_, Asked::as_view), id);
  }

 private:
  std::optional<Manifold> asked_cold(const Pair& pair) const {
    method_.reset();
    return method_.find(pair);
  }

  std::string said(const Manifold& manifold, const ManifoldPolicy& policy) const {
    return judge_manifold(pair_, truth_, manifold, policy, method_.tolerance, method_.scalar)
        .said();
  }

  /// The question asked twice more, warm.
  ClaimFinding again(const Manifold& first) const {
    for (int time = 0; time < 2; ++time) {
      const ClaimFinding found = same(first, method_.find(pair_), policy_, Asked::again);
      if (!found.checked || !found.held) return found;
    }
    return ClaimFinding::of(true);
  }

  std::string difference(const Manifold& first, const Manifold& other, double distance) const {
    std::string text =
        how_many(other.points.size(), "point") + " for " + std::to_string(first.points.size());
    if (std::isfinite(distance)) text += ", " + short_text(distance / true_.size()) + " sizes off";
    return text;
  }

  /// What may differ besides what rounding does.
  enum class Asked {
    again,   ///< nothing: a choice of k points, and what is wrong, is to stay
    as_view  ///< the choice of k points, and of what is wrong
  };

  /// Nothing is checked where the method does not take the other view.
  ClaimFinding same(const Manifold& first, const std::optional<Manifold>& view,
                    const ManifoldPolicy& policy, Asked asked) const {
    if (!view) return {};
    const Manifold& other = *view;
    if (!other.answered) return {true, false, "no answer"};
    const std::string now = said(other, policy);
    const auto named = [](const std::string& words) { return words.empty() ? "right" : words; };
    if (now != said_) return {true, false, named(now) + " instead of " + named(said_)};
    if (first.points.empty()) return ClaimFinding::of(true);
    const bool may_choose = policy_.max_points > 0 || policy_.many_normals;
    if (asked == Asked::as_view && (may_choose || true_.rough() || !said_.empty())) {
      return ClaimFinding::of(true);
    }
    // Where several directions are optimal another question may lead to another one.
    const Vec3& n = first.points.front().normal;
    const bool another = !((first.normal - other.normal).norm() <= method_.tolerance);
    if (another || !n.allFinite() || !are_finite(first) || !are_finite(other)) {
      return ClaimFinding::of(true);
    }
    const FlatFrame frame(first.points.front().p_W, n);
    const double distance = apart(flat(frame, first), flat(frame, other));
    if (distance <= allowed(first, other)) return ClaimFinding::of(true);
    // Wrong points, and those that are chosen, have no reading.
    if (said_.empty() && !may_choose && !true_.rough() && !one_reading(frame, first, other)) {
      return ClaimFinding::of(true);
    }
    return {true, false, difference(first, other, distance)};
  }

  static bool are_finite(const Manifold& manifold) {
    return std::all_of(manifold.points.begin(), manifold.points.end(),
                       [](const ManifoldPoint& point) { return point.p_W.allFinite(); });
  }

  static std::vector<FlatPoint> flat(const FlatFrame& frame, const Manifold& manifold) {
    std::vector<FlatPoint> points;
    for (const ManifoldPoint& point : manifold.points) points.push_back(frame.flat(point.p_W));
    return points;
  }

  /// How far the hull of either reaches beyond the other's; infinite where one is empty [m].
  static double apart(const std::vector<FlatPoint>& a, const std::vector<FlatPoint>& b) {
    if (a.empty() || b.empty()) return std::numeric_limits<double>::infinity();
    double farthest = 0;
    for (const auto& [from, to] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      const std::vector<FlatPoint> hull = outline_of(*to, 0);
      for (const FlatPoint& p : *from) farthest = std::max(farthest, distance_to(hull, p));
    }
    return farthest;
  }

  /// What tolerance, merging and rounding may be between points of the same manifold [m].
  double allowed(const Manifold& first, const Manifold& other) const {
    return std::max(true_.length(), 2 * policy_.merging_distance) + last_places(first, other);
  }

  /// Rounding of the points of two manifolds [m].
  double last_places(const Manifold& first, const Manifold& other) const {
    double largest = 0;
    for (const auto* points : {&first.points, &other.points}) {
      for (const ManifoldPoint& point : *points) {
        largest = std::max(largest, point.p_W.lpNorm<Eigen::Infinity>());
      }
    }
    return 2 * true_.rounding_of_points(largest);
  }

  /// Whether the manifold along the frame's normal is known: no face is so nearly parallel that
  /// there are two readings, and no two sides so that rounding decides where they end.
  bool one_reading(const FlatFrame& frame, const Manifold& first, const Manifold& other) const {
    const std::vector<FlatPoint> exact = true_.exactly_along(frame.n(), frame);
    const double rounding = last_places(first, other);
    const double known = std::max(true_.length(), policy_.merging_distance) + 2 * rounding;
    const double of_sides = std::max(rounding, 2 * rounding_of_vertices(frame.origin()));
    return apart(true_.possibly_shared(frame, of_sides), exact) <= known;
  }

  /// What a vertex costs that a method takes from its body's axes to those of a plane through `p`:
  /// two sums of three products [m].
  double rounding_of_vertices(const Vec3& p) const {
    double lengths = 0;
    for (const auto& [body, X] : {std::pair(pair_.A, pair_.X_WA), {pair_.B, pair_.X_WB}}) {
      double reach = 0;
      for (const Vec3& v : body->vertices()) reach = std::max(reach, v.norm());
      lengths += reach + (X.t - p).lpNorm<1>();
    }
    return 8 * std::numeric_limits<double>::epsilon() * lengths;
  }

  const Pair& pair_;
  const TruthOnDemand& truth_;
  const AskedMethod& method_;
  const ManifoldPolicy policy_;
  PairManifold true_;
  std::string said_;
};

/// What a method of this program keeps from one question to the next.
struct WarmStart {
  PolytopePtr A, B;
  std::unique_ptr<ContactShape> shape_A, shape_B;
  std::unique_ptr<ContactWorkspace> workspace;

  void prepare(const ContactMethod& method, const Pair& pair) {
    if (pair.A == A && pair.B == B) return;
    A = pair.A;
    B = pair.B;
    shape_A = method.prepare(*A);
    shape_B = method.prepare(*B);
    workspace = method.make_workspace();
  }
};

}  // namespace

std::vector<CheckClaim> steadiness_claims() {
  std::vector<CheckClaim> claims = {
      {"again", "asked three times, another verdict or another hull of points", kViolatedColumn},
      {"swap", "with A and B exchanged, another verdict or, without k, another hull of points",
       kViolatedColumn},
      {"rigid", "turned about the world's axes, another verdict or, without k, another hull",
       kViolatedColumn},
      {"order", "with the vertices in another order, another verdict or, without k, another hull",
       kViolatedColumn},
      {"flicker", "points come or go in a step along which neither features nor corners change",
       kViolatedColumn}};
  CheckClaim& flicker = claims.back();
  flicker.judged = false;
  flicker.counts = {{"step_1e-4", "steps of 1e-4 in which they do", "at a step of 1e-4"},
                    {"step_1e-3", "steps of 1e-3 in which they do", "at a step of 1e-3"},
                    {"step_1e-2", "steps of 1e-2 in which they do", "at a step of 1e-2"}};
  claims.push_back(figure_claim("jump", "how much farther than the corners a point moves then"));
  claims.push_back({"lost_ids", "points with another id at a corner that stays", kViolatedColumn});
  claims.back().judged = false;
  for (CheckClaim& claim : claims) {
    claim.table = 2;
    claim.need_not_be_seen = true;
  }
  return claims;
}

AskedMethod asked_method(ContactMethod& method, double tolerance) {
  if (auto* library = dynamic_cast<ManifoldSource*>(&method)) {
    const MetricTraits& traits = library->traits();
    const bool single = traits.scalar == Scalar::float32;
    return {[library](const Pair& pair) {
              FoundManifold found = library->find_manifold(pair, library->policy().reach);
              return found.applicable ? std::optional(std::move(found.manifold)) : std::nullopt;
            },
            [library] { library->reset(); },
            [library](const Pair&) { return library->policy(); },
            single ? std::max(tolerance, traits.own_tolerance) : tolerance,
            traits.scalar,
            [library](std::vector<ManifoldQuestion> questions) {
              for (auto& question : questions) question.reach = library->policy().reach;
              library->ask_ahead(std::move(questions));
            }};
  }
  const auto warm = std::make_shared<WarmStart>();
  const auto find = [&method, warm](const Pair& pair) {
    warm->prepare(method, pair);
    ContactData data;
    method.find(*warm->shape_A, pair.X_WA, *warm->shape_B, pair.X_WB, kNoLookAhead,
                *warm->workspace, data);
    return data.answered ? manifold_of(data) : Manifold{};
  };
  const auto policy = [](const Pair& pair) {
    return contact_policy(pair, std::numeric_limits<double>::infinity());
  };
  return {find, [warm] { *warm = {}; }, policy, tolerance, Scalar::float64};
}

void judge_views(const Pair& pair, const TruthOnDemand& truth, const AskedMethod& method,
                 const std::string& id, CheckRow& row) {
  Views(pair, truth, method).judge(id, row);
}

}  // namespace touchstone
