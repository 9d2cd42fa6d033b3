// SPDX-License-Identifier: GPL-3.0-or-later
// Families of bodies with a radius (docs/bodies.md): spheres, capsules, rounded boxes and hulls, in
// all regimes of phi = phi_core - r_A - r_B. What touches does so exactly where no rotation rounds:
// along vectors of whole coordinates and whole length.
#include <array>
#include <cmath>
#include <utility>

#include "geometry/shapes.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

PolytopePtr rounded_body(const PolytopePtr& core, double radius) {
  return make_rounded(core, radius).value();
}

PolytopePtr sphere(double radius) {
  static const PolytopePtr center = hull_of({Vec3::Zero()});
  return rounded_body(center, radius);
}

/// Along z; lengths are multiples of 1/16 m, so that their sums are exact.
struct Capsule {
  double radius = 0;
  double half_length = 0;
  PolytopePtr body() const {
    return rounded_body(hull_of({Vec3(0, 0, -half_length), Vec3(0, 0, half_length)}), radius);
  }
};
Capsule draw_capsule(Random& random) {
  const double radius = from_to(random, 1, 16) / 16.0;
  return {radius, from_to(random, 1, 32) / 16.0};
}

/// The gap along a direction in which phi is reached, relative to `size` [m].
double gap_of(Random& random, Regime regime, double size) {
  constexpr std::array<double, 4> kNearGaps{1e-3, 1e-5, 1e-7, 1e-9};
  switch (regime) {
    case Regime::separated:
      return size * random.uniform(0.011, 1);
    case Regime::near:
      return size * kNearGaps[random.below(kNearGaps.size())];
    case Regime::touching:
      return 0;
    case Regime::shallow:
      return -size * random.uniform(2e-3, 1e-2);
    case Regime::deep:
      break;
  }
  return -size * random.uniform(0.1, 0.9);
}

/// A vector of whole coordinates in any order and of any sign, whose length is whole.
struct WholeVector {
  Vec3 vector;
  double length = 0;
};
WholeVector draw_whole_vector(Random& random) {
  constexpr std::array<std::array<double, 4>, 8> kKnown{{{0, 0, 1, 1},
                                                         {3, 4, 0, 5},
                                                         {5, 12, 0, 13},
                                                         {1, 2, 2, 3},
                                                         {2, 3, 6, 7},
                                                         {1, 4, 8, 9},
                                                         {4, 4, 7, 9},
                                                         {2, 6, 9, 11}}};
  const auto& [x, y, z, length] = kKnown[random.below(kKnown.size())];
  return {ordered_product(signed_permutation(random), Vec3(x, y, z)), length};
}

Vec3 any_perpendicular(Random& random, const Vec3& axis) {
  const Vec3 any = random.unit_vector();
  return normalised(any - ordered_dot(any, axis) * axis);
}

/// Puts B's frame there.
void put(Pair* pair, const Vec3& t_B) { pair->X_WB.t = t_B; }

