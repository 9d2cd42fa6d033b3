// SPDX-License-Identifier: GPL-3.0-or-later
// The query of box_distance_kernel.hpp for many pairs: which feature is nearest, of four pairs at
// once, a lane each; then their answers, of four pairs with features of one kind
// (box_group_points_kernel.hpp). Every guess and every check has the terms that it has there. Left
// to that query are boxes off their local origins, planes that tie, contact, and all else that is
// open after the first guess and the projections.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "metrics/certified/box/box_apart_kernel.hpp"
#include "metrics/certified/box/box_group_points_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

[[gnu::always_inline]] inline Mask integers(long long i) {
  return Mask(Mask::Register{i, i, i, i});
}

/// The boxes as Apart sees them, a pair in each lane.
struct FourOfPairs {
  [[gnu::always_inline]] explicit FourOfPairs(const ProductsInLanes& products)
      : p(products), c_A(rows_of(p.c_A)), c_B(rows_of(p.c_B)), h(rows_of(p.h)), g(rows_of(p.g)) {}

  [[gnu::always_inline]] Rows rotated(const Rows& t) const {
    const auto along = [&](std::size_t i) {
      return sum_of(p.P[i][0] * t.x, p.P[i][1] * t.y, p.P[i][2] * t.z);
    };
    return rows_of(along(0), along(1), along(2));
  }
  [[gnu::always_inline]] Rows back(const Rows& v) const {
    const auto along = [&](std::size_t j) {
      return sum_of(p.P[0][j] * v.x, p.P[1][j] * v.y, p.P[2][j] * v.z);
    };
    return rows_of(along(0), along(1), along(2));
  }
  [[gnu::always_inline]] Rows column(const RowsMask& one) const {
    const auto row = [&](std::size_t i) { return entry(rows_of(p.P[i]), one); };
    return rows_of(row(0), row(1), row(2));
  }
  [[gnu::always_inline]] static Lanes entry(const Rows& v, const RowsMask& one) {
    return select(one.x, v.x, select(one.y, v.y, v.z));
  }
  [[gnu::always_inline]] static Rows equal(const Lanes& a) { return rows_of(a, a, a); }
  [[gnu::always_inline]] static FreeCounts<Mask> counts(const RowsMask& free_A,
                                                        const RowsMask& free_B) {
    const auto of_A = free_A.x.v + free_A.y.v + free_A.z.v;  // a mask that is set is -1
    const auto of_B = free_B.x.v + free_B.y.v + free_B.z.v;
    return {Mask(of_A + of_B > -3), Mask((of_A == 0) & (of_B != 0)),
            Mask((of_A == -1) & (of_B == -1))};
  }
  [[gnu::always_inline]] static Mask exceeds(const Rows& a, const Lanes& margin) {
    return (a.x > margin) & (a.y > margin) & (a.z > margin);
  }
  [[gnu::always_inline]] static Mask code(const BoxSigns<RowsMask>& feature) {
    const auto three = [](const RowsMask& mask, long long bit) {
      return (mask.x & integers(bit)) | (mask.y & integers(2 * bit)) | (mask.z & integers(4 * bit));
    };
    return (three(feature.free_A, 1) | three(feature.free_B, 1 << 3)) |
           (three(feature.up_A, 1 << 6) | three(feature.up_B, 1 << 9));
  }

  const ProductsInLanes& p;
  Rows c_A, c_B, h, g;
  const Lanes& error = p.error;
};

/// widest_place(), as an index of SweepInLanes.
[[gnu::always_inline]] inline Lanes widest_index(const SweepInLanes& swept) {
  const Lanes zero = everywhere(0);
  Lanes most = everywhere(-1);
  Lanes index = zero;
  each<SweepInLanes::kAxesInLanes>([&](auto k) {
    const Lanes gap = larger(swept.excess[k], zero);
    Lanes square = gap * gap;
    if constexpr (k >= 6)
      square = quotient(square, larger(swept.square[k - 6], everywhere(kMinSquare)));
    const Mask wider = square > most;
    most = select(wider, square, most);
    index = select(wider, everywhere(static_cast<double>(k)), index);
  });
  return index;
}

