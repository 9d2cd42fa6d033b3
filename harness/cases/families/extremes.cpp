// SPDX-License-Identifier: GPL-3.0-or-later
// Families at the ends of what is taken: places and size ratios that eat most digits, poses that
// are as far from rotations as is accepted. Boxes and hulls (bodies.hpp), all regimes in turn.
#include <algorithm>
#include <array>
#include <utility>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

constexpr double kHundredMillion = 1e8;
constexpr double kBillion = 1e9;
constexpr double kTrillion = 1e12;
constexpr double kRatio20 = 1e20;

/// Every second round of regimes and kinds is free of rounding.
bool is_exact_round(std::uint64_t index) { return index / (3 * kAllRegimes.size()) % 2 == 1; }

// ---- far from the origin

/// Coordinates are multiples of 1/8.
std::vector<Vec3> dyadic_box(Random& random) {
  Vec3 half;
  for (int k = 0; k < 3; ++k) half[k] = 0.125 * from_to(random, 2, 8);
  return box_corners(half);
}

std::vector<Vec3> dyadic_hull(Random& random) {
  constexpr int kRange = 4;
  std::vector<Vec3> points = make_lattice_hull(random, from_to(random, 6, 40), kRange)->vertices();
  for (Vec3& p : points) p *= 0.25;
  return points;
}

/// Gaps in ulps of coordinates near 1e8 (of doubles from 2^26 to 2^27) or in eighths.
constexpr ExactGaps kDyadicGaps = {0.125, 0x1p-26, 17, {2, 4}};

/// Bodies at whole metres with permuted axes and coordinates in eighths: all sums are exact.
Pair exact_far_pair(Random& random, double distance, std::uint64_t index) {
  const Kinds kinds = kinds_of(index);
  Pair pair;
  pair.A = hull_of(kinds == Kinds::hulls ? dyadic_hull(random) : dyadic_box(random));
  pair.B = hull_of(kinds == Kinds::boxes ? dyadic_box(random) : dyadic_hull(random));
  if (kinds == Kinds::box_and_hull && random.below(2) == 0) std::swap(pair.A, pair.B);
  pair.X_WA.R = signed_permutation(random);
  pair.X_WB.R = signed_permutation(random);
  const int axis = from_to(random, 0, 2);
  for (int k = 0; k < 3; ++k) {
    const double place = distance - from_to(random, 0, 1000);
    pair.X_WA.t[k] = random.below(2) == 0 ? place : -place;
    pair.X_WB.t[k] = pair.X_WA.t[k] + 0.125 * from_to(random, -3, 3);
  }
  const double gap = exact_gap(random, regime_of(index), kDyadicGaps);
  // B below A: its top by the gap beneath A's bottom; a mirrored A has its top where -A has it.
  const double top_of_B = highest_coordinate(pair.B->vertices(), pair.X_WB.R, axis);
  const double bottom_of_A = -highest_coordinate(pair.A->vertices(), -pair.X_WA.R, axis);
  pair.X_WB.t[axis] = pair.X_WA.t[axis] + (bottom_of_A - top_of_B - gap);
  swap_in_half(random, &pair);
  return pair;
}

/// A random or dyadic pair whose bodies are about `distance` from the origin [m].
Pair far_mixed_pair(double distance, Random& random, std::uint64_t index) {
  if (is_exact_round(index)) return exact_far_pair(random, distance, index);
  PairPoints points = mixed_points(random, kinds_of(index));
  Pair pair;
  pair.A = hull_of(std::move(points.A));
  pair.B = hull_of(std::move(points.B));
  pair.X_WA.R = random.rotation();
  pair.X_WA.t = distance * random.unit_vector();
  pair.X_WB.R = parallel_or_random(random, pair.X_WA.R);
  place(random, regime_of(index), &pair);
  return pair;
}

// ---- sizes that differ

