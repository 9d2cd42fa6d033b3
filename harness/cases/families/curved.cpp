// SPDX-License-Identifier: GPL-3.0-or-later
// Families of bodies with curved cores (docs/bodies.md): cylinders, cones and ellipsoids beside or
// inside polytopes, spheres, capsules and one another, in all regimes. Placed as placement.hpp says,
// by support points; each body holds its frame's origin.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "geometry/body.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

enum class Kind { cylinder, cone, ellipsoid, box, hull, sphere, capsule };
struct NamedKind {
  Kind kind;
  std::string_view name;
  const char* summary;
};
constexpr std::array<NamedKind, 7> kKinds{{{Kind::cylinder, "cylinder", "a cylinder"},
                                           {Kind::cone, "cone", "a cone"},
                                           {Kind::ellipsoid, "ellipsoid", "an ellipsoid"},
                                           {Kind::box, "box", "a box"},
                                           {Kind::hull, "hull", "a small solid"},
                                           {Kind::sphere, "sphere", "a sphere"},
                                           {Kind::capsule, "capsule", "a capsule"}}};
constexpr std::size_t kCurvedKinds = 3;
constexpr const char* kAligned = "curved-aligned";

constexpr std::array<double, 4> kCurvedGaps{1e-3, 1e-5, 1e-7, 1e-9};  ///< relative to size [1]

ConvexBody body_of(const Core& core, double radius = 0) { return make_body(core, radius).value(); }

/// A small solid about the mean of its vertices: drawn on a sphere, they may all be on one side.
PolytopePtr centred_solid(Random& random) {
  const PolytopePtr drawn = small_solid(random);
  std::vector<Vec3> points = drawn->vertices();
  for (Vec3& point : points) point -= drawn->interior_point();
  return hull_of(std::move(points));
}

ConvexBody rounded_hull(std::vector<Vec3> points, double radius) {
  return body_of(make_rounded(hull_of(std::move(points)), radius).value());
}

/// A body with these lengths [m]; a curved core may get a ball.
ConvexBody make_kind(Kind kind, Random& random, const Vec3& lengths, double ball) {
  const double half_length = lengths.z();
  switch (kind) {
    case Kind::cylinder:
      return body_of(Cylinder{lengths.x(), half_length}, ball);
    case Kind::cone:
      return body_of(Cone{lengths.x(), half_length}, ball);
    case Kind::ellipsoid:
      return body_of(Ellipsoid{lengths}, ball);
    case Kind::box:
      return body_of(make_box(lengths));
    case Kind::hull:
      return body_of(centred_solid(random));
    case Kind::sphere:
      return rounded_hull({Vec3::Zero()}, lengths.x());
    case Kind::capsule:
      break;
  }
  return rounded_hull({Vec3(0, 0, -half_length), Vec3(0, 0, half_length)}, lengths.x());
}

/// Lengths of 0.3 to 1 m, or one that is a tenth of the others; every fifth curved core has a ball.
ConvexBody draw_body(Random& random, Kind kind) {
  Vec3 lengths = random_half_extents(random);
  const std::uint64_t thin = random.below(8);
  if (thin < 3) lengths[static_cast<int>(thin)] *= 0.1;
  const double ball = random.below(5) == 0 ? random.uniform(0.02, 0.3) : 0;
  return make_kind(kind, random, lengths, ball);
}

Vec3 core_support(const Core& core, const Vec3& w) {
  const double across = std::sqrt(w.x() * w.x() + w.y() * w.y());
  const auto rim = [&](double radius, double z) {
    const double scale = across > 0 ? radius / across : 0;
    return Vec3(scale * w.x(), scale * w.y(), z);
  };
  if (const auto* cylinder = std::get_if<Cylinder>(&core)) {
    return rim(cylinder->radius, std::copysign(cylinder->half_length, w.z()));
  }
  if (const auto* cone = std::get_if<Cone>(&core)) {
    const double h = cone->half_length;
    const bool apex = h * w.z() >= cone->radius * across - h * w.z();
    return apex ? Vec3(0, 0, h) : rim(cone->radius, -h);
  }
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&core)) {
    const Vec3 scaled = ellipsoid->semi_axes.cwiseProduct(w);
    return ellipsoid->semi_axes.cwiseProduct(scaled) / std::sqrt(ordered_dot(scaled, scaled));
  }
  const std::vector<Vec3>& vertices = std::get<PolytopePtr>(core)->vertices();
  return *std::max_element(vertices.begin(), vertices.end(), [&](const Vec3& a, const Vec3& b) {
    return ordered_dot(w, a) < ordered_dot(w, b);
  });
}

/// A point of the body, turned by R, that is farthest along the unit vector w.
Vec3 support(const ConvexBody& body, const Mat3& R, const Vec3& w) {
  const Vec3 local(ordered_dot(R.col(0), w), ordered_dot(R.col(1), w), ordered_dot(R.col(2), w));
  return ordered_product(R, core_support(body.core(), local)) + body.radius() * w;
}

/// The offset of A's origin from B's: k is farthest along w of what makes them overlap.
Vec3 offset(Random& random, Regime regime, const Vec3& k, const Vec3& w, double size) {
  switch (regime) {
    case Regime::separated: {
      const double gap = size * random.uniform(0.01, 1);
      const Vec3 any = 0.7 * gap * random.in_unit_ball();
      return k + gap * w + any - ordered_dot(any, w) * w;
    }
    case Regime::near:
      return k + size * kCurvedGaps[random.below(kCurvedGaps.size())] * w;
    case Regime::touching:
      return k;
    case Regime::shallow:
      return (1 - size * random.uniform(2e-3, 1e-2) / ordered_dot(k, w)) * k;
    case Regime::deep:
      break;
  }
  return random.uniform(0.1, 0.5) * k;
}

