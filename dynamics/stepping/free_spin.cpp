// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/free_spin.hpp"

#include <cmath>

namespace touchstone {

Vec3 free_spin(const Vec3& I, const Vec3& w, double h) {
  constexpr int kIterations = 20;
  const auto torque = [&I](const Vec3& m) -> Vec3 {
    // Differences of moments, so that a zero gyroscopic torque is exactly zero.
    return {(I.y() - I.z()) * m.y() * m.z(), (I.z() - I.x()) * m.z() * m.x(),
            (I.x() - I.y()) * m.x() * m.y()};
  };
  if (torque(w).isZero(0)) return w;
  Vec3 next = w;
  for (int i = 0; i < kIterations; ++i) {
    const Vec3 m = 0.5 * (w + next);
    const Vec3 left = I.cwiseProduct(next - w) - h * torque(m);
    Mat3 slope;
    slope << 0, (I.y() - I.z()) * m.z(), (I.y() - I.z()) * m.y(),  //
        (I.z() - I.x()) * m.z(), 0, (I.z() - I.x()) * m.x(),       //
        (I.x() - I.y()) * m.y(), (I.x() - I.y()) * m.x(), 0;
    const Mat3 jacobian = Mat3(I.asDiagonal()) - 0.5 * h * slope;
    const Vec3 change = jacobian.inverse() * left;
    if (!change.allFinite()) return w;
    next -= change;
    if (change.norm() <= 1e-15 * next.norm()) return next;
  }
  const Vec3 left = I.cwiseProduct(next - w) - h * torque(0.5 * (w + next));
  return left.norm() <= 1e-12 * I.maxCoeff() * w.norm() ? next : w;
}

}  // namespace touchstone
