// SPDX-License-Identifier: GPL-3.0-or-later
// The difference D = A - B (world) has the points y = (R_A a - R_B b) + d, a and b arms from the
// interior points and d = x_A - x_B. Its point v nearest to 0 is found by simplices of such points:
// w farthest along -v bounds the distance from below by v.w / |v|, |v| bounds it from above. While
// these differ, w joins the simplex, whose new nearest point is nearer.
//
// Rounding. With `arms` the sum of the longest arms and reach = arms + |d|_1, each y is off by less
// than kRounding reach, and so is v; its direction by as much divided by |v|, by which the bound
// from below then suffers `arms` times. Where that would be seen in the answer, v is made again
// from the vertices in double-double, and from there on always: the search is then *precise*. How
// far w is beyond v is seen from the arms alone, so that d takes no digits from it.
#include "metrics/gjk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "metrics/arithmetic/compensated.hpp"
#include "metrics/gjk/gjk_body.hpp"
#include "metrics/gjk/simplex.hpp"
#include "metrics/pose_refusal.hpp"

namespace touchstone {
namespace {

constexpr double kRounding = 8 * 0x1p-53;
/// What a turned direction may cost, in parts of size, before v is made again.
constexpr double kMostNoise = 2e-13;
/// The same in parts of reach, while searching.
constexpr double kMostNoiseOnTheWay = 1e-9;
/// Of the rounding of a point, where squares of squares of lengths are still numbers [m].
constexpr double kFarthest = 1e60;
/// Towards the foot of a perpendicular: two or three are enough of all but slivers.
constexpr int kMostSteps = 8;
/// Far above what is needed: |v| falls in each.
constexpr int kMostRounds = 256;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class GjkShape final : public Shape {
 public:
  explicit GjkShape(const Polytope& polytope) : body(polytope) {}
  GjkBody body;
};

/// The last simplex, and between which shapes.
class GjkWorkspace final : public Workspace {
 public:
  GjkSimplex last;
  std::uint64_t id_A = 0;
  std::uint64_t id_B = 0;
};

class GjkQuery {
 public:
  GjkQuery(const GjkBody& A, const Pose& X_WA, const GjkBody& B, const Pose& X_WB)
      : A_(A),
        X_WA_(X_WA),
        B_(B),
        X_WB_(X_WB),
        d_(offset()),
        arms_(A.map.longest() + B.map.longest()),
        size_(A.map.longest() == 0 || (B.map.longest() != 0 && B.map.longest() < A.map.longest())
                  ? B.map.longest()
                  : A.map.longest()),
        rounding_(kRounding * (arms_ + d_.lpNorm<1>())),
        lopsided_(4 * kRounding * arms_ > kMostNoise * size_) {}

  Answer run(GjkWorkspace& workspace) {
    Answer answer;
    if (!(rounding_ < kFarthest)) {
      answer.note = "farther apart than the squares of lengths reach";
      return answer;
    }
    if (!begin(workspace)) return overlapping(answer, workspace);
    for (int round = 0; round < kMostRounds; ++round) {
      const double square = v_.squaredNorm();
      // A point of D that is 0 but for rounding.
      if (!precise_ && !(square > rounding_ * rounding_)) {
        make_precise();
        continue;
      }
      if (precise_ && is_nothing()) return overlapping(answer, workspace);
      const double length = std::sqrt(square);
      const GjkPoint w = support(square);
      const bool was_precise = precise_;
      const double gap = was_precise && lopsided_ ? precise_gap(w)
                                                  : v_.dot(nearest_arm(simplex_) - w.arm) / length;
      const double noise = was_precise ? 0 : rounding_ / length * arms_;
      const double closed = was_precise && lopsided_ ? kMostNoise * size_ : 4 * kRounding * arms_;
      if (simplex_.has(w.a, w.b) || gap <= closed + noise) {
        if (was_precise || noise + rounding_ <= kMostNoise * size_) {
          return apart(answer, workspace);
        }
        make_precise();
        continue;
      }
      if (was_precise) {
        const DoubleDouble before = square_;
        if (!take_in(w)) return overlapping(answer, workspace);
        if ((square_ - before).high < 0) continue;
        // No nearer: the best that double-doubles have.
        return gap > length ? overlapping(answer, workspace) : apart(answer, workspace);
      }
      const GjkSimplex before = simplex_;
      simplex_.add(w);
      if (reduce(simplex_, rounding_)) {
        v_ = nearest_point(simplex_);
        if (v_.squaredNorm() < square) {
          if (noise > kMostNoiseOnTheWay * arms_) make_precise();
          continue;
        }
      } else if (!lopsided_) {
        return overlapping(answer, workspace);
      }
      // No nearer: the best that doubles have.
      simplex_ = before;
      make_precise();
    }
    answer.work.supports = supports_;
    answer.note = "no convergence";
    return answer;
  }

