// SPDX-License-Identifier: GPL-3.0-or-later
// Families of solids that are thin beyond what plates and needles are: aspects up to 1e8, slivers
// of 5e-14, and thicknesses whose squares no double holds. Boxes and hulls (bodies.hpp), all
// regimes in turn.
#include <algorithm>
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

/// Along a random axis a plate, a needle or a blade: semi-axes whose longest is 1, whose shortest
/// 1 / aspect.
Vec3 thin_axes(Random& random, double aspect) {
  const double thin = 1 / aspect;
  std::array<double, 3> axes{1, 1, thin};
  switch (random.below(3)) {
    case 0:
      axes[1] = random.uniform(0.3, 1);
      break;
    case 1:
      axes[1] = thin * random.uniform(1, 3);
      break;
    default:
      axes[1] = std::sqrt(thin);
  }
  const std::uint64_t shift = random.below(3);
  Vec3 shifted;
  for (std::size_t k = 0; k < 3; ++k) shifted[static_cast<int>((k + shift) % 3)] = axes.at(k);
  return shifted;
}

/// A pair of bodies of that aspect; in a third of the cases one is 10 to 1e4 times smaller.
Pair thin_pair(double aspect, Random& random, std::uint64_t index) {
  PairPoints points = mixed_points(random, kinds_of(index));
  const Vec3 axes_A = thin_axes(random, aspect);
  const double smaller = random.below(3) == 0 ? random_power_of_ten(random, -4, -1) : 1;
  const Vec3 axes_B = smaller * thin_axes(random, aspect);
  for (Vec3& p : points.A) p = p.cwiseProduct(axes_A).eval();
  for (Vec3& p : points.B) p = p.cwiseProduct(axes_B).eval();
  if (random.below(2) == 0) std::swap(points.A, points.B);
  Pair pair;
  pair.A = hull_of(std::move(points.A));
  pair.B = hull_of(std::move(points.B));
  pair.X_WA.R = aligned_or_random(random, 3);
  if (random.below(2) == 0) pair.X_WA.t = random.in_unit_ball();
  pair.X_WB.R = parallel_or_random(random, pair.X_WA.R);
  place(random, regime_of(index), &pair);
  return pair;
}

// ---- slivers

constexpr int kMinTilted = -12;  ///< exponent: thinner ones stay along an axis, where all is exact

/// Points about the triangle (0,0), (1,0), (0,1): its corners and others in tenths, each off the
/// plane by a whole number of `thickness`.
std::vector<Vec3> lifted_triangle(Random& random, double thickness) {
  const auto lift = [&] { return thickness * from_to(random, -2, 2); };
  std::vector<Vec3> points{{0, 0, lift()}, {1, 0, lift()}, {0, 1, lift()}};
  for (int more = from_to(random, 1, 6); more > 0; --more) {
    const double x = from_to(random, 0, 10) / 10.0;
    const double y = from_to(random, 0, 10) / 10.0;
    points.emplace_back(x, y, lift());
  }
  return points;
}

/// A lifted triangle whose points are also off in the plane by up to one `thickness` in x and y.
std::vector<Vec3> blurred_triangle(Random& random, double thickness) {
  std::vector<Vec3> points = lifted_triangle(random, thickness);
  for (Vec3& p : points) {
    for (int k = 0; k < 2; ++k) p[k] += thickness * from_to(random, -1, 1);
  }
  return points;
}

std::vector<Vec3> flattened_ball(Random& random, double thickness) {
  std::vector<Vec3> points;
  for (int count = from_to(random, 4, random.below(4) == 0 ? 64 : 12); count > 0; --count) {
    const Vec3 p = random.unit_vector();
    points.emplace_back(p.x(), p.y(), thickness * p.z());
  }
  return points;
}

std::vector<Vec3> sliver_points(Random& random, double thickness, bool box) {
  if (box) return box_corners({random.uniform(0.3, 1), random.uniform(0.3, 1), thickness / 2});
  switch (random.below(3)) {
    case 0:
      return lifted_triangle(random, thickness);
    case 1:
      return blurred_triangle(random, thickness);
    default:
      return flattened_ball(random, thickness);
  }
}

/// A solid of thickness 5e-14 to 5e-7 whose interior point is strictly inside, however that is
/// rounded: candidates that are not are drawn again.
PolytopePtr sliver(Random& random, bool box) {
  LoopBound bound = bound_of_draws("thin: draws of a sliver");
  while (true) {
    bound.step();
    const int exponent = from_to(random, -14, -7);
    const double thickness = 5 * random_power_of_ten(random, exponent, exponent);
    std::vector<Vec3> points = sliver_points(random, thickness, box);
    const bool tilted = !box && exponent >= kMinTilted && random.below(3) == 0;
    const Mat3 R = tilted ? random.rotation() : signed_permutation(random);
    for (Vec3& p : points) p = ordered_product(R, Vec3(p));
    const Result<PolytopePtr> body = make_polytope({points, {}, {}});
    if (body.ok() && body.value()->interior_point_strictly_inside()) return body.value();
  }
}

