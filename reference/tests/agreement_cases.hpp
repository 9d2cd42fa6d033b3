// SPDX-License-Identifier: GPL-3.0-or-later
// For tests: pairs of every kind on which two routes to the truth can be compared.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ostream>
#include <string>
#include <vector>

#include "geometry/pair.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {

// Draws stand in statements of their own where there are several: the order of a call's arguments
// is the compiler's.
inline constexpr std::uint64_t kAgreementSeed = 20260;

/// How many cases in all: `by_default`, or what the environment variable TOUCHSTONE_AGREEMENT_CASES
/// asks for.
inline int agreement_cases(int by_default) {
  const char* const text = std::getenv("TOUCHSTONE_AGREEMENT_CASES");
  return text == nullptr ? by_default : std::max(by_default, std::atoi(text));
}

inline double support(const Polytope& body, const Mat3& R, const Vec3& u) {
  double best = u.dot(R * body.vertices()[0]);
  for (const Vec3& v : body.vertices()) best = std::max(best, u.dot(R * v));
  return best;
}

/// A at the origin; B turned by R and put so that gap(u) is about `gap`.
inline Pair placed_at_gap(PolytopePtr A, PolytopePtr B, const Mat3& R, const Vec3& u, double gap) {
  const double reach = support(*A, Mat3::Identity(), -u) + support(*B, R, u);
  const Vec3 t = -(reach + gap) * u;
  return {std::move(A), {}, std::move(B), {R, t}};
}

/// Turns and shifts a whole pair: the same configuration except for rounding.
inline Pair moved(Pair pair, const Mat3& R, const Vec3& t) {
  for (Pose* X : {&pair.X_WA, &pair.X_WB}) *X = {R * X->R, R * X->t + t};
  return pair;
}

inline Vec3 lattice_vector(Random& random, int range) {
  const auto entry = [&] {
    return static_cast<double>(random.below(2 * static_cast<std::uint64_t>(range) + 1)) - range;
  };
  const double x = entry();
  const double y = entry();
  return {x, y, entry()};
}

/// Gaps 0 (a quarter) and +-1e-15 ... +-1e-3 [m].
inline double kissing_gap(Random& random) {
  if (random.below(4) == 0) return 0;
  double gap = 1e-3;
  for (auto k = random.below(13); k > 0; --k) gap /= 10;
  return random.below(2) == 0 ? gap : -gap;
}

/// Puts support points of two bodies along +-n, n a lattice vector, together: on lattice bodies
/// that are faces and edges as often as vertices. Half are turned as a whole, which leaves gaps of
/// rounding errors.
inline Pair kissing(Random& random, PolytopePtr A, PolytopePtr B) {
  Vec3 n = lattice_vector(random, 1);
  while (n.isZero()) n = lattice_vector(random, 1);
  const auto extreme = [](const Polytope& body, const Vec3& u) {
    Vec3 best = body.vertices()[0];
    for (const Vec3& v : body.vertices()) {
      if (u.dot(v) > u.dot(best)) best = v;
    }
    return best;
  };
  const Vec3 t = extreme(*A, n) - extreme(*B, -n) + kissing_gap(random) * n.normalized();
  Pair pair{std::move(A), {}, std::move(B), {Mat3::Identity(), t}};
  if (random.below(2) == 0) return pair;
  const Mat3 R = random.rotation();
  return moved(pair, R, random.unit_vector());
}

inline PolytopePtr hull_of(std::vector<Vec3> points) {
  auto made = make_polytope({std::move(points), {}, {}});
  return made ? std::move(made).value() : nullptr;
}

/// A point, segment or polygon with small integer coordinates.
inline PolytopePtr flat_body(Random& random) {
  const auto dimension = std::min<std::uint64_t>(2, random.below(4));
  const Vec3 origin = lattice_vector(random, 1);
  const Vec3 e = lattice_vector(random, 1);
  const Vec3 f = lattice_vector(random, 1);
  std::vector<Vec3> points{origin};
  if (dimension == 1) points.emplace_back(origin + e);
  if (dimension == 2) {
    for (int k = 0; k < 5; ++k) {
      const Vec3 c = lattice_vector(random, 1);
      points.emplace_back(origin + c.x() * e + c.y() * f);
    }
  }
  return hull_of(std::move(points));
}

inline Pair random_boxes(Random& random, int /*index*/) {
  const PolytopePtr box = make_box({1, 1, 1});
  const double x = random.uniform(-2.8, 2.8);
  const double y = random.uniform(-2.8, 2.8);
  const double z = random.uniform(-2.8, 2.8);
  return {box, {}, box, {random.rotation(), Vec3(x, y, z)}};
}

