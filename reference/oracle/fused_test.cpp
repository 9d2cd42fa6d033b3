// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/arithmetic/fused.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "reference/exact/body_cache.hpp"
#include "reference/oracle/box_truth.hpp"
#include "reference/oracle/hull_truth.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

using Bits = std::vector<std::uint64_t>;

void add(const RoundedReal& x, Bits& bits) {
  for (const double part : {x.value, x.tail, x.doubt}) {
    bits.push_back(std::bit_cast<std::uint64_t>(part));
  }
}

Bits bits_of(const std::optional<RoundedTruth>& truth) {
  Bits bits;
  if (!truth) return bits;
  bits.push_back(static_cast<std::uint64_t>(truth->sign + 1));
  add(truth->phi, bits);
  for (const double entry : truth->normal) bits.push_back(std::bit_cast<std::uint64_t>(entry));
  if (truth->rho) add(*truth->rho, bits);
  return bits;
}

std::optional<RoundedTruth> settle_hulls(const Pair& pair, bool fused) {
  BodyCache cache;
  ExactPair exact;
  CandidateSweep sweep;
  NearestPoint nearest;
  const ExactBody& A = *cache.find(pair.A).body;
  const ExactBody& B = *cache.find(pair.B).body;
  if (!exact.place_rounded(A, pair.X_WA, B, pair.X_WB)) return std::nullopt;
  return HullTruth().settle(exact, sweep, nearest, true, pair.A->interior_point(),
                            pair.B->interior_point(), fused);
}

TEST(Fused, HasTheBitsOfThePlainCompilation) {
  if (!has_fused()) GTEST_SKIP() << "no fused multiply-add here";
  int hulls = 0;
  int boxes = 0;
  for_every_agreement_case(60, [&](const Pair& pair, int /*index*/) {
    if (pair.A->dimension() < 3 || pair.B->dimension() < 3) return;
    if (pair.A->interior_point_strictly_inside() && pair.B->interior_point_strictly_inside()) {
      const Bits plain = bits_of(settle_hulls(pair, false));
      ASSERT_EQ(bits_of(settle_hulls(pair, true)), plain);
      hulls += plain.empty() ? 0 : 1;
    }
    const auto A = as_box(*pair.A);
    const auto B = as_box(*pair.B);
    if (!A || !B) return;
    const Bits plain = bits_of(settle_boxes(pair, *A, *B, true, false));
    ASSERT_EQ(bits_of(settle_boxes(pair, *A, *B, true, true)), plain);
    boxes += plain.empty() ? 0 : 1;
  });
  EXPECT_GT(hulls, 200);
  EXPECT_GT(boxes, 20);
}

}  // namespace
}  // namespace touchstone
