// SPDX-License-Identifier: GPL-3.0-or-later
// Two families that mislead searches in doubles though nothing in them is small or large: roofs,
// whose ridges are nearly parallel, and bodies whose vertices are far from their own origin. Boxes
// and hulls (bodies.hpp), all regimes in turn.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "geometry/shapes.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

// ---- ridge against ridge

/// A body with a ridge, which the pose turns up.
struct Roof {
  std::vector<Vec3> points;
  Mat3 up = Mat3::Identity();  ///< turns the ridge to x, and the way out of the body there to z
  Vec3 ridge = Vec3::Zero();   ///< the ridge's middle, local [m]
  double half_length = 1;      ///< half the ridge's length [m]
  double thickness = 1;        ///< lower bound on the body's thickness below the ridge [m]
};

/// A box whose edge at +y +z is the ridge.
Roof box_roof(Random& random, double half_length, double width) {
  const double y = width * random.uniform(0.3, 1);
  const double z = width * random.uniform(0.3, 1);
  Roof roof;
  roof.points = box_corners({half_length, y, z});
  roof.ridge = Vec3(0, y, z);
  // Between the faces' normals, far from both: 26 to 64 degrees.
  roof.up = rotation_about(Vec3::UnitX(), random.uniform(0.23, 0.62));
  roof.half_length = half_length;
  roof.thickness = std::min(y, z);
  return roof;
}

/// A ridge above two eaves, whose four ends lie each for itself in half of the cases.
Roof hull_roof(Random& random, double half_length, double width) {
  Roof roof;
  roof.points = {{-half_length, 0, 0}, {half_length, 0, 0}};
  const bool ragged = random.below(2) == 0;
  Vec3 eave(0, 0, 0);
  roof.thickness = width;
  for (const double side : {1.0, -1.0}) {
    for (const double end : {-half_length, half_length}) {
      if (ragged || end < 0) {
        eave.z() = -width * random.uniform(0.1, 1);
        eave.y() = width * random.uniform(0.1, 1);
      }
      roof.points.emplace_back(end, side * eave.y(), eave.z());
      roof.thickness = std::min(roof.thickness, -eave.z());
    }
  }
  roof.half_length = half_length;
  return roof;
}

/// The gap from ridge to ridge, in the separated regime about as large as `size` [m].
double ridge_gap(Random& random, Regime regime, double size, double thickness) {
  switch (regime) {
    case Regime::separated:
      return size * random.uniform(0.05, 2);
    case Regime::near:
      return size * random_power_of_ten(random, -9, -1) * random.uniform(0.1, 1);
    case Regime::touching:
      return 0;
    case Regime::shallow:
      return -thickness * random.uniform(1e-3, 1e-2);
    case Regime::deep:
      break;
  }
  return -thickness * random.uniform(0.1, 0.5);
}

/// Roofs 1 to 1e6 times longer than wide, ridge to ridge, which are parallel to 1e-7 to 1e-4 rad,
/// or, in one of eight cases, exactly.
Pair roofs(Random& random, std::uint64_t index) {
  constexpr std::array<double, 4> kLengths{1, 10, 100, 1000};
  const Kinds kinds = kinds_of(index);
  const double length = kLengths.at(random.below(4));
  const double half_length = length * random.uniform(0.5, 1);
  const auto width = [&] {
    const double largest = half_length * random_power_of_ten(random, -6, 0);
    return largest * random.uniform(0.3, 1);
  };
  const double width_A = width();
  const double width_B = width();
  const bool box_A = kinds == Kinds::boxes || (kinds == Kinds::box_and_hull && index % 2 == 0);
  const bool box_B = kinds == Kinds::boxes || (kinds == Kinds::box_and_hull && index % 2 == 1);
  Roof A = box_A ? box_roof(random, half_length, width_A) : hull_roof(random, half_length, width_A);
  const double other = half_length * random.uniform(0.5, 1);
  Roof B = box_B ? box_roof(random, other, width_B) : hull_roof(random, other, width_B);

  const double angle = random.below(8) == 0 ? 0 : random_scaled_power(random, -7, -5, 1, 10);
  const Mat3 across = rotation_about(Vec3::UnitZ(), angle / 2);
  const Mat3 R = aligned_or_random(random, 3);
  Pair pair;
  pair.X_WA.R = ordered_product(R, A.up);
  const Mat3 over = Vec3(1, -1, -1).asDiagonal();  // B's ridge is turned down
  const Mat3 turned = ordered_product(across, ordered_product(over, B.up));
  pair.X_WB.R = ordered_product(R, turned);

  const double size = std::min(half_length, other);
  const double gap = ridge_gap(random, regime_of(index), size, std::min(A.thickness, B.thickness));
  // The ridges cross, seen from above, where these points of them are.
  const Vec3 on_A = A.ridge + Vec3(random.uniform(-0.9, 0.9) * A.half_length, 0, 0);
  const Vec3 on_B = B.ridge + Vec3(random.uniform(-0.9, 0.9) * B.half_length, 0, 0);
  if (random.below(2) == 0) pair.X_WA.t = random.in_unit_ball();
  pair.X_WB.t = ordered_product(pair.X_WA.R, on_A) + gap * Vec3(R.col(2)) + pair.X_WA.t -
                ordered_product(pair.X_WB.R, on_B);
  pair.A = hull_of(std::move(A.points));
  pair.B = hull_of(std::move(B.points));
  swap_in_half(random, &pair);
  return pair;
}

