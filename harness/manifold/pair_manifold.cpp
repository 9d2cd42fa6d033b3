// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/manifold/pair_manifold.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "reference/exact_vector.hpp"
#include "reference/rounded_witness.hpp"

namespace touchstone {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// Where rounding is more than this part of the tolerance, faces are not told in doubles [1]: in a
/// face tilted by so little all methods let every vertex touch.
constexpr double kRoughFaces = 0.1;
/// A last place this small beside the tolerance is not worth the exact truth [1].
constexpr double kNegligible = 0x1p-12;

double vertex_reach(const Polytope& body) {
  double reach = 0;
  for (const Vec3& v : body.vertices()) reach = std::max(reach, v.norm());
  return reach;
}

/// No point of a body is farther from its origin [m].
double reach_of(const Polytope& body) { return vertex_reach(body) + body.radius(); }

/// How far the farthest of `wanted` is from the hull of `given` [m].
double farthest_beyond(const std::vector<FlatPoint>& given, const std::vector<FlatPoint>& wanted) {
  double farthest = 0;
  for (const FlatPoint& p : wanted) farthest = std::max(farthest, distance_to(given, p));
  return farthest;
}

/// A face in the plane of a frame, and the error of its corners [m].
struct FlatFace {
  std::vector<FlatPoint> corners;
  double rounding = 0;
};

/// What may lift a vertex [m].
struct Lift {
  double tilt;      ///< by the normal
  double rounding;  ///< at most, of far coordinates
  double size;      ///< size of the pair
};

/// What a body has farthest along `sign` n, from exact places: far coordinates round nothing. A
/// vertex counts that the last places of n, of its arm and of a body of that size may lift so far.
FlatFace exact_face(const Polytope& body, const Pose& X, const FlatFrame& frame, double sign,
                    const Lift& lift) {
  std::vector<Vec3> arms;
  std::size_t top = 0;
  const auto height = [&](const Vec3& arm) { return sign * frame.n().dot(arm); };
  for (const int v : body.extreme()) {
    const ExactVec3 p = exact_point(X, body.vertices()[static_cast<std::size_t>(v)]);
    Vec3& arm = arms.emplace_back();
    for (int i = 0; i < 3; ++i) {
      arm[i] = round_to_double(p.at(static_cast<std::size_t>(i)) - Rational(frame.origin()[i]));
    }
    if (height(arm) > height(arms[top])) top = arms.size() - 1;
  }
  FlatFace face;
  std::vector<Vec3> kept;
  for (const Vec3& arm : arms) {
    const double rounding =
        std::min(lift.rounding, 16 * kEpsilon * (arm.norm() + arms[top].norm() + lift.size));
    if (height(arm) < height(arms[top]) - std::max(rounding, lift.tilt)) continue;
    kept.push_back(arm);
    face.rounding = std::max(face.rounding, rounding);
  }
  face.corners = flat_corners(frame, kept);
  return face;
}

}  // namespace

FlatFrame middle_plane(const Pair& pair, const Vec3& n) {
  double least_A = std::numeric_limits<double>::infinity();
  double largest_B = -least_A;
  for (const Vec3& v : pair.A->vertices())
    least_A = std::min(least_A, n.dot(pair.X_WA.R * v + pair.X_WA.t));
  for (const Vec3& v : pair.B->vertices())
    largest_B = std::max(largest_B, n.dot(pair.X_WB.R * v + pair.X_WB.t));
  const double height = (least_A - pair.A->radius() + largest_B + pair.B->radius()) / 2;
  return {pair.X_WB.t + (height - n.dot(pair.X_WB.t)) * n, n};
}

PairManifold::PairManifold(const Pair& pair, const TruthOnDemand& truth, double tolerance,
                           Scalar scalar)
    : pair_(pair),
      truth_(truth),
      scalar_(scalar),
      size_(pair_size(pair)),
      length_(tolerance * size_) {
  if (scalar == Scalar::float32) {
    same_direction_ = std::max(same_direction_, tolerance);
    tilt_ = normal_allowance(scalar) * (vertex_reach(*pair.A) + vertex_reach(*pair.B));
  }
  largest_ =
      std::max(reach_of(*pair.A) + pair.X_WA.t.norm(), reach_of(*pair.B) + pair.X_WB.t.norm());
  rounding_ =
      4 * kEpsilon * (reach_of(*pair.A) + reach_of(*pair.B) + (pair.X_WA.t - pair.X_WB.t).norm());
}

bool PairManifold::rough() const { return rounding_ > kRoughFaces * length_; }

double PairManifold::rounding_of_points(double largest) const {
  return (rough() ? 4 * kEpsilon * size_ : rounding_) + 4 * kEpsilon * largest;
}

bool PairManifold::optimal(const Vec3& n) const {
  return std::abs(n.norm() - 1) <= kUnitTolerance &&
         (gap_reaches(pair_, n, truth_, length_) ||
          near_optimal(pair_, n, truth_, Quantity::euclidean, normal_allowance(scalar_)));
}

std::vector<FlatPoint> PairManifold::possibly_shared(const FlatFrame& frame, double length) const {
  return possibly_common(flat_face(*pair_.A, pair_.X_WA, frame, -1, length_),
                         flat_face(*pair_.B, pair_.X_WB, frame, 1, length_), length);
}

