// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/conditions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace touchstone {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// A direction this near to a true one is that one, rounded [1].
constexpr double kSameDirection = 1e-9;
constexpr double kUnitTolerance = 1e-9;
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

std::string number(double x) {
  std::ostringstream text;
  text.precision(3);
  text << x;
  return text.str();
}

ClaimFinding broken(const std::string& why) { return {true, false, why}; }
ClaimFinding held() { return ClaimFinding::of(true); }

/// The point of the hull of `points` nearest to 0, nearly (Gilbert's iteration): w with w.x > 0 for
/// all of them, or near 0 where there is none.
Vec3 nearest_to_zero(const std::vector<Vec3>& points) {
  constexpr int kSteps = 1000;
  Vec3 w = points.front();
  for (int step = 0; step < kSteps; ++step) {
    const Vec3& next =
        *std::min_element(points.begin(), points.end(),
                          [&](const auto& a, const auto& b) { return w.dot(a) < w.dot(b); });
    const Vec3 along = next - w;
    const double squared = along.squaredNorm();
    if (!(squared > 0) || !(w.dot(along) < 0)) break;
    w += along * std::min(1.0, -w.dot(along) / squared);
  }
  return w;
}

/// How far the farthest of `wanted` is from the hull of `given` [m].
double beyond(const std::vector<FlatPoint>& given, const std::vector<FlatPoint>& wanted) {
  double farthest = 0;
  for (const FlatPoint& p : wanted) farthest = std::max(farthest, distance_to(given, p));
  return farthest;
}

}  // namespace

ContactConditions::ContactConditions(const Pair& pair, const TruthOnDemand& truth, double tolerance)
    : pair_(pair), truth_(truth), size_(pair_size(pair)), length_(tolerance * size_) {
  largest_ = std::max(vertex_reach(*pair.A) + pair.X_WA.t.norm(),
                      vertex_reach(*pair.B) + pair.X_WB.t.norm());
  rounding_ = 4 * kEpsilon *
              (vertex_reach(*pair.A) + vertex_reach(*pair.B) + (pair.X_WA.t - pair.X_WB.t).norm());
}

bool ContactConditions::optimal(const Vec3& n) const {
  return std::abs(n.norm() - 1) <= kUnitTolerance &&
         (gap_reaches(pair_, n, truth_, length_) ||
          near_optimal(pair_, n, truth_, Quantity::euclidean, normal_allowance(Scalar::float64)));
}

/// phi is the largest gap over all directions, so its derivative along a motion is the largest of
/// those of the gaps along optimal directions u (Danskin): u.n for a translation along n. Where
/// gap(n) reaches phi to the tolerance, phi(A + s n) >= gap(n) + s says the same of every s beyond
/// it, which is all that can be said of directions tied to rounding.
ClaimFinding ContactConditions::n1(const ContactData& data) const {
  const Vec3& n = data.normal;
  if (!(std::abs(n.norm() - 1) <= kUnitTolerance)) return broken("the normal is not a unit vector");
  if (optimal(n)) return held();
  double rate = -1;
  for (const Vec3& u : truth_.exact().normals) rate = std::max(rate, u.dot(n));
  if (rate > 0) return held();
  return broken("phi grows by " + number(rate) + " along the normal");
}

/// For a normal that is not optimal: a translation w with n.w > 0, so that the bodies separate at
/// every contact point, and u.w < 0 for every optimal direction u.
ClaimFinding ContactConditions::translation(const ContactData& data) const {
  std::vector<Vec3> wanted = {data.normal};
  for (const Vec3& u : truth_.exact().normals) wanted.emplace_back(-u);
  const Vec3 w = nearest_to_zero(wanted).normalized();
  if (!w.allFinite()) return {};
  double rate = -1;
  for (const Vec3& u : truth_.exact().normals) rate = std::max(rate, u.dot(w));
  if (!(data.normal.dot(w) > kSameDirection && rate < -kSameDirection)) return {};
  return broken("phi changes by " + number(rate) + " along a translation that separates at " +
                number(data.normal.dot(w)));
}

/// The truth's direction that n is to kSameDirection, or how many it has.
std::size_t ContactConditions::nearest_direction(const Vec3& n) const {
  const std::vector<Vec3>& normals = truth_.exact().normals;
  std::size_t nearest = 0;
  for (std::size_t k = 0; k < normals.size(); ++k) {
    if ((normals[k] - n).norm() < (normals[nearest] - n).norm()) nearest = k;
  }
  return (normals[nearest] - n).norm() > kSameDirection ? normals.size() : nearest;
}