/// In turn shallow, deep, and apart by at most `most_gap`.
inline Pair shallow_deep_or_apart(Random& random, int index, const PolytopePtr& A,
                                  const PolytopePtr& B, double most_gap) {
  const Mat3 R = random.rotation();
  const Vec3 u = random.unit_vector();
  switch (index % 3) {
    case 0:
      return placed_at_gap(A, B, R, u, -random.uniform(0, 0.1));
    case 1:
      return {A, {}, B, {R, 0.3 * random.in_unit_ball()}};
    default:
      return placed_at_gap(A, B, R, u, random.uniform(0, most_gap));
  }
}

/// Hulls of 4..64 vertices, in turn shallow, deep and separated.
inline Pair random_hulls(Random& random, int index) {
  const auto size = [&] { return 4 + static_cast<int>(random.below(61)); };
  const PolytopePtr A = make_random_sphere_hull(random, size());
  const PolytopePtr B = random.below(2) == 0
                            ? make_random_ball_hull(random, size())
                            : make_random_ellipsoid_hull(random, size(), {1, 0.5, 0.1});
  return shallow_deep_or_apart(random, index, A, B, 2);
}

/// Two hulls turned and far from the world's origin: long integers.
inline Pair far_hulls(Random& random, int index) {
  const Pair pair = random_hulls(random, index);
  const Mat3 R = random.rotation();
  return moved(pair, R, 1e6 * random.unit_vector());
}

inline Pair kissing_boxes(Random& random, int /*index*/) {
  const auto side = [&] { return 0.25 * static_cast<double>(1 + random.below(8)); };
  const auto box = [&] {
    const double x = side();
    const double y = side();
    return make_box({x, y, side()});
  };
  const PolytopePtr A = box();
  return kissing(random, A, box());
}

inline Pair kissing_hulls(Random& random, int /*index*/) {
  const PolytopePtr A = make_lattice_hull(random, 6 + static_cast<int>(random.below(10)), 2);
  return kissing(random, A, make_double_pyramid(4, 1, 1));
}

/// Every third time a body against its own copy: the difference is symmetric, and every depth has a
/// tie.
inline Pair lattice_hulls(Random& random, int index) {
  const auto hull = [&] {
    const int range = 1 + static_cast<int>(random.below(2));
    return make_lattice_hull(random, 6 + static_cast<int>(random.below(20)), range);
  };
  const PolytopePtr A = hull();
  const PolytopePtr B = hull();
  if (index % 3 == 0) return {A, {}, A, {Mat3::Identity(), lattice_vector(random, 1)}};
  return {A, {}, B, {Mat3::Identity(), lattice_vector(random, 3)}};
}

/// Flat against flat or solid, mostly on a lattice: touching, coplanar and crossing.
inline Pair flat_bodies(Random& random, int index) {
  const PolytopePtr A = flat_body(random);
  const PolytopePtr B = index % 3 == 0 ? make_box({1, 1, 1}) : flat_body(random);
  Pair pair{A, {}, B, {Mat3::Identity(), lattice_vector(random, 1)}};
  if (index % 4 == 0) pair.X_WB.R = random.rotation();
  return random.below(2) == 0 ? pair : Pair{pair.B, pair.X_WB, pair.A, pair.X_WA};
}

/// Needles and plates: slivers among the facets of C.
inline Pair thin_bodies(Random& random, int index) {
  const auto body = [&] {
    double aspect = 1;
    for (auto k = random.below(7); k > 0; --k) aspect *= 10;
    return random.below(2) == 0 ? make_needle(10 * aspect) : make_plate(10 * aspect);
  };
  const PolytopePtr A = body();
  const PolytopePtr B = body();
  const Mat3 R = random.rotation();
  if (index % 2 == 0) return {A, {}, B, {R, 0.1 * random.in_unit_ball()}};
  const Vec3 u = random.unit_vector();
  return placed_at_gap(A, B, R, u, kissing_gap(random));
}

