// SPDX-License-Identifier: GPL-3.0-or-later
// The answers of box_feature_kernel.hpp from the features of four pairs of boxes at once, a lane
// each. All four have features of one kind, so that no lane waits for another.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "geometry/index.hpp"
#include "metrics/arithmetic/rows_pair_kernel.hpp"
#include "metrics/certified/box/box_distance.hpp"
#include "metrics/certified/box/box_feature_kernel.hpp"
#include "metrics/common/box_lanes_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// A pair whose nearest feature is known.
struct KnownPair {
  const BoxQuestion<BoxShape>* question;
  BoxFeature feature;
};
using FourPairs = std::array<const KnownPair*, 4>;

/// Results of four pairs, and lengths beside which they are small.
struct ResultInLanes : BoxResult<Rows, RowsPair, Lanes, LanesPair> {
  Lanes world, size;
};

template <class Of>
[[gnu::always_inline]] inline Lanes lanes_from(const Of& of) {
  return Lanes(of(0), of(1), of(2), of(3));
}

/// The first column that is free in `bits`, or after it the second.
[[gnu::always_inline]] inline Rows column_in_lanes(const std::array<const Pose*, 4>& poses,
                                                   const std::array<unsigned, 4>& bits) {
  const auto of = [&](std::size_t l) {
    // What follows a column, the next one or the place, falls into the lane that is left out.
    return four_at(reinterpret_cast<const double*>(poses[l]) + 3 * std::countr_zero(bits[l]));
  };
  return Rows(of(0), of(1), of(2), of(3));
}

[[gnu::always_inline]] inline Rows corners_in_lanes(const std::array<const BoxShape*, 4>& boxes,
                                                    const FourPairs& pairs,
                                                    unsigned BoxFeature::*corner) {
  const auto entry_of = [&](unsigned i) {
    return lanes_from([&](std::size_t l) {
      const bool upper = (pairs[l]->feature.*corner >> i & 1U) != 0;
      const Vec3& end = upper ? boxes[l]->most : boxes[l]->least;
      return end.data()[i];
    });
  };
  return rows_of(entry_of(0), entry_of(1), entry_of(2));
}

/// placed() of four.
[[gnu::always_inline]] inline RowsPair placed(const PosesInLanes& X, const Rows& v) {
  RowsPair p = exactly(X.t);
  add(p, product(X.column[0], v.x));
  add(p, product(X.column[1], v.y));
  add(p, product(X.column[2], v.z));
  return p;
}

/// The answers of four pairs with features of one kind.
template <BoxFeatureKind kKind>
[[gnu::always_inline]] inline ResultInLanes find_four_points(const FourPairs& pairs) {
  const FourBoxes<BoxShape> boxes([&](std::size_t l) -> const auto& {
    return *pairs[l]->question;
  });
  std::array<unsigned, 4> first;
  std::array<unsigned, 4> second;
  constexpr bool kOnA = kKind == BoxFeatureKind::facet_A || kKind == BoxFeatureKind::edge_A ||
                        kKind == BoxFeatureKind::crossed;
  constexpr bool kFacet = kKind == BoxFeatureKind::facet_A || kKind == BoxFeatureKind::facet_B;
  each<4>([&](auto l) {
    const BoxFeature& feature = pairs[l]->feature;
    first[l] = kOnA ? feature.free_A : feature.free_B;
    second[l] = kFacet ? first[l] & (first[l] - 1) : feature.free_B;
  });
  const PosesInLanes E(boxes.X_WA);
  const PosesInLanes F(boxes.X_WB);
  ResultInLanes result;
  result.p_A = placed(E, corners_in_lanes(boxes.A, pairs, &BoxFeature::corner_A));
  result.p_B = placed(F, corners_in_lanes(boxes.B, pairs, &BoxFeature::corner_B));
  const auto norm = [](const Rows& v) {
    return sum_of(magnitude(v.x), magnitude(v.y), magnitude(v.z));
  };
  result.world = (norm(E.t) + norm(F.t)) + lanes_from([&](std::size_t l) {
                   return boxes.A[l]->farthest + boxes.B[l]->farthest;
                 });
  result.size =
      lanes_from([&](std::size_t l) { return std::min(boxes.A[l]->longest, boxes.B[l]->longest); });
  const auto column = [&](std::size_t i) {
    const bool of_A = i == 0 ? kOnA : kKind == BoxFeatureKind::facet_A;
    return column_in_lanes(of_A ? boxes.X_WA : boxes.X_WB, i == 0 ? first : second);
  };
  find_points(kKind, column, E.t - F.t, result);
  return result;
}

/// answer_from() of four; a bit for each pair that has its answer.
template <BoxFeatureKind kKind>
[[gnu::flatten]] unsigned answer_four(const FourPairs& pairs) {
  const ResultInLanes result = find_four_points<kKind>(pairs);
  const Lanes w = result.w * result.w * everywhere(kMinSizeOfCrossed);
  const Mask kept = (result.size > everywhere(kMinSize) * result.world) &
                    (result.size > w * result.world) &
                    (magnitude(result.phi.high) > everywhere(kMinDistance) * result.world);
  const unsigned answered = bits_of(kept);
  const Rows p_A = rounded(result.p_A);
  const Rows p_B = rounded(result.p_B);
  each<4>([&](auto l) {
    if ((answered >> l & 1U) == 0) return;
    const auto& [question, feature] = *pairs[l];
    const auto entries = [l](const Rows& v) {
      return std::array<double, 3>{v.x[l], v.y[l], v.z[l]};
    };
    const Feature on_A = question->A->feature(feature.free_A, feature.corner_A);
    const Feature on_B = question->B->feature(feature.free_B, feature.corner_B);
    BatchAnswer& answer = *question->answer;
    answer = {};
    answer.status = AnswerStatus::answered;
    answer.given = BatchAnswer::kTail | BatchAnswer::kNormal | BatchAnswer::kWitnesses;
    answer.value = result.phi.high[l];
    answer.tail = result.phi.low[l];
    answer.normal = entries(result.n);
    answer.p_WA = entries(p_A);
    answer.p_WB = entries(p_B);
    answer.kind_A = on_A.kind;
    answer.feature_A = on_A.index;
    answer.kind_B = on_B.kind;
    answer.feature_B = on_B.index;
  });
  return answered;
}

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
