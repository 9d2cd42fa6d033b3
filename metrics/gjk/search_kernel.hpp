// SPDX-License-Identifier: GPL-3.0-or-later
// The difference A - B (world) has the points y = (R_A a - R_B b) + d, a and b arms from the
// interior points and d = x_A - x_B. Its point v nearest to 0 is found by simplices of such points:
// w farthest along -v bounds the distance from below by v.w / |v|, |v| bounds it from above. While
// these differ, w joins the simplex, whose new nearest point is nearer. How far w is beyond v is
// seen from the arms alone, so that d takes no digits from it.
//
// Rounding. With s = 2^-53, `arms` the sum of the longest arms and reach = arms + |d|_1, each y is
// off by less than kGjkRounding reach, and so is v. The direction of v is off by that over |v|, and
// the bound from below by `arms` times as much: this is the *noise* of a direction. If the noise of
// v would be seen in the answer and the simplex is a triangle, the support query goes along its
// normal in place of v. With edges R_A (a' - a) - R_B (b' - b), L and M the sums of the lengths of
// each edge's two parts, the normal is off by at most 24 s L M / |normal|, however small |v| is.
// For a segment or a point, v itself is found in double-double. If that is not good enough either,
// precise_search.hpp takes over.
#pragma once

#include <cmath>
#include <cstddef>

#include "metrics/common/pose_refusal.hpp"
#include "metrics/gjk/lanes_simplex_kernel.hpp"
#include "metrics/gjk/search.hpp"
#include "metrics/gjk/supports_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

constexpr double kRoundingOfNormal = 24 * 0x1p-53;
/// Bounds the error of a point in double-double, and of a foot on a line through two such points,
/// three times as large; in parts of the lengths that a point is the sum of [1].
constexpr double kSharp = 0x1p-96;
/// How far the interior points may be from the local origins, in parts of `arms`, for d to be
/// summed in doubles [1].
constexpr double kNearOrigin = 0.5;
/// Largest error of the direction of v, its rounding / |v|, with which the search goes on [1].
constexpr double kMaxSearchNoise = 1e-9;
/// How far the line of the witness points may be beside the normal, in parts of size: a tenth of
/// what is claimed.
constexpr double kMaxBeside = 1e-10;
/// Up to this rounding of a point fourth powers of lengths are finite for certain [m].
constexpr double kMaxRounding = 1e60;

enum class End { answered, doubtful };

/// `kSmall`: both bodies are ScannedBody. Compiled apart, so that neither carries the code of the
/// other.
template <bool kSmall>
class Search {
 public:
  [[gnu::always_inline]] Search(const GjkBody& A, const Pose& X_WA, const GjkBody& B,
                                const Pose& X_WB)
      : A_(A),
        B_(B),
        R_A_(X_WA.R),
        R_B_(X_WB.R),
        t_A_(lanes_of(X_WA.t)),
        t_B_(lanes_of(X_WB.t)),
        supports_(A, R_A_, B, R_B_) {}

  [[gnu::always_inline]] bool takes_poses() const { return supports_.takes_poses(); }

  /// Sets d and the scale of the query. Returns false where fourth powers of lengths may overflow.
  [[gnu::always_inline]] bool place() {
    const Lanes center_A = lanes_of(A_.center);
    const Lanes center_B = lanes_of(B_.center);
    const double away = norm_1(center_A) + norm_1(center_B);
    centers_near_ = away <= kNearOrigin * (A_.map.longest() + B_.map.longest());
    if (centers_near_) {
      d_ = (t_A_ - t_B_) + (R_A_ * center_A - R_B_ * center_B);
    } else {
      LanesPair d = two_sum(t_A_, -t_B_);
      add_rotated(d, 1, R_A_, A_.center);
      add_rotated(d, -1, R_B_, B_.center);
      d_ = d.high + d.low;
    }
    scale_ = gjk_scale(A_, B_, norm_1(d_));
    far_ = (scale_.arms + away) + norm_1(t_A_ - t_B_);
    scale_.rounding += kSharp * far_;  // d is made in double-double where it cancels
    return scale_.rounding < kMaxRounding;
  }

  const GjkLanesSimplex& simplex() const { return simplex_; }
  int supports() const { return supports_.asked(); }

  /// False if the simplex of the last query holds the origin.
  [[gnu::always_inline]] bool begin(const GjkWorkspace& workspace) {
    if (!workspace.pair.is(A_, B_) || scale_.lopsided) {
      const Lanes towards = norm_1(d_) > 0 ? d_ : Lanes(1, 0, 0, 0);
      if constexpr (kSmall) {
        begin_with_triangle(towards);
        return true;
      }
      supports_.begin_at(Lanes(0, 0, 0, 0), 0, 0);
      simplex_.begin(support(towards));
      return true;
    }
    simplex_.count = workspace.count;
    for (std::size_t k = 0; k < at(simplex_.count); ++k) {
      simplex_.point[k] = point_of(workspace.a[k], workspace.b[k]);
    }
    if (!simplex_.begin_again(scale_.rounding)) return false;
    supports_.begin_at(simplex_.v, workspace.a[0], workspace.b[0]);
    return true;
  }