Pair slivers(Random& random, std::uint64_t index) {
  const Kinds kinds = kinds_of(index);
  const bool swap = kinds == Kinds::box_and_hull && random.below(2) == 0;
  Pair pair;
  pair.A = sliver(random, kinds != Kinds::hulls);
  pair.B = sliver(random, kinds == Kinds::boxes);
  if (swap) std::swap(pair.A, pair.B);
  pair.X_WA.R = aligned_or_random(random, 3);
  pair.X_WB.R = parallel_or_random(random, pair.X_WA.R);
  if (random.below(3) == 0) {
    // A thick body instead, in either order.
    pair.B = hull_of(kinds == Kinds::hulls ? small_solid_points(random)
                                           : box_corners({0.75, 0.5, 0.25}));
    if (random.below(2) == 0) std::swap(pair.A, pair.B);
  }
  place(random, regime_of(index), &pair);
  return pair;
}

// ---- numbers whose squares are nothing

constexpr std::array<double, 2> kTiny{1e-310, 1e-150};
constexpr int kMaxLatticePoints = 60;

/// Coordinates in eighths, z from -1 to 0: the body lies under the plane z = 0 and touches it.
std::vector<Vec3> under_the_plane(Random& random, bool box) {
  constexpr int kRange = 4;
  std::vector<Vec3> points;
  if (box) {
    const double x = 0.125 * from_to(random, 2, 8);
    const double y = 0.125 * from_to(random, 2, 8);
    points = box_corners({x, y, 0.5});
  } else {
    points = make_lattice_hull(random, from_to(random, 6, kMaxLatticePoints), kRange)->vertices();
    for (Vec3& p : points) p *= 0.25;
  }
  double top = -1;
  for (const Vec3& p : points) top = std::max(top, p.z());
  for (Vec3& p : points) p.z() -= top;
  return points;
}

/// What is tiny: the body's thickness, or what hulls have in place of zeros, or neither.
void make_tiny(Random& random, double tiny, bool box, std::vector<Vec3>* points) {
  switch (random.below(3)) {
    case 0:
      for (Vec3& p : *points) p.z() *= tiny;
      break;
    case 1:
      if (box) break;
      for (Vec3& p : *points) {
        for (int k = 0; k < 3; ++k) {
          if (p[k] == 0) p[k] = tiny * from_to(random, -2, 2);
        }
      }
      break;
    default:
      break;
  }
}

/// A on the plane z = 0 and B under it, the gap exactly a few times 1e-310 or 1e-150, or nothing,
/// or as large as the bodies; then, in a third of the cases, all of it turned at random.
Pair denormal(Random& random, std::uint64_t index) {
  const Kinds kinds = kinds_of(index);
  const double tiny = kTiny.at(random.below(2));
  const bool box_A = kinds != Kinds::hulls;
  const bool box_B = kinds == Kinds::boxes;
  std::vector<Vec3> A = under_the_plane(random, box_A);
  std::vector<Vec3> B = under_the_plane(random, box_B);
  make_tiny(random, tiny, box_A, &A);
  make_tiny(random, tiny, box_B, &B);
  for (Vec3& p : A) p = Vec3(p.x(), -p.y(), -p.z());  // half a turn about x
  Pair pair;
  pair.A = hull_of(std::move(A));
  pair.B = hull_of(std::move(B));
  Vec3 t = Vec3::Zero();
  for (int k = 0; k < 2; ++k) t[k] = 0.125 * from_to(random, -2, 2);
  switch (regime_of(index)) {
    case Regime::separated:
      t.z() = -0.125 * from_to(random, 1, 8);
      break;
    case Regime::near:
      t.z() = -tiny * from_to(random, 1, 3);
      break;
    case Regime::touching:
      break;
    case Regime::shallow:
      t.z() = tiny * from_to(random, 1, 3);
      break;
    case Regime::deep:
      t.z() = 0.125 * from_to(random, 1, 4);
      break;
  }
  const Mat3 R = random.below(3) == 0 ? random.rotation() : signed_permutation(random);
  pair.X_WA.R = R;
  pair.X_WB.R = R;
  pair.X_WB.t = ordered_product(R, t);
  swap_in_half(random, &pair);
  return pair;
}

}  // namespace

std::vector<Family> thin_families() {
  constexpr std::uint64_t kDefaultCases = 60;
  struct Aspect {
    const char* name;
    double value;
  };
  constexpr std::array<Aspect, 4> kAspects{
      {{"1e2", 1e2}, {"1e4", 1e4}, {"1e6", 1e6}, {"1e8", 1e8}}};
  std::vector<Family> families;
  for (const auto& [name, value] : kAspects) {
    families.push_back(hard_family(
        std::string("aspect-") + name,
        std::string("boxes and hulls ") + name + " times longer than thick, all regimes",
        kMaxMixedVertices, kDefaultCases, with(value, thin_pair)));
  }
  families.push_back(hard_family("slivers", "solids 5e-14 to 5e-7 thick, rho defined, all regimes",
                                 kMaxMixedVertices, kDefaultCases, drawn(slivers)));
  families.push_back(hard_family("denormal",
                                 "thickness, gaps and noise of 1e-310 and 1e-150 exactly",
                                 kMaxLatticePoints, kDefaultCases, drawn(denormal)));
  return families;
}

}  // namespace touchstone
