// SPDX-License-Identifier: GPL-3.0-or-later
// Manifolds of two cubes, for the tests of their judge.
#pragma once

#include <cmath>
#include <string>

#include "geometry/shapes.hpp"
#include "harness/judge/judge.hpp"
#include "harness/manifold/manifold_judge.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// A cube of side 2 on another at the origin, as `X_WA` places it.
struct Cubes {
  Pair pair{make_box(Vec3(1, 1, 1)), Pose{}, make_box(Vec3(1, 1, 1)), Pose{}};
  Manifold manifold;
  ManifoldPolicy policy;

  explicit Cubes(const Vec3& t, const Mat3& R = Mat3::Identity()) {
    pair.X_WA = Pose{R, t};
    manifold.answered = true;
    manifold.normal = Vec3::UnitZ();
    policy.depth_is_gap = true;
  }

  void add(double x, double y, double z, double gap) {
    manifold.points.push_back({Vec3(x, y, z), gap, manifold.normal, {}});
  }
  ManifoldVerdict verdict() const {
    return judge_manifold(pair, Oracle().solve(pair, false), manifold, policy, kDefaultTolerance);
  }
  std::string said() const { return verdict().said(); }
};

/// Sunk by 0.1 and 0.5 beside the middle, with its four corners.
inline Cubes on_face() {
  Cubes cubes(Vec3(0.5, 0, 1.9));
  for (const double x : {-0.5, 1.0}) {
    for (const double y : {-1.0, 1.0}) cubes.add(x, y, 0.95, -0.1);
  }
  return cubes;
}

/// Turned by 45 degrees about y: an edge along y is 0.1 in the face.
inline Cubes on_edge() {
  const double half = std::sqrt(2);
  Cubes cubes(Vec3(0, 0, half + 0.9),
              Eigen::AngleAxisd(EIGEN_PI / 4, Vec3::UnitY()).toRotationMatrix());
  for (const double y : {-1.0, 1.0}) cubes.add(0, y, 0.95, -0.1);
  return cubes;
}

}  // namespace touchstone