/// The gap in the regime [m]. A large body may be thinner than the small one, so both bound the
/// depth.
double regime_gap(Random& random, Regime regime, const Polytope& large, const Polytope& small) {
  constexpr std::array<double, 4> kNearGaps{1e-3, 1e-5, 1e-7, 1e-9};
  const double size = small.bounding_radius();
  switch (regime) {
    case Regime::separated:
      return size * random.uniform(0.02, 0.9);
    case Regime::near:
      return size * kNearGaps.at(random.below(kNearGaps.size()));
    case Regime::touching:
      return 0;
    case Regime::shallow:
      return -std::min(small.inradius(), large.inradius()) * random.uniform(2e-3, 1e-2);
    case Regime::deep:
      break;
  }
  return -std::min(size, large.inradius()) * random.uniform(0.5, 2);
}

/// Places both so that the small body has the gap from the large one along m, a unit direction of
/// the world, above the point `foot` of the large one, which comes to the world's origin:
///     gap = min_{s in S} m.(R_S s + t_S) - max_{l in L} m.(R_L l + t_L),
/// of which double-doubles keep some 32 digits: however large L is, phi is what was asked for to
/// the rounding of t_S, which is about as long as S.
void place_above(Random& random, double gap, const Dd3& m, const Vec3& foot, const Polytope& L,
                 Pose* X_WL, const Polytope& S, Pose* X_WS) {
  X_WL->t = -ordered_product(X_WL->R, foot);
  const auto along = [&](const Mat3& R, const Vec3& v) { return dot(m, rotate(R, v)); };
  DoubleDouble top = along(X_WL->R, L.vertices().front());
  for (const Vec3& v : L.vertices()) {
    const DoubleDouble height = along(X_WL->R, v);
    if ((height - top).high > 0) top = height;
  }
  DoubleDouble bottom = along(X_WS->R, S.vertices().front());
  for (const Vec3& v : S.vertices()) {
    const DoubleDouble height = along(X_WS->R, v);
    if ((height - bottom).high < 0) bottom = height;
  }
  const DoubleDouble plane = top + dot(m, exactly(X_WL->t));
  const double height = (plane - bottom).high + gap;
  const Vec3 unit = rounded(m);
  const Vec3 sideways = S.bounding_radius() * random.in_unit_ball();
  X_WS->t = (height - ordered_dot(unit, sideways)) * unit + sideways;
}

/// Above the inside of a face, along its outward normal.
void place_on_face(Random& random, double gap, const Polytope& L, Pose* X_WL, const Polytope& S,
                   Pose* X_WS) {
  const std::vector<int>& corners = L.facets()[random.below(L.facets().size())].vertices;
  const std::size_t n = corners.size();
  const auto corner = [&](std::size_t k) -> const Vec3& {
    return L.vertices()[static_cast<std::size_t>(corners[k])];
  };
  const auto side = [&](std::size_t k) {
    return rotate(X_WL->R, difference(corner(k), corner(0)));
  };
  Dd3 m = cross(side(n / 3), side(2 * n / 3));
  m = scaled(DoubleDouble{1, 0} / sqrt(dot(m, m)), m);

  Vec3 foot = Vec3::Zero();
  double total = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double weight = random.uniform(0.2, 1);
    foot += weight * corner(k);
    total += weight;
  }
  place_above(random, gap, m, Vec3(foot / total), L, X_WL, S, X_WS);
}

/// The hulls of these points, the large one first, in the case's regime: half of the cases by
/// `place_on`, exactly.
Pair posed(Random& random, std::uint64_t index, PairPoints points,
           void (*place_on)(Random&, double, const Polytope&, Pose*, const Polytope&, Pose*)) {
  Pair pair;
  pair.A = hull_of(std::move(points.A));
  pair.B = hull_of(std::move(points.B));
  pair.X_WA.R = aligned_or_random(random, 3);
  pair.X_WB.R = parallel_or_random(random, pair.X_WA.R);
  if (is_exact_round(index)) {
    const double gap = regime_gap(random, regime_of(index), *pair.A, *pair.B);
    place_on(random, gap, *pair.A, &pair.X_WA, *pair.B, &pair.X_WB);
  } else {
    place(random, regime_of(index), &pair);
  }
  swap_in_half(random, &pair);
  return pair;
}

