// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/gjk/precise_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "metrics/arithmetic/center_offset.hpp"
#include "metrics/arithmetic/compensated.hpp"

namespace touchstone {
namespace {

/// Towards the foot of a perpendicular: two or three are enough of all but slivers.
constexpr int kMostSteps = 8;
/// The squared sine of an angle below which doubles take no step to the last digits: the foot is
/// off by 2^-53 |v| over the sine.
constexpr double kSliver = 1e-2;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class PreciseSearch {
 public:
  PreciseSearch(const GjkBody& A, const Pose& X_WA, const GjkBody& B, const Pose& X_WB,
                const GjkSimplex& simplex, int supports)
      : A_(A),
        X_WA_(X_WA),
        B_(B),
        X_WB_(X_WB),
        d_(rounded(center_offset(A.center, X_WA, B.center, X_WB))),
        scale_(gjk_scale(A, B, d_.lpNorm<1>())),
        simplex_(simplex),
        asked_(Vec3::Zero()),
        last_a_(simplex.point[0].a),
        last_b_(simplex.point[0].b),
        supports_(supports) {}

  void run(Answer& answer, GjkWorkspace& workspace) {
    for (std::size_t k = 0; k < at(simplex_.count); ++k) y_[k] = precise_point(simplex_.point[k]);
    settle();
    const End end = approach();
    answer.work.supports = supports_;
    if (end == End::unknown) {
      answer.note = "no convergence";
      return;
    }
    remember(workspace, A_, B_, simplex_);
    if (end == End::apart) return give(answer);
    answer.status = AnswerStatus::sign_only;
    answer.sign = -1;
  }

 private:
  enum class End { apart, overlapping, unknown };

  End approach() {
    for (int round = 0; round < kGjkMostRounds; ++round) {
      if (is_nothing()) return End::overlapping;
      const GjkPoint w = support();
      const double gap =
          scale_.lopsided ? precise_gap(w) : v_.dot(nearest_arm(simplex_) - w.arm) / v_.norm();
      const double closed = scale_.lopsided ? kGjkMostNoise * scale_.size : scale_.closed;
      if (simplex_.has(w.a, w.b) || gap <= closed) return End::apart;
      const DoubleDouble before = square_;
      if (!take_in(w)) return End::overlapping;
      // No nearer: the best that double-doubles have.
      if (!((square_ - before).high < 0)) {
        return gap > length_ ? End::overlapping : End::apart;
      }
    }
    return End::unknown;
  }

  GjkPoint point_of(int a, int b) const {
    const Vec3 arm = X_WA_.R * A_.map.arm(a) - X_WB_.R * B_.map.arm(b);
    return {arm + d_, arm, a, b};
  }

  /// The farthest along -v.
  GjkPoint support() {
    const double along = v_.dot(asked_);
    const double both = v_.squaredNorm() * asked_.squaredNorm();
    const double turn = both > 0 && along > 0 ? 1 - along * along / both : 1;
    asked_ = v_;
    last_a_ = A_.farthest(-(X_WA_.R.transpose() * v_), last_a_, turn);
    last_b_ = B_.farthest(X_WB_.R.transpose() * v_, last_b_, turn);
    ++supports_;
    return point_of(last_a_, last_b_);
  }

  /// Whether nothing is left of v but what double-doubles round.
  bool is_nothing() const { return !(length_ > 1e-10 * scale_.rounding); }

  /// False if the origin is in the tetrahedron that w makes.
  bool take_in(const GjkPoint& w) {
    y_[at(simplex_.count)] = precise_point(w);
    simplex_.weight[at(simplex_.count)] = 0;
    simplex_.add(w);
    settle();
    return simplex_.count < 4;
  }

  /// [wolfe1976nearest], the minor cycles: from the point that the weights give towards the point
  /// of the affine hull that is nearest to the origin, and where that is outside the simplex, as
  /// far as a side, whose opposite vertex is dropped.
  void settle() {
    while (true) {
      std::array<double, 4> aim = simplex_.weight;
      const Dd3 v = affine_nearest(aim);
      std::size_t out = 4;
      double step = 1;
      for (std::size_t k = 0; k < at(simplex_.count); ++k) {
        if (!(aim[k] < 0)) continue;
        const double until = simplex_.weight[k] / (simplex_.weight[k] - aim[k]);
        if (out < 4 && !(until < step)) continue;
        step = std::clamp(until, 0.0, 1.0);
        out = k;
      }
      if (out == 4) {
        simplex_.weight = aim;
        precise_v_ = v;
        v_ = rounded(v);
        square_ = dot<false>(v, v);
        length_ = square_.high > 0 ? sqrt(square_).high : 0;
        return;
      }
      for (std::size_t k = 0; k < at(simplex_.count); ++k) {
        simplex_.weight[k] =
            std::max(simplex_.weight[k] + step * (aim[k] - simplex_.weight[k]), 0.0);
      }
      drop(out);
    }
  }

  void drop(std::size_t out) {
    --simplex_.count;
    double sum = 0;
    for (std::size_t k = 0; k < at(simplex_.count); ++k) {
      if (k >= out) {
        simplex_.point[k] = simplex_.point[k + 1];
        simplex_.weight[k] = simplex_.weight[k + 1];
        y_[k] = y_[k + 1];
      }
      sum += simplex_.weight[k];
    }
    // All of it was the dropped one's: any of the others is as good a start.
    if (!(sum > 0)) simplex_.weight[0] = sum = 1;
    for (std::size_t k = 0; k < at(simplex_.count); ++k) simplex_.weight[k] /= sum;
  }

  /// The point nearest to the origin of the plane, line or space through all points, and its
  /// weights; from weights that are near them, if one may choose.
  Dd3 affine_nearest(std::array<double, 4>& weight) const {
    const std::size_t count = at(simplex_.count);
    std::array<Dd3, 3> side;
    Dd3 v = y_[0];
    for (std::size_t k = 1; k < count; ++k) {
      side[k - 1] = y_[k] - y_[0];
      v = v + times(weight[k], side[k - 1]);
    }
    if (count == 4) {
      // Four points of one plane: the last is left out at once.
      if (!inside(side, weight)) weight[3] = -1;
      return {};
    }
    // A step leaves 1e-16 of what it takes away times the condition of the triangle.
    for (int step = 0; step < kMostSteps && !perpendicular(rounded(v), side, count); ++step) {
      const std::array<double, 2> shift = beside(v, side, count);
      for (std::size_t k = 1; k < count; ++k) {
        v = v - times(shift[k - 1], side[k - 1]);
        weight[k] -= shift[k - 1];
      }
    }
    weight[0] = 1;
    for (std::size_t k = 1; k < count; ++k) weight[0] -= weight[k];
    return v;
  }

  static bool perpendicular(const Vec3& v, const std::array<Dd3, 3>& side, std::size_t count) {
    const double square = v.squaredNorm();
    return std::all_of(side.begin(), side.begin() + static_cast<std::ptrdiff_t>(count) - 1,
                       [&](const Dd3& exact) {
                         const Vec3 e = rounded(exact);
                         const double along = v.dot(e);
                         return along * along <= 0x1p-104 * square * e.squaredNorm();
                       });
  }

  /// By how much of each side v is beside the foot of the perpendicular.
  static std::array<double, 2> beside(const Dd3& at_v, const std::array<Dd3, 3>& side,
                                      std::size_t count) {
    const Vec3 v = rounded(at_v);
    const Vec3 e = rounded(side[0]);
    if (count == 2) return {v.dot(e) / e.squaredNorm(), 0};
    const Vec3 f = rounded(side[1]);
    const Vec3 n = e.cross(f);
    const double square = n.squaredNorm();
    if (square > kSliver * e.squaredNorm() * f.squaredNorm()) {
      return {v.cross(f).dot(n) / square, e.cross(v).dot(n) / square};
    }
    // A sliver.
    const Dd3 exact_n = cross(side[0], side[1]);
    const double exact_square = dot(exact_n, exact_n).high;
    if (!(exact_square > 0)) return {0, 0};
    return {dot(cross(at_v, side[1]), exact_n).high / exact_square,
            dot(cross(side[0], at_v), exact_n).high / exact_square};
  }

  /// The weights by which the four points make the origin, each good to its last digits. False if
  /// they lie in one plane.
  bool inside(const std::array<Dd3, 3>& side, std::array<double, 4>& weight) const {
    const double volume = dot(side[0], cross(side[1], side[2])).high;
    if (volume == 0) return false;
    const Dd3 n01 = cross(y_[0], y_[1]);
    const Dd3 n23 = cross(y_[2], y_[3]);
    weight = {dot(y_[1], n23).high / volume, -dot(y_[0], n23).high / volume,
              dot(y_[3], n01).high / volume, -dot(y_[2], n01).high / volume};
    return true;
  }

  Dd3 precise_point(const GjkPoint& p) const {
    return (turned<false>(X_WA_.R, A_.map.body_vertex(p.a)) -
            turned<false>(X_WB_.R, B_.map.body_vertex(p.b))) +
           difference(X_WA_.t, X_WB_.t);
  }

  /// Where one body is so much larger that its arms round what is small beside the other.
  double precise_gap(const GjkPoint& w) const {
    return dot<false>(precise_v_, precise_v_ - precise_point(w)).high / length_;
  }

  static Dd3 times(double factor, const Dd3& a) {
    return {scaled(factor, a[0]), scaled(factor, a[1]), scaled(factor, a[2])};
  }

  void give(Answer& answer) const {
    answer.status = AnswerStatus::answered;
    answer.value = length_;
    answer.normal = Vec3(v_ / length_);
    Vec3 arm_A = Vec3::Zero();
    Vec3 arm_B = Vec3::Zero();
    for (std::size_t k = 0; k < at(simplex_.count); ++k) {
      arm_A += simplex_.weight[k] * A_.map.arm(simplex_.point[k].a);
      arm_B += simplex_.weight[k] * B_.map.arm(simplex_.point[k].b);
    }
    answer.witnesses = WitnessPoints{X_WA_.R * (A_.center + arm_A) + X_WA_.t,
                                     X_WB_.R * (B_.center + arm_B) + X_WB_.t};
  }

  const GjkBody& A_;
  const Pose& X_WA_;
  const GjkBody& B_;
  const Pose& X_WB_;
  Vec3 d_;  ///< x_A - x_B, world [m]
  GjkScale scale_;
  GjkSimplex simplex_;
  std::array<Dd3, 4> y_;  ///< its points
  Dd3 precise_v_;         ///< nearest to the origin
  Vec3 v_;                ///< the same, rounded
  DoubleDouble square_;   ///< of v
  double length_ = 0;     ///< of v [m]
  Vec3 asked_;            ///< the direction of the last support query
  int last_a_;
  int last_b_;
  int supports_;
};

}  // namespace

void search_in_double_doubles(const GjkBody& A, const Pose& X_WA, const GjkBody& B,
                              const Pose& X_WB, const GjkSimplex& simplex, GjkWorkspace& workspace,
                              Answer& answer) {
  PreciseSearch(A, X_WA, B, X_WB, simplex, answer.work.supports).run(answer, workspace);
}

}  // namespace touchstone
