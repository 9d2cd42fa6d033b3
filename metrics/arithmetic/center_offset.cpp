// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/arithmetic/center_offset.hpp"

#include "metrics/arithmetic/compensated.hpp"

namespace touchstone {
namespace {

template <bool kFused>
[[gnu::always_inline]] inline Dd3 offset(const Vec3& center_A, const Pose& X_WA,
                                         const Vec3& center_B, const Pose& X_WB) {
  Dd3 d = difference(X_WA.t, X_WB.t);
  if (!center_A.isZero(0)) d = d + rotate<kFused>(X_WA.R, center_A);
  if (!center_B.isZero(0)) d = d - rotate<kFused>(X_WB.R, center_B);
  return d;
}

}  // namespace

Dd3 center_offset(const Vec3& center_A, const Pose& X_WA, const Vec3& center_B, const Pose& X_WB) {
  return ask_with(machine_registers(),
                  [&](auto fused) { return offset<fused.value>(center_A, X_WA, center_B, X_WB); });
}

}  // namespace touchstone
