// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/gjk/precise_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"
#include "geometry/support/climb.hpp"
#include "metrics/arithmetic/center_offset.hpp"
#include "metrics/arithmetic/compensated.hpp"
#include "metrics/common/exact_distance.hpp"

namespace touchstone {
namespace {

/// Steps towards the foot of a perpendicular: two or three are enough except for slivers.
constexpr int kMaxSteps = 8;
/// How far the foot may be beside the perpendicular, in parts of the smaller body and of |v|: it
/// moves the witness points by as much.
constexpr double kBeside = 0x1p-58;
/// Rounding of a point in double-double, in parts of the lengths that it is the sum of
/// (search_kernel.hpp, kSharp) [1].
constexpr double kNoise = 0x1p-96;
/// Size ratio (arms of both bodies over size) beyond which a rounded normal costs more gap than the
/// tolerance: the exact feature is required. Rounding of v times the longer arms hides which of two
/// nearly coplanar facets it is, so integers decide.
constexpr double kFarTooUnequal = 0x1p20;
/// Rounding of a point, in parts of the smaller body, beyond which integers decide: a tenth of what
/// is claimed.
constexpr double kMaxNoise = 1e-10;
/// Distance that an answer of `overlapping` may hide, in parts of the smaller body.
constexpr double kTouching = 1e-11;
/// Products that differ by less, in parts of |u|_1 times the longest arm, are compared in
/// double-double: a rounded direction and a product of three terms [1].
constexpr double kDoubt = 2e-15;
/// The squared sine of an angle below which doubles take no step to the last digits: the foot is
/// off by 2^-53 |v| over the sine.
constexpr double kSliver = 1e-2;

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
        asked_(Vec3::Zero()),
        noise_(kNoise * (scale_.arms + A.center.lpNorm<1>() + B.center.lpNorm<1>() +
                         (X_WA.t - X_WB.t).lpNorm<1>())),
        last_a_(simplex.point[0].a),
        last_b_(simplex.point[0].b),
        supports_(supports) {
    now_.simplex = simplex;
  }

  void run(Answer& answer, GjkWorkspace& workspace) {
    for (std::size_t k = 0; k < at(now_.simplex.count); ++k) {
      now_.y[k] = precise_point(now_.simplex.point[k]);
      now_.weight[k] = {now_.simplex.weight[k], 0};
    }
    settle();
    const bool far_too_unequal = scale_.arms > kFarTooUnequal * scale_.size;
    const bool too_far = noise_ > kMaxNoise * scale_.size;
    const End end = far_too_unequal || too_far ? End::unknown : approach();
    answer.work.supports = supports_;
    remember(workspace, A_, B_, now_.simplex);
    if (end == End::unknown) return ask_exactly(answer);
    if (end == End::apart) return give(answer);
    answer.status = AnswerStatus::sign_only;
    answer.sign = -1;
  }

 private:
  enum class End { apart, overlapping, unknown };
  using Weights = std::array<DoubleDouble, 4>;

  /// The simplex and its point nearest to the origin.
  struct Nearest {
    GjkSimplex simplex;
    std::array<Dd3, 4> y{};  ///< its points
    Weights weight{};
    Dd3 precise_v{};        ///< the nearest point [m]
    Vec3 v = Vec3::Zero();  ///< precise_v, rounded [m]
    DoubleDouble square;    ///< |v|^2 [m^2]
    double length = 0;      ///< |v| [m]
  };

