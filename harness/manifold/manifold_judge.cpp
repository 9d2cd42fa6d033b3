// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/manifold/manifold_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "harness/manifold/kept_share.hpp"
#include "harness/manifold/pair_depth_place.hpp"
#include "harness/manifold/pair_manifold.hpp"
#include "harness/manifold/place_gap.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Shares are of doubles [1].
constexpr double kShareRounding = 1e-12;
/// A last place so small beside the tolerance counts for nothing [1].
constexpr double kNegligiblePlace = 0x1p-12;

/// Whether a number can be reckoned with; not NaN either.
bool is_usable(double x) { return std::abs(x) <= kLargestNumber; }

bool is_usable(const ManifoldPoint& point) {
  return point.p_W.allFinite() && is_usable(point.p_W.lpNorm<Eigen::Infinity>()) &&
         is_usable(point.depth);
}

/// The policy with the largest numbers that can be reckoned with.
ManifoldPolicy usable(ManifoldPolicy policy) {
  for (double* x :
       {&policy.slack, &policy.relative_slack, &policy.merging_distance, &policy.offset}) {
    if (!is_usable(*x)) *x = kLargestNumber;
  }
  return policy;
}

std::string sizes(double length, double size) { return short_text(length / size) + " sizes"; }

class ManifoldExam {
 public:
  ManifoldExam(const Pair& pair, const TruthOnDemand& truth, const Manifold& manifold,
               const ManifoldPolicy& policy, double tolerance, Scalar scalar)
      : pair_(pair),
        truth_(truth),
        manifold_(manifold),
        policy_(usable(policy)),
        unit_tolerance_(std::max(kUnitTolerance, tolerance)),
        true_(pair, truth, tolerance, scalar) {}

  ManifoldVerdict judge() {
    judge_counts();
    if (manifold_.points.empty()) return verdict_;
    for (std::size_t k = 0; k < manifold_.points.size(); ++k) {
      if (k == 0 || policy_.many_normals) look_along(normal_of(k));
      judge_place(k);
    }
    judge_hull();
    if (phi_above(true_.length())) verdict_.uses |= kUsesReach;
    if (all_.size() > 1) verdict_.uses |= kUsesNormals;
    const WordFinding& depth = verdict_.of(ManifoldWord::wrong_depth);
    if (depth.checked && !depth.wrong && policy_.offset > 2 * true_.length()) {
      verdict_.uses |= kUsesOffset;
    }
    return verdict_;
  }

 private:
  /// A direction of the answer, unit, and what is true along it.
  struct Along {
    Vec3 given = Vec3::Zero();  ///< what was answered
    Vec3 n = Vec3::Zero();      ///< zero: no direction at all
    bool optimal = false;
    bool by_policy = false;
    double gap = 0;  ///< phi where it is optimal, else gap(n) [m]
  };

  void check(ManifoldWord word, bool wrong, const std::string& why = {}) {
    WordFinding& finding = verdict_.of(word);
    finding.checked = true;
    if (!wrong || finding.wrong) return;
    finding.wrong = true;
    finding.why = why;
  }

  const Vec3& normal_of(std::size_t k) const {
    return policy_.many_normals ? manifold_.points[k].normal : manifold_.normal;
  }

  std::string point_name(std::size_t k) const { return "point " + std::to_string(k); }

  bool phi_below(double limit) const { return sign_less_offset(truth_, limit) < 0; }
  bool phi_above(double limit) const { return sign_less_offset(truth_, limit) > 0; }

  void judge_counts() {
    const std::size_t count = manifold_.points.size();
    const double size = true_.size();
    if (phi_below(-true_.length())) {
      check(ManifoldWord::missed, count == 0,
            "no point at a depth of " + sizes(-truth_.phi().value, size));
    }
    // phi of the library is a double, too.
    const double last_place =
        4 * std::numeric_limits<double>::epsilon() * std::abs(truth_.phi().value);
    if (is_usable(policy_.reach) && phi_above(policy_.reach + true_.length() + last_place)) {
      check(ManifoldWord::phantom, count > 0,
            "a point at a distance of " + sizes(truth_.phi().value, size));
    }
    if (policy_.max_points > 0 && count > 0) {
      check(ManifoldWord::too_many, count > policy_.max_points, std::to_string(count) + " points");
    }
  }