/// feature_of(); it is known where the axis is.
[[gnu::always_inline]] inline BoxSigns<RowsMask> feature_of(const AxisInLanes& axis) {
  const Lanes side = side_of(axis.along_c);
  const auto three = [&](std::size_t from) {
    return rows_of(axis.sign[from], axis.sign[from + 1], axis.sign[from + 2]);
  };
  const Rows zero = rows_of(everywhere(0), everywhere(0), everywhere(0));
  return {three(0) == zero, three(3) == zero, three(0) * -side > 0.0, three(3) * side > 0.0};
}

/// find_feature() of four: a bit for each that is found, and its code.
[[gnu::flatten]] unsigned find_features(const FourBoxes<BoxShape>& boxes, Mask& code) {
  const auto bodies = [](const std::array<const BoxShape*, 4>& of) {
    return std::array<const BoxBody*, 4>{&of[0]->body, &of[1]->body, &of[2]->body, &of[3]->body};
  };
  const PosesInLanes E(boxes.X_WA);
  const PosesInLanes F(boxes.X_WB);
  const ProductsInLanes products = products_in_lanes(E, F, bodies(boxes.A), bodies(boxes.B));
  const Apart<FourOfPairs> apart(products);
  const Mask by_centers = products.surely & apart.by_centers();
  code = integers(0);
  Mask found = integers(0);
  if (bits_of(by_centers) != 0) found = apart.find(by_centers, code);
  const Mask rest = products.surely & ~by_centers;
  if (bits_of(rest) == 0) return bits_of(found);

  const SweepInLanes swept(products);
  const Mask separated = rest & (swept.widest() > products.error);
  const Mask overlapping = rest & ~separated;
  const auto take = [&](const Mask& known, const BoxSigns<RowsMask>& feature) {
    code = select(known, FourOfPairs::code(feature), code);
    found = found | known;
  };
  if (bits_of(overlapping) != 0) {
    Mask only = integers(0);
    const Lanes index = swept.deepest(everywhere(3) * products.error, products.slack, only);
    const AxisInLanes axis(products, index);
    take(overlapping & only & axis.known, feature_of(axis));
  }
  if (bits_of(separated) != 0) {
    const AxisInLanes axis(products, widest_index(swept));
    const BoxSigns<RowsMask> guess = feature_of(axis);
    take(separated & axis.known & apart.holds(guess), guess);
    const Mask open = separated & ~found;
    if (bits_of(open) != 0) found = found | apart.find(open, code);
  }
  return bits_of(found);
}

}  // namespace

std::uint64_t find_box_distances(std::span<const BoxQuestion<BoxShape>> questions) {
  std::array<KnownPair, kMaxBoxQuestions> known;
  std::array<std::array<std::uint8_t, kMaxBoxQuestions>, kBoxFeatureKinds> of_kind;
  std::array<std::size_t, kBoxFeatureKinds> count{};
  for (std::size_t begin = 0; begin < questions.size(); begin += 4) {
    const FourBoxes<BoxShape> boxes([&](std::size_t l) -> const auto& {
      return questions[begin + l < questions.size() ? begin + l : begin];
    });
    Mask code = integers(0);
    const unsigned found = find_features(boxes, code);
    for (std::size_t l = 0; l < 4 && begin + l < questions.size(); ++l) {
      if ((found >> l & 1U) == 0) continue;
      const std::size_t k = begin + l;
      known[k] = {&questions[k], decoded(code.v[l])};
      const auto kind = static_cast<std::size_t>(kind_of(known[k].feature));
      of_kind[kind][count[kind]++] = static_cast<std::uint8_t>(k);
    }
  }
  std::uint64_t answered = 0;
  each<kBoxFeatureKinds>([&](auto kind) {
    for (std::size_t begin = 0; begin < count[kind]; begin += 4) {
      FourPairs pairs;
      std::array<std::uint8_t, 4> place;
      for (std::size_t l = 0; l < 4; ++l) {
        place[l] = of_kind[kind][begin + l < count[kind] ? begin + l : begin];
        pairs[l] = &known[place[l]];
      }
      const unsigned four = answer_four<static_cast<BoxFeatureKind>(kind.value)>(pairs);
      for (std::size_t l = 0; l < 4; ++l) {
        answered |= std::uint64_t{four >> l & 1U} << place[l];
      }
    }
  });
  return answered;
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