std::size_t PairManifold::nearest_direction(const Vec3& n) const {
  const std::vector<Vec3>& normals = truth_.exact().normals;
  std::size_t nearest = 0;
  for (std::size_t k = 0; k < normals.size(); ++k) {
    if ((normals[k] - n).norm() < (normals[nearest] - n).norm()) nearest = k;
  }
  return (normals[nearest] - n).norm() > same_direction_ ? normals.size() : nearest;
}

std::vector<FlatPoint> PairManifold::within(const FlatFrame& frame, double height) const {
  return common_points(flat_face(*pair_.A, pair_.X_WA, frame, -1, height),
                       flat_face(*pair_.B, pair_.X_WB, frame, 1, height), rounding_);
}

std::vector<FlatPoint> PairManifold::surely_shared(const FlatFrame& frame, double allowed) const {
  const FlatFace a = exact_face(*pair_.A, pair_.X_WA, frame, -1, {tilt_, rounding_, size_});
  const FlatFace b = exact_face(*pair_.B, pair_.X_WB, frame, 1, {tilt_, rounding_, size_});
  return surely_common(a.corners, b.corners, std::max(a.rounding, b.rounding), allowed);
}

std::vector<FlatPoint> PairManifold::along(const Vec3& n, const FlatFrame& frame) const {
  std::vector<FlatPoint> found = within(frame, std::max(rounding_, tilt_));
  if (!found.empty()) return found;
  // The direction is tied to tolerance only: that of the truth's own nearest one.
  const std::size_t nearest = nearest_direction(n);
  if (nearest == truth_.exact().normals.size()) return {};
  const ExactFeatures& features = truth_.exact().features[nearest];
  return common_points(flat_points(*pair_.A, pair_.X_WA, frame, features.vertices_A),
                       flat_points(*pair_.B, pair_.X_WB, frame, features.vertices_B), rounding_);
}

std::vector<FlatPoint> PairManifold::exactly_along(const Vec3& n, const FlatFrame& frame) const {
  const std::vector<TruePoints> all = true_points(pair_, truth_, Quantity::euclidean);
  // Cores that touch share the same points along every direction.
  const bool any = truth_.core_sign() == 0;
  const std::size_t which = any ? 0 : nearest_direction(n);
  if (which >= all.size()) return {};
  std::vector<FlatPoint> found;
  for (const ExactVec3& corner : all[which].corners_B) {
    TruePoints on_B{{}, {}, {corner, corner}, {corner, corner}};
    // From the core of a large ball to its surface is so far that doubles lose the place.
    if (is_rounded(pair_)) {
      const ExactVec3 u = any ? exact(n) : truth_.exact().directions[which];
      on_B = moved_by_radii(pair_, u, std::move(on_B));
    }
    Vec3 arm;
    for (int i = 0; i < 3; ++i) {
      const Rational& p = on_B.B.low.at(static_cast<std::size_t>(i));
      arm[i] = round_to_double(p - Rational(frame.origin()[i]));
    }
    found.push_back(frame.flat_arm(arm));
  }
  return found;
}

std::vector<std::vector<FlatPoint>> PairManifold::readings(const Vec3& n,
                                                           const FlatFrame& frame) const {
  if (rough()) return {exactly_along(n, frame)};
  return {within(frame, length_), along(n, frame)};
}

PairManifold::Reach PairManifold::beyond(const std::vector<FlatPoint>& given, const Vec3& n,
                                         const FlatFrame& frame, double allowed) const {
  Reach last;
  const auto held_by = [&](std::vector<FlatPoint> manifold) {
    if (manifold.empty()) return false;
    last.farthest = farthest_beyond(given, manifold);
    last.manifold = std::move(manifold);
    return last.farthest <= allowed;
  };
  // Points that hold all that the tolerance lets touch hold the manifold, too.
  if (!rough() && (held_by(within(frame, length_)) || held_by(along(n, frame)))) return last;
  if (!rough()) {
    const std::vector<FlatPoint> sure = surely_shared(frame, allowed);
    const double farthest = farthest_beyond(given, sure);
    if (farthest > allowed) return {sure, farthest};
  }
  // Doubles count to the manifold what rounding may add, as of two sides that are nearly parallel
  // all of either. What the points lack of that is looked for in exact arithmetic.
  held_by(exactly_along(n, frame));
  return last;
}

WitnessMargins PairManifold::margins_of(const WitnessPoints& p) const {
  WitnessMargins most{Vec3::Zero(), Vec3::Zero()};
  if (kEpsilon * largest_ <= kNegligible * length_) return most;
  const std::vector<TruePoints> all = true_points(pair_, truth_, Quantity::euclidean);
  // Cores that touch have one entry for all directions.
  const std::size_t count = is_rounded(pair_) ? truth_.exact().directions.size() : all.size();
  for (std::size_t k = 0; k < count; ++k) {
    const TruePoints& points = all[std::min(k, all.size() - 1)];
    const WitnessMargins margin = witness_margins(
        p,
        is_rounded(pair_) ? moved_by_radii(pair_, truth_.exact().directions[k], points) : points);
    most = {most.A.cwiseMax(margin.A), most.B.cwiseMax(margin.B)};
  }
  return most;
}

}  // namespace touchstone
