// SPDX-License-Identifier: GPL-3.0-or-later
// Families of motions: case `index` is step index % 1000 of path index / 1000. The bodies and A's
// pose belong to the path; B's pose changes a little from step to step, so that what jumps along a
// path is the truth, or a metric's fault.
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "geometry/loop_bound.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

using Quaternion = std::array<double, 4>;  ///< w, x, y, z; of any length

/// The bodies of a path.
struct Bodies {
  PolytopePtr A;
  PolytopePtr B;
};

/// The bodies of the case's path, remembered until this thread asks for another path: a thousand
/// steps share them.
const Bodies& bodies_of(const Family& family, std::uint64_t seed, std::uint64_t path,
                        Bodies (*make)(Random& random, std::uint64_t path)) {
  struct Remembered {
    std::string family;
    std::uint64_t seed = 0;
    std::uint64_t path = 0;
    Bodies bodies;
  };
  thread_local Remembered last;
  if (last.family != family.name || last.seed != seed || last.path != path) {
    Random random = case_random(family, seed, path);
    last = {family.name, seed, path, make(random, path)};
  }
  return last.bodies;
}

/// The stream of a path's poses, apart from that of its bodies.
Random pose_random(const Family& family, std::uint64_t seed, std::uint64_t path) {
  Random bodies = case_random(family, seed, path);
  return Random(bodies.bits(), seed, path);
}

Quaternion random_quaternion(Random& random) {
  LoopBound bound = bound_of_draws("motions: draws of a quaternion");
  while (true) {
    bound.step();
    Quaternion q{};
    double squares = 0;
    for (double& entry : q) {
      entry = random.uniform(-1, 1);
      squares += entry * entry;
    }
    if (squares <= 1 && squares > 0.25) {
      for (double& entry : q) entry /= std::sqrt(squares);
      return q;
    }
  }
}

/// From q to r along the chord, r's sign being such that the angle between them is at most a right
/// one (a turn of at most 180 degrees).
Mat3 between(const Quaternion& q, const Quaternion& r, double s) {
  double dot = 0;
  for (std::size_t k = 0; k < 4; ++k) dot += q.at(k) * r.at(k);
  Quaternion mixed{};
  for (std::size_t k = 0; k < 4; ++k) {
    mixed.at(k) = (1 - s) * q.at(k) + s * (dot < 0 ? -r.at(k) : r.at(k));
  }
  return make_pose(mixed, Vec3::Zero()).value().R;
}

double fraction(std::uint64_t step) {
  return static_cast<double>(step) / static_cast<double>(kMotionSteps);
}

/// A unit vector orthogonal to the unit vector u.
Vec3 across(Random& random, const Vec3& u) {
  LoopBound bound = bound_of_draws("motions: draws of a direction across");
  while (true) {
    bound.step();
    const Vec3 v = random.unit_vector();
    const Vec3 part = v - ordered_dot(u, v) * u;
    if (ordered_dot(part, part) > 0.01) return normalised(part);
  }
}

/// B flies past or through A on a straight line, turning: apart, together, apart.
template <Bodies (*make)(Random& random, std::uint64_t path)>
Pair flight(const Family& family, std::uint64_t seed, std::uint64_t index) {
  constexpr double kHalfLength = 1.2;  // beyond contact, relative to both bounding radii [1]
  constexpr double kMaxMiss = 0.7;     // least distance of the centres, the same [1]
  const std::uint64_t path = index / kMotionSteps;
  const Bodies& bodies = bodies_of(family, seed, path, make);
  Random random = pose_random(family, seed, path);
  const Vec3 along = random.unit_vector();
  const Vec3 aside = across(random, along);
  const double reach = bodies.A->bounding_radius() + bodies.B->bounding_radius();
  const double miss = random.uniform(0, kMaxMiss) * reach;
  const Quaternion first = random_quaternion(random);
  const Quaternion last = random_quaternion(random);
  const double s = fraction(index % kMotionSteps);
  Pair pair{bodies.A, Pose{}, bodies.B, Pose{between(first, last, s), Vec3::Zero()}};
  set_offset(&pair, kHalfLength * reach * (2 * s - 1) * along + miss * aside);
  return pair;
}

Bodies boxes(Random& random, std::uint64_t /*path*/) {
  return {make_box(random_half_extents(random)), make_box(random_half_extents(random))};
}

constexpr int kMinMovingHullPoints = 8;
constexpr int kMaxMovingHullPoints = 24;

Bodies hulls(Random& random, std::uint64_t /*path*/) {
  const auto points = [&] { return from_to(random, kMinMovingHullPoints, kMaxMovingHullPoints); };
  const int points_A = points();
  PolytopePtr A = make_random_sphere_hull(random, points_A);
  const int points_B = points();
  return {std::move(A), make_random_sphere_hull(random, points_B)};
}

/// Bodies whose interior points are exactly 0.
Bodies centred(Random& random, std::uint64_t path) {
  if (path % 3 == 0) return boxes(random, path);
  if (path % 3 == 1) return {make_double_pyramid(4, 1, 1), make_box(random_half_extents(random))};
  return {cube_symmetric_solid(random), make_box(random_half_extents(random))};
}

