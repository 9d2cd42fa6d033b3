// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/exit_proof.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();  // 2^-52
/// Rounding of a sum of a few products in double-double, in parts of its largest term: each
/// operation errs by 2^-103 at most, and there are less than 50 of them.
constexpr double kDoubleDouble = 5e-30;
/// What an unproven part may add to rho, in parts of it: with the rounding to a double, half an
/// ulp, all stays within one.
constexpr double kPartOfUlp = kEpsilon / 16;
/// A facet that is within this of supporting K may be seen from afar as so many times more.
constexpr double kSpreading = 1e6;
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

/// The other vertices of the portal, and neighbours of its first one that are not below it by
/// `margin` along u (local axes).
Doubtful doubtful(const SupportMap& map, const Vec3& u, const std::array<int, 3>& active,
                  double margin) {
  Doubtful found;
  const double level = u.dot(map.arm(active[0]));
  for (const std::int32_t other : map.neighbours(active[0])) {
    if (!(u.dot(map.arm(other)) < level - margin)) found.add(other);
  }
  return found;
}

class Prover {
 public:
  Prover(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB, const Dd3& d,
         double d_error, const Portal& portal)
      : A_(A), R_WA_(R_WA), B_(B), R_WB_(R_WB), d_(d), d_error_(d_error), portal_(portal) {
    for (std::size_t i = 0; i < 3; ++i) {
      a_[i] = portal.points[i].a;
      b_[i] = portal.points[i].b;
    }
    reach_ = A.map.longest() + B.map.longest();
    double dual = 0;
    for (const Vec3& row : portal.dual) dual = std::max(dual, row.lpNorm<1>());
    condition_ = 1 + 3 * dual * reach_;
  }

  ExitValue run() {
    ExitValue value;
    value.n = portal_.n;
    if (!(portal_.lambda.minCoeff() >= 0) || !evaluate(value)) return value;
    value.proven = facet_is_proven(value);
    return value;
  }

 private:
  /// rho and r; false if their rounding may show.
  bool evaluate(ExitValue& value) {
    const Dd3 n_A = turned_back(R_WA_, portal_.n);
    const Dd3 n_B = turned_back(R_WB_, portal_.n);
    const DoubleDouble along = dot(exactly(portal_.n), d_);
    std::array<DoubleDouble, 3> level;
    for (std::size_t i = 0; i < 3; ++i) {
      level[i] = dot(n_B, B_.map.exact_arm(b_[i])) - dot(n_A, A_.map.exact_arm(a_[i]));
    }
    value.weight = portal_.lambda / portal_.lambda.sum();
    const double above_1 = (level[1] - level[0]).high;
    const double above_2 = (level[2] - level[0]).high;
    const double mean = value.weight[1] * above_1 + value.weight[2] * above_2;
    const DoubleDouble h = level[0] + DoubleDouble{mean, 0};
    if (!(along.high > 0) || !(h.high > 0)) return false;
    value.rho = ((along - h) / along).high;
    value.r = (along / h).high;
    // Weights err by the rounding of k (kEpsilon reach), times dual, relative to their sum.
    const double spread = std::max(std::abs(above_1), std::abs(above_2));
    const double size_n = portal_.n.lpNorm<1>();
    const double error = 16 * kEpsilon * condition_ * spread +
                         size_n * (kDoubleDouble * (reach_ + rounded(d_).lpNorm<1>()) + d_error_);
    return error <= kPartOfUlp * std::abs(value.rho) * along.high;
  }

  bool facet_is_proven(const ExitValue& value) {
    // Rounding of n, seen at a vertex: that of k, times the coordinates of the vertex in the
    // portal.
    const double margin = 16 * kEpsilon * portal_.n.lpNorm<1>() * reach_ * condition_;
    Doubtful of_A = doubtful(A_.map, -(R_WA_.transpose() * portal_.n), a_, margin);
    Doubtful of_B = doubtful(B_.map, R_WB_.transpose() * portal_.n, b_, margin);
    if (connected()) {
      drop(of_A, a_);
      drop(of_B, b_);
    } else {
      for (std::size_t i = 1; i < 3; ++i) {
        if (a_[i] != a_[0]) of_A.add(a_[i]);
        if (b_[i] != b_[0]) of_B.add(b_[i]);
      }
    }
    if (of_A.too_many || of_B.too_many) return false;
    if (of_A.count == 0 && of_B.count == 0) return true;
    return none_beyond(of_A, of_B, value);
  }

  /// Whether the pairs hang together by vertices they share: then those of one body tie exactly.
  bool connected() const {
    const auto kinds = [](const std::array<int, 3>& v) {
      return 3 - (v[1] == v[0] ? 1 : 0) - (v[2] == v[0] || v[2] == v[1] ? 1 : 0);
    };
    return kinds(a_) + kinds(b_) == 4;
  }

  static void drop(Doubtful& list, const std::array<int, 3>& active) {
    int kept = 0;
    for (int k = 0; k < list.count; ++k) {
      const int place = list.places[static_cast<std::size_t>(k)];
      if (place == active[0] || place == active[1] || place == active[2]) continue;
      list.places[static_cast<std::size_t>(kept++)] = place;
    }
    list.count = kept;
  }

  /// In double-double: whether no listed vertex is beyond the plane by what could show in rho.
  bool none_beyond(const Doubtful& of_A, const Doubtful& of_B, const ExitValue& value) const {
    std::array<Dd3, 3> k;
    for (std::size_t i = 0; i < 3; ++i) {
      k[i] = turned(R_WB_, B_.map.exact_arm(b_[i])) - turned(R_WA_, A_.map.exact_arm(a_[i]));
    }
    const Dd3 normal = cross(k[1] - k[0], k[2] - k[0]);
    const double height = dot(normal, k[0]).high;
    // Beyond by a part e of the height: r is at most a part e less, rho at most e/r.
    const double allowed = kPartOfUlp * std::abs(value.rho) * value.r * std::abs(height);
    const double size = rounded(normal).lpNorm<1>();
    // Of the normal: two roundings of products of differences.
    const double error =
        kDoubleDouble * reach_ *
        (size + (rounded(k[1] - k[0]).lpNorm<1>() + rounded(k[2] - k[0]).lpNorm<1>()) * reach_);
    if (!(kSpreading * error <= allowed)) return false;
    const double limit = std::max(allowed / kSpreading, error);
    const auto beyond = [&](const SupportMap& map, const Doubtful& list, int first, const Dd3& u) {
      const DoubleDouble level = dot(u, map.exact_arm(first));
      for (int i = 0; i < list.count; ++i) {
        const int place = list.places[static_cast<std::size_t>(i)];
        if ((dot(u, map.exact_arm(place)) - level).high > limit) return true;
      }
      return false;
    };
    const Dd3 outward = height > 0 ? normal : -normal;
    return !beyond(A_.map, of_A, a_[0], -turned_back(R_WA_, outward)) &&
           !beyond(B_.map, of_B, b_[0], turned_back(R_WB_, outward));
  }

  const RayBody& A_;
  const Mat3& R_WA_;
  const RayBody& B_;
  const Mat3& R_WB_;
  const Dd3& d_;
  double d_error_;
  const Portal& portal_;
  std::array<int, 3> a_{};
  std::array<int, 3> b_{};
  double reach_ = 0;
  double condition_ = 1;
};

}  // namespace

ExitValue prove_exit(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
                     const Dd3& d, double d_error, const Portal& portal) {
  return Prover(A, R_WA, B, R_WB, d, d_error, portal).run();
}

}  // namespace touchstone