  double gap_along(const Vec3& n) const {
    const double core = round_to_double(exact_gap(pair_, n)) / n.norm();
    return core - pair_.A->radius() - pair_.B->radius();
  }

  /// Looks at a normal; each of several alike once.
  void look_along(const Vec3& given) {
    const auto known = std::find_if(all_.begin(), all_.end(),
                                    [&](const Along& along) { return along.given == given; });
    if (known != all_.end()) {
      now_ = static_cast<std::size_t>(known - all_.begin());
      return;
    }
    now_ = all_.size();
    Along& along = all_.emplace_back();
    along.given = given;
    if (!given.allFinite() || !(std::abs(given.norm() - 1) <= unit_tolerance_)) {
      check(ManifoldWord::wrong_normal, true, "the normal is not a unit vector");
      return;
    }
    along.n = given.normalized();
    along.optimal = true_.optimal(along.n);
    along.gap = along.optimal ? truth_.phi().value : gap_along(along.n);
    if (along.optimal) return check(ManifoldWord::wrong_normal, false);
    const double slack = std::min(
        policy_.slack + policy_.relative_slack * std::abs(truth_.phi().value), kLargestNumber);
    along.by_policy = slack > 0 && gap_reaches(pair_, along.n, truth_, slack + true_.length());
    if (along.by_policy) verdict_.uses |= kUsesSlack;
    check(ManifoldWord::wrong_normal, !along.by_policy,
          "the gap along it is " + sizes(truth_.phi().value - along.gap, true_.size()) +
              " less than phi");
  }

  /// The place of a point and its depth.
  void judge_place(std::size_t k) {
    const ManifoldPoint& point = manifold_.points[k];
    const Along& along = all_[now_];
    if (!is_usable(point)) {
      return check(ManifoldWord::outside, true, point_name(k) + " is not finite or too far");
    }
    if (along.n.isZero(0)) return;
    const PointPartners p = partners_of(policy_, point, along.n);
    const WitnessPoints witness{p.p_WA, p.p_WB};
    WitnessMargins margin = true_.margins_of(witness);
    const double length = true_.length();
    // The last place of n moves the partners of a very deep or distant point by much.
    double last_place = std::numeric_limits<double>::epsilon() * std::abs(gap_of(policy_, point));
    if (!(last_place > kNegligiblePlace * length)) last_place = 0;
    margin.A.array() += last_place;
    margin.B.array() += last_place;
    const GapTolerance allowed{length + (margin.A + margin.B).norm(), length + 4 * last_place};
    const FlatFrame frame((p.p_WA + p.p_WB) / 2, along.n);
    if (policy_.depth == DepthMeaning::pair && !over_manifold(along, frame, allowed.place)) {
      // Its depth is that of another place: it says nothing of the partners.
      check(ManifoldWord::outside,
            !PairDepthPlace(pair_, policy_, true_, FlatFrame(point.p_W, along.n), along.gap)
                 .is_right(margin, allowed),
            point_name(k) + " is not in its body, or not where both are");
    } else {
      if (gap_of(policy_, point) > length) verdict_.uses |= kUsesReach;
      check(ManifoldWord::outside, !point_within(pair_, WhichBody::A, p.p_WA, length, margin.A),
            point_name(k) + " is not in A");
      check(ManifoldWord::outside, !point_within(pair_, WhichBody::B, p.p_WB, length, margin.B),
            point_name(k) + " is not in B");
    }
    judge_depth(k, frame, allowed);
  }

