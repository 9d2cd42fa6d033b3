// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/fixed_search.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"
#include "metrics/arithmetic/edge_weights.hpp"
#include "metrics/arithmetic/inverse.hpp"
#include "metrics/ratio_ray/portal.hpp"

namespace touchstone {
namespace {

constexpr int kMaxExchanges = 400;
/// A support that passes by less, in parts of |v| and the lengths that it is made of, may be
/// rounding: the proof looks at it.
constexpr double kFlat = 4 * kEpsilon;
/// Barycentric coordinates of x_A are certain beyond this part of the products of lengths that they
/// are made of: three differences of points, each good to 4 epsilon, and 20 operations.
constexpr double kInside = 64 * kEpsilon;

}  // namespace

bool FixedBasis::of_vertices() const {
  return std::all_of(columns.begin(), columns.end(),
                     [](const FixedColumn& c) { return c.place >= 0; });
}

FixedSearch::FixedSearch(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
                         const Vec3& d)
    : A_(A), B_(B), R_AW_(inverse_of(R_WA)), R_AB_(R_AW_ * R_WB), d_(R_AW_ * d) {}

FixedColumn FixedSearch::column(bool of_A, int place) const {
  if (of_A) return {true, place, A_.map.arm(place)};
  return {false, place, R_AB_ * B_.map.arm(place) - d_};
}

void FixedSearch::begin_inside(double radius) {
  const int nearest = B_.map.farthest(d_.isZero(0) ? Vec3::UnitX() : Vec3(R_AB_.transpose() * d_));
  ++supports_;
  basis_.columns[3] = column(false, nearest);
  const Vec3& q = basis_.columns[3].point;
  const Vec3 towards = q.isZero(0) ? Vec3::UnitX() : unit_along(q);
  const std::array<Vec3, 3> around = three_around(towards);
  for (std::size_t i = 0; i < 3; ++i) {
    basis_.columns[i] = {true, -1, 0.7 * radius * (towards + around[i])};
  }
}

bool FixedSearch::begin_at(const FixedBasis& last) {
  for (std::size_t i = 0; i < 4; ++i) {
    basis_.columns[i] = column(last.columns[i].of_A, last.columns[i].place);
  }
  return solve() && *std::min_element(basis_.weight.begin(), basis_.weight.end()) >= 0;
}

/// Weights and v from the columns. False where they span nothing, or no column is of A.
bool FixedSearch::solve() {
  const auto& columns = basis_.columns;
  basis_.count_A = 0;
  std::size_t rest = 0;
  bool any_A = false;
  bool any_B = false;
  for (std::size_t i = 0; i < 4; ++i) {
    const bool of_A = columns[i].of_A;
    basis_.count_A += of_A ? 1 : 0;
    bool& any = of_A ? any_A : any_B;
    if (!any) {
      (of_A ? first_A_ : first_B_) = i;
      any = true;
    } else if (rest < 2) {
      rest_[rest++] = i;
    }
  }
  if (!any_A || !any_B) return false;
  for (std::size_t k = 0; k < 2; ++k) {
    const FixedColumn& c = columns[rest_[k]];
    if (c.of_A) {
      edge_[k] = c.point - columns[first_A_].point;
    } else if (c.place >= 0 && columns[first_B_].place >= 0) {
      edge_[k] = R_AB_ * (B_.map.arm(columns[first_B_].place) - B_.map.arm(c.place));
    }
  }
  across_ = edge_[0].cross(edge_[1]);
  v_ = across_ * (1 / across_.dot(columns[first_A_].point));
  longest_ = std::sqrt(std::max(
      {edge_[0].squaredNorm(), edge_[1].squaredNorm(), (edge_[1] - edge_[0]).squaredNorm()}));
  slope_ = longest_ / across_.norm();
  basis_.weight = combination(columns[first_B_].point, 1);
  return std::isfinite(slope_) && v_.allFinite() &&
         std::all_of(basis_.weight.begin(), basis_.weight.end(),
                     [](double w) { return std::isfinite(w); });
}

/// Coefficients c of the basis, those of B's columns with the sum `sum_B`, that satisfy
/// sum_A c_i p_i - sum_B c_j (q_j - q_0) = target.
FixedSearch::Vec4 FixedSearch::combination(const Vec3& target, double sum_B) const {
  const double sum_A = v_.dot(target);
  const Vec3 y = target - sum_A * basis_.columns[first_A_].point;
  const double squared = across_.squaredNorm();
  const auto [of_0, of_1] = edge_weights(across_, edge_[0], edge_[1], y);
  const std::array<double, 2> w = {of_0 / squared, of_1 / squared};
  Vec4 c{};
  c[first_A_] = sum_A;
  c[first_B_] = sum_B;
  for (std::size_t k = 0; k < 2; ++k) {
    c[rest_[k]] = w[k];
    c[basis_.columns[rest_[k]].of_A ? first_A_ : first_B_] -= w[k];
  }
  return c;
}

/// Puts `entering` in the place of the column whose weight is first to reach 0; false if none is.
bool FixedSearch::exchange(const FixedColumn& entering) {
  Vec4 step{};
  if (entering.of_A) {
    step = combination(entering.point, 0);
  } else {
    const int base = basis_.columns[first_B_].place;
    step = combination(R_AB_ * (B_.map.arm(base) - B_.map.arm(entering.place)), 1);
  }
  int out = -1;
  double least = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!(step[i] > 0)) continue;
    const double ratio = std::max(basis_.weight[i], 0.0) / step[i];
    if (out >= 0 && !(ratio < least)) continue;
    least = ratio;
    out = static_cast<int>(i);
  }
  if (out < 0) return false;
  basis_.columns[at(out)] = entering;
  return true;
}

