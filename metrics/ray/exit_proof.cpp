// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ray/exit_proof.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "metrics/arithmetic/compensated.hpp"

namespace touchstone {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();  // 2^-52
constexpr int kMostDoubtful = 24;

/// Vertices of one body whose height above the plane doubles cannot tell from 0.
struct Doubtful {
  std::array<int, kMostDoubtful> places{};
  int count = 0;
  bool too_many = false;

  void add(int place) {
    for (int k = 0; k < count; ++k) {
      if (places[static_cast<std::size_t>(k)] == place) return;
    }
    if (count == kMostDoubtful) {
      too_many = true;
      return;
    }
    places[static_cast<std::size_t>(count++)] = place;
  }
};

/// The distinct ones among three.
int kinds(const std::array<int, 3>& v) {
  return 3 - (v[1] == v[0] ? 1 : 0) - (v[2] == v[0] || v[2] == v[1] ? 1 : 0);
}

/// Neighbours of the portal's first vertex that are not below it by `margin` along u (local axes),
/// and its other vertices; where these are known to tie, without them and without what ties with
/// them.
Doubtful doubtful(const RayBody& body, const Vec3& u, const std::array<int, 3>& active, bool tied,
                  double margin) {
  const SupportMap& map = body.map;
  Doubtful found;
  const double level = u.dot(map.arm(active[0])) - margin;
  for (const std::int32_t other : map.neighbours(active[0])) {
    if (u.dot(map.arm(other)) < level) continue;
    const bool ties =
        tied &&
        (other == active[1] || other == active[2] ||
         (kinds(active) == 3 && body.exactly_coplanar({active[0], active[1], active[2], other})));
    if (!ties) found.add(other);
  }
  if (!tied && active[1] != active[0]) found.add(active[1]);
  if (!tied && active[2] != active[0]) found.add(active[2]);
  return found;
}

double norm_1(const Dd3& a) { return rounded(a).lpNorm<1>(); }

template <bool kFused>
class Prover {
 public:
  Prover(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
         const CenterOffset& ray, const PortalSearch& search)
      : A_(A),
        R_WA_(R_WA),
        B_(B),
        R_WB_(R_WB),
        ray_(ray),
        portal_(search.portal()),
        d_(search.d()),
        n_(search.portal().n),
        n_A_(-(search.R_BA().transpose() * n_)),
        n_W_(search.n_W()) {
    for (std::size_t i = 0; i < 3; ++i) {
      a_[i] = portal_.points[i].a;
      b_[i] = portal_.points[i].b;
    }
    tied_ = kinds(a_) + kinds(b_) == 4;
    reach_ = A.map.longest() + B.map.longest();
    seen_ = n_.lpNorm<1>() * reach_;
    condition_ = 1 + 3 * portal_.slope * reach_;
  }

  [[gnu::always_inline]] ExitValue run() {
    ExitValue value;
    // The points are off by kEpsilon reach; so is the exit, along a ray that may be slanting, and
    // with it the weights. A ray that passes an edge of the facet within that may leave through the
    // next one.
    if (portal_.weight.minCoeff() > kSearchRounding * kEpsilon * condition_ * seen_ &&
        evaluate(value)) {
      value.proven = facet_is_proven(value);
      // Along a ray that slants the search's r is off, and the points with it.
      if (std::abs(value.r - portal_.r) > 8 * kEpsilon * value.r) {
        value.weight = portal_.weights_at(d_ / value.r);
      }
    }
    return value;
  }

 private:
  /// n.arm for the three vertices of a body; equal ones once.
  [[gnu::always_inline]] static std::array<DoubleDouble, 3> levels(const SupportMap& map,
                                                                   const std::array<int, 3>& place,
                                                                   const Dd3& n) {
    std::array<DoubleDouble, 3> level;
    level[0] = dot<kFused>(n, map.exact_arm(place[0]));
    level[1] = place[1] == place[0] ? level[0] : dot<kFused>(n, map.exact_arm(place[1]));
    level[2] = place[2] == place[0]   ? level[0]
               : place[2] == place[1] ? level[1]
                                      : dot<kFused>(n, map.exact_arm(place[2]));
    return level;
  }

