// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/proof/witnesses.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "geometry/index.hpp"
#include "metrics/arithmetic/compensated.hpp"
#include "metrics/arithmetic/edge_weights.hpp"
#include "metrics/arithmetic/exact_rounding.hpp"
#include "metrics/certified/proof/feature_proof.hpp"
#include "metrics/certified/proof/full_check.hpp"
#include "metrics/common/exact_set.hpp"

namespace touchstone {
namespace {

using check::kEpsilon;
using check::kMinSquare;

constexpr double kDoubleDouble = DifferenceSet::kDoubleDouble;
/// Distance beside an edge or a facet up to which a point counts as on it, in sizes: with
/// kPartOfSizeOff and all roundings it is a tenth of what a claim of 1e-15 sizes leaves.
constexpr double kPartOfSizeBeside = 0x1p-54;
/// What a coordinate may be off in parts of itself: a quarter of its last place at most.
constexpr double kPartOfCoordinateOff = 0x1p-55;

Witnesses refine(const DifferenceSet& set, const DifferencePoint* feature, int count,
                 MeasuredFeature& measured) {
  compiled_for(set.registers(), narrow::refine_feature, wide::refine_feature)(set, feature, count,
                                                                              measured);
  measured.refined.sound = left_over(set, count, measured).sound;
  return measured.refined;
}

/// A feature of C in double-double, from the pair's own doubles.
class PreciseFeature {
 public:
  PreciseFeature(const DifferenceSet& set, const DifferencePoint* feature, int count)
      : set_(set), count_(at(count)) {
    for (std::size_t i = 0; i < count_; ++i) {
      v_A_[i] = &set.A().vertex(feature[i].a);
      v_B_[i] = &set.B().vertex(feature[i].b);
    }
    c0_ = (rotate(set.R_WB(), difference(*v_B_[0], set.B().center)) -
           rotate(set.R_WA(), difference(*v_A_[0], set.A().center))) -
          set.exact_offset();
    weight_[0] = {1, 0};
    for (std::size_t i = 1; i < count_; ++i) {
      step_A_[i] = difference(*v_A_[i], *v_A_[0]);
      step_B_[i] = difference(*v_B_[i], *v_B_[0]);
      edge_[i] = rotate(set.R_WB(), step_B_[i]) - rotate(set.R_WA(), step_A_[i]);
      length_[i] = rounded(edge_[i]).norm();
      parts_[i] = 1.01 * (rounded(step_A_[i]).norm() + rounded(step_B_[i]).norm());
    }
  }

  /// Finds a facet's normal, which is not unit; false if it has no digits.
  bool find_normal() {
    normal_ = cross(edge_[1], edge_[2]);
    squared_ = dot(normal_, normal_);
    if (!(squared_.high > kMinSquare)) return false;
    area_ = std::sqrt(squared_.high);
    turned_ = kDoubleDouble *
              (parts_[1] * length_[2] + parts_[2] * length_[1] + length_[1] * length_[2]) / area_;
    return std::isfinite(turned_);
  }
  const Dd3& normal() const { return normal_; }
  double length() const { return area_; }
  double turned_by() const { return turned_; }

  Witnesses witnesses(bool separated, bool normal_known) {
    Witnesses found;
    if (!(count_ == 3 ? find_foot_on_facet() : find_foot())) return found;
    const Dd3& along = count_ == 3 ? normal_ : foot_;
    const DoubleDouble squared = count_ == 3 ? squared_ : dot(foot_, foot_);
    const double distance = rounded(foot_).norm();
    if (!normal_known) {
      if (count_ < 3) turned_ = foot_off_ / distance;
      if (!(turned_ <= kDirectionOff && squared.high > kMinSquare)) return found;
      const DoubleDouble length = sqrt(squared);
      // 0 is below the facet: its direction is that of the foot.
      const double side = rounded(along).dot(rounded(foot_)) < 0 ? -1 : 1;
      for (std::size_t i = 0; i < 3; ++i) {
        found.n[static_cast<int>(i)] = side * (along[i] / length).high;
      }
    }
    if (!inside(separated && !normal_known ? distance : 0, found.corner_outside)) return found;
    found.p_WA = point_of(set_.X_WA(), v_A_, step_A_);
    found.p_WB = point_of(set_.X_WB(), v_B_, step_B_);
    found.sound = near_enough(found.p_WA) && near_enough(found.p_WB);
    return found;
  }

