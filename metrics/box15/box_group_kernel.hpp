// SPDX-License-Identifier: GPL-3.0-or-later
// The query of box_query_kernel.hpp for four pairs at once, a lane each, over the same terms in the
// same order. Left to that query are boxes off their local origins, numbers of extreme size, axes
// that tie, and signs that doubles leave in doubt.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "metrics/box15/box_query.hpp"
#include "metrics/common/box_lanes_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

struct DepthInLanes {
  Mask decided;
  Lanes depth;
  Rows normal;  ///< from B to A, world
};

/// Half extents of one body of each pair, to all their digits.
[[gnu::always_inline]] inline RowsPair exact_halves(const std::array<const BoxBody*, 4>& box) {
  const auto four = [&](std::size_t i) {
    return LanesPair{Lanes(box[0]->exact_half[i].high, box[1]->exact_half[i].high,
                           box[2]->exact_half[i].high, box[3]->exact_half[i].high),
                     Lanes(box[0]->exact_half[i].low, box[1]->exact_half[i].low,
                           box[2]->exact_half[i].low, box[3]->exact_half[i].low)};
  };
  return {four(0), four(1), four(2)};
}

/// What evaluate() of box_query_kernel.hpp does along the one axis.
[[gnu::always_inline]] inline DepthInLanes depth_along(const AxisInLanes& axis,
                                                       const ProductsInLanes& products,
                                                       const std::array<Rows, 6>& column,
                                                       const FourBoxes<BoxBody>& boxes) {
  const auto column_of = [&](const std::size_t BoxAxis::*which) {
    const auto part = [&](const Lanes Rows::*xyz) {
      const auto entry_of = [&](std::size_t l) { return (column[axis.axis[l]->*which].*xyz)[l]; };
      return Lanes(entry_of(0), entry_of(1), entry_of(2), entry_of(3));
    };
    return rows_of(part(&Rows::x), part(&Rows::y), part(&Rows::z));
  };
  const RowsPair u = exact_cross(column_of(&BoxAxis::first), column_of(&BoxAxis::second));
  const LanesPair square = dot(u, u);
  const Mask decided = axis.known & (square.high > kParallel * kParallel);
  const Lanes side = select(axis.along_c < 0.0, everywhere(-1), everywhere(1));

  const RowsPair h = exact_halves(boxes.A);
  const RowsPair g = exact_halves(boxes.B);
  const auto entry_of_p = [&](const Lanes Rows::*xyz, const LanesPair& c) {
    const auto term = [&](std::size_t k, const LanesPair& half) {
      LanesPair t = product(column[k].*xyz, axis.sign[k] * half.high);
      t.low = t.low + column[k].*xyz * (axis.sign[k] * half.low);
      return t;
    };
    LanesPair p = term(0, h.x);
    add(p, term(1, h.y));
    LanesPair p2 = term(2, h.z);
    add(p2, term(3, g.x));
    LanesPair p3 = term(4, g.y);
    add(p3, term(5, g.z));
    add(p, p2);
    add(p3, {c.high * -side, c.low * -side});
    add(p, p3);
    return p;
  };
  const RowsPair p = {entry_of_p(&Rows::x, products.c[0]), entry_of_p(&Rows::y, products.c[1]),
                      entry_of_p(&Rows::z, products.c[2])};

  const PairRoot<LanesPair> root_of_square(square);
  const LanesPair depth = root_of_square.quotient_of(dot(u, p));
  const Lanes length = root_of_square.corrected();
  return {decided & (depth.high >= everywhere(0)), depth.high,
          rows_of(quotient(u.x.high * side, length), quotient(u.y.high * side, length),
                  quotient(u.z.high * side, length))};
}

/// What far_apart() says of each pair. Eigen may add three terms in another order: where that
/// matters both are left open.
struct FarInLanes {
  Mask apart, near;
};

