// SPDX-License-Identifier: GPL-3.0-or-later
// The sweep of box_sweep_kernel.hpp over four pairs of boxes at once, a lane each: every sum has the
// terms and the order that it has there, so all that is decided from it is decided alike. Shared by
// metrics.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "metrics/arithmetic/rows_pair_kernel.hpp"
#include "metrics/common/box_axes.hpp"
#include "metrics/common/box_body.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {

/// Reaches between which nothing that is computed leaves the range of doubles [m].
inline constexpr double kMinReachInLanes = 1e-50;
inline constexpr double kMaxReachInLanes = 1e50;

[[gnu::always_inline]] inline Mask operator|(const Mask& a, const Mask& b) {
  return Mask(a.v | b.v);
}
[[gnu::always_inline]] inline Mask operator!(const Mask& a) { return ~a; }
[[gnu::always_inline]] inline Mask select(const Mask& mask, const Mask& a, const Mask& b) {
  return Mask(mask.v ? a.v : b.v);
}
/// 1 where the mask is set, else 0.
[[gnu::always_inline]] inline Lanes ones_of(const Mask& mask) {
  return select(mask, everywhere(1), everywhere(0));
}
/// Four pairs of placed boxes.
template <class Box>
struct FourBoxes {
  std::array<const Box*, 4> A, B;
  std::array<const Pose*, 4> X_WA, X_WB;

  /// `question(l)` is the BoxQuestion in lane l.
  template <class Of>
  [[gnu::always_inline]] explicit FourBoxes(const Of& question) {
    each<4>([&](auto l) {
      A[l] = question(l).A;
      B[l] = question(l).B;
      X_WA[l] = question(l).X_WA;
      X_WB[l] = question(l).X_WB;
    });
  }
};

/// Poses of one body of each pair.
struct PosesInLanes {
  std::array<Rows, 3> column;  ///< R's columns
  Rows t;                      ///< [m]

  [[gnu::always_inline]] explicit PosesInLanes(const std::array<const Pose*, 4>& poses) {
    static_assert(sizeof(Pose) == 12 * sizeof(double));
    std::array<std::array<Lanes, 4>, 3> part;
    each<3>([&](auto k) {
      const auto four = [&](std::size_t l) {
        return four_at(reinterpret_cast<const double*>(poses[l]) + 4 * k);
      };
      part[k] = transposed({four(0), four(1), four(2), four(3)});
    });
    column[0] = rows_of(part[0][0], part[0][1], part[0][2]);
    column[1] = rows_of(part[0][3], part[1][0], part[1][1]);
    column[2] = rows_of(part[1][2], part[1][3], part[2][0]);
    t = rows_of(part[2][1], part[2][2], part[2][3]);
  }

 private:
  [[gnu::always_inline]] static std::array<Lanes, 4> transposed(const std::array<Lanes, 4>& m) {
    const Lanes even(__builtin_shufflevector(m[0].v, m[1].v, 0, 4, 2, 6));
    const Lanes odd(__builtin_shufflevector(m[0].v, m[1].v, 1, 5, 3, 7));
    const Lanes even_cd(__builtin_shufflevector(m[2].v, m[3].v, 0, 4, 2, 6));
    const Lanes odd_cd(__builtin_shufflevector(m[2].v, m[3].v, 1, 5, 3, 7));
    return {Lanes(__builtin_shufflevector(even.v, even_cd.v, 0, 1, 4, 5)),
            Lanes(__builtin_shufflevector(odd.v, odd_cd.v, 0, 1, 4, 5)),
            Lanes(__builtin_shufflevector(even.v, even_cd.v, 2, 3, 6, 7)),
            Lanes(__builtin_shufflevector(odd.v, odd_cd.v, 2, 3, 6, 7))};
  }
};