void place_along(Random& random, Regime regime, const Vec3& w, ConvexPair& pair) {
  const Vec3 k = support(pair.B, pair.X_WB.R, w) - support(pair.A, pair.X_WA.R, -w);
  pair.X_WB.t = pair.X_WA.t - offset(random, regime, k, w, pair_size(pair));
}

/// Any direction, or one along or across the z axis of either body. Deep pairs are along none: on
/// one axis all directions of a ring may be optimal.
Vec3 draw_direction(Random& random, Regime regime, const ConvexPair& pair) {
  const Vec3 any = random.unit_vector();
  if (regime == Regime::deep) return any;
  const Vec3 axis = random.below(2) == 0 ? pair.X_WA.R.col(2) : pair.X_WB.R.col(2);
  switch (random.below(4)) {
    case 0:
      return normalised(random.below(2) == 0 ? axis : Vec3(-axis));
    case 1:
      return normalised(any - ordered_dot(any, axis) * axis);
    default:
      return any;
  }
}

/// A body of each kind, both turned and moved at random.
ConvexPair any_pair(Random& random, Regime regime, Kind first, Kind second) {
  ConvexBody A = draw_body(random, first);
  ConvexBody B = draw_body(random, second);
  ConvexPair pair{std::move(A), {}, std::move(B), {}};
  pair.X_WA = {random.rotation(), random.in_unit_ball()};
  pair.X_WB.R = random.rotation();
  place_along(random, regime, draw_direction(random, regime, pair), pair);
  return pair;
}

/// Lengths are eighths and axes parallel or at right angles, so that much is exact and tied: bodies
/// side by side, on one axis or about one point. Every fourth B is turned by a right-angled triangle
/// of sides 3, 4 and 5: a rim or an apex on a face.
ConvexPair aligned_pair(Random& random, std::uint64_t index) {
  constexpr std::array<Kind, 6> kOthers{Kind::cylinder, Kind::cone,   Kind::ellipsoid,
                                        Kind::box,      Kind::sphere, Kind::capsule};
  const auto body = [&random](Kind kind) {
    const double a = from_to(random, 1, 16) / 8.0;
    const double b = random.below(2) == 0 ? a : from_to(random, 1, 16) / 8.0;
    return make_kind(kind, random, Vec3(a, b, from_to(random, 1, 16) / 8.0), 0);
  };
  ConvexBody A = body(kKinds.at(index / 5 % kCurvedKinds).kind);
  ConvexBody B = body(kOthers.at(random.below(kOthers.size())));
  ConvexPair pair{std::move(A), {}, std::move(B), {}};
  pair.X_WA.R = signed_permutation(random);
  pair.X_WB.R = random.below(2) == 0 ? pair.X_WA.R : signed_permutation(random);
  const Vec3 axis = pair.X_WA.R.col(static_cast<int>(random.below(3)));
  if (index % 4 == 3) {
    Mat3 tilt;
    tilt << 1, 0, 0, 0, 0.6, -0.8, 0, 0.8, 0.6;
    pair.X_WB.R = ordered_product(pair.X_WB.R, tilt);
  }
  const Regime regime = regime_of(index);
  // About one point: where both are round, all directions of a circle or a sphere are optimal.
  if (regime != Regime::deep || random.below(2) == 0) {
    place_along(random, regime, random.below(2) == 0 ? axis : Vec3(-axis), pair);
  }
  return pair;
}

Kind kind_named(std::string_view name) {
  return std::find_if(kKinds.begin(), kKinds.end(),
                      [&](const NamedKind& one) { return one.name == name; })
      ->kind;
}

ConvexPair curved_pair(const Family& family, std::uint64_t seed, std::uint64_t index) {
  Random random = case_random(family, seed, index);
  const std::size_t hyphen = family.name.find('-');
  ConvexPair pair = family.name == kAligned ? aligned_pair(random, index)
                                            : any_pair(random, regime_of(index),
                                                       kind_named(family.name.substr(0, hyphen)),
                                                       kind_named(family.name.substr(hyphen + 1)));
  if (random.below(2) == 0) {
    std::swap(pair.A, pair.B);
    std::swap(pair.X_WA, pair.X_WB);
  }
  return pair;
}

Family curved_family(std::string name, std::string summary, std::uint64_t default_cases) {
  Family family = hard_family(std::move(name), std::move(summary), kMaxSmallVertices, default_cases,
                              curved_pair);
  family.group = "curved";
  return family;
}

}  // namespace

std::vector<Family> curved_families() {
  std::vector<Family> families;
  for (std::size_t a = 0; a < kCurvedKinds; ++a) {
    for (std::size_t b = a; b < kKinds.size(); ++b) {
      const NamedKind& first = kKinds.at(a);
      const NamedKind& second = kKinds.at(b);
      families.push_back(curved_family(std::string(first.name) + "-" + std::string(second.name),
                                       std::string(first.summary) + " and " +
                                           (a == b ? "another" : second.summary) +
                                           ", in all regimes",
                                       50));
    }
  }
  families.push_back(
      curved_family(kAligned,
                    "curved cores side by side, on one axis or about one point: only "
                    "where it is named",
                    0));
  return families;
}

}  // namespace touchstone