[[gnu::always_inline]] inline FarInLanes far_in_lanes(const PosesInLanes& E, const PosesInLanes& F,
                                                      const ProductsInLanes& p) {
  constexpr double kOrder = 0x1p-50;
  const auto most = [](const Lanes& x, const Lanes& y, const Lanes& z) {
    return larger(larger(magnitude(x), magnitude(y)), magnitude(z));
  };
  const Lanes largest_t = larger(most(E.t.x, E.t.y, E.t.z), most(F.t.x, F.t.y, F.t.z));
  const Lanes between = most(p.c[0].high, p.c[1].high, p.c[2].high) - everywhere(1e-14) * largest_t;
  const Lanes extent =
      everywhere(1.02) * (sum_of(p.h[0], p.h[1], p.h[2]) + sum_of(p.g[0], p.g[1], p.g[2]));
  return {between > extent * (1 + kOrder), between < extent * (1 - kOrder)};
}

[[gnu::always_inline]] inline void tell_disjoint(BatchAnswer& answer, int axes) {
  answer = {};
  answer.status = AnswerStatus::sign_only;
  answer.sign = 1;
  answer.feature_A = answer.feature_B = -1;
  answer.iterations = axes;
}

/// Answers a bit for each of the four.
[[gnu::flatten]] unsigned ask_four(const FourBoxes<BoxBody>& boxes,
                                   const std::array<BatchAnswer*, 4>& answers) {
  const PosesInLanes E(boxes.X_WA);
  const PosesInLanes F(boxes.X_WB);
  const ProductsInLanes products = products_in_lanes(E, F, boxes.A, boxes.B);
  const FarInLanes far = far_in_lanes(E, F, products);
  const SweepInLanes swept(products);
  const unsigned open = bits_of(products.surely);
  const unsigned apart_by_centers = open & bits_of(far.apart);
  const unsigned near = open & bits_of(far.near);
  const unsigned apart = near & bits_of(swept.widest() > products.error);
  for (std::size_t l = 0; l < 4; ++l) {
    if (((apart_by_centers | apart) >> l & 1U) == 0) continue;
    tell_disjoint(*answers[l], (apart >> l & 1U) != 0 ? 15 : 0);
  }
  const unsigned left = near & ~apart;
  if (left == 0) return apart_by_centers | apart;

  Mask only = products.surely;
  const Lanes index = swept.deepest(products.error, products.slack, only);
  const std::array<Rows, 6> column = {E.column[0], E.column[1], E.column[2],
                                      F.column[0], F.column[1], F.column[2]};
  const DepthInLanes found = depth_along(AxisInLanes(products, index), products, column, boxes);
  const unsigned overlapping = left & bits_of(only & found.decided);
  const Lanes value = everywhere(0) - found.depth;
  for (std::size_t l = 0; l < 4; ++l) {
    if ((overlapping >> l & 1U) == 0) continue;
    BatchAnswer& answer = *answers[l];
    answer = {};
    answer.status = AnswerStatus::answered;
    answer.value = value[l];
    answer.given = BatchAnswer::kNormal;
    answer.normal = {found.normal.x[l], found.normal.y[l], found.normal.z[l]};
    answer.feature_A = answer.feature_B = -1;
    answer.iterations = 15;
  }
  return apart_by_centers | apart | overlapping;
}

}  // namespace

std::uint64_t ask_box_groups(std::span<const BoxQuestion<BoxBody>> questions) {
  std::uint64_t answered = 0;
  for (std::size_t begin = 0; begin < questions.size(); begin += 4) {
    const auto there = [&](std::size_t l) { return begin + l < questions.size(); };
    const FourBoxes<BoxBody> boxes([&](std::size_t l) -> const auto& {
      return questions[there(l) ? begin + l : begin];
    });
    std::array<BatchAnswer*, 4> answers;
    std::array<BatchAnswer, 4> unused;
    for (std::size_t l = 0; l < 4; ++l) {
      answers[l] = there(l) ? questions[begin + l].answer : &unused[l];
    }
    answered |= std::uint64_t{ask_four(boxes, answers)} << begin;
  }
  const std::size_t count = questions.size();
  return count < 64 ? answered & ((std::uint64_t{1} << count) - 1) : answered;
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