  /// The rounds of GJK. If `answered` and not `overlapping` the bodies are apart, and u_ of length
  /// length_ points from B to A.
  [[gnu::always_inline]] End approach(bool& overlapping) {
    const double rounding = scale_.rounding;
    const double closed = scale_.closed;
    const double most_noise = kGjkMaxNoise * scale_.size - rounding;
    for (int round = 0; round < kGjkMaxRounds; ++round) {
      const double square = dot(simplex_.v, simplex_.v);
      // A point of A - B that is 0 except for rounding.
      if (!(square > 256 * rounding * rounding)) return End::doubtful;
      u_ = simplex_.v;
      length_ = std::sqrt(square);
      distance_ = length_;
      double noise = rounding * scale_.arms;  // times length
      const bool sharpen = noise > most_noise * length_;
      if (sharpen) {
        if (rounding > kMaxSearchNoise * length_) return End::doubtful;
        noise = simplex_.count == 3 ? use_normal(noise) : use_precise_foot();
      }
      const GjkLanesPoint w = support(u_);
      const bool closed_in = dot(u_, simplex_.arm - w.arm) <= closed * length_ + noise;
      if (closed_in || simplex_.has(w)) {
        // The weights of a sliver may be so poor that v is not nearest although the simplex has w.
        const bool good = closed_in && noise <= most_noise * length_ &&
                          distance_ * length_ > 4 * (noise + (closed + rounding) * length_);
        if (!good || scale_.lopsided) return End::doubtful;
        return sharpen && !points_lie_along_u() ? End::doubtful : End::answered;
      }
      if (!simplex_.take(w, scale_.rounding)) {
        overlapping = !scale_.lopsided;
        if (overlapping) return End::answered;
        simplex_.count = 3;
        return End::doubtful;
      }
      if (!(dot(simplex_.v, simplex_.v) < square))
        return End::doubtful;  // the best that doubles have
    }
    return End::doubtful;
  }

  [[gnu::always_inline]] void give(Answer& answer) const {
    answer.status = AnswerStatus::answered;
    answer.value = distance_;
    answer.normal = vector_of(Lanes(u_.v / Lanes(length_, length_, length_, length_).v));
    Lanes arm_A = centers_near_ ? lanes_of(A_.center) : Lanes(0, 0, 0, 0);
    Lanes arm_B = centers_near_ ? lanes_of(B_.center) : Lanes(0, 0, 0, 0);
    for (std::size_t k = 0; k < at(simplex_.count); ++k) {
      arm_A = arm_A + supports_.arm_of_A(simplex_.point[k].a) * simplex_.weight[k];
      arm_B = arm_B + supports_.arm_of_B(simplex_.point[k].b) * simplex_.weight[k];
    }
    const Lanes p_A = R_A_ * arm_A + (centers_near_ ? t_A_ : placed(t_A_, R_A_, A_.center));
    const Lanes p_B = R_B_ * arm_B + (centers_near_ ? t_B_ : placed(t_B_, R_B_, B_.center));
    answer.witnesses = WitnessPoints{vector_of(p_A), vector_of(p_B)};
  }

 private:
  /// A centre far from its body's origin, placed in the world: the translation may cancel it.
  static Lanes placed(const Lanes& t, const LanesOfRotation& R, const Vec3& center) {
    LanesPair p{t, Lanes(0, 0, 0, 0)};
    add_rotated(p, 1, R, center);
    return p.high + p.low;
  }

  /// Whether v, the difference of the witness points, is parallel to u, the direction asked in its
  /// place. Poor weights of a sliver, as nearly parallel edges make one, may shift the points
  /// sideways; the distance changes only by the square of the shift and does not show it.
  [[gnu::always_inline]] bool points_lie_along_u() const {
    const Lanes beside = simplex_.v - u_ * (distance_ / length_);
    const double most = kMaxBeside * scale_.size;
    return dot(beside, beside) <= most * most;
  }

  [[gnu::always_inline]] GjkLanesPoint point_of(int a, int b) const {
    const Lanes arm = R_A_ * supports_.arm_of_A(a) - R_B_ * supports_.arm_of_B(b);
    return {LanesPoint(arm + d_, a, b), arm};
  }

  /// Begins with the farthest vertices along -u and the next of either body: a quarter of the
  /// supports that follow is spared.
  [[gnu::always_inline]] void begin_with_triangle(const Lanes& u) {
    const GjkLanesPoint first = support(u);
    const GjkLanesPoint next_a = point_of(supports_.next_a(), first.b);
    const GjkLanesPoint next_b = point_of(first.a, supports_.next_b());
    simplex_.begin_at(first, next_a, next_b);
  }

  /// The support point of A - B along -u.
  [[gnu::always_inline]] GjkLanesPoint support(const Lanes& u) {
    supports_.ask(u);
    return point_of(supports_.a(), supports_.b());
  }