// ---- far from their own origin

constexpr int kMinExponent = 3;
constexpr int kMaxExponent = 12;

/// 1e3 to 1e12 along a random direction, in whole numbers: bodies about as large as the unit ball
/// are so many sizes away.
Vec3 own_place(Random& random) {
  double distance = 1;
  for (int k = from_to(random, kMinExponent, kMaxExponent); k > 0; --k) distance *= 10;
  const Vec3 u = random.unit_vector();
  Vec3 place;
  for (int k = 0; k < 3; ++k)
    place[k] = static_cast<double>(static_cast<std::int64_t>(distance * u[k]));
  return place;
}

/// Corners and vertices in whole numbers, up to 4 from 0.
std::vector<Vec3> whole_points(Random& random, bool box) {
  constexpr int kRange = 4;
  if (!box) return make_lattice_hull(random, from_to(random, 6, 40), kRange)->vertices();
  Vec3 half;
  for (int k = 0; k < 3; ++k) half[k] = from_to(random, 1, kRange);
  return box_corners(half);
}

/// Gaps in whole metres or ulps of coordinates near 1e12.
constexpr ExactGaps kWholeGaps = {1, 0x1p-13, 9, {1, 2}};

/// Axes permuted, all in whole numbers but the gap: nothing is rounded.
Pair whole_pair(Random& random, Kinds kinds, Regime regime, const Vec3& of_A, const Vec3& of_B) {
  std::vector<Vec3> A = whole_points(random, kinds != Kinds::hulls);
  std::vector<Vec3> B = whole_points(random, kinds == Kinds::boxes);
  Pair pair;
  pair.X_WA.R = signed_permutation(random);
  pair.X_WB.R = signed_permutation(random);
  const int axis = from_to(random, 0, 2);
  Vec3 t;
  for (int k = 0; k < 3; ++k) t[k] = from_to(random, -1, 1);
  // B below A: its top by the gap beneath A's bottom; a mirrored A has its top where -A has it.
  const double gap = exact_gap(random, regime, kWholeGaps);
  t[axis] =
      -highest_coordinate(A, -pair.X_WA.R, axis) - highest_coordinate(B, pair.X_WB.R, axis) - gap;
  for (Vec3& p : A) p += of_A;
  for (Vec3& p : B) p += of_B;
  pair.A = hull_of(std::move(A));
  pair.B = hull_of(std::move(B));
  pair.X_WA.t = -ordered_product(pair.X_WA.R, of_A);
  pair.X_WB.t = t - ordered_product(pair.X_WB.R, of_B);
  return pair;
}

/// One body or both 1e3 to 1e12 sizes from their own origin, from where the pose takes them back.
Pair far_from_own_origin(Random& random, std::uint64_t index) {
  const Kinds kinds = kinds_of(index);
  const std::uint64_t which = random.below(3);
  const Vec3 of_A = which == 0 ? Vec3(Vec3::Zero()) : own_place(random);
  const Vec3 of_B = which == 1 ? Vec3(Vec3::Zero()) : own_place(random);
  Pair pair;
  if (index / (3 * kAllRegimes.size()) % 2 == 1) {
    pair = whole_pair(random, kinds, regime_of(index), of_A, of_B);
  } else {
    PairPoints points = mixed_points(random, kinds);
    for (Vec3& p : points.A) p += of_A;
    for (Vec3& p : points.B) p += of_B;
    pair.A = hull_of(std::move(points.A));
    pair.B = hull_of(std::move(points.B));
    pair.X_WA.R = aligned_or_random(random, 3);
    pair.X_WA.t = -ordered_product(pair.X_WA.R, of_A);
    pair.X_WB.R = parallel_or_random(random, pair.X_WA.R);
    place(random, regime_of(index), &pair);
  }
  swap_in_half(random, &pair);
  return pair;
}

}  // namespace

std::vector<Family> roof_families() {
  constexpr std::uint64_t kDefaultCases = 60;
  return {hard_family("roofs", "ridges parallel to 1e-7 to 1e-4 rad, a size apart to overlapping",
                      8, kDefaultCases, drawn(roofs)),
          hard_family("far-from-own-origin",
                      "vertices 1e3 to 1e12 sizes from their own origin, half of them exactly",
                      kMaxMixedVertices, kDefaultCases, drawn(far_from_own_origin))};
}

}  // namespace touchstone
