// SPDX-License-Identifier: GPL-3.0-or-later
// Two boxes as they meet where manifolds go wrong: a thin plate on a face, edge on edge, faces that
// are nearly parallel, a corner into a face, one inside the other. All regimes in turn, and each
// meeting in each regime among 25 cases.
#include <algorithm>
#include <cstdint>

#include "geometry/shapes.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

enum class Meeting { plate, edges, nearly_parallel, corner, nested };
constexpr std::uint64_t kMeetings = 5;

/// Half of the angle of an eighth of a turn, as rotation_about takes it: tan(22.5 degrees).
constexpr double kEighth = 0.41421356237309503;

/// A along z in its own place, and B above it, both before the world turns.
struct Meet {
  Vec3 half_A, half_B;  ///< [m]
  Mat3 R_A = Mat3::Identity();
  Mat3 R_B = Mat3::Identity();
  Vec3 aside = Vec3::Zero();  ///< the place of B's centre across z [m]
};

/// A point across z over a face of A, in one of three cases beyond its rim [m].
Vec3 over_face(Random& random, const Vec3& half) {
  const double reach = random.below(3) == 0 ? 1.2 : 0.8;
  const double x = half.x() * random.uniform(-reach, reach);
  const double y = half.y() * random.uniform(-reach, reach);
  return {x, y, 0};
}

/// About z: not at all, a quarter turn's multiple to rounding, or anything.
Mat3 about_z(Random& random) {
  if (random.below(3) == 0) return Mat3::Identity();
  return rotation_about(Vec3::UnitZ(), random.uniform(-2, 2));
}

Meet meet(Random& random, Meeting how) {
  Meet made;
  made.half_A = random_half_extents(random);
  made.half_B = random_half_extents(random);
  switch (how) {
    case Meeting::plate:
      made.half_B.z() *= random_power_of_ten(random, -4, -1);
      made.R_B = about_z(random);
      break;
    case Meeting::edges: {
      const Mat3 edge_up = rotation_about(Vec3::UnitX(), kEighth * random.uniform(0.5, 1.5));
      const double across = random.below(5) == 0   ? 0
                            : random.below(5) == 0 ? random_power_of_ten(random, -12, -2)
                                                   : random.uniform(-1, 1);
      made.R_A = edge_up;
      made.R_B = ordered_product(rotation_about(Vec3::UnitZ(), across),
                                 rotation_about(Vec3::UnitX(), kEighth * random.uniform(0.5, 1.5)));
      break;
    }
    case Meeting::nearly_parallel: {
      const Vec3 any = random.unit_vector();
      const Vec3 axis = normalised({any.x(), any.y() + 2, 0});
      const double tilt = random_scaled_power(random, -14, -2, 0.5, 5);
      made.R_B = ordered_product(rotation_about(axis, tilt), about_z(random));
      break;
    }
    case Meeting::corner:
      made.R_B = random.rotation();
      break;
    case Meeting::nested:
      made.half_B *= random.uniform(0.1, 0.9);
      made.R_B = random.below(2) == 0 ? about_z(random) : random.rotation();
      break;
  }
  // Edges cross where they are long; elsewhere B lies over A's face.
  made.aside = over_face(random, made.half_A);
  if (how == Meeting::edges) made.aside.y() = 0.1 * made.half_B.y() * random.uniform(-1, 1);
  return made;
}

/// Along z, between A's highest and B's lowest corner [m].
double meeting_gap(Random& random, Regime regime, double thickness) {
  switch (regime) {
    case Regime::separated:
      return random.uniform(0.01, 1);
    case Regime::near:
      return random_scaled_power(random, -9, -2, 0.1, 1);
    case Regime::touching:
      return 0;
    case Regime::shallow:
      return -thickness * random.uniform(1e-5, 1e-2);
    case Regime::deep:
      break;
  }
  return -thickness * random.uniform(0.1, 0.9);
}

Pair box_fuzz(Random& random, std::uint64_t index) {
  const auto how = static_cast<Meeting>((index + index / kMeetings) % kMeetings);
  const Meet made = meet(random, how);
  const double top = highest_coordinate(box_corners(made.half_A), made.R_A, 2);
  const double below = highest_coordinate(box_corners(made.half_B), -made.R_B, 2);
  const double thickness = 2 * std::min(top, below);
  double gap = meeting_gap(random, regime_of(index), thickness);
  // Inside, below the face by the gap, or with its highest corner above it.
  if (how == Meeting::nested) gap = -2 * below - std::min(gap, top);
  Vec3 offset = made.aside;
  offset.z() = top + below + gap;
  const Mat3 R = aligned_or_random(random, 3);
  Pair pair{make_box(made.half_A), Pose{}, make_box(made.half_B), Pose{}};
  if (random.below(2) == 0) pair.X_WA.t = random.in_unit_ball();
  pair.X_WA.R = ordered_product(R, made.R_A);
  pair.X_WB.R = ordered_product(R, made.R_B);
  pair.X_WB.t = pair.X_WA.t + ordered_product(R, offset);
  swap_in_half(random, &pair);
  return pair;
}

}  // namespace

std::vector<Family> box_fuzz_families() {
  constexpr std::uint64_t kDefaultCases = 250;
  return {hard_family("box-fuzz",
                      "boxes: plate on face, edge on edge, nearly parallel, corner, nested", 8,
                      kDefaultCases, drawn(box_fuzz))};
}

}  // namespace touchstone
