// SPDX-License-Identifier: GPL-3.0-or-later
// The proof of exit_proof.hpp, as far as doubles and sums in lanes decide. Internal to `ratio_ray`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/metric.hpp"
#include "metrics/ratio_ray/exit_proof.hpp"
#include "metrics/ratio_ray/portal_search_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// n.v and n.w at once, with the bits of dot(n, v) and dot(n, w).
inline std::array<double, 2> products(const Lanes& n, const LanesPair& v, const LanesPair& w) {
  const LanesPair p = product(n, v.high);
  const LanesPair q = product(n, w.high);
  const Lanes p_low = p.low + n * v.low;
  const Lanes q_low = q.low + n * w.low;
  const auto even = [](const Lanes& a, const Lanes& b) {
    return Lanes(__builtin_shufflevector(a.v, b.v, 0, 4, 2, 6));
  };
  const auto odd = [](const Lanes& a, const Lanes& b) {
    return Lanes(__builtin_shufflevector(a.v, b.v, 1, 5, 3, 7));
  };
  const auto upper = [](const Lanes& a) {
    return Lanes(__builtin_shufflevector(a.v, a.v, 2, 3, 2, 3));
  };
  const Lanes xz = even(p.high, q.high);
  const Lanes xz_low = even(p_low, q_low);
  const LanesPair s1 = two_sum(xz, odd(p.high, q.high));
  const LanesPair s2 = two_sum(s1.high, upper(xz));
  const Lanes low = ((xz_low + odd(p_low, q_low)) + upper(xz_low)) + (s1.low + s2.low);
  const Lanes sum = s2.high + low;
  return {sum[0], sum[1]};
}

/// What the facet gives besides its proof.
struct ExitParts {
  double rho = 0;
  double r = 0;
  Vec3 weight = Vec3::Zero();
  Vec3 normal = Vec3::Zero();
  WitnessPoints witnesses;
  Vec3 x_W = Vec3::Zero();
};

enum class ExitStatus : std::uint8_t {
  open,     ///< the ray or the facet is not proven
  rounded,  ///< ray and facet are proven, but not that normal and points are within an ulp
  small,    ///< all is proven but the value, too small for double-doubles
  proven
};

struct ExitVerdict {
  ExitStatus status = ExitStatus::open;
  int beyond_a = -1;  ///< PortalVerdict::beyond_a
  int beyond_b = -1;  ///< PortalVerdict::beyond_b
};

class Prover {
 public:
  Prover(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB,
         const RayOffset& ray, const PortalSearch& search)
      : A_(A),
        X_WA_(X_WA),
        B_(B),
        X_WB_(X_WB),
        ray_(ray),
        portal_(search.portal()),
        plane_(search.plane()),
        scanned_(search.supports() > 0),
        reach_(A.map.longest() + B.map.longest()),
        size_of_n_(norm_1(plane_.n)),
        seen_(size_of_n_ * reach_),
        condition_(1 + 3 * plane_.slope * reach_),
        doubt_(kSearchRounding * kEpsilon * condition_) {
    for (std::size_t i = 0; i < 3; ++i) {
      a_[i] = portal_.points[i].a;
      b_[i] = portal_.points[i].b;
    }
    tied_ = count_distinct(a_) + count_distinct(b_) == 4;
  }

  /// The verdict is open where this precision does not see that no vertex is beyond the plane, or
  /// where the ray may miss the facet.
  [[gnu::always_inline]] ExitVerdict run(ExitParts& parts, Precision precision) {
    ExitVerdict verdict;
    const Vec3 n_A = -rotate_inverse(X_WA_.R, plane_.n);
    const Vec3 n_B = rotate_inverse(X_WB_.R, plane_.n);
    const bool in_doubles = precision == Precision::doubles;
    const bool below = surely_below(n_A, n_B) || (in_doubles && none_in_doubt(n_A, n_B));
    if (!below && in_doubles) return verdict;
    place();
    if (!evaluate(parts)) return verdict;
    if (!below && !facet_is_proven(n_A, n_B, verdict)) return verdict;
    const bool points_hold = make_witnesses(parts);
    const bool normal_holds = make_normal(parts);
    verdict.status = !points_hold || !normal_holds ? ExitStatus::rounded
                     : value_holds_                ? ExitStatus::proven
                                                   : ExitStatus::small;
    return verdict;
  }

  /// What part of n.d may be wrong, after a run().
  double doubt_of_ray() const { return of_ray_; }

 private:
  double weights_off() const { return doubt_ * seen_; }

