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

#include "metrics/certified/box/box_group_points_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

using Triple = std::array<Lanes, 3>;
using MaskTriple = std::array<Mask, 3>;

template <class Of>
[[gnu::always_inline]] inline Triple triple(const Of& of) {
  return {of(std::integral_constant<std::size_t, 0>()),
          of(std::integral_constant<std::size_t, 1>()),
          of(std::integral_constant<std::size_t, 2>())};
}
template <class Of>
[[gnu::always_inline]] inline MaskTriple masks(const Of& of) {
  return {of(std::integral_constant<std::size_t, 0>()),
          of(std::integral_constant<std::size_t, 1>()),
          of(std::integral_constant<std::size_t, 2>())};
}

/// BoxFeature, four of them.
struct FeatureInLanes {
  MaskTriple free_A, free_B, up_A, up_B;

  /// Twelve bits in each lane, from those of free_A on.
  [[gnu::always_inline]] Mask code() const {
    Mask bits(Mask::Register{0, 0, 0, 0});
    const auto put = [&](const MaskTriple& three, std::size_t from) {
      each<3>([&](auto k) {
        const long long bit = 1LL << (from + k);
        bits = bits | (three[k] & Mask(Mask::Register{bit, bit, bit, bit}));
      });
    };
    put(free_A, 0);
    put(free_B, 3);
    put(up_A, 6);
    put(up_B, 9);
    return bits;
  }
};

[[gnu::always_inline]] inline BoxFeature decoded(long long code) {
  const auto bits = static_cast<unsigned>(code);
  return {bits & 7U, bits >> 3U & 7U, bits >> 6U & 7U, bits >> 9U & 7U};
}

/// Lanes of a mask, counted.
[[gnu::always_inline]] inline Mask counted(const MaskTriple& m) {
  return Mask(-(m[0].v + m[1].v + m[2].v));
}
[[gnu::always_inline]] inline Mask integers(long long i) {
  return Mask(Mask::Register{i, i, i, i});
}

/// Apart of box_distance_kernel.hpp, of four.
class ApartInLanes {
 public:
  [[gnu::always_inline]] explicit ApartInLanes(const ProductsInLanes& products)
      : p_(products), d_(triple([&](auto i) { return -products.c_A[i]; })) {}

  [[gnu::always_inline]] Mask by_centers() const {
    const Triple along = triple([&](auto i) {
      return magnitude(p_.c_A[i]) * (p_.h[i] - magnitude(p_.c_A[i])) +
             magnitude(p_.c_B[i]) * p_.g[i];
    });
    return sum_of(along[0], along[1], along[2]) < 0.0;
  }

  /// The nearest features of the pairs `wanted` that the projections lead to; which they are.
  [[gnu::always_inline]] Mask find(const Mask& wanted, Mask& code) const {
    Mask found = integers(0);
    Triple x = triple([&](auto i) { return clamped(d_[i], p_.h[i]); });
    Triple last = x;
    for (int step = 0; step < kMaxProjections; ++step) {
      const Triple y = back(triple([&](auto i) { return x[i] - d_[i]; }));
      const Triple t = triple([&](auto j) { return clamped(y[j], p_.g[j]); });
      const Triple turned = rotated(t);
      const Triple q = triple([&](auto i) { return d_[i] + turned[i]; });
      const Triple next = triple([&](auto i) { return clamped(q[i], p_.h[i]); });
      const FeatureInLanes feature = {masks([&](auto i) { return magnitude(q[i]) < p_.h[i]; }),
                                      masks([&](auto j) { return magnitude(y[j]) < p_.g[j]; }),
                                      masks([&](auto i) { return q[i] > 0.0; }),
                                      masks([&](auto j) { return y[j] > 0.0; })};
      const Mask now = holds(feature) & wanted & ~found;
      code = Mask(now.v ? feature.code().v : code.v);
      found = found | now;
      if (bits_of(found) == bits_of(wanted)) break;
      const Triple moved = triple([&](auto i) { return next[i] - x[i]; });
      x = next;
      if (step % 2 == 1) {
        const Lanes rate =
            quotient(sum_of(moved[0] * last[0], moved[1] * last[1], moved[2] * last[2]),
                     sum_of(last[0] * last[0], last[1] * last[1], last[2] * last[2]));
        const Lanes ahead = select((rate > 0.0) & (rate < 1.0),
                                   quotient(rate, everywhere(1) - rate), everywhere(0));
        x = triple([&](auto i) { return clamped(x[i] + moved[i] * ahead, p_.h[i]); });
      }
      last = moved;
    }
    return found;
  }

