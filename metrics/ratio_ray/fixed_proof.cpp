// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/fixed_proof.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/support/climb.hpp"
#include "metrics/ratio_ray/portal.hpp"

namespace touchstone {
namespace {

using Places = PlaceList<32>;

/// `first` and all vertices that are not below it by `margin` along u (local axes).
Places not_below(const SupportMap& map, const Vec3& u, int first, double margin) {
  Places found;
  found.add(first);
  const double level = u.dot(map.arm(first)) - margin;
  add_level(map, found, [&](int other) { return u.dot(map.arm(other)) >= level; });
  return found;
}

class Prover {
 public:
  Prover(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
         const CenterOffset& ray, const FixedSearch& search)
      : A_(A), R_WA_(R_WA), B_(B), R_WB_(R_WB), ray_(ray), search_(search), v_W_(search.v_W()) {
    for (std::size_t i = 0; i < 4; ++i) {
      (search.basis().columns[i].of_A ? of_A_ : of_B_).add(search.basis().columns[i].place);
    }
    reach_ = A.map.longest() + B.map.longest();
    along_ = v_W_.lpNorm<1>();
    // v.p_0 = 1 with a v that may be slanting to p_0.
    condition_ = 1 + along_ * A.map.longest();
    // The edges' ends are off by this; so is the plane through them, as an angle, and v by its
    // part.
    place_error_ = kSearchRounding * kEpsilon * reach_;
    tilt_ = search.slope() * place_error_;
  }

  FixedValue run() {
    FixedValue value;
    const auto& weight = search_.basis().weight;
    double total = 0;
    for (const double w : weight) total += std::abs(w);
    // y = q_0 - r p_0 is off by `off`, and within the plane, over two edges of at most `longest`.
    const double off = condition_ * condition_ * (1 + total) *
                       (place_error_ + kSearchRounding * kEpsilon * ray_length() + tilt_ * reach_);
    weight_error_ =
        search_.slope() * off + total * search_.slope() * search_.longest_edge() * tilt_;
    if (!(*std::min_element(weight.begin(), weight.end()) > weight_error_)) return value;
    value.weight_error = weight_error_;
    value.proven = evaluate(value) && bounds_meet(value);
    return value;
  }

 private:
  double ray_length() const { return rounded(ray_.d).lpNorm<1>(); }

  bool evaluate(FixedValue& value) const {
    const Dd3 v_A = rotate_inverse(R_WA_, v_W_);
    const Dd3 v_B = rotate_inverse(R_WB_, v_W_);
    const auto& basis = search_.basis();
    std::array<DoubleDouble, 2> first;  // P_0, Q_0
    std::array<bool, 2> known = {false, false};
    double correction = 0;
    double spread = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const FixedColumn& c = basis.columns[i];
      const std::size_t body = c.of_A ? 0 : 1;
      const DoubleDouble level =
          c.of_A ? dot(v_A, A_.map.exact_arm(c.place)) : dot(v_B, B_.map.exact_arm(c.place));
      if (!known[body]) {
        first[body] = level;
        known[body] = true;
        continue;
      }
      const double above = (level - first[body]).high;
      correction += (c.of_A ? -1 : 1) * basis.weight[i] * above;
      spread += std::abs(above);
    }
    const DoubleDouble reached = first[0];
    const DoubleDouble needed =
        (first[1] - dot(exactly(v_W_), ray_.d)) + DoubleDouble{correction, 0};
    const DoubleDouble gap = needed - reached;
    if (!(reached.high > 0) || !(needed.high > 0)) return false;
    value.rho = (gap / needed).high;
    value.r = (needed / reached).high;
    const double error = (weight_error_ + 8 * kEpsilon) * spread +
                         along_ * (kDoubleDouble * (reach_ + ray_length()) + ray_.error);
    return error <= kPartOfUlp * needed.high && error <= kPartOfUlp * std::abs(gap.high);
  }