  /// Everything that doubles leave of the plane's equations, in double-double.
  [[gnu::always_inline]] void place() {
    // The weights, which are known last, come last.
    rest_ = product(ray_.d.high, -plane_.rho);
    rest_.low = rest_.low - ray_.d.low * plane_.rho;
    add(rest_, two_sum(lanes_of(X_WA_.t), lanes_of(X_WB_.t) * -1.0));
    LanesPair edge_1 = plane_.B.one;
    LanesPair edge_2 = plane_.B.other;
    subtract(edge_1, plane_.A.one);
    subtract(edge_2, plane_.A.other);
    tilt_ = products(plane_.n, edge_1, edge_2);
    mean_A_ = plane_.A.mean(plane_.w1, plane_.w2);
    mean_B_ = plane_.B.mean(plane_.w1, plane_.w2);
    add(rest_, mean_A_);
    subtract(rest_, mean_B_);
  }

  /// The weights' corrections, rho and r; false if the ray may miss the facet.
  [[gnu::always_inline]] bool evaluate(ExitParts& parts) {
    // n.d is the divisor: where the interior points nearly coincide it is known no better than
    // their places.
    const double along = dot(plane_.n, ray_.d.high);
    const double length = norm_1(ray_.d.high);
    const double of_ray = size_of_n_ * (kDoubleDouble * length + ray_.error);
    if (!(of_ray <= kPartOfUlp * along)) return false;
    const double inverse = 1 / along;
    of_ray_ = of_ray * inverse;
    const double first = plane_.rho;
    const Lanes left = rest_.high + rest_.low;
    const double second = dot(plane_.n, left) * inverse;
    const Lanes within = left - ray_.d.high * second;
    step_1_ = dot(within, plane_.dual_1) * plane_.inverse_squared;
    step_2_ = dot(within, plane_.dual_2) * plane_.inverse_squared;

    const double small = 8 * kEpsilon * (norm_1(left) + std::abs(second) * length);
    const double noise = kDoubleDouble * (reach_ + length) + ray_.error + small;
    const double of_sums = size_of_n_ * noise;
    const double spread = std::abs(tilt_[0]) + std::abs(tilt_[1]);
    const double rho_off = (weights_off() * spread + of_sums) * inverse;
    const double moved = std::abs(step_1_) + std::abs(step_2_);
    off_ = 2 * doubt_ * moved + plane_.slope * (noise + rho_off * length);

    const double third = second - (tilt_[0] * step_1_ + tilt_[1] * step_2_) * inverse;
    parts.rho = first + third;
    const DoubleDouble from_1 = two_sum(1, -first);
    parts.r = 1 / (from_1.high + (from_1.low - third));
    const double first_weight = (1 - plane_.w1 - plane_.w2) - (step_1_ + step_2_);
    parts.weight = {first_weight, plane_.w1 + step_1_, plane_.w2 + step_2_};
    const double least = std::min(first_weight, std::min(parts.weight[1], parts.weight[2]));
    value_holds_ = off_ * spread + of_sums <= kPartOfUlp * std::abs(parts.rho) * along;
    return doubt_ < kMaxDoubt && parts.r > 0 && least > off_ + 4 * kEpsilon;
  }

  /// Makes both witness points and the point where the grown bodies meet. False if a coordinate may
  /// be off by more than an ulp and by more than what matters beside the bodies' size.
  [[gnu::always_inline]] bool make_witnesses(ExitParts& parts) const {
    const Lanes p_A = witness(X_WA_, mean_A_, plane_.A);
    const Lanes p_B = witness(X_WB_, mean_B_, plane_.B);
    parts.witnesses = {vector_of(p_A), vector_of(p_B)};
    const LanesPair& center = ray_.center_A;
    const Lanes arm = (mean_A_.high - center.high) + (mean_A_.low - center.low);
    parts.x_W = vector_of((lanes_of(X_WA_.t) + center.high) + arm * parts.r);
    // The sums' terms are no longer than what they come to, the arms and the interior points.
    const double sums = 2 * kDoubleDouble * (ray_.terms + reach_);
    const double floor = kNothing * std::min(A_.map.longest(), B_.map.longest());
    return 4 * off_ * reach_ + sums <= floor || (coordinates_hold(p_A, plane_.A, sums, floor) &&
                                                 coordinates_hold(p_B, plane_.B, sums, floor));
  }

  Lanes witness(const Pose& X, const LanesPair& mean, const PlacedCorners& corners) const {
    LanesPair sum = two_sum(lanes_of(X.t), mean.high);
    sum.low = sum.low + mean.low;
    return sum.high + (sum.low + (corners.one.high * step_1_ + corners.other.high * step_2_));
  }

  bool coordinates_hold(const Lanes& p, const PlacedCorners& corners, double sums,
                        double floor) const {
    const Lanes off =
        (magnitude(corners.one.high) + magnitude(corners.other.high)) * off_ + everywhere(sums);
    const Lanes allowed = larger(magnitude(p) * kPartOfPoint, everywhere(floor));
    return (bits_of(off <= allowed) & 7U) == 7U;
  }