/// Sizes from 1e-6 to 1e6 against each other, with interior points of their own.
inline Pair mixed_scales(Random& random, int index) {
  const auto body = [&] {
    double scale = 1e-6;
    for (auto k = random.below(13); k > 0; --k) scale *= 10;
    PolytopeInput input;
    input.vertices =
        make_random_sphere_hull(random, 4 + static_cast<int>(random.below(12)))->vertices();
    Vec3 middle = Vec3::Zero();
    double total = 0;
    for (Vec3& v : input.vertices) {
      v *= scale;
      const double weight = random.uniform(0.1, 1);
      middle += weight * v;
      total += weight;
    }
    input.interior_point = middle / total;
    return make_polytope(input).value();
  };
  const PolytopePtr A = body();
  const PolytopePtr B = body();
  const Mat3 R = random.rotation();
  if (index % 2 == 0) {  // about a corner of A
    const Vec3 corner = A->vertices()[random.below(A->vertices().size())];
    return {A, {}, B, {R, random.uniform(0, 1.05) * corner}};
  }
  const double size = std::min(A->bounding_radius(), B->bounding_radius());
  const Vec3 u = random.unit_vector();
  return placed_at_gap(A, B, R, u, random.uniform(0, 1) * size);
}

/// A body almost or exactly in its own place, turned by rounding errors and shifted a little:
/// depths that nearly tie, ratios that blow up; every third time shifted out again.
inline Pair near_copies(Random& random, int index) {
  const PolytopePtr A = random.below(2) == 0 ? make_box({1, 1, 1}) : make_double_pyramid(6, 1, 1);
  const Mat3 R = random.rotation();
  const Mat3 S = R * random.rotation();
  Mat3 nearly = S * (S.transpose() * R);
  if (random.below(4) == 0) nearly = R;
  const double off = kissing_gap(random);
  Vec3 shift = off * random.unit_vector();
  if (index % 3 == 0) {
    const auto axis = static_cast<int>(random.below(3));
    shift += 2 * (1 + kissing_gap(random)) * R.col(axis);
  }
  return {A, {R, Vec3::Zero()}, A, {nearly, shift}};
}

/// Vertices moved by up to two ulps a coordinate, in every other body beside the old ones: facets
/// that are nearly one, and vertices that nearly tie for the support.
inline PolytopePtr jiggled(Random& random, const Polytope& body) {
  std::vector<Vec3> points;
  if (random.below(2) == 0) points = body.vertices();
  for (Vec3 v : body.vertices()) {
    for (double& x : v) {
      const double towards = random.below(2) == 0 ? -2 : 2;
      for (auto k = random.below(3); k > 0 && x != 0; --k) x = std::nextafter(x, towards);
    }
    points.push_back(v);
  }
  return hull_of(std::move(points));
}

/// Small bodies so jiggled, in turn shallow, deep and separated.
inline Pair jiggled_hulls(Random& random, int index) {
  const auto body = [&]() -> PolytopePtr {
    switch (random.below(3)) {
      case 0:
        return make_random_sphere_hull(random, 4 + static_cast<int>(random.below(9)));
      case 1:
        return make_double_pyramid(4, 1, 0.75);
      default:
        return make_box({1, 1, 0.25});
    }
  };
  const PolytopePtr A = jiggled(random, *body());
  const PolytopePtr B = jiggled(random, *body());
  return shallow_deep_or_apart(random, index, A, B, 1);
}

struct AgreementKind {
  const char* name;
  Pair (*make)(Random& random, int index);
};

inline std::ostream& operator<<(std::ostream& out, const AgreementKind& kind) {
  return out << kind.name;
}

inline const std::vector<AgreementKind>& agreement_kinds() {
  static const std::vector<AgreementKind> kinds{
      {"RandomBoxes", random_boxes},   {"RandomHulls", random_hulls},
      {"FarHulls", far_hulls},         {"KissingBoxes", kissing_boxes},
      {"KissingHulls", kissing_hulls}, {"LatticeHulls", lattice_hulls},
      {"FlatBodies", flat_bodies},     {"ThinBodies", thin_bodies},
      {"MixedScales", mixed_scales},   {"NearCopies", near_copies},
      {"JiggledHulls", jiggled_hulls}};
  return kinds;
}

/// Case `index` of a kind: a pure function of its name and the seed.
inline Pair agreement_case(const AgreementKind& kind, int index) {
  std::uint64_t key = 0;
  for (const char letter : std::string(kind.name)) {
    key = key * 31 + static_cast<unsigned char>(letter);
  }
  Random random(kAgreementSeed, key, static_cast<std::uint64_t>(index));
  return kind.make(random, index);
}

/// visit(pair, index) for the first `count` cases of every kind, each named where something fails.
template <class Visit>
void for_every_agreement_case(int count, Visit visit) {
  for (const AgreementKind& kind : agreement_kinds()) {
    for (int index = 0; index < count; ++index) {
      SCOPED_TRACE(testing::Message()
                   << kind.name << " seed " << kAgreementSeed << " case " << index);
      visit(agreement_case(kind, index), index);
    }
  }
}

}  // namespace touchstone
