// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/properties/motion_jumps.hpp"

#include <algorithm>
#include <cmath>

#include "harness/judge/exact_vectors.hpp"
#include "reference/claims.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// A chord between normals below this is not a jump, whatever turned them [1].
constexpr double kMinJump = 0.05;
/// A facet's normal turns with its body; one of two edges at an angle turns faster [1].
constexpr double kPerTurn = 4;

/// The extreme vertices with `sign` u.v greatest, exactly.
std::vector<int> supporting(const Polytope& body, const Pose& X, const ExactVec3& u, int sign) {
  std::vector<int> vertices;
  Rational greatest;
  for (const int v : body.extreme()) {
    const ExactVec3 p = exact_point(X, body.vertices()[static_cast<std::size_t>(v)]);
    const Rational height = sign * dot(u, p);
    if (!vertices.empty() && height < greatest) continue;
    if (vertices.empty() || height > greatest) vertices.clear();
    greatest = height;
    vertices.push_back(v);
  }
  return vertices;
}

/// One extreme vertex is a vertex, two are an edge, more a face.
int dimension_of(const std::vector<int>& vertices) {
  return std::min(2, static_cast<int>(vertices.size()) - 1);
}

bool same_features(const ExactFeatures& a, const ExactFeatures& b) {
  return a.vertices_A == b.vertices_A && a.vertices_B == b.vertices_B;
}

bool same_features(const std::vector<OptimalDirection>& a, const std::vector<OptimalDirection>& b) {
  return a.size() == b.size() &&
         std::is_permutation(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) {
           return same_features(x.features, y.features);
         });
}

double chord(const Vec3& a, const Vec3& b) { return (a - b).norm(); }

double angle(const Vec3& a, const Vec3& b) {
  return 2 * std::atan2((a - b).norm(), (a + b).norm());
}

/// How far, as a chord, a rotation takes a unit vector at most: |R'x - Rx| <= ||R' - R||_F.
double change_of_rotation(const Pose& X, const Pose& Y) { return (Y.R - X.R).norm(); }

/// The largest turn of a true direction to the nearest one of the next step.
double true_turn(const std::vector<OptimalDirection>& before,
                 const std::vector<OptimalDirection>& after) {
  double largest = 0;
  for (const OptimalDirection& from : before) {
    double nearest = 4;  // more than any angle
    for (const OptimalDirection& to : after) nearest = std::min(nearest, angle(from.n, to.n));
    largest = std::max(largest, nearest);
  }
  return largest;
}

std::string names(const std::vector<OptimalDirection>& directions) {
  std::vector<std::string> kinds;
  kinds.reserve(directions.size());
  for (const OptimalDirection& direction : directions) {
    kinds.push_back(feature_name(direction.features));
  }
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  std::string text = joined(kinds);
  if (directions.size() > 1) text += " (" + std::to_string(directions.size()) + " directions)";
  return text;
}

}  // namespace

std::string_view jump_cause_name(JumpCause cause) {
  static constexpr std::array<std::string_view, 3> kNames = {"feature_changed", "tie",
                                                             "unexplained"};
  return kNames.at(static_cast<std::size_t>(cause));
}

std::vector<OptimalDirection> optimal_directions(const Pair& pair, const Truth& truth,
                                                 Quantity quantity) {
  std::vector<OptimalDirection> directions;
  if (quantity == Quantity::euclidean) {
    for (std::size_t k = 0; k < truth.directions.size(); ++k) {
      directions.push_back({truth.normals.at(k), truth.features.at(k)});
    }
    return directions;
  }
  for (const ExactVec3& u : truth.ratio->directions) {
    OptimalDirection direction;
    direction.n = rounded_direction(u).normalized();
    direction.features.vertices_A = supporting(*pair.A, pair.X_WA, u, -1);
    direction.features.vertices_B = supporting(*pair.B, pair.X_WB, u, 1);
    direction.features.dimension_A = dimension_of(direction.features.vertices_A);
    direction.features.dimension_B = dimension_of(direction.features.vertices_B);
    directions.push_back(direction);
  }
  return directions;
}

bool may_be_jump(const MotionStep& before, const MotionStep& after) {
  const double explained = change_of_rotation(before.pair->X_WA, after.pair->X_WA) +
                           change_of_rotation(before.pair->X_WB, after.pair->X_WB);
  return chord(before.n, after.n) > kMinJump + kPerTurn * explained;
}

std::optional<Jump> explain_jump(const MotionStep& before,
                                 const std::vector<OptimalDirection>& truth_before,
                                 const MotionStep& after,
                                 const std::vector<OptimalDirection>& truth_after,
                                 bool both_optimal) {
  Jump jump;
  jump.before = before.id;
  jump.after = after.id;
  jump.angle = angle(before.n, after.n);
  jump.true_angle = true_turn(truth_before, truth_after);
  jump.features_before = names(truth_before);
  jump.features_after = names(truth_after);
  if (!same_features(truth_before, truth_after)) {
    jump.cause = JumpCause::feature_changed;
    return jump;
  }
  // The nearest points of two vertices that pass each other turn as fast as they like.
  if (jump.angle <= kMinJump + 2 * jump.true_angle) return std::nullopt;
  jump.cause = both_optimal ? JumpCause::tie : JumpCause::unexplained;
  return jump;
}

}  // namespace touchstone
