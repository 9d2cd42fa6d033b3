// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/event_check/event_hull.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "harness/judge/exact_vectors.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

/// Motions of both bodies along which a gradient is looked at.
constexpr int kMotions = 3;
/// Steps of central differences, in parts of n.d [1], and of turns [rad]; of edges times the sine
/// of their angle.
constexpr double kStep = 1e-4;
/// What a kink within the steps may add to their differences, and slopes may differ from linear, in
/// parts of max(1, |rho|) [1].
constexpr double kKink = 1e-7;
/// Entries of the same direction differ by less [1].
constexpr double kSameDirection = 1e-10;
/// Rounding of the height of a feature, in parts of the bodies' radii [1].
constexpr double kSameHeight = 1e-14;
/// By how much an event is not optimal that rho may follow, of max(1, |rho|) and of the size [1].
constexpr double kNearlyOptimal = 1e-9;

/// A turn and a shift of A, a turn and a shift of B, at most 1 each [1].
using Motion = std::array<Vec3, 4>;

struct Slopes {
  double of_rho = 0;
  double error = 0;  ///< of_rho less that of the event
};

double difference_of(const RoundedReal& a, const RoundedReal& b) {
  return (a.value - b.value) + (a.tail - b.tail);
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

class Gradient {
 public:
  Gradient(const Pair& pair, const TruthOnDemand& truth, const Event& event, QuickOracle& oracle)
      : pair_(pair),
        truth_(truth),
        event_(event),
        oracle_(oracle),
        unit_(std::max(1.0, std::abs(truth.rho()->value))),
        step_(kStep * event.parallel) {}

  std::optional<double> error(std::uint64_t stream) {
    if (event_.parallel < kGradientSine) return std::nullopt;
    Random random(stream, 7);
    double worst = 0;
    double mean_slope = 0;
    std::array<Motion, kMotions> motions;
    Motion mean = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
    for (Motion& motion : motions) {
      motion = {random.in_unit_ball(), random.in_unit_ball(), random.in_unit_ball(),
                random.in_unit_ball()};
      const auto found = slopes(motion);
      if (!found) return std::nullopt;
      worst = std::max(worst, std::abs(found->error) / unit_);
      mean_slope += found->of_rho / kMotions;
      for (std::size_t k = 0; k < mean.size(); ++k) mean.at(k) += motion.at(k) / kMotions;
    }
    // Rho may be smooth along each motion and have no gradient: edges that are parallel cross by
    // any turn, and the normal of the event that they make then is that of the turn. So the slope
    // has to be linear in the motion too: along the mean of the motions it is the mean of theirs.
    const auto of_mean = slopes(mean);
    if (!of_mean || std::abs(of_mean->of_rho - mean_slope) > kKink * unit_) return std::nullopt;
    if (worst > kGradientTolerance && has_kink(motions)) return std::nullopt;
    return worst;
  }

 private:
  Pair at_step(const Motion& motion, double step) const {
    const auto of_body = [&](const Pose& X, const Polytope& body, const Vec3& turn,
                             const Vec3& shift) {
      const double angle = step * std::min(1.0, event_.along / body.bounding_radius());
      return moved(X, body.interior_point(), angle * turn, step * event_.along * shift);
    };
    return {pair_.A, of_body(pair_.X_WA, *pair_.A, motion[0], motion[1]), pair_.B,
            of_body(pair_.X_WB, *pair_.B, motion[2], motion[3])};
  }

  // Along a motion s -> X(s) rho is smooth if the second differences of two steps are in their
  // proportion; a kink within either is not. Central differences of the two give the slopes.
  std::optional<Slopes> slopes(const Motion& motion) {
    std::array<double, 2> slope{};
    std::array<double, 2> error{};
    std::array<double, 2> bend{};
    for (std::size_t half = 0; half < 2; ++half) {
      const double step = half == 0 ? step_ : step_ / 2;
      const Pair after = at_step(motion, step);
      const Pair before = at_step(motion, -step);
      const auto rho_after = oracle_.solve(after).rho();
      const auto rho_before = oracle_.solve(before).rho();
      if (!rho_after || !rho_before) return std::nullopt;
      const Vec3 apart = carried(pair_.X_WA, event_.x_W, before.X_WA, after.X_WA) -
                         carried(pair_.X_WB, event_.x_W, before.X_WB, after.X_WB);
      const double expected = event_.slope() * event_.normal.dot(apart);
      const double change = difference_of(*rho_after, *rho_before);
      const RoundedReal& rho = *truth_.rho();
      slope.at(half) = change / (2 * step);
      error.at(half) = (change - expected) / (2 * step);
      bend.at(half) =
          (difference_of(*rho_after, rho) + difference_of(*rho_before, rho)) / (2 * step);
    }
    // Curvature is in proportion to the step.
    if (std::abs(bend[0] - 2 * bend[1]) > kKink * unit_ || std::abs(bend[0]) > 0.1 * unit_) {
      return std::nullopt;
    }
    return Slopes{(4 * slope[1] - slope[0]) / 3, (4 * error[1] - error[0]) / 3};
  }

  // Kinks that are small and many look smooth from afar: so the facets of a lens meet. An event
  // that is wrong where one direction alone is optimal is no kink.
  bool has_kink(const std::array<Motion, kMotions>& motions) {
    if (truth_.exact().ratio->directions.size() > 1) return true;
    if (!ratio_gap_reaches(pair_, event_.normal, truth_, kNearlyOptimal * unit_,
                           kNearlyOptimal * pair_size(pair_))) {
      return false;
    }
    const auto followed = [&](const Motion& motion, double step) {
      const Pair there = at_step(motion, step);
      return is_followed(there, oracle_.solve(there));
    };
    return !is_followed(pair_, truth_) ||
           !std::all_of(motions.begin(), motions.end(), [&](const Motion& motion) {
             return followed(motion, step_) && followed(motion, step_ / 2) &&
                    followed(motion, -step_ / 2) && followed(motion, -step_);
           });
  }

  /// Whether rho is the value of the event's features where the bodies are then: their normal is
  /// optimal, and they are farthest along it. Decided exactly but for the rounding of the normal.
  bool is_followed(const Pair& there, const TruthOnDemand& truth) const {
    const Mat3 turn_A = there.X_WA.R * pair_.X_WA.R.inverse();
    const Mat3 turn_B = there.X_WB.R * pair_.X_WB.R.inverse();
    const Vec3 n = event_.kind == EventKind::corner_A ? Vec3(turn_B * event_.normal)
                   : event_.kind == EventKind::corner_B
                       ? Vec3(turn_A * event_.normal)
                       : Vec3((turn_A * event_.edge_A).cross(turn_B * event_.edge_B).normalized());
    if (!near_optimal(there, n, truth, Quantity::ratio, kSameDirection)) return false;
    const ExactVec3 a =
        exact_point(there.X_WA, vertex_of(*pair_.A, event_.feature_A, corner_of_A()));
    const ExactVec3 b =
        exact_point(there.X_WB, vertex_of(*pair_.B, event_.feature_B, corner_of_B()));
    const double radii = pair_.A->bounding_radius() + pair_.B->bounding_radius();
    return exact_along(a - b, n) - exact_gap(there, n) <= Rational(kSameHeight * radii);
  }

  bool corner_of_A() const { return event_.kind == EventKind::corner_A; }
  bool corner_of_B() const { return event_.kind == EventKind::corner_B; }
  /// A vertex of the feature: a corner, a facet or an edge.
  const Vec3& vertex_of(const Polytope& body, int feature, bool corner) const {
    const int vertex = corner                            ? feature
                       : event_.kind == EventKind::edges ? body.edges()[at(feature)].v0
                                                         : body.facets()[at(feature)].vertices[0];
    return body.vertices()[at(vertex)];
  }

  const Pair& pair_;
  const TruthOnDemand& truth_;
  const Event& event_;
  QuickOracle& oracle_;
  double unit_;
  double step_;
};

}  // namespace

std::optional<double> gradient_error(const Pair& pair, const TruthOnDemand& truth,
                                     const Event& event, std::uint64_t stream,
                                     QuickOracle& oracle) {
  return Gradient(pair, truth, event, oracle).error(stream);
}

}  // namespace touchstone