/// An entry of a 3-vector of lanes.
[[gnu::always_inline]] inline const Lanes& entry(const Rows& v, std::size_t i) {
  return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

/// What BoxProducts and surely_rotations() are for one pair.
struct ProductsInLanes {
  Mask surely;                            ///< rotations without doubt, and numbers in range
  Lanes slack, error;                     ///< [1, m]
  std::array<std::array<Lanes, 3>, 3> P;  ///< P[i][j] = e_i.f_j
  std::array<LanesPair, 3> c;             ///< offset of the centres [m]
  std::array<Lanes, 3> c_A, c_B, h, g;    ///< [m]

  [[gnu::always_inline]] Lanes size(std::size_t i, std::size_t j) const {
    return magnitude(P[i][j]);
  }
  /// Times length, along e_i x f_j [m].
  [[gnu::always_inline]] Lanes along_edges(std::size_t i, std::size_t j) const {
    const std::size_t i1 = (i + 1) % 3;
    const std::size_t i2 = (i + 2) % 3;
    return c_A[i2] * P[i1][j] - c_A[i1] * P[i2][j];
  }
};

/// Entries of R'R - I, as ThreeLanes::skew() has them, added to `skew`.
struct SkewInLanes {
  std::array<Lanes, 3> both;
  Mask mirrors_none;

  [[gnu::always_inline]] SkewInLanes(const PosesInLanes& E, const PosesInLanes& F)
      : mirrors_none((determinant(E) > 0.0) & (determinant(F) > 0.0)) {
    each<3>([&](auto j) { both[j] = skew(E, j) + skew(F, j); });
  }

 private:
  [[gnu::always_inline]] static Lanes skew(const PosesInLanes& R, std::size_t j) {
    const Lanes on = R.column[j].dot(R.column[j]) - everywhere(1);
    const Lanes beside = R.column[j].dot(R.column[(j + 1) % 3]);
    return larger(magnitude(beside), magnitude(on));
  }
  [[gnu::always_inline]] static Lanes determinant(const PosesInLanes& R) {
    const auto& [a, b, c] = R.column;
    const Rows first = rows_of(a.x, b.x, c.x);
    const Rows second = rows_of(a.y, b.y, c.y);
    return first.cross(second).dot(rows_of(a.z, b.z, c.z));
  }
};

/// Boxes on their local origins only.
[[gnu::always_inline]] inline ProductsInLanes products_in_lanes(
    const PosesInLanes& E, const PosesInLanes& F, const std::array<const BoxBody*, 4>& A,
    const std::array<const BoxBody*, 4>& B) {
  constexpr double kInDoubles = 0x1p-45;
  constexpr double kSkew = 16;
  const auto halves = [](const std::array<const BoxBody*, 4>& box) {
    const Rows half(lanes_of(box[0]->half), lanes_of(box[1]->half), lanes_of(box[2]->half),
                    lanes_of(box[3]->half));
    return std::array<Lanes, 3>{half.x, half.y, half.z};
  };
  const SkewInLanes seen(E, F);
  ProductsInLanes p{seen.mirrors_none, {}, {}, {}, {}, {}, {}, halves(A), halves(B)};
  each<3>([&](auto i) {
    p.surely = p.surely & (seen.both[i] < 1e-3);
    each<3>([&](auto j) { p.P[i][j] = E.column[i].dot(F.column[j]); });
    const LanesPair d = two_sum(entry(E.t, i), -entry(F.t, i));
    p.c[i] = two_sum(d.high, d.low);
  });
  const Rows c = rows_of(p.c[0].high, p.c[1].high, p.c[2].high);
  each<3>([&](auto i) {
    p.c_A[i] = E.column[i].dot(c);
    p.c_B[i] = F.column[i].dot(c);
  });
  const Lanes skew = larger(larger(seen.both[0], seen.both[1]), seen.both[2]);
  p.slack = everywhere(kInDoubles) + everywhere(kSkew) * skew;
  const auto norm = [](const std::array<Lanes, 3>& v) { return sum_of(v[0], v[1], v[2]); };
  const Lanes reach =
      sum_of(magnitude(c.x), magnitude(c.y), magnitude(c.z)) + (norm(p.h) + norm(p.g));
  p.error = p.slack * reach;
  p.surely = p.surely & (reach > 2 * kMinReachInLanes) & (reach < 0.5 * kMaxReachInLanes);
  return p;
}

/// What BoxSweep is for one pair, by the places of box_axes.hpp without its empty lanes: a_i, b_j,
/// then for each j the e_i x f_j.
struct SweepInLanes {
  static constexpr std::size_t kAxesInLanes = 15;
  std::array<Lanes, kAxesInLanes> excess;  ///< gaps times length [m]
  std::array<Lanes, 9> square;             ///< squared lengths of e_i x f_j

  [[gnu::always_inline]] explicit SweepInLanes(const ProductsInLanes& p) {
    each<3>([&](auto i) {
      excess[i] = (magnitude(p.c_A[i]) - p.h[i]) -
                  sum_of(p.size(i, 0) * p.g[0], p.size(i, 1) * p.g[1], p.size(i, 2) * p.g[2]);
      excess[3 + i] = (magnitude(p.c_B[i]) - p.g[i]) -
                      sum_of(p.size(0, i) * p.h[0], p.size(1, i) * p.h[1], p.size(2, i) * p.h[2]);
    });
    each<9>([&](auto k) {
      constexpr std::size_t j = k / 3;
      constexpr std::size_t i = k % 3;
      constexpr std::size_t i1 = (i + 1) % 3;
      constexpr std::size_t i2 = (i + 2) % 3;
      constexpr std::size_t j1 = (j + 1) % 3;
      constexpr std::size_t j2 = (j + 2) % 3;
      excess[6 + k] =
          (magnitude(p.along_edges(i, j)) - (p.h[i1] * p.size(i2, j) + p.h[i2] * p.size(i1, j))) -
          (p.size(i, j2) * p.g[j1] + p.size(i, j1) * p.g[j2]);
      square[k] = everywhere(1) - p.P[i][j] * p.P[i][j];
    });
  }

  /// What widest() is for one pair [m].
  [[gnu::always_inline]] Lanes widest() const {
    Lanes most = excess[0];
    each<kAxesInLanes>([&](auto k) { most = larger(most, excess[k]); });
    return most;
  }

  /// The one axis that deepest() gives, by its index here; `only` is false where there are several.
  [[gnu::always_inline]] Lanes deepest(const Lanes& error, const Lanes& slack, Mask& only) const {
    const Lanes infinite = everywhere(std::numeric_limits<double>::infinity());
    Lanes face = infinite;
    each<6>([&](auto k) { face = smaller(error - excess[k], face); });
    Lanes limit = face * face;
    each<9>([&](auto k) {
      const Lanes deep = error - excess[6 + k];
      const Lanes shortest = square[k] - slack;
      limit = smaller(limit, select(shortest > 0.0, quotient(deep * deep, shortest), infinite));
    });
    const Lanes zero = everywhere(0);
    Lanes count = zero;
    Lanes index = zero;
    each<kAxesInLanes>([&](auto k) {
      const Lanes least = larger(zero - (excess[k] + error), zero);
      Lanes longest = everywhere(1);
      if constexpr (k >= 6) longest = square[k - 6] + slack;
      const Mask here = ~(least * least > limit * longest);
      count = count + ones_of(here);
      index = select(here, everywhere(static_cast<double>(k)), index);
    });
    only = count == everywhere(1);
    return index;
  }
};

/// An axis a lane, u, by its index in SweepInLanes.
struct AxisInLanes {
  std::array<const BoxAxis*, 4> axis;
  Lanes along_c;              ///< u.c [m]
  std::array<Lanes, 6> sign;  ///< each column's product with u has it; 0 if 0, or not certain
  Mask known;                 ///< whether all signs are that are not 0 for certain

  [[gnu::always_inline]] AxisInLanes(const ProductsInLanes& p, const Lanes& index)
      : known(p.surely) {
    alignas(32) std::array<std::array<double, 4>, 16> entries;
    alignas(32) std::array<std::array<double, 4>, kPlaces> along;
    const auto put = [](const Lanes& lanes, std::array<double, 4>& to) {
      __builtin_memcpy(to.data(), &lanes.v, sizeof lanes.v);
    };
    put(everywhere(0), entries[kNone]);
    put(everywhere(1), entries[kOwn]);
    each<3>([&](auto j) {
      put(p.c_A[j], along[j]);
      put(p.c_B[j], along[4 + j]);
      each<3>([&](auto i) {
        put(p.P[i][j], entries[4 * j + i]);
        put(p.along_edges(i, j), along[8 + 4 * j + i]);
      });
    });
    std::array<std::size_t, 4> place;
    each<4>([&](auto l) {
      const auto k = static_cast<std::size_t>(index[l]);
      place[l] = k / 3 * 4 + k % 3;
      axis[l] = &kAxis[place[l]];
    });
    const auto four = [&](const auto& of) { return Lanes(of(0), of(1), of(2), of(3)); };
    along_c = four([&](std::size_t l) { return along[place[l]][l]; });
    Lanes count = everywhere(0);
    each<6>([&](auto k) {
      const Lanes side = four([&](std::size_t l) { return axis[l]->sign[k]; });
      const Lanes a = side * four([&](std::size_t l) { return entries[axis[l]->entry[k]][l]; });
      sign[k] = ones_of(a > p.slack) - ones_of(a < -p.slack);
      count = count + sign[k] * sign[k];
    });
    // Two of the six columns span the facet.
    known = (count == everywhere(4)) & (magnitude(along_c) > p.error);
  }
};

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
