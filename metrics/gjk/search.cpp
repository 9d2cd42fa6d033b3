// SPDX-License-Identifier: GPL-3.0-or-later
// The difference D = A - B (world) has the points y = (R_A a - R_B b) + d, a and b arms from the
// interior points and d = x_A - x_B. Its point v nearest to 0 is found by simplices of such points:
// w farthest along -v bounds the distance from below by v.w / |v|, |v| bounds it from above. While
// these differ, w joins the simplex, whose new nearest point is nearer. How far w is beyond v is
// seen from the arms alone, so that d takes no digits from it.
//
// Rounding. With s = 2^-53, `arms` the sum of the longest arms and reach = arms + |d|_1, each y is
// off by less than kRounding reach, and so is v; its direction by as much divided by |v|, by which
// the bound from below then suffers `arms` times: the *noise* of a direction. Where the noise of v
// would be seen in the answer and the simplex is a triangle, its normal is asked in place of v: of
// edges R_A (a' - a) - R_B (b' - b), L and M the lengths of their parts, it is off by no more than
// 24 s L M / |normal|, however small |v| is. Of a segment or a point v itself is found in
// double-double. Where that is not good enough either the rest is for precise_search.hpp.
#include "metrics/gjk/search.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "metrics/arithmetic/compensated.hpp"
#include "metrics/common/pose_refusal.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace touchstone {
namespace {

constexpr double kRounding = 12 * 0x1p-53;
constexpr double kRoundingOfNormal = 24 * 0x1p-53;
/// Of points in double-double, and three times as much for a foot on a line through two.
constexpr double kSharp = 0x1p-96;
/// Of d where the interior points are no farther from the local origins than half of `arms`.
constexpr double kNearOrigin = 0.5;
/// Noise in parts of reach, while searching.
constexpr double kMaxNoiseOnTheWay = 1e-9;
/// Of the rounding of a point, where squares of squares of lengths are still numbers [m].
constexpr double kFarthest = 1e60;

enum class End { answered, doubtful };

#define TOUCHSTONE_KERNEL "metrics/gjk/search.inc"
#include "metrics/arithmetic/both_registers.inc"

}  // namespace

GjkScale gjk_scale(const GjkBody& A, const GjkBody& B, double distance) {
  const double a = A.map.longest();
  const double b = B.map.longest();
  GjkScale scale;
  scale.arms = a + b;
  scale.size = a == 0 || (b != 0 && b < a) ? b : a;
  scale.rounding = kRounding * (scale.arms + distance);
  scale.closed = 4 * kRounding * scale.arms;
  scale.lopsided = scale.closed > kGjkMostNoise * scale.size;
  return scale;
}

void remember(GjkWorkspace& workspace, const GjkBody& A, const GjkBody& B,
              const GjkSimplex& simplex) {
  workspace.count = simplex.count;
  for (std::size_t k = 0; k < 4; ++k) {
    workspace.a[k] = simplex.point[k].a;
    workspace.b[k] = simplex.point[k].b;
  }
  workspace.id_A = A.id;
  workspace.id_B = B.id;
}

bool search_in_doubles(Registers registers, const GjkBody& A, const Pose& X_WA, const GjkBody& B,
                       const Pose& X_WB, GjkWorkspace& workspace, Answer& answer,
                       GjkSimplex& simplex) {
#if defined(__x86_64__)
  if (registers == Registers::wide) {
    return wide::search_here(A, X_WA, B, X_WB, workspace, answer, simplex);
  }
#endif
  return narrow::search_here(A, X_WA, B, X_WB, workspace, answer, simplex);
}

}  // namespace touchstone
