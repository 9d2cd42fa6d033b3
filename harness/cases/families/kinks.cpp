// SPDX-License-Identifier: GPL-3.0-or-later
// Where phi has a kink, and just beside it: features that are parallel, depths that tie, bodies
// that touch or have one centre, exactly or up to a small number. Lengths are multiples of 1/16 m.
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "geometry/shapes.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"

namespace touchstone {
namespace {

/// What makes the kink: index modulo 5.
enum class Kink { faces, depths, edges, touching, centres };
constexpr std::uint64_t kKinkKinds = 5;

/// How far from it [rad] or [m]: index / 5 modulo 4.
constexpr std::array<double, 4> kAway{0, 1e-12, 1e-6, 1e-3};
/// How far depths are from a tie [m].
constexpr std::array<double, 4> kDepthsAway{0, 1e-9, 0, 1e-9};

/// A whole number of sixteenths [m].
double sixteenths(Random& random, int least, int most) {
  return from_to(random, least, most) / 16.0;
}

/// Half extents of a box, each from 0.5 to 1.
Vec3 half_extents(Random& random) {
  Vec3 half;
  for (int k = 0; k < 3; ++k) half[k] = sixteenths(random, 8, 16);
  return half;
}

/// Apart, nearly touching or overlapping by less than half of any body here [m].
double kink_gap(Random& random) {
  const std::uint64_t way = random.below(4);
  if (way == 0) return sixteenths(random, 1, 16);
  if (way == 1) return 0x1p-20;
  return -sixteenths(random, 1, 4);
}

/// A solid between z = -1 and 1 whose faces there reach 0.5 or farther from their middle.
PolytopePtr upright_solid(Random& random) {
  if (random.below(2) == 0) return make_prism(from_to(random, 3, 8), 1, 1);
  Vec3 half = half_extents(random);
  half.z() = 1;
  return make_box(half);
}

/// A about its origin, B tilted and above it.
Pair above(Random& random, PolytopePtr A, PolytopePtr B, double angle, double height) {
  const double turn = random.below(2) == 0 ? 0 : random.uniform(-1, 1);
  const Vec3 axis = random.below(2) == 0 ? Vec3(Vec3::UnitX()) : Vec3(Vec3::UnitY());
  Pair pair{std::move(A), Pose{}, std::move(B), Pose{}};
  pair.X_WB.R =
      ordered_product(rotation_about(axis, angle / 2), rotation_about(Vec3::UnitZ(), turn));
  for (int k = 0; k < 2; ++k) pair.X_WB.t[k] = sixteenths(random, -4, 4);
  pair.X_WB.t.z() = height;
  return pair;
}

/// Face above face, tilted by `angle`.
Pair faces(Random& random, double angle, double gap) {
  PolytopePtr A = upright_solid(random);
  PolytopePtr B = upright_solid(random);
  return above(random, std::move(A), std::move(B), angle, 2 + gap);
}

/// Boxes that overlap by as much along two axes, or all three, up to `away` [m].
Pair depths(Random& random, double depth, double away) {
  const Vec3 half_A = half_extents(random);
  const Vec3 half_B = half_extents(random);
  const bool all = random.below(2) == 0;
  Pair pair{make_box(half_A), Pose{}, make_box(half_B), Pose{}};
  pair.X_WB.t = half_A + half_B - Vec3(depth, depth + away, depth + away);
  if (!all) pair.X_WB.t.z() = sixteenths(random, -4, 4);
  return pair;
}

/// A wedge with its ridge along x at the top, at height 0.
std::vector<Vec3> wedge(Random& random) {
  const double half_length = sixteenths(random, 8, 32);
  const double half_width = sixteenths(random, 8, 32);
  const double height = sixteenths(random, 16, 32);
  std::vector<Vec3> points;
  for (const double x : {-half_length, half_length}) {
    points.emplace_back(x, 0, 0);
    points.emplace_back(x, half_width, -height);
    points.emplace_back(x, -half_width, -height);
  }
  return points;
}

/// Ridge above ridge, which cross at `angle`.
Pair edges(Random& random, double angle, double gap) {
  Pair pair{hull_of(wedge(random)), Pose{}, nullptr, Pose{}};
  std::vector<Vec3> points = wedge(random);
  for (Vec3& p : points) p.z() = -p.z();
  pair.B = hull_of(std::move(points));
  pair.X_WB.R = rotation_about(Vec3::UnitZ(), angle / 2);
  const double along = sixteenths(random, -4, 4);
  pair.X_WB.t = {along, 0, gap};
  return pair;
}

/// Faces, ridges that cross at a right angle, an apex on a face, or boxes edge to edge or corner to
/// corner: phi = 0.
Pair touching(Random& random) {
  switch (random.below(4)) {
    case 0:
      return faces(random, 0, 0);
    case 1: {
      Pair pair = edges(random, 0, 0);
      pair.X_WB.R << 0, -1, 0, 1, 0, 0, 0, 0, 1;
      return pair;
    }
    case 2: {
      PolytopePtr A = upright_solid(random);
      return above(random, std::move(A), make_double_pyramid(from_to(random, 3, 8), 1, 1), 0, 2);
    }
    default:
      return depths(random, 0, 0);
  }
}

/// One centre, or two that are `away` from each other along an axis; axes parallel or not.
Pair one_centre(Random& random, double away) {
  Pair pair;
  pair.A = make_box(half_extents(random));
  pair.B = random.below(2) == 0 ? upright_solid(random) : pair.A;
  pair.X_WB.R = aligned_or_random(random, 3);
  pair.X_WB.t[from_to(random, 0, 2)] = away;
  return pair;
}

Pair in_place(Random& random, Kink kink, std::uint64_t way) {
  const double away = kAway.at(way);
  switch (kink) {
    case Kink::faces:
      return faces(random, away, kink_gap(random));
    case Kink::depths:
      return depths(random, sixteenths(random, 1, 4), kDepthsAway.at(way));
    case Kink::edges:
      return edges(random, away, kink_gap(random));
    case Kink::touching:
      return touching(random);
    case Kink::centres:
      break;
  }
  return one_centre(random, away);
}

/// In two of three cases turned exactly, by which a tie stays one; in the rest any way, and moved.
Pair kinks(Random& random, std::uint64_t index) {
  Pair pair =
      in_place(random, static_cast<Kink>(index % kKinkKinds), index / kKinkKinds % kAway.size());
  const std::uint64_t turned = random.below(3);
  const Mat3 R = turned == 0   ? Mat3(Mat3::Identity())
                 : turned == 1 ? signed_permutation(random)
                               : random.rotation();
  pair.X_WA.R = R;
  pair.X_WB.R = ordered_product(R, pair.X_WB.R);
  if (turned == 2) pair.X_WA.t = random.in_unit_ball();
  pair.X_WB.t = pair.X_WA.t + ordered_product(R, pair.X_WB.t);
  swap_in_half(random, &pair);
  return pair;
}

}  // namespace

std::vector<Family> kink_families() {
  return {hard_family("kinks",
                      "parallel features, tied depths, contact, one centre: to 0, 1e-12 ... 1e-3",
                      16, 60, drawn(kinks))};
}

}  // namespace touchstone