  void judge_depth(std::size_t k, const FlatFrame& frame, const GapTolerance& allowed) {
    const double length = allowed.gap;
    if (verdict_.of(ManifoldWord::wrong_depth).wrong) return;
    const Along& along = all_[now_];
    const double gap = gap_of(policy_, manifold_.points[k]);
    const double off = gap - along.gap;
    const auto wrong = [&](const std::string& what) {
      check(ManifoldWord::wrong_depth, true, point_name(k) + " is " + what);
    };
    if (policy_.depth == DepthMeaning::pair) {
      check(ManifoldWord::wrong_depth, false);
      if (!(std::abs(off) <= length))
        wrong("not as deep as the pair: " + sizes(off, true_.size()) + " off");
      return;
    }
    const bool rounded = is_rounded(pair_);
    const bool over =
        (rounded || std::abs(off) <= length) && over_manifold(along, frame, allowed.place);
    if (std::abs(off) <= length && over) return check(ManifoldWord::wrong_depth, false);
    // No place has less than gap(n), which may be less than phi by the tolerance.
    if (off < -2 * length) return wrong("deeper than the bodies are anywhere");
    // The surface of a ball about a tilted face is not the face, moved along n: there a gap has the
    // bounds that the cores give.
    if (rounded && !over) {
      return check(ManifoldWord::wrong_depth,
                   is_beyond_cores(pair_, frame, gap, allowed, true_.rounding()),
                   point_name(k) + " is not as deep as the bodies can be there");
    }
    if (rounded) {
      return check(ManifoldWord::wrong_depth,
                   round_gap_too_shallow(pair_, frame, gap, along.gap, allowed, true_.rounding()),
                   point_name(k) + " is less deep than the bodies are there");
    }
    switch (judge_gap_at(pair_, frame, gap, allowed, true_.rounding())) {
      case GapAtPlace::too_deep:
        return wrong("deeper than the bodies are there");
      case GapAtPlace::too_shallow:
        return wrong("less deep than the bodies are there");
      default:
        check(ManifoldWord::wrong_depth, false);
    }
  }

  /// Whether the true manifold has a point within `length` of the frame's origin, seen along n.
  bool over_manifold(const Along& along, const FlatFrame& frame, double length) const {
    const std::vector<FlatPoint> manifold =
        true_.rough() ? true_.exactly_along(along.n, frame) : true_.along(along.n, frame);
    return !manifold.empty() && distance_to(outline_of(manifold, 0), {0, 0}) <= length;
  }

  /// What of the manifold the hull of the points holds.
  void judge_hull() {
    if (std::any_of(manifold_.points.begin(), manifold_.points.end(),
                    [](const ManifoldPoint& point) { return !is_usable(point); })) {
      return;
    }
    std::optional<HullFinding> best;
    for (const Along& along : all_) {
      if (along.n.isZero(0) || !(along.optimal || along.by_policy)) continue;
      const std::optional<HullFinding> found = look_at_hull(along);
      if (found && (!best || found->beyond < best->beyond)) best = found;
    }
    if (!best) return;
    verdict_.spread = best->spread;
    if (best->merges) verdict_.uses |= kUsesMerging;
    if (policy_.max_points == 0 || best->corners <= policy_.max_points) {
      return check(ManifoldWord::incomplete, best->beyond > 0,
                   "a corner of the manifold is " + sizes(best->farthest, true_.size()) +
                       " beyond the points");
    }
    verdict_.uses |= kUsesCount;
    verdict_.share = best->share;
    if (policy_.least_share > 0) {
      if (best->share < 1 - kShareRounding) verdict_.uses |= kUsesShare;
      check(ManifoldWord::reduced, best->largest_share < policy_.least_share - kShareRounding,
            "a share of " + short_text(best->share) + ", " +
                short_text(policy_.least_share - best->share) + " too little");
    } else if (policy_.max_points == 1) {
      check(ManifoldWord::incomplete, best->share == 0, "the one point is beside the manifold");
    }
  }

  /// How far a corner may be from the points [m].
  double merged_length() const { return std::max(true_.length(), 2 * policy_.merging_distance); }

  /// The points, those that are within `length` [m] of a corner at the nearest one.
  static std::vector<FlatPoint> at_corners(std::vector<FlatPoint> points,
                                           const std::vector<FlatPoint>& corners, double length) {
    for (FlatPoint& point : points) {
      const FlatPoint given = point;
      double nearest = length;
      for (const FlatPoint& corner : corners) {
        const double distance = distance_to({corner}, given);
        if (distance > nearest) continue;
        nearest = distance;
        point = corner;
      }
    }
    return points;
  }

  struct HullFinding {
    std::size_t corners = 0;
    double farthest = 0;       ///< corner of the manifold from the hull of the points [m]
    double beyond = 0;         ///< what of that is more than allowed [m]
    bool merges = false;       ///< whether only the merging distance allows it
    double share = 1;          ///< kept_share()
    double largest_share = 1;  ///< if points are off by the tolerance and rounding
    std::optional<double> spread;
  };