/// The points of a mixed pair with one body `ratio` times the size of the other; one of the two has
/// about unit size.
PairPoints scaled_points(Random& random, double ratio, std::uint64_t index) {
  PairPoints points = mixed_points(random, kinds_of(index));
  const bool small_is_unit = random.below(2) == 0;
  for (Vec3& p : points.A) p *= small_is_unit ? ratio : 1;
  for (Vec3& p : points.B) p *= small_is_unit ? 1 : 1 / ratio;
  return points;
}

Pair scaled_mixed_pair(double ratio, Random& random, std::uint64_t index) {
  return posed(random, index, scaled_points(random, ratio, index), place_on_face);
}

// ---- sizes that differ, and vertices doubled

/// Each point with up to two copies while there is room, moved along each axis by at most 1e-3 to 1
/// times `distance`.
std::vector<Vec3> with_near_duplicates(Random& random, const std::vector<Vec3>& points,
                                       double distance) {
  const int most = std::min(3, static_cast<int>(kMaxMixedVertices / points.size()));
  std::vector<Vec3> copies;
  for (const Vec3& p : points) {
    for (int count = from_to(random, 1, most); count > 0; --count) {
      Vec3 copy = p;
      for (int k = 0; k < 3; ++k) {
        const double largest = distance * random_power_of_ten(random, -3, 0);
        copy[k] += largest * random.uniform(-1, 1);
      }
      copies.push_back(copy);
    }
  }
  return copies;
}

/// The body `ratio` times as large; in a quarter of the cases along two axes only, a plate as thick
/// as the small body, or along one, a needle.
Vec3 large_axes(Random& random, double ratio, bool thin) {
  Vec3 axes(ratio, ratio, ratio);
  const int first = from_to(random, 0, 2);
  const bool needle = random.below(2) == 0;
  if (thin) axes[first] = 1;
  if (thin && needle) axes[(first + 1) % 3] = 1;
  return axes;
}

/// The facets that meet at a vertex; where all are merged away, any one.
std::vector<const Facet*> facets_around(Random& random, const Polytope& body, int vertex) {
  std::vector<const Facet*> around;
  for (const Facet& facet : body.facets()) {
    const std::vector<int>& v = facet.vertices;
    if (std::find(v.begin(), v.end(), vertex) != v.end()) around.push_back(&facet);
  }
  if (around.empty()) around.push_back(&body.facets()[random.below(body.facets().size())]);
  return around;
}

/// Above a vertex of L along a direction in L's own axes, of any length.
void place_over_vertex(Random& random, double gap, const Vec3& local, int vertex, const Polytope& L,
                       Pose* X_WL, const Polytope& S, Pose* X_WS) {
  Dd3 m = exactly(normalised(ordered_product(X_WL->R, local)));
  m = scaled(DoubleDouble{1, 0} / sqrt(dot(m, m)), m);
  const Vec3& foot = L.vertices()[static_cast<std::size_t>(vertex)];
  place_above(random, gap, m, foot, L, X_WL, S, X_WS);
}

/// Above a vertex, along the normal of a facet there or between those of two.
void place_on_corner(Random& random, double gap, const Polytope& L, Pose* X_WL, const Polytope& S,
                     Pose* X_WS) {
  const auto vertex = L.extreme()[random.below(L.extreme().size())];
  const std::vector<const Facet*> around = facets_around(random, L, vertex);
  const Vec3& first = around[random.below(around.size())]->normal;
  const Vec3& second = around[random.below(around.size())]->normal;
  const double share = random.below(2) == 0 ? 0 : random.uniform();
  const Vec3 local = first + share * (second - first);
  place_over_vertex(random, gap, local, vertex, L, X_WL, S, X_WS);
}

