// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/pair_manifold.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace touchstone {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// Whoever claims no more computes in single precision [1].
constexpr double kSingleTolerance = 1e-7;
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

/// How far the farthest of `wanted` is from the hull of `given` [m].
double farthest_beyond(const std::vector<FlatPoint>& given, const std::vector<FlatPoint>& wanted) {
  double farthest = 0;
  for (const FlatPoint& p : wanted) farthest = std::max(farthest, distance_to(given, p));
  return farthest;
}

}  // namespace

PairManifold::PairManifold(const Pair& pair, const TruthOnDemand& truth, double tolerance)
    : pair_(pair), truth_(truth), size_(pair_size(pair)), length_(tolerance * size_) {
  const double reach = vertex_reach(*pair.A) + vertex_reach(*pair.B);
  if (tolerance >= kSingleTolerance) {
    same_direction_ = std::max(same_direction_, tolerance);
    tilt_ = normal_allowance(Scalar::float32) * reach;
  }
  largest_ = std::max(vertex_reach(*pair.A) + pair.X_WA.t.norm(),
                      vertex_reach(*pair.B) + pair.X_WB.t.norm());
  rounding_ = 4 * kEpsilon * (reach + (pair.X_WA.t - pair.X_WB.t).norm());
}

bool PairManifold::rough() const { return rounding_ > kRoughFaces * length_; }

double PairManifold::rounding_of_points(double largest) const {
  return (rough() ? 4 * kEpsilon * size_ : rounding_) + 4 * kEpsilon * largest;
}

bool PairManifold::optimal(const Vec3& n) const {
  return std::abs(n.norm() - 1) <= kUnitTolerance &&
         (gap_reaches(pair_, n, truth_, length_) ||
          near_optimal(pair_, n, truth_, Quantity::euclidean, normal_allowance(Scalar::float64)));
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

std::vector<FlatPoint> PairManifold::surely_within(const FlatFrame& frame, double height) const {
  return surely_common(flat_face(*pair_.A, pair_.X_WA, frame, -1, height),
                       flat_face(*pair_.B, pair_.X_WB, frame, 1, height), rounding_);
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
  // Bodies that touch share the same points along every direction.
  const std::size_t which = truth_.sign() == 0 ? 0 : nearest_direction(n);
  if (which >= all.size()) return {};
  std::vector<FlatPoint> found;
  for (const ExactVec3& corner : all[which].corners_B) {
    Vec3 arm;
    for (int i = 0; i < 3; ++i) {
      arm[i] =
          round_to_double(corner.at(static_cast<std::size_t>(i)) - Rational(frame.origin()[i]));
    }
    found.push_back(frame.flat_arm(arm));
  }
  return found;
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
    const std::vector<FlatPoint> sure = surely_within(frame, std::max(rounding_, tilt_));
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
  for (const TruePoints& points : true_points(pair_, truth_, Quantity::euclidean)) {
    const WitnessMargins margin = witness_margins(p, points);
    most = {most.A.cwiseMax(margin.A), most.B.cwiseMax(margin.B)};
  }
  return most;
}

}  // namespace touchstone