 private:
  /// Finds the foot x of 0 on a point or a segment, and its weights; false if they have no digits.
  bool find_foot() {
    foot_ = c0_;
    foot_off_ = set_.exact_rounding();
    beside_ = foot_off_;
    if (count_ == 1) return true;
    const DoubleDouble squared = dot(edge_[1], edge_[1]);
    if (!(squared.high > kMinSquare)) return false;
    weight_[1] = -(dot(c0_, edge_[1]) / squared);
    weight_[0] = DoubleDouble{1, 0} - weight_[1];
    foot_ = c0_ + scaled(weight_[1], edge_[1]);
    const double relative = kDoubleDouble * (1 + parts_[1] / length_[1]);
    foot_off_ = 2 * (foot_off_ + 2 * relative * rounded(c0_).norm());
    weight_off_ = foot_off_ / length_[1];
    beside_ = weight_off_ * parts_[1];
    return true;
  }

  /// Finds the foot x of 0 on a triangle's plane, and its weights; false if they have no digits.
  bool find_foot_on_facet() {
    if (!find_normal()) return false;
    foot_ = scaled(dot(normal_, c0_) / squared_, normal_);
    const Dd3 y = foot_ - c0_;
    const auto [of_1, of_2] = edge_weights(normal_, edge_[1], edge_[2], y);
    weight_[1] = of_1 / squared_;
    weight_[2] = of_2 / squared_;
    weight_[0] = DoubleDouble{1, 0} - weight_[1] - weight_[2];
    const double relative = 4 * (turned_ + kDoubleDouble);
    foot_off_ = set_.exact_rounding() + relative * (rounded(c0_).norm() + rounded(y).norm());
    const double longest = length_[1] + length_[2];
    weight_off_ = foot_off_ * longest / area_;
    beside_ = weight_off_ * (parts_[1] + parts_[2]);
    return true;
  }

  /// Whether the foot is on the feature, to what changes nothing. Else the corner that it does not
  /// need, if that is certain. Beside a segment or triangle the direction to the nearest point is
  /// another: `distance` is that of the foot where that matters, or 0.
  bool inside(double distance, int& corner_outside) const {
    std::size_t least = 0;
    for (std::size_t i = 1; i < count_; ++i) {
      if (weight_[i].high < weight_[least].high) least = i;
    }
    const double w = weight_[least].high;
    if (count_ == 1 || w >= weight_off_) return true;
    const double longest = length_[1] + length_[2];
    const double parts = parts_[1] + parts_[2];
    const double beyond = weight_off_ + std::max(0.0, -w);
    if ((w >= -weight_off_ || beyond * parts <= kPartOfSizeBeside * set_.size()) &&
        (distance == 0 || beyond * longest <= kDirectionOff * distance)) {
      return true;
    }
    if (w < -weight_off_) corner_outside = static_cast<int>(least);
    return false;
  }

  Vec3 point_of(const Pose& X, const std::array<const Vec3*, 3>& v,
                const std::array<Dd3, 3>& step) const {
    Dd3 local = exactly(*v[0]);
    for (std::size_t i = 1; i < count_; ++i) {
      if (v[i] != v[0]) local = local + scaled(weight_[i], step[i]);
    }
    return rounded(exactly(X.t) + rotate(X.R, local));
  }
  bool near_enough(const Vec3& p) const {
    const double off = beside_ + set_.exact_world_rounding();
    const double most = kPartOfSizeOff * set_.size();
    return std::all_of(p.begin(), p.end(), [&](double x) {
      return off <= std::max(most, kPartOfCoordinateOff * std::abs(x));
    });
  }

