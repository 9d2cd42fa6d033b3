// SPDX-License-Identifier: GPL-3.0-or-later
// Families of pairs at or next to contact, with known features, gap and contact plane.
//
// Everything is built in a contact frame C whose z axis is the contact normal (from B to A) and
// whose origin is the contact point: A lies in z >= 0, B in z <= 0 before the gap, each meets z = 0
// in exactly its feature, and the origin is in that feature's relative interior. Hence for a gap g
// >= 0 the origin and its copy are nearest points: phi = g, n = z. Coordinates are small multiples
// of a power of two. In the axis-aligned families every pose is a signed permutation and a
// translation by such multiples, so that phi of the exactly transformed vertices is exactly 0 for
// the gap 0; other gaps are what the sum leaves of them. In the rotated families rounding decides.
#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"

namespace touchstone {
namespace {

constexpr int kMinGapExponent = -15;
constexpr int kMaxGapExponent = -3;
constexpr std::uint64_t kGaps = 2 * (kMaxGapExponent - kMinGapExponent + 1) + 1;
constexpr double kTranslationRange = 2;  ///< bounds |t_k| of A's pose in rotated families [m]

/// 0, -1e-15, 1e-15, -1e-14, ..., 1e-3 by index [m].
double kissing_gap(std::uint64_t index) {
  constexpr std::array<double, 13> kPowers{1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9,
                                           1e-8,  1e-7,  1e-6,  1e-5,  1e-4,  1e-3};
  static_assert(kGaps == 2 * kPowers.size() + 1);
  const std::uint64_t k = index % kGaps;
  if (k == 0) return 0;
  const double size = kPowers.at((k - 1) / 2);
  return k % 2 == 1 ? -size : size;
}

/// A vector with whole coordinates.
struct Lattice3 {
  int x = 0;
  int y = 0;
  int z = 0;
  bool operator==(const Lattice3&) const = default;
};

using Points = std::vector<Lattice3>;

/// Directions of edges in the contact plane; no two are parallel.
constexpr std::array<Lattice3, 6> kEdges{
    {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, -1, 0}, {2, 1, 0}, {1, -2, 0}}};

/// Convex polygons in the contact plane with the origin strictly inside.
Points polygon(Random& random) {
  switch (random.below(4)) {
    case 0: {
      const int left = from_to(random, 1, 2);
      const int right = from_to(random, 1, 2);
      const int front = from_to(random, 1, 2);
      const int back = from_to(random, 1, 2);
      return {{-left, -front, 0}, {right, -front, 0}, {right, back, 0}, {-left, back, 0}};
    }
    case 1:
      return {{-2, -1, 0}, {2, -1, 0}, {0, 2, 0}};
    case 2:
      return {{2, 0, 0}, {1, 2, 0}, {-1, 2, 0}, {-2, 0, 0}, {-1, -2, 0}, {1, -2, 0}};
    default:
      return {{2, 0, 0}, {0, 1, 0}, {-2, 0, 0}, {0, -1, 0}};
  }
}

Points edge(Random& random, const Lattice3& along) {
  const int back = from_to(random, 1, 2);
  const int front = from_to(random, 1, 2);
  return {{-back * along.x, -back * along.y, 0}, {front * along.x, front * along.y, 0}};
}

Points lifted(const Points& points, int z) {
  Points copy = points;
  for (Lattice3& p : copy) p.z += z;
  return copy;
}

void append(Points& points, const Points& more) {
  for (const Lattice3& p : more) {
    if (std::find(points.begin(), points.end(), p) == points.end()) points.push_back(p);
  }
}

/// A solid in z >= 0 whose lowest face is the hull of `feature`: a prism over a face (wedge over an
/// edge, pyramid over a vertex), a simplex or pyramid, a double pyramid, or a lattice hull.
Points solid_over(Random& random, const Points& feature) {
  const int height = from_to(random, 1, 3);
  Points solid = feature;
  switch (random.below(4)) {
    case 0:
      append(solid, lifted(feature, height));
      if (feature.size() < 3) append(solid, lifted(polygon(random), height));
      break;
    case 1:
      if (feature.size() > 2) {
        append(solid, {{from_to(random, -1, 1), from_to(random, -1, 1), height}});
      } else if (feature.size() == 2) {
        const Lattice3 along{feature[1].x - feature[0].x, feature[1].y - feature[0].y, 0};
        append(solid, {{-along.y, along.x, height}, {along.y, -along.x, height}});
      } else {
        append(solid, {{-2, -1, height}, {2, -1, height}, {0, 2, height}});
      }
      break;
    case 2:
      append(solid, {{2, 2, height}, {-2, 2, height}, {-2, -2, height}, {2, -2, height}});
      append(solid, {{0, 0, 2 * height}});
      break;
    default:
      append(solid, {{-2, -1, height}, {2, -1, height}, {0, 2, height}});
      for (int k = 0; k < 8; ++k) {
        const int z = from_to(random, 1, 4);
        append(solid, {{from_to(random, -3, 3), from_to(random, -3, 3), z}});
      }
  }
  return solid;
}

/// Points in the contact frame: multiples of a unit of 1, 1/2 or 1/4 [m].
std::vector<Vec3> scaled(Random& random, const Points& points) {
  const double unit = 1.0 / static_cast<double>(std::uint64_t{1} << random.below(3));
  std::vector<Vec3> result;
  for (const Lattice3& p : points) result.emplace_back(p.x * unit, p.y * unit, p.z * unit);
  return result;
}

/// The body whose points in frame C are `p_C`, in its own frame L: R_CL is exact or rounded as the
/// caller chose it.
PolytopePtr body(const std::vector<Vec3>& p_C, const Mat3& R_CL, const Vec3& p_CL) {
  PolytopeInput input;
  const Mat3 R_LC = R_CL.transpose();
  // Adding 0 turns -0 into 0.
  for (const Vec3& p : p_C) {
    input.vertices.emplace_back(ordered_product(R_LC, Vec3(p - p_CL)) + Vec3::Zero());
  }
  Result<PolytopePtr> polytope = make_polytope(input);
  assert(polytope.ok());
  return std::move(polytope).value();
}

/// Two features with the origin in the relative interior of both.
using Features = std::pair<Points, Points> (*)(Random& random);

std::pair<Points, Points> vertex_vertex(Random& /*random*/) { return {{{0, 0, 0}}, {{0, 0, 0}}}; }

std::pair<Points, Points> vertex_edge(Random& random) {
  return {{{0, 0, 0}}, edge(random, kEdges.at(random.below(kEdges.size())))};
}

std::pair<Points, Points> vertex_face(Random& random) { return {{{0, 0, 0}}, polygon(random)}; }

std::pair<Points, Points> edge_edge(Random& random) {
  const std::uint64_t first = random.below(kEdges.size());
  const std::uint64_t second = (first + 1 + random.below(kEdges.size() - 1)) % kEdges.size();
  Points one = edge(random, kEdges.at(first));
  return {std::move(one), edge(random, kEdges.at(second))};
}

std::pair<Points, Points> edge_edge_parallel(Random& random) {
  const Lattice3& along = kEdges.at(random.below(kEdges.size()));
  Points one = edge(random, along);
  return {std::move(one), edge(random, along)};
}

std::pair<Points, Points> edge_face(Random& random) {
  Points one = edge(random, kEdges.at(random.below(kEdges.size())));
  return {std::move(one), polygon(random)};
}

std::pair<Points, Points> face_face(Random& random) {
  Points one = polygon(random);
  return {std::move(one), polygon(random)};
}

/// Where a body's frame has its origin in C: at whole units above or below the contact point, so
/// that contact is not at a local origin.
Vec3 local_origin(Random& random, double side) {
  const double across_x = static_cast<double>(random.below(3)) - 1;
  const double across_y = static_cast<double>(random.below(3)) - 1;
  return {0.5 * across_x, 0.5 * across_y,
          side * (0.5 + 0.5 * static_cast<double>(random.below(3)))};
}

template <Features features, bool rotated>
Pair kissing_pair(Random& random, std::uint64_t index) {
  // The number of gaps is odd, so that each gap meets both orders of the features.
  const bool swapped = index % 2 == 1;
  auto [feature_A, feature_B] = features(random);
  if (swapped) std::swap(feature_A, feature_B);
  const std::vector<Vec3> p_CA = scaled(random, solid_over(random, feature_A));
  std::vector<Vec3> p_CB = scaled(random, solid_over(random, feature_B));
  for (Vec3& p : p_CB) p.z() = 0 - p.z();

  // A's frame is C turned by a signed permutation and shifted; B's is turned once more. World and
  // A's frame agree.
  const Mat3 R_WC = signed_permutation(random);
  const Mat3 R_CA = R_WC.transpose();
  const Vec3 p_CAo = local_origin(random, 1);
  const Vec3 p_CBo = local_origin(random, -1);
  const Vec3 shift_C = Vec3(p_CBo.x() - p_CAo.x(), p_CBo.y() - p_CAo.y(),
                            p_CBo.z() - p_CAo.z() - kissing_gap(index));
  Mat3 R_CB = signed_permutation(random);
  Pair pair;
  pair.A = body(p_CA, R_CA, p_CAo);
  pair.X_WB.t = ordered_product(R_WC, shift_C);
  if constexpr (rotated) {
    // One rotation V turns the whole pair. In half of the cases B's own frame is turned at random
    // as well, so that parallel features are parallel only up to rounding.
    if (index % 4 >= 2) R_CB = random.rotation();
    const Mat3 R_VW = random.rotation();
    for (int k = 0; k < 3; ++k) {
      pair.X_WA.t[k] = random.uniform(-kTranslationRange, kTranslationRange);
    }
    pair.X_WA.R = R_VW;
    pair.X_WB.t = pair.X_WA.t + ordered_product(R_VW, pair.X_WB.t);
    pair.X_WB.R = ordered_product(R_VW, ordered_product(R_WC, R_CB));
  } else {
    pair.X_WB.R = ordered_product(R_WC, R_CB);
  }
  pair.B = body(p_CB, R_CB, p_CBo);
  return pair;
}

struct Contact {
  const char* name;
  Pair (*aligned)(Random& random, std::uint64_t index);
  Pair (*rotated)(Random& random, std::uint64_t index);
};

template <Features features>
constexpr Contact contact(const char* name) {
  return {name, kissing_pair<features, false>, kissing_pair<features, true>};
}

constexpr std::array<Contact, 7> kContacts{{
    contact<vertex_vertex>("vertex-vertex"),
    contact<vertex_edge>("vertex-edge"),
    contact<vertex_face>("vertex-face"),
    contact<edge_edge>("edge-edge"),
    contact<edge_edge_parallel>("edge-edge-parallel"),
    contact<edge_face>("edge-face"),
    contact<face_face>("face-face"),
}};

}  // namespace

std::vector<Family> kissing_families() {
  constexpr int kMaxVertices = 17;  // a hexagon and eleven points above it
  constexpr std::uint64_t kDefaultCases = 186;
  std::vector<Family> families;
  for (const Contact& kind : kContacts) {
    const std::string name = std::string("kissing-") + kind.name;
    const std::string summary = std::string(kind.name) + " contact, gaps 0 and +-1e-15 to +-1e-3 m";
    families.push_back({.name = name,
                        .group = "kissing",
                        .summary = summary + ", axis-aligned",
                        .largest_vertices = kMaxVertices,
                        .default_cases = kDefaultCases,
                        .generate = drawn(kind.aligned)});
    families.push_back({.name = name + "-rotated",
                        .group = "kissing",
                        .summary = summary + ", rotated",
                        .largest_vertices = kMaxVertices,
                        .default_cases = kDefaultCases,
                        .generate = drawn(kind.rotated)});
  }
  return families;
}

}  // namespace touchstone