/// B's centre goes through A's on a straight line: exactly on even paths (at step 500, where rho is
/// undefined), 1e-12 to 0.01 m aside on odd ones. B turns on two paths of four.
Pair through(const Family& family, std::uint64_t seed, std::uint64_t index) {
  constexpr double kHalfLength = 1.2;  // relative to both bounding radii [1]
  const std::uint64_t path = index / kMotionSteps;
  const Bodies& bodies = bodies_of(family, seed, path, centred);
  Random random = pose_random(family, seed, path);
  const Vec3 along = path % 4 == 0 ? Vec3(Vec3::UnitX()) : random.unit_vector();
  const Vec3 aside = across(random, along);
  const double miss = path % 2 == 0 ? 0 : random_power_of_ten(random, -12, -2);
  const double reach = bodies.A->bounding_radius() + bodies.B->bounding_radius();
  const Quaternion first = path % 4 == 0 ? Quaternion{1, 0, 0, 0} : random_quaternion(random);
  const Quaternion last = path % 4 < 2 ? first : random_quaternion(random);
  const double s = fraction(index % kMotionSteps);
  Pair pair{bodies.A, Pose{}, bodies.B, Pose{between(first, last, s), Vec3::Zero()}};
  set_offset(&pair, kHalfLength * reach * (2 * s - 1) * along + miss * aside);
  return pair;
}

/// A stands on the plane z = 0, its lowest face there; B is to be below. Heights are whole
/// multiples of 1/8 m.
Bodies on_a_plane(Random& random, std::uint64_t path) {
  constexpr double kUnit = 0.125;
  const auto eighths = [&] { return kUnit * static_cast<double>(3 + random.below(6)); };
  const auto prism = [&] {
    const auto sides = static_cast<int>(3 + random.below(6));
    const double radius = random.uniform(0.5, 1);
    return make_prism(sides, radius, eighths());
  };
  if (path % 3 == 2) {
    // No corner of a hull of radius 1 is beyond this box's rim when its centre is under the middle.
    PolytopePtr wide = make_box({3 * eighths(), 3 * eighths(), eighths()});
    return {std::move(wide), make_random_sphere_hull(random, kMaxMovingHullPoints / 2)};
  }
  PolytopePtr A = random.below(2) == 0 ? make_box({eighths(), eighths(), eighths()}) : prism();
  return {std::move(A),
          random.below(2) == 0 ? make_box({eighths(), eighths(), eighths()}) : prism()};
}

/// B slides along A's lowest face from under its middle out beyond its rim, turning about the
/// normal (path % 3 = 0: phi is exactly 0 as long as the faces meet), rolls along it over its own
/// edges (1), or tumbles over its vertices (2), to rounding.
Pair kissing_motion(const Family& family, std::uint64_t seed, std::uint64_t index) {
  constexpr double kWay = 1.1;  // relative to both bounding radii [1]
  const std::uint64_t path = index / kMotionSteps;
  const Bodies& bodies = bodies_of(family, seed, path, on_a_plane);
  Random random = pose_random(family, seed, path);
  const double s = fraction(index % kMotionSteps);
  const double reach = bodies.A->bounding_radius() + bodies.B->bounding_radius();
  const Vec3 any = across(random, Vec3::UnitZ());
  const Vec3 along(any.x(), any.y(), 0);
  Pair pair{bodies.A, Pose{}, bodies.B, Pose{}};
  if (path % 3 < 2) {
    const Quaternion about_normal{0.8, 0, 0, 0.6};
    const Quaternion rolled{0.6, -0.8 * along.y(), 0.8 * along.x(), 0};
    pair.X_WB.R = between({1, 0, 0, 0}, path % 3 == 0 ? about_normal : rolled, s);
  } else {
    const Quaternion first = random_quaternion(random);
    const Quaternion last = random_quaternion(random);
    pair.X_WB.R = between(first, last, s);
  }
  pair.X_WB.t = kWay * reach * s * along;
  double highest_B = 0;
  for (const Vec3& v : bodies.B->vertices()) {
    highest_B = std::max(highest_B, ordered_product(pair.X_WB.R, v).z());
  }
  double lowest_A = 0;
  for (const Vec3& v : bodies.A->vertices()) lowest_A = std::min(lowest_A, v.z());
  pair.X_WB.t.z() = lowest_A - highest_B;
  return pair;
}

}  // namespace

std::vector<Family> motion_families() {
  const auto row = [](const char* name, const char* summary, int largest, auto generate) {
    return Family{.name = name,
                  .group = "motion",
                  .summary = summary,
                  .largest_vertices = largest,
                  .default_cases = kMotionSteps,
                  .generate = generate};
  };
  return {
      row("motion-boxes", "a box flies past or through a box, turning; 1000 steps a path", 8,
          flight<boxes>),
      row("motion-hulls", "a hull flies past or through a hull, turning; 1000 steps a path",
          kMaxMovingHullPoints, flight<hulls>),
      row("motion-kissing", "faces slide, edges roll, vertices tumble on a face; 1000 steps a path",
          kMaxSmallVertices, kissing_motion),
      row("motion-through", "a box passes through the other body's centre; 1000 steps a path",
          kMaxCubeSymmetricVertices, through),
  };
}

}  // namespace touchstone
