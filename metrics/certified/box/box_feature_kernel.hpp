// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from the feature of two boxes that is known to be nearest, in double-double.
//
// p = b - a, of a corner of each box, is a point of the feature. It is
//   * a facet, spanned by two columns: n is their product over its length, H = n.p, the foot H n.
//     In contact no digits may be left of H: integers give it then;
//   * an edge along a column e: the foot is p - (p.e / e.e) e;
//   * p itself.
// Where one box contributes a corner alone, that is its witness point, and the other's is the foot
// away from it. Crossed edges e and f have points a + s e and b + t f whose difference is the foot:
// s and t are solved for in doubles, and once more from what they leave over, which is small. With
// w the inverse square of the sine of their angle, doubles leave 2^-49 w of them, and of the rest,
// so that 2^-98 w^2 world remains.
//
// Bounds: entries of p, terms of the size `world` among them, are off by less than 2^-99 world, and
// so is all that follows from them, but for directions: these are good to 2^-97, or where they are
// that of the foot, to 2^-97 world / H.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "geometry/index.hpp"
#include "metrics/arithmetic/pairs_kernel.hpp"
#include "metrics/certified/box/box_contact.hpp"
#include "metrics/certified/box/box_shape.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// Distance, in parts of `world`, below which integers give a facet's and no answer is given from
/// other features [1].
constexpr double kMinDistance = 0x1p-36;
/// Size of the smaller box, in parts of `world`, below which too few digits are left [1].
constexpr double kMinSize = 0x1p-40;
/// Size of the smaller box, in parts of w^2 `world`, below which points of crossed edges have too
/// few digits [1].
constexpr double kMinSizeOfCrossed = 0x1p-41;

/// Columns that are free, and corners, in bits as BoxShape::feature() takes them.
struct BoxFeature {
  unsigned free_A, free_B;
  unsigned corner_A, corner_B;
};

struct PlacedBoxes {
  const BoxShape& A;
  const Pose& X_WA;
  const LanesOfRotation& E;
  const BoxShape& B;
  const Pose& X_WB;
  const LanesOfRotation& F;

  /// The entries of a column: 0 to 2 are of R_A, 3 to 5 of R_B.
  [[gnu::always_inline]] const double* column(std::size_t k) const {
    return k < 3 ? X_WA.R.data() + 3 * k : X_WB.R.data() + 3 * (k - 3);
  }
};

/// A corner of a box, local [m].
[[gnu::always_inline]] inline Vec3 local_corner(const BoxShape& box, unsigned corner) {
  const auto entry = [&](unsigned i) {
    return (corner >> i & 1U) != 0 ? box.most.data()[i] : box.least.data()[i];
  };
  return {entry(0), entry(1), entry(2)};
}
/// A local point v in the world, R v + t [m].
[[gnu::always_inline]] inline LanesPair placed(const Pose& X, const LanesOfRotation& R,
                                               const Vec3& v) {
  LanesPair p = exactly(lanes_of(X.t));
  add_rotated(p, 1, R, v);
  return p;
}

[[gnu::always_inline]] inline Lanes rounded(const LanesPair& a) { return a.high + a.low; }

/// Distance, normal and witness points of the nearest feature: of one pair of boxes, or of four, a
/// lane each.
template <class Vector, class VectorPair, class Number, class Pair>
struct BoxResult {
  Pair phi;
  Vector n;  ///< unit, from B to A
  VectorPair p_A, p_B;
  Number w;  ///< inverse square of the sine of crossed edges' angle; 0 for other features [1]
};

/// Kind of a feature, by the numbers of free columns of A and of B.
enum class BoxFeatureKind : std::uint8_t { facet_A, facet_B, crossed, edge_A, edge_B, corners };
constexpr std::size_t kBoxFeatureKinds = 6;