  /// rho and r; false if their rounding may show.
  [[gnu::always_inline]] bool evaluate(ExitValue& value) const {
    const std::array<DoubleDouble, 3> of_A = levels(A_.map, a_, turned_back<kFused>(R_WA_, n_W_));
    const std::array<DoubleDouble, 3> of_B = levels(B_.map, b_, turned_back<kFused>(R_WB_, n_W_));
    const DoubleDouble along = dot<kFused>(exactly(n_W_), ray_.d);
    value.weight = portal_.weight;
    const double above_1 = above(of_A, of_B, 1);
    const double above_2 = above(of_A, of_B, 2);
    const double mean = value.weight[1] * above_1 + value.weight[2] * above_2;
    // gap = n.d - n.k_0 - mean; its high part may cancel, so what that leaves is kept.
    const DoubleDouble step = two_sum(along.high, of_A[0].high);
    const DoubleDouble rest = two_sum(step.high, -of_B[0].high);
    const double low = (step.low + rest.low) + ((along.low + of_A[0].low) - of_B[0].low) - mean;
    const double h = along.high - (rest.high + low);
    if (!(along.high > 0) || !(h > 0)) return false;
    value.rho = quotient(quick_two_sum(rest.high, low), along);
    value.r = along.high / h;
    const double spread = std::max(std::abs(above_1), std::abs(above_2));
    // n.d is the divisor too: where the interior points nearly coincide it is known no better than
    // their places.
    const double of_ray = n_W_.lpNorm<1>() * (kDoubleDouble * norm_1(ray_.d) + ray_.error);
    const double of_gap = kSearchRounding * kEpsilon * condition_ * seen_ * spread +
                          n_W_.lpNorm<1>() * kDoubleDouble * reach_ + of_ray;
    return of_ray <= kPartOfUlp * along.high &&
           of_gap <= kPartOfUlp * std::abs(value.rho) * along.high;
  }

  /// n.k_i - n.k_0. Of pairs that share vertices each body's difference is tiny, and exact.
  [[gnu::always_inline]] double above(const std::array<DoubleDouble, 3>& of_A,
                                      const std::array<DoubleDouble, 3>& of_B,
                                      std::size_t i) const {
    if (!tied_) return ((of_B[i] - of_A[i]) - (of_B[0] - of_A[0])).high;
    const auto step = [i](const std::array<DoubleDouble, 3>& level) {
      return (level[i].high - level[0].high) + (level[i].low - level[0].low);
    };
    return step(of_B) - step(of_A);
  }

  /// a/b to little more than half an ulp.
  [[gnu::always_inline]] static double quotient(DoubleDouble a, DoubleDouble b) {
    const double first = a.high / b.high;
    const DoubleDouble back = product<kFused>(first, b.high);
    const double rest = ((a.high - back.high) - back.low) + (a.low - first * b.low);
    return first + rest / b.high;
  }

  [[gnu::always_inline]] bool facet_is_proven(ExitValue& value) const {
    // What n's rounding may change in n.k.
    const double margin = kSearchRounding * kEpsilon * seen_ * condition_;
    const Doubtful of_A = doubtful(A_, n_A_, a_, tied_, margin);
    const Doubtful of_B = doubtful(B_, n_, b_, tied_, margin);
    if (of_A.too_many || of_B.too_many) return false;
    if (of_A.count == 0 && of_B.count == 0) return true;
    return none_beyond(of_A, of_B, value);
  }

