// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/draft_order.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace touchstone {
namespace {

constexpr int kFewDigits = 3;
constexpr int kManyDigits = 9;

int rotation_rank(const PoseDraft& pose) {
  return static_cast<int>(pose.q ? rank_of(*pose.q) : RotationRank::any);
}

/// How far the largest coordinate is from 1, in powers of two.
int exponent_of(const BodyDraft& body) {
  const double largest = largest_coordinate(body);
  return largest == 0 ? 0 : std::abs(std::ilogb(largest));
}

}  // namespace

int significant_digits(double x) {
  if (x == 0) return 0;
  std::array<char, 40> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific).ptr;
  int digits = 0;
  for (const char* c = text.data(); c != end && *c != 'e'; ++c) {
    if (*c >= '0' && *c <= '9') ++digits;
  }
  return digits;
}

int significant_digits(const PairDraft& draft) {
  int most = 0;
  visit_numbers(draft, [&](double x) { most = std::max(most, significant_digits(x)); });
  for (const PoseDraft& pose : draft.poses) {
    if (pose.q) continue;
    for (const double entry : pose.R.reshaped()) most = std::max(most, significant_digits(entry));
  }
  return most;
}

int digit_cost(double x) {
  constexpr int kBinary = 3;     // added for multiples of 1/16
  constexpr int kDecimal = 6;    // for other numbers of few digits
  constexpr int kManyCost = 16;  // for numbers of many digits
  if (x == 0) return 0;
  const int digits = std::min(significant_digits(x), kManyDigits);
  if (digits > kFewDigits) return kManyCost + digits;
  if (x == std::nearbyint(x)) return digits;
  return digits + (16 * x == std::nearbyint(16 * x) ? kBinary : kDecimal);
}

DraftOrder order_of(const PairDraft& draft) {
  DraftOrder order;
  for (const BodyDraft& body : draft.bodies) {
    order.vertices += static_cast<int>(body.vertex_count());
    if (!body.half_extents) ++order.hulls;
    order.exponents += exponent_of(body);
  }
  for (const PoseDraft& pose : draft.poses) {
    order.rotation += rotation_rank(pose);
    if (!pose.q) order.numbers += 9 * (digit_cost(0.123456789));
  }
  visit_numbers(draft, [&](double x) {
    order.numbers += digit_cost(x);
    if (x < 0) ++order.negatives;
  });
  order.swapped = draft.bodies[0].vertex_count() < draft.bodies[1].vertex_count() ? 1 : 0;
  return order;
}

}  // namespace touchstone