inline BoxFeatureKind kind_of(const BoxFeature& feature) {
  const int count_A = std::popcount(feature.free_A);
  const int count_B = std::popcount(feature.free_B);
  if (count_A == 2) return BoxFeatureKind::facet_A;
  if (count_B == 2) return BoxFeatureKind::facet_B;
  if (count_A == 1) return count_B == 1 ? BoxFeatureKind::crossed : BoxFeatureKind::edge_A;
  return count_B == 1 ? BoxFeatureKind::edge_B : BoxFeatureKind::corners;
}

/// Moves the witness points along crossed edges e and f, from their corners to where `foot` is
/// between them; p is between the corners.
template <class Vector, class VectorPair, class Result>
[[gnu::always_inline]] inline void cross_edges(const Vector& e, const Vector& f,
                                               const VectorPair& p, const VectorPair& foot,
                                               Result& result) {
  const auto ee = dot(e, e);
  const auto ff = dot(f, f);
  const auto ef = dot(e, f);
  const auto inverse = quotient(constant<decltype(result.w)>(1), ee * ff - ef * ef);
  result.w = inverse;
  // p - foot = s e - t f.
  const VectorPair rest = minus(p, foot);
  const Vector r = rounded(rest);
  const auto s = (ff * dot(e, r) - ef * dot(f, r)) * inverse;
  const auto t = (ef * dot(e, r) - ee * dot(f, r)) * inverse;
  const VectorPair along_e = product(e, s);
  const VectorPair along_f = product(f, t);
  const Vector left = rounded(minus(rest, minus(along_e, along_f)));
  const auto more_s = (ff * dot(e, left) - ef * dot(f, left)) * inverse;
  const auto more_t = (ef * dot(e, left) - ee * dot(f, left)) * inverse;
  add(result.p_A, along_e);
  add(result.p_B, along_f);
  add_low(result.p_A, e * more_s);
  add_low(result.p_B, f * more_t);
}

/// The foot of 0 on the facet that columns v and w span; fills n and phi. The outward normal
/// points from B to A: it has a positive product with c.
template <class Vector, class VectorPair, class Result>
[[gnu::always_inline]] inline VectorPair foot_on_facet(const Vector& v, const Vector& w,
                                                       const VectorPair& p, const Vector& c,
                                                       Result& result) {
  const VectorPair u = exact_cross(v, w);
  const VectorPair n = scaled(u, inverse_root(dot(u, u)));
  const auto H = dot(n, p);
  result.n = rounded(n);
  const auto outward = side_of(dot(result.n, c));
  result.n = result.n * outward;
  result.phi = {-outward * H.high, -outward * H.low};
  return scaled(n, H);
}

/// The foot of 0 on the line through p along e.
template <class Vector, class VectorPair>
[[gnu::always_inline]] inline VectorPair foot_on_edge(const Vector& e, const VectorPair& p) {
  const VectorPair axis = exactly(e);
  const auto along = dot(e, p);
  const auto square = dot(axis, axis);
  const auto s = quotient(along.high, square.high);
  const auto back = product(s, square.high);
  const auto more =
      quotient(((along.high - back.high) - back.low) + (along.low - s * square.low), square.high);
  VectorPair foot = minus(p, product(e, s));
  add_low(foot, -(e * more));
  return foot;
}

/// Fills phi and n from the foot on an edge or a corner, which is `sum`.
template <class VectorPair, class Result>
[[gnu::always_inline]] inline void measure(const VectorPair& sum, Result& result) {
  // Boxes may be so near that little is left of the first doubles.
  const VectorPair foot = renewed(sum);
  const auto square = dot(foot, foot);
  const auto inverse = inverse_root(square);
  const auto distance = product_of(square, inverse);
  result.phi = quick_two_sum(distance.high, distance.low);
  result.n = -rounded(scaled(foot, inverse));
}