  /// Whether a point is one of another normal: of deep bodies optimal ones are far apart.
  bool is_of_another(const Along& along, const ManifoldPoint& point) const {
    return policy_.many_normals && along.optimal && phi_below(-true_.length()) &&
           !((point.normal - along.given).norm() <= std::max(kOneNormal, 2 * unit_tolerance_));
  }

  std::optional<HullFinding> look_at_hull(const Along& along) const {
    const FlatFrame frame(manifold_.points.front().p_W, along.n);
    std::vector<FlatPoint> given;
    double largest = 0;
    for (const ManifoldPoint& point : manifold_.points) {
      if (is_of_another(along, point)) continue;
      given.push_back(frame.flat(point.p_W));
      largest = std::max(largest, point.p_W.lpNorm<Eigen::Infinity>());
    }
    const std::vector<FlatPoint> hull = outline_of(given, 0);
    const double allowed = merged_length() + true_.rounding_of_points(largest);
    const PairManifold::Reach reach = true_.beyond(hull, along.n, frame, allowed);
    if (reach.manifold.empty()) return std::nullopt;
    HullFinding found = look_at_reading(reach, given, allowed);
    if (found.beyond == 0 || policy_.max_points == 0) return found;
    // Another reading may have more corners than the points can be, or the points more of it.
    for (const std::vector<FlatPoint>& reading : true_.readings(along.n, frame)) {
      double farthest = 0;
      for (const FlatPoint& corner : reading) {
        farthest = std::max(farthest, distance_to(hull, corner));
      }
      const HullFinding other = look_at_reading({reading, farthest}, given, allowed);
      if (other.corners <= policy_.max_points) continue;
      if (found.corners <= policy_.max_points || other.share > found.share) found = other;
    }
    return found;
  }

  HullFinding look_at_reading(const PairManifold::Reach& reach, const std::vector<FlatPoint>& given,
                              double allowed) const {
    const double without = std::max(0.0, 2 * policy_.merging_distance - true_.length());
    // Points that may merge are not fewer corners: k of them need not be all.
    const std::vector<FlatPoint> outline = outline_of(reach.manifold, allowed - without);
    HullFinding found;
    found.corners = outline.size();
    found.farthest = reach.farthest;
    found.beyond = std::max(0.0, reach.farthest - allowed);
    found.merges = found.beyond == 0 && reach.farthest > allowed - without;
    found.share = kept_share(given, outline, policy_.max_points, allowed);
    found.largest_share = found.share;
    if (found.share < policy_.least_share) {
      const double rounding = allowed - merged_length();
      const std::vector<FlatPoint> exact = at_corners(given, outline, true_.length() + rounding);
      const double share = kept_share(exact, outline, policy_.max_points, allowed, rounding);
      found.largest_share = std::max(found.share, share);
    }
    const double diameter = diameter_of(outline);
    if (diameter > 0) found.spread = reach.farthest / diameter;
    return found;
  }

  const Pair& pair_;
  const TruthOnDemand& truth_;
  const Manifold& manifold_;
  const ManifoldPolicy policy_;
  double unit_tolerance_;
  PairManifold true_;
  std::vector<Along> all_;
  std::size_t now_ = 0;  ///< place in all_ of the normal that is looked at
  ManifoldVerdict verdict_;
};

}  // namespace

bool ManifoldVerdict::wrong() const {
  return std::any_of(words.begin(), words.end(),
                     [](const WordFinding& word) { return word.wrong; });
}

std::string ManifoldVerdict::said() const {
  std::string all;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (!words.at(k).wrong) continue;
    if (!all.empty()) all += ' ';
    all += kManifoldWords.at(k);
  }
  return all;
}

PointPartners partners_of(const ManifoldPolicy& policy, const ManifoldPoint& point, const Vec3& n) {
  const Vec3 apart = gap_of(policy, point) * n;
  switch (policy.place) {
    case PointPlace::on_A:
      return {point.p_W, point.p_W - apart};
    case PointPlace::on_B:
      return {point.p_W + apart, point.p_W};
    default:
      return {point.p_W + apart / 2, point.p_W - apart / 2};
  }
}

ManifoldVerdict judge_manifold(const Pair& pair, const TruthOnDemand& truth,
                               const Manifold& manifold, const ManifoldPolicy& policy,
                               double tolerance, Scalar scalar) {
  return ManifoldExam(pair, truth, manifold, policy, tolerance, scalar).judge();
}

}  // namespace touchstone