  /// Sets u_ to the triangle's normal, in place of v, if that is the better direction. Returns the
  /// noise of u_ times its length.
  [[gnu::always_inline]] double use_normal(double noise_of_v) {
    const auto vertex_A = [&](std::size_t k) {
      return lanes_of(A_.map.body_vertex(simplex_.point[k].a));
    };
    const auto vertex_B = [&](std::size_t k) {
      return lanes_of(B_.map.body_vertex(simplex_.point[k].b));
    };
    const Lanes a0 = vertex_A(0);
    const Lanes b0 = vertex_B(0);
    const Lanes a1 = vertex_A(1) - a0;
    const Lanes b1 = vertex_B(1) - b0;
    const Lanes a2 = vertex_A(2) - a0;
    const Lanes b2 = vertex_B(2) - b0;
    const Lanes n = cross(R_A_ * a1 - R_B_ * b1, R_A_ * a2 - R_B_ * b2);
    const double length = std::sqrt(dot(n, n));
    const double noise =
        kRoundingOfNormal * ((norm_1(a1) + norm_1(b1)) * (norm_1(a2) + norm_1(b2))) * scale_.arms;
    if (!(noise * length_ < noise_of_v * length)) return noise_of_v;
    const double along = dot(n, simplex_.v);
    u_ = along < 0 ? -n : n;
    length_ = length;
    distance_ = std::abs(along) / length;
    return noise;
  }

  /// Sets u_ to the simplex' point, or the foot of 0 on its segment, computed in double-double.
  /// Returns the noise of u_ times its length.
  [[gnu::always_inline]] double use_precise_foot() {
    LanesPair foot = exact_point(0);
    if (simplex_.count == 2) {
      LanesPair e = exact_point(1);
      add(e, {-foot.high, -foot.low});
      add_multiple(foot, simplex_.weight[1], e);
      add_multiple(foot, -dot(foot.high + foot.low, e.high) / dot(e.high, e.high), e);
    }
    u_ = foot.high + foot.low;
    length_ = distance_ = std::sqrt(dot(u_, u_));
    return (kGjkRounding * length_ + kSharp * far_) * scale_.arms;
  }

  [[gnu::always_inline]] LanesPair exact_point(std::size_t k) const {
    const auto& a = A_.map.body_vertex(simplex_.point[k].a);
    const auto& b = B_.map.body_vertex(simplex_.point[k].b);
    LanesPair x = product(R_A_.x, a.data()[0]);
    add(x, product(R_B_.x, -b.data()[0]));
    LanesPair y = product(R_A_.y, a.data()[1]);
    add(y, product(R_B_.y, -b.data()[1]));
    LanesPair z = product(R_A_.z, a.data()[2]);
    add(z, product(R_B_.z, -b.data()[2]));
    add(x, y);
    add(z, two_sum(t_A_, -t_B_));
    add(x, z);
    return x;
  }

  const GjkBody& A_;
  const GjkBody& B_;
  LanesOfRotation R_A_, R_B_;
  Lanes t_A_, t_B_;
  Lanes d_;
  GjkScale scale_;
  GjkLanesSimplex simplex_;
  double far_;       ///< bounds the lengths that a point is the sum of [m]
  Lanes u_;          ///< direction of the query: v or a normal
  double length_;    ///< |u_|
  double distance_;  ///< from 0 to the plane through v with normal u_ [m]
  Supports<kSmall> supports_;
  bool centers_near_ = true;  ///< to their bodies' origins
};

template <bool kSmall>
[[gnu::noinline]] bool searched(const GjkBody& A, const Pose& X_WA, const GjkBody& B,
                                const Pose& X_WB, GjkWorkspace& workspace, Answer& answer) {
  Search<kSmall> search(A, X_WA, B, X_WB);
  const bool takes_poses = search.takes_poses();
  const bool in_range = search.place();
  if (!takes_poses || !in_range) {
    const char* why = pose_refusal(X_WA, X_WB);
    if (why == nullptr && !in_range) why = "farther apart than the squares of lengths reach";
    if (why != nullptr) {
      answer.note = why;
      return true;
    }
  }
  bool overlapping = !search.begin(workspace);
  const End end = overlapping ? End::answered : search.approach(overlapping);
  answer.work.supports = search.supports();
  if (end == End::doubtful) {
    workspace.open = search.simplex().carriers();
    return false;
  }
  remember(workspace, A, B, search.simplex());
  if (overlapping) {
    answer.status = AnswerStatus::sign_only;
    answer.sign = -1;
  } else {
    search.give(answer);
  }
  return true;
}

}  // namespace

bool search_in_doubles(const GjkBody& A, const Pose& X_WA, const GjkBody& B, const Pose& X_WB,
                       GjkWorkspace& workspace, Answer& answer) {
  const bool small = A.map.near() == 0 && B.map.near() == 0;
  return small ? searched<true>(A, X_WA, B, X_WB, workspace, answer)
               : searched<false>(A, X_WA, B, X_WB, workspace, answer);
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