  [[gnu::always_inline]] Mask holds(const FeatureInLanes& feature) const {
    const Lanes zero = everywhere(0);
    const Mask count_A = counted(feature.free_A);
    const Mask count_B = counted(feature.free_B);
    const Mask one_each((count_A.v == 1) & (count_B.v == 1));
    const Mask on_B((count_A.v == 0) & (count_B.v != 0));
    Mask known(count_A.v + count_B.v < 3);
    const auto end = [](const Mask& up, const Lanes& half) { return select(up, half, -half); };
    const Triple t0 = triple(
        [&](auto j) { return select(feature.free_B[j], zero, end(feature.up_B[j], p_.g[j])); });
    const Triple turned0 = rotated(t0);
    const Triple r = triple([&](auto i) {
      return (d_[i] + turned0[i]) - select(feature.free_A[i], zero, end(feature.up_A[i], p_.h[i]));
    });
    Triple x = triple([&](auto i) { return select(feature.free_A[i], r[i], zero); });
    Triple t = {zero, zero, zero};
    Triple v = triple([&](auto i) { return r[i] - x[i]; });
    Lanes margin = p_.error;
    if (bits_of(on_B) != 0) {
      const Triple back_r = back(r);
      t = triple([&](auto j) { return select(on_B & feature.free_B[j], -back_r[j], zero); });
      const Triple turned = rotated(t);
      v = triple([&](auto i) { return select(on_B, r[i] + turned[i], v[i]); });
    }
    if (bits_of(one_each) != 0) {
      const auto chosen = [](const MaskTriple& which, const Triple& of) {
        return select(which[0], of[0], select(which[1], of[1], of[2]));
      };
      const Triple column = triple([&](auto i) { return chosen(feature.free_B, p_.P[i]); });
      const Lanes cosine = chosen(feature.free_A, column);
      const Lanes r_i = chosen(feature.free_A, r);
      const Lanes square = everywhere(1) - cosine * cosine;
      known = known & ~(one_each & ~(square > everywhere(kMinSquare)));
      const Lanes along_t = quotient(
          cosine * r_i - sum_of(column[0] * r[0], column[1] * r[1], column[2] * r[2]), square);
      const Lanes along_x = r_i + along_t * cosine;
      margin = select(one_each, margin * quotient(everywhere(4), square), margin);
      each<3>([&](auto i) {
        t[i] = select(one_each & feature.free_B[i], along_t, t[i]);
        x[i] = select(one_each & feature.free_A[i], along_x, x[i]);
        v[i] = select(one_each, (r[i] + column[i] * along_t) - x[i], v[i]);
      });
    }
    const Triple along_B = back(v);
    each<3>([&](auto i) {
      const Lanes of_A = select(feature.up_A[i], v[i], -v[i]);
      const Lanes of_B = select(feature.up_B[i], -along_B[i], along_B[i]);
      known = known & (select(feature.free_A[i], p_.h[i] - magnitude(x[i]), of_A) > margin) &
              (select(feature.free_B[i], p_.g[i] - magnitude(t[i]), of_B) > margin);
    });
    return known;
  }

 private:
  [[gnu::always_inline]] static Lanes clamped(const Lanes& a, const Lanes& limit) {
    return larger(smaller(a, limit), -limit);
  }
  [[gnu::always_inline]] Triple rotated(const Triple& t) const {
    return triple(
        [&](auto i) { return sum_of(p_.P[i][0] * t[0], p_.P[i][1] * t[1], p_.P[i][2] * t[2]); });
  }
  [[gnu::always_inline]] Triple back(const Triple& v) const {
    return triple(
        [&](auto j) { return sum_of(p_.P[0][j] * v[0], p_.P[1][j] * v[1], p_.P[2][j] * v[2]); });
  }

  const ProductsInLanes& p_;
  Triple d_;
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
[[gnu::always_inline]] inline FeatureInLanes feature_of(const AxisInLanes& axis) {
  const Lanes side = select(axis.along_c < 0.0, everywhere(-1), everywhere(1));
  const auto zero_at = [&](std::size_t k) { return axis.sign[k] == everywhere(0); };
  return {masks([&](auto k) { return zero_at(k); }), masks([&](auto k) { return zero_at(3 + k); }),
          masks([&](auto k) { return side * axis.sign[k] < 0.0; }),
          masks([&](auto k) { return side * axis.sign[3 + k] > 0.0; })};
}

/// find_feature() of four: a bit for each that is found, and its code.
[[gnu::flatten]] unsigned find_features(const FourBoxes<BoxShape>& boxes, Mask& code) {
  const auto bodies = [](const std::array<const BoxShape*, 4>& of) {
    return std::array<const BoxBody*, 4>{&of[0]->body, &of[1]->body, &of[2]->body, &of[3]->body};
  };
  const PosesInLanes E(boxes.X_WA);
  const PosesInLanes F(boxes.X_WB);
  const ProductsInLanes products = products_in_lanes(E, F, bodies(boxes.A), bodies(boxes.B));
  const ApartInLanes apart(products);
  const Mask by_centers = products.surely & apart.by_centers();
  code = integers(0);
  Mask found = integers(0);
  if (bits_of(by_centers) != 0) found = apart.find(by_centers, code);
  const Mask rest = products.surely & ~by_centers;
  if (bits_of(rest) == 0) return bits_of(found);

  const SweepInLanes swept(products);
  const Mask separated = rest & (swept.widest() > products.error);
  const Mask overlapping = rest & ~separated;
  const auto take = [&](const Mask& known, const FeatureInLanes& feature) {
    code = Mask(known.v ? feature.code().v : code.v);
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
    const FeatureInLanes guess = feature_of(axis);
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
    FourBoxes<BoxShape> boxes;
    for (std::size_t l = 0; l < 4; ++l) {
      const auto& question = questions[begin + l < questions.size() ? begin + l : begin];
      boxes.A[l] = question.A;
      boxes.X_WA[l] = question.X_WA;
      boxes.B[l] = question.B;
      boxes.X_WB[l] = question.X_WB;
    }
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
  for (std::size_t kind = 0; kind < kBoxFeatureKinds; ++kind) {
    for (std::size_t begin = 0; begin < count[kind]; begin += 4) {
      FourPairs pairs;
      std::array<std::uint8_t, 4> place;
      for (std::size_t l = 0; l < 4; ++l) {
        place[l] = of_kind[kind][begin + l < count[kind] ? begin + l : begin];
        pairs[l] = &known[place[l]];
      }
      const unsigned four = answer_four_of(static_cast<BoxFeatureKind>(kind), pairs);
      for (std::size_t l = 0; l < 4; ++l) {
        answered |= std::uint64_t{four >> l & 1U} << place[l];
      }
    }
  }
  return answered;
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