 private:
  /// False if the simplex of the last query holds the origin.
  bool begin(const GjkWorkspace& workspace) {
    if (workspace.id_A == A_.id && workspace.id_B == B_.id && !lopsided_) {
      simplex_ = workspace.last;
      for (std::size_t k = 0; k < at(simplex_.count); ++k) {
        GjkPoint& p = simplex_.point[k];
        p = point_of(p.a, p.b);
      }
      last_a_ = simplex_.point[0].a;
      last_b_ = simplex_.point[0].b;
      if (!reduce(simplex_, rounding_)) return false;
      v_ = nearest_point(simplex_);
      asked_ = v_;  // near what was asked last
      return true;
    }
    v_ = d_.isZero(0) ? Vec3(1, 0, 0) : d_;
    asked_ = Vec3::Zero();
    simplex_.add(support(v_.squaredNorm()));
    simplex_.weight[0] = 1;
    v_ = simplex_.point[0].y;
    return true;
  }

  /// x_A - x_B.
  Vec3 offset() const {
    if (A_.center.isZero(0) && B_.center.isZero(0)) return X_WA_.t - X_WB_.t;
    return rounded((turned<false>(X_WA_.R, A_.center) - turned<false>(X_WB_.R, B_.center)) +
                   difference(X_WA_.t, X_WB_.t));
  }

  GjkPoint point_of(int a, int b) const {
    const Vec3 arm = X_WA_.R * A_.map.arm(a) - X_WB_.R * B_.map.arm(b);
    return {arm + d_, arm, a, b};
  }

  /// The farthest along -v, whose square is given.
  GjkPoint support(double square) {
    const double along = v_.dot(asked_);
    const double both = square * asked_.squaredNorm();
    const double turn = both > 0 && along > 0 ? 1 - along * along / both : 1;
    asked_ = v_;
    last_a_ = A_.farthest(-(X_WA_.R.transpose() * v_), last_a_, turn);
    last_b_ = B_.farthest(X_WB_.R.transpose() * v_, last_b_, turn);
    ++supports_;
    return point_of(last_a_, last_b_);
  }

  /// v from the vertices in double-double.
  void make_precise() {
    precise_ = true;
    for (std::size_t k = 0; k < at(simplex_.count); ++k) y_[k] = precise_point(simplex_.point[k]);
    settle();
  }

  /// Whether nothing is left of v but what double-doubles round.
  bool is_nothing() const { return !(length_ > 1e-10 * rounding_); }

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
                         return along * along <= 0x1p-100 * square * e.squaredNorm();
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
    if (square > 1e-12 * e.squaredNorm() * f.squaredNorm()) {
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

  void remember(Answer& answer, GjkWorkspace& workspace) const {
    workspace.last = simplex_;
    workspace.id_A = A_.id;
    workspace.id_B = B_.id;
    answer.work.supports = supports_;
  }

  Answer& overlapping(Answer& answer, GjkWorkspace& workspace) const {
    remember(answer, workspace);
    answer.status = AnswerStatus::sign_only;
    answer.sign = -1;
    return answer;
  }

  Answer& apart(Answer& answer, GjkWorkspace& workspace) const {
    remember(answer, workspace);
    answer.status = AnswerStatus::answered;
    answer.value = precise_ ? length_ : v_.norm();
    answer.normal = Vec3(v_ / answer.value);
    Vec3 arm_A = Vec3::Zero();
    Vec3 arm_B = Vec3::Zero();
    for (std::size_t k = 0; k < at(simplex_.count); ++k) {
      arm_A += simplex_.weight[k] * A_.map.arm(simplex_.point[k].a);
      arm_B += simplex_.weight[k] * B_.map.arm(simplex_.point[k].b);
    }
    answer.witnesses = WitnessPoints{X_WA_.R * (A_.center + arm_A) + X_WA_.t,
                                     X_WB_.R * (B_.center + arm_B) + X_WB_.t};
    return answer;
  }

  const GjkBody& A_;
  const Pose& X_WA_;
  const GjkBody& B_;
  const Pose& X_WB_;
  Vec3 d_;
  double arms_;      ///< the longest of both bodies together [m]
  double size_;      ///< [m]
  double rounding_;  ///< of a point of D [m]
  bool lopsided_;    ///< one body is much larger
  GjkSimplex simplex_;
  Vec3 v_;
  // If precise:
  std::array<Dd3, 4> y_;  ///< the simplex
  Dd3 precise_v_;
  DoubleDouble square_;  ///< of v
  double length_ = 0;    ///< of v [m]
  Vec3 asked_;           ///< the direction of the last support query
  int last_a_ = 0;
  int last_b_ = 0;
  bool precise_ = false;
  int supports_ = 0;
};

class Gjk final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<GjkShape>(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<GjkWorkspace>();
  }
  Answer evaluate(const Shape& shape_A, const Pose& X_WA, const Shape& shape_B, const Pose& X_WB,
                  Workspace& workspace) const override {
    if (const char* why = pose_refusal(X_WA, X_WB); why != nullptr) {
      Answer answer;
      answer.note = why;
      return answer;
    }
    const GjkBody& A = static_cast<const GjkShape&>(shape_A).body;
    const GjkBody& B = static_cast<const GjkShape&>(shape_B).body;
    return GjkQuery(A, X_WA, B, X_WB).run(static_cast<GjkWorkspace&>(workspace));
  }
};

}  // namespace

std::unique_ptr<Metric> make_gjk() { return std::make_unique<Gjk>(); }

}  // namespace touchstone
