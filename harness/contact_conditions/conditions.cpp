// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/conditions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "contact/manifold.hpp"

namespace touchstone {
namespace {

/// A direction this near to a true one is that one, rounded [1].
constexpr double kSameDirection = 1e-9;

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

}  // namespace

ContactConditions::ContactConditions(const Pair& pair, const TruthOnDemand& truth, double tolerance,
                                     Scalar scalar)
    : pair_(pair),
      truth_(truth),
      manifold_(pair, truth, tolerance, scalar),
      size_(manifold_.size()),
      length_(manifold_.length()) {}

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
  // The points are doubles of the world: their last places are beside what rounds the bodies.
  const double rounding = manifold_.rounding_of_points(largest);
  const double allowed = kLostCorner * size_ + rounding;
  const PairManifold::Reach reach = manifold_.beyond(given, n, frame, allowed);
  if (reach.manifold.empty()) return {};
  if (!is_convex_outline(given, rounding)) return broken("the points are not in convex order");
  const double farthest = reach.farthest;
  if (farthest <= allowed) return held();
  return broken("the manifold reaches " + number(farthest / size_) + " sizes beyond the points");
}

/// A library's manifold reaches to where its points merge: over a tilted face to those that are less
/// deep by more than the tolerance.
bool ContactConditions::has_gap(const ContactPoint& point, const Vec3& n,
                                const GapTolerance& tolerance) const {
  const FlatFrame frame((point.p_WA + point.p_WB) / 2, n);
  return judge_gap_at(pair_, frame, point.gap, tolerance, manifold_.rounding()) ==
         GapAtPlace::right;
}

ClaimFinding ContactConditions::p2(const ContactData& data, double reach) const {
  if (data.points.empty()) return broken("there are no contact points");
  const bool by_truth = optimal(data.normal);
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    const ContactPoint& point = data.points[i];
    const std::string name = "point " + std::to_string(i);
    const WitnessPoints p{point.p_WA, point.p_WB};
    if (!p.p_WA.allFinite() || !p.p_WB.allFinite()) return broken(name + " is not finite");
    const WitnessMargins margin = manifold_.margins_of(p);
    const Vec3 both = margin.A + margin.B;
    const double length = length_ + both.norm();
    if (!point_within(pair_, WhichBody::A, p.p_WA, length_, margin.A)) {
      return broken(name + " is not in A");
    }
    if (!point_within(pair_, WhichBody::B, p.p_WB, length_, margin.B)) {
      return broken(name + " is not in B");
    }
    // Far coordinates round where a point is, but not its gap.
    const double allowed =
        length_ + 4 * std::numeric_limits<double>::epsilon() * std::abs(data.phi);
    const bool of_manifold = i < static_cast<std::size_t>(data.manifold_points);
    const bool less_deep = of_manifold && by_truth && point.gap - data.phi > allowed &&
                           point.gap - data.phi <= kMergedPart * size_ &&
                           has_gap(point, data.normal, {length, allowed});
    const bool kisses = of_manifold && !less_deep;
    // Moved by phi along n, or by its own gap, the two are one.
    const bool meet = kisses && by_truth && truth_.sign() != 0
                          ? apart_along(p, data.normal, truth_, length_, both)
                          : (p.p_WA - p.p_WB - point.gap * data.normal).norm() <= length;
    if (!meet) return broken(name + " is not one point of the kissing bodies");
    if (kisses ? !(std::abs(point.gap - data.phi) <= allowed)
               : !less_deep && !(point.gap <= reach + allowed)) {
      return broken(name + " has a gap that is not its own");
    }
  }
  return held();
}

}  // namespace touchstone