  const DifferenceSet& set_;
  std::size_t count_;
  std::array<const Vec3*, 3> v_A_{};
  std::array<const Vec3*, 3> v_B_{};
  Dd3 c0_{};
  std::array<Dd3, 3> step_A_{};  ///< from the first vertex, local
  std::array<Dd3, 3> step_B_{};
  std::array<Dd3, 3> edge_{};       ///< from the first point, world
  std::array<double, 3> length_{};  ///< lengths of the edges [m]
  std::array<double, 3> parts_{};   ///< lengths of both bodies' steps in each edge together [m]
  Dd3 normal_{};                    ///< product of a facet's edges [m^2]
  DoubleDouble squared_;            ///< square of the normal [m^4]
  double area_ = 0;                 ///< length of the normal [m^2]
  double turned_ = 0;               ///< how far the direction is off [1]
  Dd3 foot_{};                      ///< x [m]
  std::array<DoubleDouble, 3> weight_{};
  double foot_off_ = 0;    ///< error bound on x [m]
  double weight_off_ = 0;  ///< error bound on the weights [1]
  double beside_ = 0;      ///< error bound on points with these weights [m]
};

}  // namespace

Witnesses further_witnesses(const DifferenceSet& set, const DifferencePoint* feature, int count,
                            const MeasuredFeature& measured, bool separated) {
  if (!measured.refined.known && measured.rest.known) {
    MeasuredFeature refined = measured;
    const Witnesses found = refine(set, feature, count, refined);
    if (found.sound) return found;
  }
  return PreciseFeature(set, feature, count).witnesses(separated, false);
}

Witnesses contact_witnesses(const DifferenceSet& set, const DifferencePoint* feature, int count,
                            const Vec3& n, double H) {
  Witnesses found;
  // n is rounded and so is H: H n is off by a few 2^-53 |H|, which only near contact is nothing.
  if (count == 3 && 16 * kEpsilon * std::abs(H) <= kPartOfSizeOff * set.size()) {
    MeasuredFeature measured;
    const FeatureGuess guess = guess_facet(set, feature);
    measured.n = n;
    measured.distance = {H, 0};
    measured.weight = guess.weight;
    measured.rest.amplification = guess.amplification;
    measured.weight_error =
        set.rounding() * guess.amplification * guess.amplification / set.reach();
    found = refine(set, feature, count, measured);
  }
  if (!found.sound) found = PreciseFeature(set, feature, count).witnesses(false, true);
  found.n = n;
  return found;
}

Witnesses exact_witnesses(const DifferenceSet& set, std::span<const DifferencePoint> feature) {
  Witnesses found;
  const ExactSet exact_set(set.A().exactly(), set.X_WA(), set.B().exactly(), set.X_WB());
  const int count = static_cast<int>(feature.size());
  std::array<ExactPoint, 3> points;
  std::array<const ExactPoint*, 3> p{};
  for (std::size_t i = 0; i < feature.size(); ++i) {
    points[i] = exact_set.point(feature[i].a, feature[i].b);
    p[i] = &points[i];
  }
  const Foot foot = foot_of(p, count);
  if (!foot.exists || !foot.inside(count)) return found;
  if (!foot.at_zero()) found.n = exact::rounded_unit(foot.V);
  found.p_WA = exact_set.rounded_point(true, p, foot.weight, count);
  found.p_WB = exact_set.rounded_point(false, p, foot.weight, count);
  found.sound = true;
  return found;
}

bool parallel(const DifferenceSet& set, const std::array<DifferencePoint, 3>& one,
              const std::array<DifferencePoint, 3>& other) {
  PreciseFeature first(set, one.data(), 3);
  PreciseFeature second(set, other.data(), 3);
  if (!first.find_normal() || !second.find_normal()) return false;
  // The cross product is small: of its digits double-double leaves enough.
  const double sine =
      rounded(cross(first.normal(), second.normal())).norm() / (first.length() * second.length());
  return sine + first.turned_by() + second.turned_by() <= kDirectionOff &&
         rounded(first.normal()).dot(rounded(second.normal())) > 0;
}

}  // namespace touchstone