/// Fills a result whose points are the corners. `column(i)`: the columns that are free, in ascending
/// order, A's first; `c`: from B's centre to A's, rounded.
template <class Columns, class Vector, class Result>
[[gnu::always_inline]] inline void find_points(BoxFeatureKind kind, const Columns& column,
                                               const Vector& c, Result& result) {
  using enum BoxFeatureKind;
  result.w = constant<decltype(result.w)>(0);
  const auto p = minus(result.p_B, result.p_A);
  auto foot = p;
  if (kind == facet_A || kind == facet_B || kind == crossed) {
    const Vector v = column(0);
    const Vector w = column(1);
    foot = foot_on_facet(v, w, p, c, result);
    if (kind == crossed) return cross_edges(v, w, p, foot, result);
  } else {
    if (kind != corners) foot = foot_on_edge(column(0), p);
    measure(foot, result);
  }
  if (kind == facet_A || kind == edge_A) {
    result.p_A = minus(result.p_B, foot);
  } else if (kind == facet_B || kind == edge_B) {
    result.p_B = result.p_A;
    add(result.p_B, foot);
  }
}

/// The columns that are free, in ascending order, A's first.
struct FreeColumns {
  int count;
  std::array<const double*, 2> column;

  [[gnu::always_inline]] FreeColumns(const PlacedBoxes& boxes, const BoxFeature& feature) {
    count = 0;
    for (unsigned free = feature.free_A | feature.free_B << 3U; free != 0; free &= free - 1) {
      column[at(count++)] = boxes.column(at(std::countr_zero(free)));
    }
  }
};

/// False if too few digits are left. `c`: from B's centre to A's, rounded. `gap`: a facet's along n,
/// correctly rounded, if it is known [m].
[[gnu::always_inline]] inline bool answer_from(const PlacedBoxes& boxes, const Lanes& c,
                                               const BoxFeature& feature, std::optional<double> gap,
                                               Answer& answer) {
  const Vec3 a = local_corner(boxes.A, feature.corner_A);
  const Vec3 b = local_corner(boxes.B, feature.corner_B);
  const FreeColumns free(boxes, feature);
  BoxResult<Lanes, LanesPair, double, DoubleDouble> result;
  result.p_A = placed(boxes.X_WA, boxes.E, a);
  result.p_B = placed(boxes.X_WB, boxes.F, b);
  find_points(
      kind_of(feature), [&](std::size_t i) { return lanes_of(free.column[i]); }, c, result);
  const double world = norm_1(lanes_of(boxes.X_WA.t)) + norm_1(lanes_of(boxes.X_WB.t)) +
                       (boxes.A.farthest + boxes.B.farthest);
  const double size = std::min(boxes.A.longest, boxes.B.longest);
  if (!(size > kMinSize * world) || !(size > result.w * result.w * kMinSizeOfCrossed * world)) {
    return false;
  }
  answer.value = result.phi.high;
  answer.tail = result.phi.low;
  if (!(std::abs(result.phi.high) > kMinDistance * world)) {
    if (free.count < 2) return false;
    if (!gap) {
      const std::optional<DoubleDouble> level =
          exact_level(ExactPoses(boxes.X_WA, boxes.X_WB), {a, b, free.column[0], free.column[1]});
      if (!level) return false;
      // exact_level() measures along first x second, which may point to either side.
      const Lanes u = cross(lanes_of(free.column[0]), lanes_of(free.column[1]));
      gap = dot(u, result.n) < 0 ? level->high : -level->high;
    }
    answer.value = 0 + *gap;
    answer.tail.reset();
    answer.work.exact = 1;
  }
  answer.status = AnswerStatus::answered;
  answer.normal = vector_of(result.n);
  answer.witnesses = WitnessPoints{vector_of(rounded(result.p_A)), vector_of(rounded(result.p_B))};
  answer.feature_A = boxes.A.feature(feature.free_A, feature.corner_A);
  answer.feature_B = boxes.B.feature(feature.free_B, feature.corner_B);
  return true;
}

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