  /// In double-double: whether all listed vertices are below the plane, for certain. One that is
  /// above it for certain is named.
  bool none_beyond(const Doubtful& of_A, const Doubtful& of_B, ExitValue& value) const {
    std::array<Dd3, 3> k;
    for (std::size_t i = 0; i < 3; ++i) {
      k[i] = turned(R_WB_, B_.map.exact_arm(b_[i])) - turned(R_WA_, A_.map.exact_arm(a_[i]));
    }
    const Dd3 edge_1 = k[1] - k[0];
    const Dd3 edge_2 = k[2] - k[0];
    const Dd3 normal = cross(edge_1, edge_2);
    const double error =
        kDoubleDouble * reach_ * (norm_1(normal) + (norm_1(edge_1) + norm_1(edge_2)) * reach_);
    const Dd3 outward = dot(normal, k[0]).high > 0 ? normal : -normal;
    bool all_below = true;
    const auto look = [&](const SupportMap& map, const Doubtful& list, int first, const Dd3& u) {
      const DoubleDouble level = dot(u, map.exact_arm(first));
      for (int i = 0; i < list.count; ++i) {
        const int place = list.places[static_cast<std::size_t>(i)];
        const double above = (dot(u, map.exact_arm(place)) - level).high;
        if (above > error) return place;
        all_below = all_below && above < -error;
      }
      return -1;
    };
    if (const int a = look(A_.map, of_A, a_[0], -turned_back(R_WA_, outward)); a >= 0) {
      value.beyond_a = a;
      value.beyond_b = b_[0];
      return false;
    }
    if (const int b = look(B_.map, of_B, b_[0], turned_back(R_WB_, outward)); b >= 0) {
      value.beyond_a = a_[0];
      value.beyond_b = b;
      return false;
    }
    return all_below;
  }

  const RayBody& A_;
  const Mat3& R_WA_;
  const RayBody& B_;
  const Mat3& R_WB_;
  const CenterOffset& ray_;
  const Portal& portal_;
  Vec3 d_;    ///< B's axes [m]
  Vec3 n_;    ///< B's axes
  Vec3 n_A_;  ///< -n, A's axes
  Vec3 n_W_;  ///< world: the n of the value
  std::array<int, 3> a_{};
  std::array<int, 3> b_{};
  bool tied_ = false;  ///< the pairs hang together by vertices that they share
  double reach_ = 0;   ///< of K [m]
  double seen_ = 1;    ///< n.k is at most so much
  double condition_ = 1;
};

template <bool kFused>
[[gnu::always_inline]] inline Dd3 ray_of(const RayBody& A, const Pose& X_WA, const RayBody& B,
                                         const Pose& X_WB) {
  // The translations first: far from 0 their difference is exact.
  Dd3 d = difference(X_WA.t, X_WB.t);
  if (!A.center.isZero(0)) d = d + turned<kFused>(X_WA.R, A.center);
  if (!B.center.isZero(0)) d = d - turned<kFused>(X_WB.R, B.center);
  return d;
}

// The same source for machines with a fused multiply-add and without, chosen when the program runs.
#if defined(__x86_64__)
const bool kMachineFuses = __builtin_cpu_supports("fma") != 0;

[[gnu::target("fma"), gnu::flatten]] ExitValue prove_fused(const RayBody& A, const Mat3& R_WA,
                                                           const RayBody& B, const Mat3& R_WB,
                                                           const CenterOffset& ray,
                                                           const PortalSearch& search) {
  return Prover<true>(A, R_WA, B, R_WB, ray, search).run();
}

[[gnu::target("fma"), gnu::flatten]] Dd3 ray_fused(const RayBody& A, const Pose& X_WA,
                                                   const RayBody& B, const Pose& X_WB) {
  return ray_of<true>(A, X_WA, B, X_WB);
}
#endif

}  // namespace

CenterOffset ray_direction(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB) {
  const double terms = (X_WA.t - X_WB.t).lpNorm<1>() + A.center.lpNorm<1>() + B.center.lpNorm<1>();
#if defined(__x86_64__)
  if (kMachineFuses) return {ray_fused(A, X_WA, B, X_WB), kDoubleDouble * terms};
#endif
  return {ray_of<false>(A, X_WA, B, X_WB), kDoubleDouble * terms};
}

ExitValue prove_exit(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
                     const CenterOffset& ray, const PortalSearch& search) {
#if defined(__x86_64__)
  if (kMachineFuses) return prove_fused(A, R_WA, B, R_WB, ray, search);
#endif
  return Prover<false>(A, R_WA, B, R_WB, ray, search).run();
}

}  // namespace touchstone