  /// n, turned until the edges' tilts are gone, as a unit vector: each entry rounded once from what
  /// is good to 2^-56; false if it is not.
  [[gnu::always_inline]] bool make_normal(ExitParts& parts) const {
    // Only the last bits of the length are left to correct, and a turn at right angles adds nothing
    // to it: all but the turn is known before the tilts are.
    const double inverse = 1 / std::sqrt(dot(plane_.n, plane_.n));
    const LanesPair u = product(plane_.n, inverse);
    const LanesPair squares = product(u.high, u.high);
    const DoubleDouble s1 = two_sum(squares.high[0], squares.high[1]);
    const DoubleDouble s2 = two_sum(s1.high, squares.high[2]);
    const double longer =
        ((1 - s2.high) - (s1.low + s2.low)) - sum(squares.low + u.high * u.low * 2.0);
    const double scale = -inverse * plane_.inverse_squared;
    const Lanes turn = plane_.dual_1 * (tilt_[0] * scale) + plane_.dual_2 * (tilt_[1] * scale);
    parts.normal = vector_of(u.high + (turn + (u.low + u.high * (0.5 * longer))));
    const double tilt = plane_.slope * (std::abs(tilt_[0]) + std::abs(tilt_[1])) * inverse;
    return tilt * (2 * doubt_ + tilt) + 3 * plane_.slope * kDoubleDouble * reach_ <= kPartOfUlp;
  }

  /// What n's rounding may change in n.k is a margin.
  bool surely_below(const Vec3& n_A, const Vec3& n_B) const {
    const double margin = weights_off();
    return tied_ && all_below(A_, n_A, a_, margin) && all_below(B_, n_B, b_, margin);
  }
  bool none_in_doubt(const Vec3& n_A, const Vec3& n_B) const {
    return tied_ && all_below_but_known_ties(n_A, n_B, weights_off(), A_, B_, portal_);
  }
  bool facet_is_proven(const Vec3& n_A, const Vec3& n_B, ExitVerdict& verdict) const {
    const PortalVerdict close =
        look_closely(n_A, n_B, weights_off(), A_, X_WA_.R, B_, X_WB_.R, portal_);
    verdict.beyond_a = close.beyond_a;
    verdict.beyond_b = close.beyond_b;
    return close.proven;
  }

  /// Whether all neighbours of the first vertex but the portal's, or of a scanned body all vertices
  /// as far as single precision sees, are below it by `margin` along u. What the search has just
  /// scanned is at hand; otherwise a few neighbours are looked up sooner than many vertices.
  [[gnu::always_inline]] bool all_below(const RayBody& body, const Vec3& u,
                                        const std::array<int, 3>& active, double margin) const {
    constexpr std::size_t kFew = 4;  // blocks
    const std::size_t blocks = body.singles.size();
    if (blocks != 0 && (scanned_ || blocks <= kFew)) {
      return all_singles_below(body, u, active, margin);
    }
    const SupportMap& map = body.map;
    const auto along = [&](int place) {
      const double* arm = map.arm(place).data();
      return (u.data()[0] * arm[0] + u.data()[1] * arm[1]) + u.data()[2] * arm[2];
    };
    const double level = along(active[0]) - margin;
    int above = 0;  // without branches, which nothing predicts
    for (const std::int32_t other : map.neighbours(active[0])) {
      const int tied = (other == active[1] ? 1 : 0) | (other == active[2] ? 1 : 0);
      above |= along(other) < level ? 0 : 1 - tied;
    }
    return above == 0;
  }

  const RayBody& A_;
  const Pose& X_WA_;
  const RayBody& B_;
  const Pose& X_WB_;
  const RayOffset& ray_;
  const Portal& portal_;
  const PortalPlane& plane_;
  const bool scanned_;
  std::array<int, 3> a_{};
  std::array<int, 3> b_{};
  bool tied_ = false;  ///< the pairs are connected by vertices that they share
  double reach_;       ///< bound on the reach of K [m]
  double size_of_n_;
  double seen_;  ///< n.k is at most so much
  double condition_;
  double doubt_;  ///< what part of a correction by the dual vectors may be wrong
  // What place() sets.
  LanesPair mean_A_;  ///< weighted mean of A's vertices, from A's origin, world [m]
  LanesPair mean_B_;
  /// The difference of the points, with the plane's weights, less rho d for the plane's rho: any
  /// number near rho will do.
  LanesPair rest_;
  std::array<double, 2> tilt_{};  ///< n.edge: 0 except for rounding
  // What evaluate() sets.
  bool value_holds_ = false;
  double of_ray_ = 0;  ///< what part of n.d may be wrong
  double step_1_ = 0;  ///< correction of the plane's weight w1
  double step_2_ = 0;  ///< correction of the plane's weight w2
  double off_ = 0;     ///< bound on the error of the corrected weights
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