  /// With the basis' own v, exact up to a factor.
  bool bounds_meet(const FixedValue& value) const {
    const Vec3 v = search_.v();
    const Vec3 v_B = -(search_.R_AB().transpose() * v);
    const double margin = condition_ * along_ * (2 * tilt_ * reach_ + place_error_);
    const Places near_A = not_below(A_.map, v, *of_A_.begin(), margin);
    const Places near_B = not_below(B_.map, v_B, *of_B_.begin(), margin);
    if (near_A.too_many || near_B.too_many) return false;
    const auto more = [](const Places& near, const Places& basic) {
      return std::any_of(near.begin(), near.end(), [&](int p) {
        return std::find(basic.begin(), basic.end(), p) == basic.end();
      });
    };
    if (!more(near_A, of_A_) && !more(near_B, of_B_)) return true;

    const auto [edge_1, edge_2] = exact_edges();
    const Dd3 across = cross(edge_1, edge_2);
    const Dd3 across_A = rotate_inverse(R_WA_, across);
    const Dd3 across_B = rotate_inverse(R_WB_, across);
    const DoubleDouble level_A = dot(across_A, A_.map.exact_arm(*of_A_.begin()));
    const bool outward = level_A.high > 0;
    const double level = std::abs(level_A.high);  // V.p_0 = V.q_0 / r
    const double rounding =
        kDoubleDouble * reach_ * (norm_1(across) + (norm_1(edge_1) + norm_1(edge_2)) * reach_);
    const auto excess = [&](const SupportMap& map, const Places& near, int base, const Dd3& u,
                            bool along) {
      const DoubleDouble from = dot(u, map.exact_arm(base));
      double most = rounding;
      for (const int p : near) {
        const double step = (dot(u, map.exact_arm(p)) - from).high;
        most = std::max(most, (along ? step : -step) + rounding);
      }
      return most;
    };
    const double excess_A = excess(A_.map, near_A, *of_A_.begin(), across_A, outward);
    const double excess_B = excess(B_.map, near_B, *of_B_.begin(), across_B, !outward);
    // r is within these parts of the basis' own: 1 - rho = 1/r, so rho is off by them over r.
    const double doubt = (excess_A + excess_B / value.r) / (level - rounding);
    return level > 2 * rounding && doubt <= kPartOfUlp &&
           doubt <= kPartOfUlp * std::abs(value.rho) * value.r;
  }

  /// E_1 and E_2, world.
  std::array<Dd3, 2> exact_edges() const {
    std::array<Dd3, 2> edge;
    std::size_t at = 0;
    for (const int* p = of_A_.begin() + 1; p < of_A_.end(); ++p) {
      edge[at++] = rotate(R_WA_, A_.map.exact_arm(*p) - A_.map.exact_arm(*of_A_.begin()));
    }
    for (const int* p = of_B_.begin() + 1; p < of_B_.end(); ++p) {
      edge[at++] = rotate(R_WB_, B_.map.exact_arm(*of_B_.begin()) - B_.map.exact_arm(*p));
    }
    return edge;
  }

  const RayBody& A_;
  const Mat3& R_WA_;
  const RayBody& B_;
  const Mat3& R_WB_;
  const CenterOffset& ray_;
  const FixedSearch& search_;
  Vec3 v_W_;            ///< the direction v of the value, world [1/m]
  Places of_A_, of_B_;  ///< the basis
  double reach_ = 0;    ///< sum of the longest arms of A and B [m]
  double along_ = 0;    ///< |v|_1
  double condition_ = 1;
  double place_error_ = 0;   ///< [m]
  double tilt_ = 0;          ///< bound on the angle by which v is off [1]
  double weight_error_ = 0;  ///< [1]
};

}  // namespace

FixedValue prove_fixed(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
                       const CenterOffset& ray, const FixedSearch& search) {
  return Prover(A, R_WA, B, R_WB, ray, search).run();
}

}  // namespace touchstone