  End approach() {
    const double nothing = 1e-10 * scale_.rounding + 16 * noise_;
    const double tolerated = kGjkMaxNoise * scale_.size;
    for (int round = 0; round < kGjkMaxRounds; ++round) {
      // Nothing is left of v but the rounding of double-doubles.
      if (now_.length <= nothing) {
        return nothing <= kTouching * scale_.size ? End::overlapping : End::unknown;
      }
      if (!std::isfinite(now_.length)) return End::unknown;
      const GjkPoint w = support();
      const double gap = scale_.lopsided
                             ? precise_gap(w)
                             : now_.v.dot(nearest_arm(now_.simplex) - w.arm) / now_.v.norm();
      const double closed = scale_.lopsided ? tolerated : scale_.closed;
      if (now_.simplex.has(w.a, w.b)) {
        return gap <= tolerated ? End::apart : End::unknown;
      }
      if (gap <= closed) return End::apart;
      const Nearest before = now_;
      if (!take_in(w)) return holds_zero() ? End::overlapping : End::unknown;
      // No nearer: what was before is the best that double-doubles have.
      if (!((now_.square - before.square).high < 0)) {
        now_ = before;
        return gap <= tolerated ? End::apart : End::unknown;
      }
    }
    return End::unknown;
  }

  GjkPoint point_of(int a, int b) const {
    const Vec3 arm = X_WA_.R * A_.map.arm(a) - X_WB_.R * B_.map.arm(b);
    return {arm + d_, arm, a, b};
  }

  /// The support point of A - B along -v.
  GjkPoint support() {
    const double along = now_.v.dot(asked_);
    const double both = now_.v.squaredNorm() * asked_.squaredNorm();
    const double turned = both > 0 && along > 0 ? 1 - along * along / both : 1;
    asked_ = now_.v;
    last_a_ = A_.farthest(-(X_WA_.R.transpose() * now_.v), last_a_, turned);
    last_b_ = B_.farthest(X_WB_.R.transpose() * now_.v, last_b_, turned);
    if (scale_.lopsided) {
      last_a_ = precisely_farthest(A_, X_WA_.R, -now_.precise_v, last_a_);
      last_b_ = precisely_farthest(B_, X_WB_.R, now_.precise_v, last_b_);
    }
    ++supports_;
    return point_of(last_a_, last_b_);
  }

  /// The vertex of `body` farthest along u (world) in double-double. Starts from `best`, the one in
  /// doubles, whose rounding of the larger body's arms is visible on the smaller one.
  static int precisely_farthest(const GjkBody& body, const Mat3& R, const Dd3& u, int best) {
    const SupportMap& map = body.map;
    const Vec3 local = R.transpose() * rounded(u);
    const Dd3 precise_u = rotate_inverse(R, u);
    return climb_to_farthest(
        "gjk: a climb in double-double", map.count(), best,
        [&](int v) { return map.neighbours(v); }, [&](int v) { return local.dot(map.arm(v)); },
        kDoubt * local.lpNorm<1>() * map.longest(),
        [&](int v) { return dot<false>(precise_u, map.exact_arm(v)); }, is_higher);
  }

  /// False if the origin is in the tetrahedron that w makes.
  bool take_in(const GjkPoint& w) {
    now_.y[at(now_.simplex.count)] = precise_point(w);
    now_.weight[at(now_.simplex.count)] = {};
    now_.simplex.add(w);
    settle();
    return now_.simplex.count < 4;
  }

  /// Whether the weights of the tetrahedron, none of which is negative, do make the origin: of a
  /// sliver they may be rounding.
  bool holds_zero() const {
    Dd3 sum{};
    DoubleDouble weights;
    for (std::size_t k = 0; k < 4; ++k) {
      sum = sum + scaled(now_.weight[k], now_.y[k]);
      weights = weights + now_.weight[k];
    }
    return rounded(sum).norm() + 16 * noise_ * weights.high <=
           kTouching * scale_.size * weights.high;
  }