/// The larger radius is 1 to 1e9 times the smaller; every fifth pair concentric, 1e-15 m off, or
/// well inside.
Pair spheres(Random& random, std::uint64_t index) {
  constexpr std::array<double, 10> kRatios{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
  const Regime regime = regime_of(index);
  double large = kRatios.at(index / 5 % kRatios.size());
  Pair pair;
  Vec3 t_B = Vec3::Zero();
  if (regime == Regime::touching) {
    const WholeVector v = draw_whole_vector(random);
    double scale = 1;
    while (scale * v.length < large) scale *= 2;
    const double small = from_to(random, 1, 7) / 8.0;
    pair.A = sphere(small);
    pair.B = sphere(scale * v.length - small);
    t_B = scale * v.vector;
  } else {
    const double small = random.uniform(0.5, 1);
    large *= random.uniform(1, 2);
    pair.A = sphere(small);
    pair.B = sphere(large);
    const Vec3 w = random.unit_vector();
    if (regime != Regime::deep) t_B = (large + small + gap_of(random, regime, small)) * w;
    if (regime == Regime::deep && random.below(3) != 0) {
      t_B = (random.below(2) == 0 ? 1e-15 : random.uniform(0, large)) * w;
    }
  }
  put(&pair, t_B);
  swap_in_half(random, &pair);
  return pair;
}

/// One side of each along the other's: the nearest points are two segments.
Pair parallel_capsules(Random& random, std::uint64_t index) {
  const Regime regime = regime_of(index);
  Capsule a = draw_capsule(random);
  const Capsule b = draw_capsule(random);
  Pair pair;
  pair.X_WA.R = aligned_or_random(random, 4);
  pair.X_WB.R = pair.X_WA.R;
  const double beside = from_to(random, -15, 15) / 16.0 * (a.half_length + b.half_length);
  Vec3 aside;
  if (regime == Regime::touching) {
    const double unit = b.radius;
    aside = random.below(2) == 0 ? Vec3(3 * unit, 4 * unit, 0) : Vec3(0, 5 * unit, 0);
    a.radius = 4 * unit;
  } else {
    const double r = a.radius + b.radius;
    const double apart = r + gap_of(random, regime, regime == Regime::deep ? r : b.radius);
    aside = apart * any_perpendicular(random, Vec3::UnitZ());
  }
  pair.A = a.body();
  pair.B = b.body();
  put(&pair, ordered_product(pair.X_WA.R, Vec3(aside.x(), aside.y(), beside)));
  return pair;
}

/// Axes that cross at a distance; every fifth pair's meet, or nearly.
Pair crossing_capsules(Random& random, std::uint64_t index) {
  const Regime regime = regime_of(index);
  const Capsule a = draw_capsule(random);
  const Capsule b = draw_capsule(random);
  Pair pair{a.body(), Pose{}, b.body(), Pose{}};
  const bool level = random.below(4) == 0;  // exactly at right angles
  pair.X_WB.R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  if (!level) pair.X_WB.R = random.rotation();
  const Vec3 axis = pair.X_WB.R.col(2);
  const Vec3 n = level ? Vec3(0, 1, 0) : normalised(Vec3(-axis.y(), axis.x(), 0));
  const double on_A = from_to(random, -15, 15) / 16.0 * a.half_length;
  const double on_B = from_to(random, -15, 15) / 16.0 * b.half_length;
  const double r = a.radius + b.radius;
  double apart = r + gap_of(random, regime, regime == Regime::deep ? r : b.radius);
  if (regime == Regime::deep && random.below(2) == 0) apart = 0;
  put(&pair, Vec3(0, 0, on_A) - on_B * axis + apart * n);
  swap_in_half(random, &pair);
  return pair;
}

/// An end against an end, in any direction.
Pair capsule_ends(Random& random, std::uint64_t index) {
  const Regime regime = regime_of(index);
  const Capsule a = draw_capsule(random);
  const Capsule b = draw_capsule(random);
  Pair pair{a.body(), Pose{}, b.body(), Pose{}};
  pair.X_WB.R = random.rotation();
  const Vec3 w = normalised(Vec3::UnitZ() + 0.7 * random.in_unit_ball());
  const Vec3 axis = pair.X_WB.R.col(2);
  const double away = ordered_dot(axis, w) < 0 ? -b.half_length : b.half_length;
  const double r = a.radius + b.radius;
  const double apart = r + gap_of(random, regime, regime == Regime::deep ? r : b.radius);
  put(&pair, Vec3(0, 0, a.half_length) + apart * w + away * axis);
  swap_in_half(random, &pair);
  return pair;
}

/// On one line; every fifth pair's axes overlap, so that all directions across are optimal.
Pair collinear_capsules(Random& random, std::uint64_t index) {
  const Regime regime = regime_of(index);
  const Capsule a = draw_capsule(random);
  const Capsule b = draw_capsule(random);
  Pair pair{a.body(), Pose{}, b.body(), Pose{}};
  pair.X_WA.R = aligned_or_random(random, 2);
  pair.X_WB.R = pair.X_WA.R;
  const double axes = a.half_length + b.half_length;
  const double along = regime == Regime::deep
                           ? from_to(random, 0, 15) / 16.0 * axes
                           : axes + a.radius + b.radius + gap_of(random, regime, b.radius);
  put(&pair, ordered_product(pair.X_WA.R, Vec3(0, 0, along)));
  swap_in_half(random, &pair);
  return pair;
}

/// Places the cores, and moves B away along w by the radii: so much do they take from a gap. Every
/// second deep pair has cores that are apart.
void place_rounded(Random& random, Regime regime, const Vec3& w, Pair* pair) {
  const double r = pair->A->radius() + pair->B->radius();
  const bool cores_apart = regime == Regime::deep && random.below(2) == 0;
  place(random, cores_apart ? Regime::touching : regime, w, pair);
  const double away = cores_apart ? random.uniform(0.1, 0.9) * r : regime == Regime::deep ? 0 : r;
  pair->X_WB.t -= away * w;
}

/// Along the normal of a facet of A in half of the cases, else along any direction.
void place_rounded(Random& random, Regime regime, Pair* pair) {
  const auto& facets = pair->A->facets();
  const Vec3 w = random.below(2) == 0
                     ? Vec3(-normalised(ordered_product(
                           pair->X_WA.R, facets[random.below(facets.size())].normal)))
                     : random.unit_vector();
  place_rounded(random, regime, w, pair);
}

Pair sphere_and_hull(Random& random, std::uint64_t index) {
  Pair pair{small_solid(random), Pose{}, sphere(random.uniform(0.05, 1)), Pose{}};
  place_rounded(random, regime_of(index), &pair);
  swap_in_half(random, &pair);
  return pair;
}

Pair capsule_and_hull(Random& random, std::uint64_t index) {
  Pair pair{small_solid(random), Pose{}, draw_capsule(random).body(), Pose{}};
  pair.X_WB.R = aligned_or_random(random, 4);
  place_rounded(random, regime_of(index), &pair);
  swap_in_half(random, &pair);
  return pair;
}

/// Radii of two bodies; in two of three cases one of them has none.
std::array<double, 2> draw_radii(Random& random, double largest) {
  std::array<double, 2> radii{};
  const std::uint64_t which = random.below(3);
  if (which != 1) radii[0] = largest * random.uniform(0.02, 1);
  if (which != 2) radii[1] = largest * random.uniform(0.02, 1);
  return radii;
}

Pair rounded_boxes(Random& random, std::uint64_t index) {
  const auto radii = draw_radii(random, 0.5);
  Pair pair;
  pair.A = rounded_body(make_box(random_half_extents(random)), radii[0]);
  pair.B = rounded_body(make_box(random_half_extents(random)), radii[1]);
  pair.X_WB.R = aligned_or_random(random, 4);
  place_rounded(random, regime_of(index), &pair);
  return pair;
}

Pair rounded_hulls(const Family& family, std::uint64_t seed, std::uint64_t index) {
  Random random = case_random(family, seed, index);
  const auto radii = draw_radii(random, 0.5);
  Pair pair;
  pair.A = rounded_body(make_random_sphere_hull(random, family.largest_vertices), radii[0]);
  pair.B = rounded_body(make_random_sphere_hull(random, family.largest_vertices), radii[1]);
  pair.X_WB.R = random.rotation();
  place_rounded(random, regime_of(index), &pair);
  return pair;
}

/// Boxes whose faces moved inwards by the radius, so that the body keeps its size: 0.05 m in half
/// of the cases, as Jolt has it.
Pair convex_radius(Random& random, std::uint64_t index) {
  const double r = random.below(2) == 0 ? 0.05 : random.uniform(0.01, 0.25);
  const auto body = [&] {
    const Vec3 h = random_half_extents(random);
    return rounded_body(make_box(Vec3(h.x() - r, h.y() - r, h.z() - r)), r);
  };
  Pair pair{body(), Pose{}, body(), Pose{}};
  pair.X_WB.R = aligned_or_random(random, 4);
  place_rounded(random, regime_of(index), &pair);
  return pair;
}

/// Exact contact: corner on corner, edge on edge or face on face of boxes, points and segments along
/// the axes, whose radii sum to a whole distance. In every third case the cores touch.
Pair rounded_kissing(Random& random, std::uint64_t index) {
  const auto half_extents = [&random] {
    Vec3 h = Vec3::Zero();
    const std::uint64_t kind = random.below(3);  // a point, a segment, a box
    for (int i = 0; i < 3; ++i) {
      if (kind == 2 || (kind == 1 && i == 2)) h[i] = from_to(random, 1, 16) / 8.0;
    }
    return h;
  };
  const Vec3 h_A = half_extents();
  const Vec3 h_B = half_extents();
  const WholeVector v = draw_whole_vector(random);
  const bool cores_touch = index % 3 == 0;
  const double unit = from_to(random, 1, 8) / 8.0;
  const double r = unit * v.length;
  const double r_A = r * from_to(random, 0, 8) / 8.0;
  Vec3 t_B;
  for (int i = 0; i < 3; ++i) {
    // Where v has no part the bodies overlap along that axis, corner on corner at most.
    const double both = h_A[i] + h_B[i];
    const double within = from_to(random, -8, 8) / 8.0 * both;
    t_B[i] = v.vector[i] == 0 ? within : std::copysign(both, v.vector[i]);
    if (!cores_touch) t_B[i] += unit * v.vector[i];
  }
  const auto body = [](const Vec3& h, double radius) {
    return rounded_body(hull_of(box_corners(h)), radius);
  };
  return {body(h_A, r_A), Pose{}, body(h_B, r - r_A), {Mat3::Identity(), t_B}};
}

/// A box of 1 mm to 1 m on a sphere of 1 km to 1e9 m below it.
Pair ground_sphere(Random& random, std::uint64_t index) {
  constexpr std::array<double, 7> kRadii{1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
  const Regime regime = regime_of(index);
  const double radius = kRadii.at(index / 5 % kRadii.size());
  const double scale = random_power_of_ten(random, -3, 0);
  const Vec3 h = scale * random_half_extents(random);
  Pair pair{make_box(h), Pose{}, sphere(radius), {Mat3::Identity(), Vec3(0, 0, -radius)}};
  double low = h.z();  // depth of the lowest corner below the centre
  if (random.below(2) == 0) {
    pair.X_WA.R = random.rotation();
    low = highest_coordinate(box_corners(h), pair.X_WA.R, 2);
  }
  const Vec3 aside = h.cwiseProduct(random.in_unit_ball());
  pair.X_WA.t = Vec3(0.5 * aside.x(), 0.5 * aside.y(), low + gap_of(random, regime, scale));
  swap_in_half(random, &pair);
  return pair;
}

/// Radii of 1e-12 to 1e-3: what a policy of an answer is often taken for.
Pair small_radius(Random& random, std::uint64_t index) {
  const auto radii = draw_radii(random, random_power_of_ten(random, -12, -3));
  Pair pair;
  pair.A = rounded_body(small_solid(random), radii[0]);
  pair.B = rounded_body(small_solid(random), radii[1]);
  pair.X_WB.R = aligned_or_random(random, 4);
  place_rounded(random, regime_of(index), &pair);
  return pair;
}

Family rounded_family(std::string name, std::string summary, int largest_vertices,
                      CaseGenerator generate) {
  Family family =
      hard_family(std::move(name), std::move(summary), largest_vertices, 60, std::move(generate));
  family.group = "rounded";
  return family;
}

}  // namespace

std::vector<Family> rounded_families() {
  return {
      rounded_family("spheres", "two spheres, radii 1 to 1e9 apart, concentric too", 1,
                     drawn(spheres)),
      rounded_family("capsules-parallel", "two capsules side by side", 2, drawn(parallel_capsules)),
      rounded_family("capsules-crossing", "two capsules whose axes cross", 2,
                     drawn(crossing_capsules)),
      rounded_family("capsules-end-to-end", "an end of a capsule against another's", 2,
                     drawn(capsule_ends)),
      rounded_family("capsules-collinear", "two capsules on one line", 2,
                     drawn(collinear_capsules)),
      rounded_family("sphere-hull", "a sphere and a small solid", kMaxSmallVertices,
                     drawn(sphere_and_hull)),
      rounded_family("capsule-hull", "a capsule and a small solid", kMaxSmallVertices,
                     drawn(capsule_and_hull)),
      rounded_family("rounded-boxes", "boxes with radii of up to 0.5 m", 8, drawn(rounded_boxes)),
      rounded_family("rounded-hulls-16", "hulls of 16 points with radii of up to 0.5 m", 16,
                     rounded_hulls),
      rounded_family("rounded-hulls-64", "hulls of 64 points with radii of up to 0.5 m", 64,
                     rounded_hulls),
      rounded_family("convex-radius", "boxes shrunk by the radius that they are given", 8,
                     drawn(convex_radius)),
      rounded_family("rounded-kissing", "phi = 0 exactly, or cores that touch exactly", 8,
                     drawn(rounded_kissing)),
      rounded_family("ground-sphere", "a box of 1 mm to 1 m on a sphere of 1e3 to 1e9 m", 8,
                     drawn(ground_sphere)),
      rounded_family("small-radius", "small solids with radii of 1e-14 to 1e-3 m",
                     kMaxSmallVertices, drawn(small_radius))};
}

}  // namespace touchstone
