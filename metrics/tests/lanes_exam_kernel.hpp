// SPDX-License-Identifier: GPL-3.0-or-later
// What lanes_test.cpp and shorts_test.cpp ask of the lanes, compiled for both widths of registers.
#pragma once

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/arithmetic/shorts_kernel.hpp"
#include "metrics/tests/lanes_exam.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {

/// Everything once, of the same operands.
LanesResults exam(const LanesOperands& given) {
  const Lanes a = lanes_of(given.a);
  const Lanes b = lanes_of(given.b);
  const LanesOfRotation R(given.R);
  const Rows rows(R);
  const LanesPair v{lanes_of(given.v), lanes_of(given.v_low)};
  LanesResults out;
  out.sum = vector_of(a + b);
  out.difference = vector_of(a - b);
  out.product = vector_of(a * b);
  out.multiple = vector_of(a * given.factor);
  out.dot = dot(a, b);
  out.cross = vector_of(cross(a, b));
  out.norm_1 = norm_1(a);
  out.turned = vector_of(R * given.a);
  out.rotated_lanes = vector_of(R * a);
  out.back = vector_of(rows.back(a));
  out.skew = vector_of(rows.skew());
  out.determinant = rows.determinant();
  out.magnitude = vector_of(magnitude(a));
  out.larger = vector_of(larger(a, b));
  out.smaller = vector_of(smaller(a, b));
  const Lanes four(given.a[0], given.a[1], given.a[2], given.b[0]);
  out.largest = largest(four);
  out.smallest = smallest(four);
  out.next = vector_of(next_axes(a));
  out.after_next = vector_of(axes_after_next(a));
  out.bits = bits_of(four < given.factor);
  double skew = 0;
  out.rotations = surely_rotations(rows, Rows(a, b, lanes_of(given.v)), skew);
  out.rotations_alike = surely_rotations(rows, rows, skew);
  out.skew_of_both = skew;

  const LanesPair two = two_sum(a, b);
  out.two_sum = {vector_of(two.high), vector_of(two.low)};
  const LanesPair exact = product(a, b);
  out.exact_product = {vector_of(exact.high), vector_of(exact.low)};
  LanesPair sum = v;
  add(sum, LanesPair{a, lanes_of(given.a_low)});
  out.added = {vector_of(sum.high), vector_of(sum.low)};
  sum = v;
  add_multiple(sum, given.factor, LanesPair{a, lanes_of(given.a_low)});
  out.added_multiple = {vector_of(sum.high), vector_of(sum.low)};
  sum = LanesPair{a, lanes_of(given.a_low)};
  add_rotated(sum, -1.0, R, v);
  out.added_rotated = {vector_of(sum.high), vector_of(sum.low)};
  out.dot_in_full = dot(a, v);
  return out;
}

ShortsResults exam_shorts(const ShortsOperands& given) {
  const Shorts a(given.a.data());
  const Shorts b(given.b.data());
  ShortsResults out;
  scaled_product(a, b).store(out.product.data());
  larger_short(a, b).store(out.larger.data());
  largest_everywhere(a).store(out.largest.data());
  std::array<Shorts, 3> rounded;
  round_to_shorts(lanes_of(given.v), rounded[0], rounded[1], rounded[2]);
  for (std::size_t k = 0; k < 3; ++k) rounded[k].store(out.rounded[k].data());
  out.above = bits_above(given.a.data(), Shorts(given.level));
  return out;
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