  /// [wolfe1976nearest], the minor cycles: from the point that the weights give towards the point
  /// of the affine hull that is nearest to the origin, and where that is outside the simplex, as
  /// far as a side, whose opposite vertex is dropped.
  void settle() {
    LoopBound bound("gjk: a minor cycle", 4);  // each drops a point, and one point is settled
    while (true) {
      bound.step();
      Weights aim = now_.weight;
      const Dd3 v = affine_nearest(aim);
      std::size_t out = 4;
      double step = 1;
      for (std::size_t k = 0; k < at(now_.simplex.count); ++k) {
        if (!(aim[k].high < 0)) continue;
        const double until = now_.weight[k].high / (now_.weight[k] - aim[k]).high;
        if (out < 4 && !(until < step)) continue;
        step = std::clamp(until, 0.0, 1.0);
        out = k;
      }
      if (out == 4) {
        now_.weight = aim;
        for (std::size_t k = 0; k < 4; ++k) now_.simplex.weight[k] = aim[k].high;
        now_.precise_v = v;
        now_.v = rounded(v);
        now_.square = dot<false>(v, v);
        now_.length = now_.square.high > 0 ? sqrt(now_.square).high : 0;
        return;
      }
      // Any weights are a start for the next cycle, so that it does not matter what this rounds.
      for (std::size_t k = 0; k < at(now_.simplex.count); ++k) {
        now_.weight[k] = now_.weight[k] + scaled(step, aim[k] - now_.weight[k]);
        if (now_.weight[k].high < 0) now_.weight[k] = {};
      }
      drop(out);
    }
  }

  void drop(std::size_t out) {
    --now_.simplex.count;
    DoubleDouble sum;
    for (std::size_t k = 0; k < at(now_.simplex.count); ++k) {
      if (k >= out) {
        now_.simplex.point[k] = now_.simplex.point[k + 1];
        now_.weight[k] = now_.weight[k + 1];
        now_.y[k] = now_.y[k + 1];
      }
      sum = sum + now_.weight[k];
    }
    // All of it was the dropped one's: any of the others is as good a start.
    if (!(sum.high > 0)) now_.weight[0] = sum = {1, 0};
    for (std::size_t k = 0; k < at(now_.simplex.count); ++k) now_.weight[k] = now_.weight[k] / sum;
  }

  /// The point nearest to the origin of the plane, line or space through all points, and its
  /// weights; from weights that are near them, if one may choose.
  Dd3 affine_nearest(Weights& weight) const {
    const std::size_t count = at(now_.simplex.count);
    const Dd3& base = now_.y[0];
    std::array<Dd3, 3> side;
    Dd3 v = base;
    for (std::size_t k = 1; k < count; ++k) {
      side[k - 1] = now_.y[k] - base;
      v = v + scaled(weight[k], side[k - 1]);
    }
    if (count == 4) {
      // Four points of one plane: the last is left out at once.
      if (!inside(side, weight)) weight[3] = {-1, 0};
      return {};
    }
    // A step leaves 1e-16 of what it takes away times the condition of the triangle.
    bool is_perpendicular = false;
    for (int step = 0; step < kMaxSteps && !is_perpendicular; ++step) {
      const std::array<double, 2> shift = beside(v, side, count);
      double moved = 0;
      for (std::size_t k = 1; k < count; ++k) {
        v = v - times(shift[k - 1], side[k - 1]);
        DoubleDouble& of_k = weight[k];
        of_k = of_k - DoubleDouble{shift[k - 1], 0};
        moved += std::abs(shift[k - 1]) * rounded(side[k - 1]).norm();
      }
      const double least = std::min(rounded(v).norm(), scale_.size);
      is_perpendicular = moved <= std::max(kBeside * least, noise_);
    }
    DoubleDouble rest{1, 0};
    for (std::size_t k = 1; k < count; ++k) rest = rest - weight[k];
    weight[0] = rest;
    return v;
  }

  /// How far v is beside the foot of the perpendicular, along each side and in parts of it [1].
  static std::array<double, 2> beside(const Dd3& v, const std::array<Dd3, 3>& side,
                                      std::size_t count) {
    if (count == 1) return {0, 0};
    const Vec3 e = rounded(side[0]);
    const double ee = e.squaredNorm();
    const double along_e = dot<false>(v, side[0]).high;
    if (count == 2) return {ee > 0 ? along_e / ee : 0, 0};
    const Vec3 f = rounded(side[1]);
    const double ff = f.squaredNorm();
    const double square = e.cross(f).squaredNorm();
    if (square > kSliver * ee * ff) {
      const double ef = e.dot(f);
      const double along_f = dot<false>(v, side[1]).high;
      return {(along_e * ff - along_f * ef) / square, (along_f * ee - along_e * ef) / square};
    }
    // A sliver.
    const Dd3 exact_n = cross(side[0], side[1]);
    const double exact_square = dot(exact_n, exact_n).high;
    if (!(exact_square > 0)) return {0, 0};
    return {dot(cross(v, side[1]), exact_n).high / exact_square,
            dot(cross(side[0], v), exact_n).high / exact_square};
  }