bool FixedSearch::refine() {
  const double reach_A = A_.map.longest();
  const double reach_B = B_.map.longest();
  const auto known = [&](const FixedColumn& c) {
    return std::any_of(basis_.columns.begin(), basis_.columns.end(), [&](const FixedColumn& other) {
      return other.of_A == c.of_A && other.place == c.place;
    });
  };
  for (int exchanges = 0; exchanges < kMaxExchanges; ++exchanges) {
    const bool solved = solve();
    if (basis_.count_A == 0) return true;
    if (!solved) return false;
    const Vec3 v_B = R_AB_.transpose() * v_;
    const FixedColumn a = column(true, A_.map.farthest(v_));
    const FixedColumn b = column(false, B_.map.farthest(-v_B));
    ++supports_;
    const double excess_A = v_.dot(a.point) - 1;
    const double excess_B =
        v_B.dot(B_.map.arm(basis_.columns[first_B_].place) - B_.map.arm(b.place));
    const double norm = v_.lpNorm<1>();
    const bool more_A = excess_A > kFlat * norm * reach_A && !known(a);
    const bool more_B = excess_B > kFlat * norm * reach_B && !known(b);
    if (!more_A && !more_B) return true;
    // The bound v gives is (g - excess_B)/(1 + excess_A): what spoils it most goes first.
    const double g = v_.dot(basis_.columns[first_B_].point);
    const bool first_of_A = more_A && (!more_B || excess_A * g >= excess_B);
    if (!exchange(first_of_A ? a : b)) return false;
  }
  return false;
}

/// x_A = 0 here: its barycentric coordinates are the volumes it spans with each facet.
bool FixedSearch::center_inside() const {
  const auto& c = basis_.columns;
  if (basis_.count_A != 0 || !basis_.of_vertices()) return false;
  const double reach = B_.map.longest() + d_.norm();
  const double certain = kInside * reach * reach * reach;
  const std::array<double, 4> part = {
      triple(c[1].point, c[2].point, c[3].point), -triple(c[0].point, c[2].point, c[3].point),
      triple(c[0].point, c[1].point, c[3].point), -triple(c[0].point, c[1].point, c[2].point)};
  const auto [least, most] = std::minmax_element(part.begin(), part.end());
  return *least > certain || *most < -certain;
}

}  // namespace touchstone
