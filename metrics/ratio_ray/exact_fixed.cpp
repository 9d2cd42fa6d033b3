// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/exact_fixed.hpp"

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "metrics/arithmetic/exact_rounding.hpp"
#include "metrics/arithmetic/exchange_bound.hpp"
#include "metrics/common/exact_set.hpp"
#include "metrics/ratio_ray/lexicographic.hpp"
#include "metrics/ratio_ray/portal.hpp"

namespace touchstone::exact {
namespace {

using Integer4 = std::array<Integer, 4>;

/// A column of the program: (p; 0) for a vertex of A, (-q; 1) for one of B, world.
struct ExactColumn {
  bool of_A = false;
  int place = -1;
  Integer3 top;
  const Integer& entry(std::size_t i) const {
    static const Integer kZero = 0;
    static const Integer kOne = 1;
    if (i < 3) return top[i];
    return of_A ? kZero : kOne;
  }
};

/// A basis in integers: row_i . column_j = det for i = j, else 0, and det > 0. The weights are the
/// rows' last entries, by det.
class ExactBasis {
 public:
  std::array<ExactColumn, 4> columns;
  std::array<Integer4, 4> row;
  Integer det;
  Integer4 dual;  ///< (v, g) times det

  /// Rows as the moved x_A sees them (lexicographic.hpp).
  auto entry() const {
    return [this](std::size_t i, std::size_t place) -> const Integer& {
      return row[i][place == 0 ? 3 : place - 1];
    };
  }

  /// Whether the columns are a basis for the moved x_A.
  bool solve() {
    make_rows();
    if (sgn(det) < 0) {
      std::swap(columns[0], columns[1]);
      make_rows();
    }
    if (sgn(det) == 0 || !all_positive<4>(entry())) return false;
    dual = {};
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4 && columns[i].of_A; ++j) dual[j] += row[i][j];
    }
    return true;
  }

  Integer3 v() const { return {dual[0], dual[1], dual[2]}; }

  /// How much the column would gain, times det: > 0 if it may enter.
  Integer gain(const ExactColumn& c) const {
    const Integer along = dot(v(), c.top);
    return c.of_A ? Integer(along - det) : Integer(along + dual[3]);
  }

  /// Puts `entering` in the place of the column whose weight is first to reach 0; false if none is.
  bool exchange(const ExactColumn& entering) {
    Integer4 step;
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) step[i] += row[i][j] * entering.entry(j);
    }
    const int out = first_to_leave(step, entry());
    if (out < 0) return false;
    columns[at(out)] = entering;
    return true;
  }

 private:
  /// Cofactors: row_i is the generalised cross product of the other three columns.
  void make_rows() {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) row[i][j] = cofactor(i, j);
    }
    det = 0;
    for (std::size_t j = 0; j < 4; ++j) det += row[0][j] * columns[0].entry(j);
  }

  /// Cofactor of entry j of column i.
  Integer cofactor(std::size_t i, std::size_t j) const {
    std::array<std::size_t, 3> c{};
    std::array<std::size_t, 3> e{};
    for (std::size_t k = 0, at = 0; k < 4; ++k) {
      if (k != i) c[at++] = k;
    }
    for (std::size_t k = 0, at = 0; k < 4; ++k) {
      if (k != j) e[at++] = k;
    }
    const auto minor = [&](std::size_t k) {
      return Integer3{columns[c[k]].entry(e[0]), columns[c[k]].entry(e[1]),
                      columns[c[k]].entry(e[2])};
    };
    const Integer value = dot(minor(0), cross(minor(1), minor(2)));
    return (i + j) % 2 == 0 ? value : Integer(-value);
  }
};

/// Fills in `found` from the last basis; false if a point that is no vertex has a weight. `x_A` in
/// units of 2^world.
bool read_off(const ExactBasis& basis, const Integer3& x_A, int world, ExactFixed& found) {
  Integer sum = 0;
  Integer3 arm;  // sum lambda_i p_i: the meeting point from x_A
  for (std::size_t i = 0; i < 4; ++i) {
    const ExactColumn& c = basis.columns[i];
    const Integer& weight = basis.row[i][3];
    if (!c.of_A) continue;
    // A point that is not a vertex may stay where it weighs nothing. x_B weighs nothing unless
    // r = 0.
    if (c.place < 0 && sgn(weight) != 0) return false;
    sum += weight;
    arm = arm + weight * c.top;
  }
  found.grows = sgn(sum) > 0;
  if (!found.grows) return true;
  found.rho = round_quotient(sum - basis.det, sum);
  found.r = round_quotient(sum, basis.det);
  found.normal = rounded_unit(-basis.v());
  found.p_WA = rounded_point(sum * x_A + arm, sum, world);
  found.x_W = rounded_point(basis.det * x_A + arm, basis.det, world);
  return true;
}

}  // namespace
}  // namespace touchstone::exact

namespace touchstone {

std::optional<ExactFixed> find_exact_fixed(const RayBody& A, const Pose& X_WA, const RayBody& B,
                                           const Pose& X_WB, const Vec3& towards,
                                           const FixedBasis& start, int ball) {
  using namespace exact;
  const ExactSet set({A.map, A.center, A.least_exponent}, X_WA, {B.map, B.center, B.least_exponent},
                     X_WB, ball - kBallDigits);
  const Integer3 d = set.offset();
  const auto column = [&](bool of_A, int i) {
    return ExactColumn{of_A, i, of_A ? set.arms_A().arm_W(i) : d - set.arms_B().arm_W(i)};
  };

  ExactBasis basis;
  bool sound = start.of_vertices();
  if (sound) {
    for (std::size_t i = 0; i < 4; ++i) {
      basis.columns[i] = column(start.columns[i].of_A, start.columns[i].place);
    }
    sound = basis.solve();
  }
  if (!sound) {
    // x_B is inside B, and strictly inside the cone of the three.
    const std::array<Vec3, 3> points = ball_points(towards);
    for (std::size_t i = 0; i < 3; ++i) {
      basis.columns[i] = {true, -1, scaled(points[i], set.world() - ball)};
    }
    basis.columns[3] = {false, -1, d};
    if (!basis.solve()) return std::nullopt;
  }
  ExactFixed found;
  LoopBound bound =
      bound_of_exchanges("ratio_ray: exchange of vertices of a fixed body in integers");
  for (;; ++found.exchanges) {
    bound.step();
    const Integer3 v = basis.v();
    if (v == Integer3{}) break;  // four columns of B: r = 0
    const ExactColumn a = column(true, set.arms_A().farthest(v, 1));
    const ExactColumn b = column(false, set.arms_B().farthest(v, -1));
    const bool of_A = sgn(basis.gain(a)) > 0;
    if (!of_A && sgn(basis.gain(b)) <= 0) break;
    if (!basis.exchange(of_A ? a : b) || !basis.solve()) return std::nullopt;
  }
  if (!read_off(basis, set.x_A(), set.world(), found)) return std::nullopt;
  return found;
}

}  // namespace touchstone