  /// The weights by which the four points make the origin. False if they lie in one plane.
  bool inside(const std::array<Dd3, 3>& side, Weights& weight) const {
    const DoubleDouble volume = dot(side[0], cross(side[1], side[2]));
    if (volume.high == 0) return false;
    const Dd3 n01 = cross(now_.y[0], now_.y[1]);
    const Dd3 n23 = cross(now_.y[2], now_.y[3]);
    weight = {dot(now_.y[1], n23) / volume, -dot(now_.y[0], n23) / volume,
              dot(now_.y[3], n01) / volume, -dot(now_.y[2], n01) / volume};
    return true;
  }

  Dd3 precise_point(const GjkPoint& p) const {
    return (rotate<false>(X_WA_.R, A_.map.body_vertex(p.a)) -
            rotate<false>(X_WB_.R, B_.map.body_vertex(p.b))) +
           difference(X_WA_.t, X_WB_.t);
  }

  /// How far w is beyond v [m], for size ratios at which rounding of the larger body's arms would
  /// be visible on the smaller one.
  double precise_gap(const GjkPoint& w) const {
    return dot<false>(now_.precise_v, now_.precise_v - precise_point(w)).high / now_.length;
  }

  static Dd3 times(double factor, const Dd3& a) {
    return {scaled(factor, a[0]), scaled(factor, a[1]), scaled(factor, a[2])};
  }

  /// Writes the answer, each number rounded once.
  void give(Answer& answer) const {
    answer.status = AnswerStatus::answered;
    answer.value = now_.length;
    answer.normal = Vec3(now_.v / now_.length);
    Dd3 on_A{};
    Dd3 on_B{};
    for (std::size_t k = 0; k < at(now_.simplex.count); ++k) {
      on_A = on_A + scaled(now_.weight[k], exactly(A_.map.body_vertex(now_.simplex.point[k].a)));
      on_B = on_B + scaled(now_.weight[k], exactly(B_.map.body_vertex(now_.simplex.point[k].b)));
    }
    answer.witnesses = WitnessPoints{rounded(rotate(X_WA_.R, on_A) + exactly(X_WA_.t)),
                                     rounded(rotate(X_WB_.R, on_B) + exactly(X_WB_.t))};
  }

  /// Decides in integers what double-doubles leave open.
  void ask_exactly(Answer& answer) const {
    std::array<DifferencePoint, 3> start;
    const std::size_t count = std::min(at(now_.simplex.count), start.size());
    for (std::size_t k = 0; k < count; ++k) {
      start[k] = {Vec3::Zero(), now_.simplex.point[k].a, now_.simplex.point[k].b};
    }
    const ExactDistance exact =
        find_exact_nearest(A_.exactly(), X_WA_, B_.exactly(), X_WB_, {start.data(), count});
    answer.work.exact = 1;
    answer.work.supports += exact.points;
    if (exact.nearest_count == 0) {
      answer.status = AnswerStatus::sign_only;
      answer.sign = -1;
      return;
    }
    answer.status = AnswerStatus::answered;
    answer.value = exact.phi;
    answer.normal = exact.n;
    answer.witnesses = WitnessPoints{exact.p_WA, exact.p_WB};
  }

  const GjkBody& A_;
  const Pose& X_WA_;
  const GjkBody& B_;
  const Pose& X_WB_;
  Vec3 d_;  ///< x_A - x_B, world [m]
  GjkScale scale_;
  Nearest now_;
  Vec3 asked_;    ///< the direction of the last support query
  double noise_;  ///< rounding of a point [m]
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