/// Above the inside of a face, or above a vertex along a direction well between the normals there:
/// then the vertex is the highest, however large L is.
void place_on_face_or_corner(Random& random, double gap, const Polytope& L, Pose* X_WL,
                             const Polytope& S, Pose* X_WS) {
  if (random.below(2) == 0) return place_on_face(random, gap, L, X_WL, S, X_WS);
  const auto vertex = L.extreme()[random.below(L.extreme().size())];
  Vec3 local = Vec3::Zero();
  for (const Facet* facet : facets_around(random, L, vertex)) {
    local += random.uniform(0.5, 1) * facet->normal;
  }
  place_over_vertex(random, gap, local, vertex, L, X_WL, S, X_WS);
}

/// A pair as scaled_mixed_pair makes it, but above faces and vertices.
Pair hugely_scaled_pair(double ratio, Random& random, std::uint64_t index) {
  return posed(random, index, scaled_points(random, ratio, index), place_on_face_or_corner);
}

/// One body 10 to 1e10 times the other, half of them 1e7 to 1e10 times, with vertices doubled at
/// 1e-16 to 1e-9 of its size, so that there are facets, merged or not, as large as the other body.
/// Of a box its corners are: it is a plate or a needle.
Pair doubled_and_scaled(Random& random, std::uint64_t index) {
  const Kinds kinds = kinds_of(index);
  PairPoints points = mixed_points(random, kinds);
  const bool far_apart = random.below(2) == 0;
  const double factor = random.uniform(0.1, 1);
  const double ratio = factor / (far_apart ? random_power_of_ten(random, -10, -8)
                                           : random_power_of_ten(random, -7, -2));
  const bool thin = kinds == Kinds::boxes || random.below(4) == 0;
  const double distance = random_power_of_ten(random, -16, -9);
  if (kinds != Kinds::boxes) points.A = with_near_duplicates(random, points.A, distance);
  if (kinds == Kinds::hulls && random.below(2) == 0) {
    points.B = with_near_duplicates(random, points.B, distance);
  }
  const Vec3 axes = large_axes(random, ratio, thin);
  for (Vec3& p : points.A) p = p.cwiseProduct(axes).eval();
  return posed(random, index, std::move(points), place_on_corner);
}

// ---- poses that are not quite rotations

/// R'R then differs from I by up to 9.7e-7, and 1e-6 is what make_pose accepts [1].
constexpr double kMaxShear = 4.8e-7;

Pair most_sheared(Random& random, std::uint64_t index) {
  PairPoints points = mixed_points(random, kinds_of(index));
  Pair pair;
  pair.A = hull_of(std::move(points.A));
  pair.B = hull_of(std::move(points.B));
  const Mat3 R_A = aligned_or_random(random, 3);
  const Mat3 R_B = parallel_or_random(random, R_A);
  place_sheared(random, regime_of(index), R_A, R_B, kMaxShear, &pair);
  return pair;
}

}  // namespace

std::vector<Family> extreme_families() {
  constexpr std::uint64_t kDefaultCases = 60;  // two rounds of regimes, kinds and exactness
  const auto row = [](const char* name, const char* summary, CaseGenerator generate) {
    return hard_family(name, summary, kMaxMixedVertices, kDefaultCases, std::move(generate));
  };
  return {
      row("far-1e8", "both bodies 1e8 m from the origin, half of them exactly on a grid",
          with(kHundredMillion, far_mixed_pair)),
      row("scale-1e9",
          "one body 1e9 times the other, half of them on a face to rounding of the small",
          with(kBillion, scaled_mixed_pair)),
      row("scale-1e12",
          "one body 1e12 times the other, half of them on a face to rounding of the small",
          with(kTrillion, scaled_mixed_pair)),
      row("ratio-1e20",
          "one body 1e20 times the other, half of them on a face or a vertex to 1e-11 of the small",
          with(kRatio20, hugely_scaled_pair)),
      row("near-duplicates-unequal",
          "one body 10 to 1e10 times the other, its vertices doubled at 1e-16 to 1e-9 of its size",
          drawn(doubled_and_scaled)),
      row("sheared-1e-6", "both R orthonormal only to 5e-7 to 9.7e-7, all regimes",
          drawn(most_sheared)),
  };
}

}  // namespace touchstone