/// Points whose hull is the manifold; none where it is not known.
std::vector<FlatPoint> ContactConditions::manifold(const Vec3& n, const FlatFrame& frame) const {
  std::vector<FlatPoint> found =
      common_points(flat_face(*pair_.A, pair_.X_WA, frame, -1, rounding_),
                    flat_face(*pair_.B, pair_.X_WB, frame, 1, rounding_), rounding_);
  if (!found.empty()) return found;
  // The direction is tied to tolerance only: that of the truth's own nearest one.
  const std::size_t nearest = nearest_direction(n);
  if (nearest == truth_.exact().normals.size()) return {};
  const ExactFeatures& features = truth_.exact().features[nearest];
  return common_points(flat_points(*pair_.A, pair_.X_WA, frame, features.vertices_A),
                       flat_points(*pair_.B, pair_.X_WB, frame, features.vertices_B), rounding_);
}

/// Corners of the exact manifold of the true direction that n is to kSameDirection; none where
/// there is no such direction.
std::vector<FlatPoint> ContactConditions::exact_manifold(const Vec3& n,
                                                         const FlatFrame& frame) const {
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

/// Along an optimal direction n, dphi/dt = min over the manifold's points p of n.v_rel(p), which is
/// affine across n: it is not negative wherever it is not at the contact points, exactly if these
/// have the manifold in their hull.
ClaimFinding ContactConditions::p1(const ContactData& data) const {
  const Vec3& n = data.normal;
  if (!optimal(n)) return translation(data);
  if (data.manifold_points < 1) return broken("there are no contact points");
  const FlatFrame frame(data.points.front().p_WB, n);
  std::vector<FlatPoint> given;
  given.reserve(data.points.size());
  double largest = 0;
  for (int i = 0; i < data.manifold_points; ++i) {
    const Vec3& p = data.points[static_cast<std::size_t>(i)].p_WB;
    given.push_back(frame.flat(p));
    largest = std::max(largest, p.lpNorm<Eigen::Infinity>());
  }
  const bool rough = rounding_ > kRoughFaces * length_;
  // The points are doubles of the world: their last places are beside what rounds the bodies.
  const double rounding = (rough ? 4 * kEpsilon * size_ : rounding_) + 4 * kEpsilon * largest;
  std::vector<FlatPoint> wanted = rough ? exact_manifold(n, frame) : manifold(n, frame);
  if (wanted.empty()) return {};
  if (!is_convex_outline(given, rounding)) return broken("the points are not in convex order");
  const double allowed = kLostCorner * size_ + rounding;
  double farthest = beyond(given, wanted);
  if (farthest > allowed && !rough) {
    // Doubles count to the manifold what rounding may add, as of two sides that are nearly parallel
    // all of either. What the points lack of that is looked for in exact arithmetic.
    wanted = exact_manifold(n, frame);
    if (!wanted.empty()) farthest = beyond(given, wanted);
  }
  if (farthest <= allowed) return held();
  return broken("the manifold reaches " + number(farthest / size_) + " sizes beyond the points");
}

/// What rounding two points may cost: beside the tolerance as a rule nothing that counts. Contact
/// points are held to the margins of true witness points, of whichever direction allows the most.
WitnessMargins ContactConditions::margins_of(const WitnessPoints& p) const {
  WitnessMargins most{Vec3::Zero(), Vec3::Zero()};
  if (kEpsilon * largest_ <= kNegligible * length_) return most;
  for (const TruePoints& points : true_points(pair_, truth_, Quantity::euclidean)) {
    const WitnessMargins margin = witness_margins(p, points);
    most = {most.A.cwiseMax(margin.A), most.B.cwiseMax(margin.B)};
  }
  return most;
}

ClaimFinding ContactConditions::p2(const ContactData& data, double reach) const {
  if (data.points.empty()) return broken("there are no contact points");
  const bool by_truth = optimal(data.normal);
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    const ContactPoint& point = data.points[i];
    const std::string name = "point " + std::to_string(i);
    const WitnessPoints p{point.p_WA, point.p_WB};
    if (!p.p_WA.allFinite() || !p.p_WB.allFinite()) return broken(name + " is not finite");
    const WitnessMargins margin = margins_of(p);
    const Vec3 both = margin.A + margin.B;
    const double length = length_ + both.norm();
    if (!point_within(pair_, WhichBody::A, p.p_WA, length_, margin.A)) {
      return broken(name + " is not in A");
    }
    if (!point_within(pair_, WhichBody::B, p.p_WB, length_, margin.B)) {
      return broken(name + " is not in B");
    }
    const bool of_manifold = i < static_cast<std::size_t>(data.manifold_points);
    // Moved by phi along n, or by its own gap, the two are one.
    const bool meet = of_manifold && by_truth && truth_.sign() != 0
                          ? apart_along(p, data.normal, truth_, length_, both)
                          : (p.p_WA - p.p_WB - point.gap * data.normal).norm() <= length;
    if (!meet) return broken(name + " is not one point of the kissing bodies");
    if (of_manifold ? std::abs(point.gap - data.phi) > length : !(point.gap <= reach + length)) {
      return broken(name + " has a gap that is not its own");
    }
  }
  return held();
}

}  // namespace touchstone
