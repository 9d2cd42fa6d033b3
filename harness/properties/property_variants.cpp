// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/properties/property_checks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "geometry/arithmetic/double_double.hpp"
#include "geometry/hash.hpp"
#include "geometry/random.hpp"
#include "geometry/single_precision.hpp"
#include "harness/asking/engine.hpp"
#include "harness/cases/families/families.hpp"

namespace touchstone {
namespace {

/// Redundant points put into a body, of edges and of facets: so few that no metric's work grows
/// much.
constexpr std::size_t kRedundantPoints = 8;
/// Common translations, relative to the pair's own extent [1].
constexpr double kFarthest = 10;
constexpr std::array kPowersOfTwo = {0x1p-10, 0x1p-2, 0x1p3, 0x1p10};
constexpr std::array kOtherFactors = {0.001, 0.3, 7.0, 1000.0};
constexpr std::size_t kRememberedBodies = 256;

bool representable(double x, Scalar scalar) {
  return scalar == Scalar::float64 || static_cast<double>(static_cast<float>(x)) == x;
}

/// (a + b) / 2, if that is exact.
std::optional<Vec3> exact_middle(const Vec3& a, const Vec3& b, Scalar scalar) {
  Vec3 middle;
  for (int i = 0; i < 3; ++i) {
    const DoubleDouble sum = two_sum(a[i], b[i]);
    middle[i] = 0.5 * sum.high;
    if (sum.low != 0 || 2 * middle[i] != sum.high || !representable(middle[i], scalar)) {
      return std::nullopt;
    }
  }
  return middle;
}

/// Middles of edges and of diagonals of facets: in the hull, and where its facets are exact on its
/// boundary.
std::vector<Vec3> redundant_points(const Polytope& body, Random& random, Scalar scalar) {
  std::vector<std::pair<int, int>> edges;
  for (const Edge& edge : body.edges()) edges.emplace_back(edge.v0, edge.v1);
  std::vector<std::pair<int, int>> diagonals;
  for (const Facet& facet : body.facets()) {
    const std::size_t corners = facet.vertices.size();
    if (corners >= 4) diagonals.emplace_back(facet.vertices[0], facet.vertices[corners / 2]);
  }
  std::vector<Vec3> points;
  for (const auto& ends : {edges, diagonals}) {
    const std::size_t wanted = points.size() + kRedundantPoints;
    const std::size_t first = ends.empty() ? 0 : random.below(ends.size());
    for (std::size_t k = 0; k < ends.size() && points.size() < wanted; ++k) {
      const auto& [v0, v1] = ends[(first + k) % ends.size()];
      const auto middle = exact_middle(body.vertices()[static_cast<std::size_t>(v0)],
                                       body.vertices()[static_cast<std::size_t>(v1)], scalar);
      if (middle) points.push_back(*middle);
    }
  }
  return points;
}

std::vector<Vec3> rearranged(const Polytope& body, Scalar scalar) {
  Random random(body.content_hash());
  std::vector<Vec3> points = body.vertices();
  const std::vector<Vec3> more = redundant_points(body, random, scalar);
  points.insert(points.end(), more.begin(), more.end());
  for (std::size_t k = points.size(); k > 1; --k) std::swap(points[k - 1], points[random.below(k)]);
  return points;
}

std::vector<Vec3> doubled(const Polytope& body) {
  std::vector<Vec3> points;
  points.reserve(2 * body.vertices().size());
  for (const Vec3& v : body.vertices()) points.insert(points.end(), {v, v});
  return points;
}

/// The pair rounded as a metric that computes in `scalar` will see it; nothing if it cannot be.
std::optional<Pair> seen_by(const Pair& pair, Scalar scalar) {
  if (scalar == Scalar::float64) return pair;
  auto rounded = rounded_to_float(pair);
  if (!rounded) return std::nullopt;
  return std::move(rounded).value();
}

Vec3 random_shift(Random& random, const Pair& pair) {
  const double extent =
      pair.A->bounding_radius() + pair.B->bounding_radius() + (pair.X_WA.t - pair.X_WB.t).norm();
  return kFarthest * extent * random.in_unit_ball();
}

Pose moved(const Pose& M, const Pose& X) {
  return {ordered_product(M.R, X.R), ordered_product(M.R, X.t) + M.t};
}

/// Where rounding puts a point of the body: of M R (three products, ||M| |R|| <= 3 in the Frobenius
/// norm, and one more rounding to single precision), and of M t + m.
double moved_by_rounding(const Polytope& body, const Pose& X, const Pose& M, Scalar scalar) {
  return rounding_unit(scalar) * (12 * farthest_from_origin(body) + 8 * (X.t.norm() + M.t.norm()));
}

/// The cores with the radii exchanged, or the double of equal ones on A: their sum is exactly what
/// it was. Nothing of polytopes, and where a body cannot have the radius.
std::optional<Variant> with_radius_moved(const Pair& pair) {
  if (!is_rounded(pair)) return std::nullopt;
  const double r_A = pair.A->radius();
  const double r_B = pair.B->radius();
  const auto A = make_rounded(pair.A, r_A == r_B ? 2 * r_A : r_B);
  const auto B = make_rounded(pair.B, r_A == r_B ? 0 : r_A);
  if (!A || !B) return std::nullopt;
  Variant variant;
  variant.property = Property::radius;
  variant.pair = {A.value(), pair.X_WA, B.value(), pair.X_WB};
  return variant;
}

Variant with_bodies_swapped(const Pair& pair) {
  Variant variant;
  variant.property = Property::swap;
  variant.pair = {pair.B, pair.X_WB, pair.A, pair.X_WA};
  variant.swapped = true;
  return variant;
}

Variant in_motion(Property property, const Pair& pair, const Pose& M, Scalar scalar) {
  Variant variant;
  variant.property = property;
  variant.pair = {pair.A, moved(M, pair.X_WA), pair.B, moved(M, pair.X_WB)};
  variant.to_W = M;
  variant.moved = moved_by_rounding(*pair.A, pair.X_WA, M, scalar) +
                  moved_by_rounding(*pair.B, pair.X_WB, M, scalar);
  variant.stretch = 4 * rounding_unit(Scalar::float64);
  return variant;
}

}  // namespace

double farthest_from_origin(const Polytope& body) {
  double squared = body.interior_point().squaredNorm();
  for (const Vec3& v : body.vertices()) squared = std::max(squared, v.squaredNorm());
  return std::sqrt(squared);
}

std::optional<Pair> with_A_moved(const Pair& pair, const Vec3& v, Scalar scalar) {
  Pair there = pair;
  there.X_WA.t += v;
  if (!there.X_WA.t.allFinite()) return std::nullopt;
  return seen_by(there, scalar);
}

PolytopePtr VariantMaker::made(const PolytopePtr& body, Make how, double factor, Scalar scalar) {
  const std::uint64_t key =
      (body->content_hash() ^ std::bit_cast<std::uint64_t>(factor)) * 0x9e3779b97f4a7c15U +
      2 * static_cast<std::uint64_t>(how) + (scalar == Scalar::float32 ? 1U : 0U);
  const auto known = bodies_.find(key);
  if (known != bodies_.end() && same_content(*known->second.from, *body)) {
    return known->second.body;
  }
  PolytopeInput input;
  if (body->interior_point_given()) input.interior_point = body->interior_point();
  switch (how) {
    case Make::scaled:
      input.vertices.reserve(body->vertices().size());
      for (const Vec3& v : body->vertices()) input.vertices.emplace_back(factor * v);
      // Rounded vertices would move the default interior point. Flat bodies have no use for one.
      if (body->dimension() == 3) input.interior_point = factor * body->interior_point();
      break;
    case Make::rearranged:
      input.vertices = rearranged(*body, scalar);
      break;
    case Make::doubled:
      input.vertices = doubled(*body);
      break;
  }
  auto result = make_polytope(input);
  if (result.ok() && body->radius() > 0) {
    result = make_rounded(result.value(), (how == Make::scaled ? factor : 1) * body->radius());
  }
  const bool usable = result.ok() && result.value()->dimension() == body->dimension();
  if (bodies_.size() >= kRememberedBodies) bodies_.clear();
  bodies_[key] = {body, usable ? result.value() : nullptr};
  return bodies_[key].body;
}

std::vector<Variant> VariantMaker::variants(std::string_view id, const Pair& pair, Scalar scalar) {
  std::vector<Variant> all;
  const auto add = [&](Variant variant) {
    auto seen = seen_by(variant.pair, scalar);
    if (!seen) return;
    variant.pair = std::move(*seen);
    all.push_back(std::move(variant));
  };
  const auto random_for = [&](Property property) {
    return Random(hash_text(id), static_cast<std::uint64_t>(property), 1);
  };

  add(with_bodies_swapped(pair));

  Random random = random_for(Property::rigid);
  const Mat3 R = random.rotation();
  add(in_motion(Property::rigid, pair, {R, random_shift(random, pair)}, scalar));

  random = random_for(Property::translation);
  Variant shifted = in_motion(Property::translation, pair,
                              {Mat3::Identity(), random_shift(random, pair)}, scalar);
  shifted.stretch = 0;
  add(shifted);

  const auto add_scaled = [&](Property property, double factor) {
    Variant scaled;
    scaled.property = property;
    scaled.factor = factor;
    scaled.pair = {made(pair.A, Make::scaled, factor, scalar), pair.X_WA,
                   made(pair.B, Make::scaled, factor, scalar), pair.X_WB};
    if (!scaled.pair.A || !scaled.pair.B) return;
    scaled.pair.X_WA.t *= factor;
    scaled.pair.X_WB.t *= factor;
    if (property == Property::scale) {
      scaled.moved = 2 * rounding_unit(scalar) *
                     (farthest_from_origin(*pair.A) + pair.X_WA.t.norm() +
                      farthest_from_origin(*pair.B) + pair.X_WB.t.norm());
    }
    add(scaled);
  };
  add_scaled(Property::scale_two,
             kPowersOfTwo.at(random_for(Property::scale_two).below(kPowersOfTwo.size())));
  add_scaled(Property::scale,
             kOtherFactors.at(random_for(Property::scale).below(kOtherFactors.size())));

  const auto add_rebuilt = [&](Property property, Make how) {
    Variant rebuilt;
    rebuilt.property = property;
    rebuilt.pair = {made(pair.A, how, 1, scalar), pair.X_WA, made(pair.B, how, 1, scalar),
                    pair.X_WB};
    if (rebuilt.pair.A && rebuilt.pair.B) add(rebuilt);
  };
  add_rebuilt(Property::representation, Make::rearranged);
  add_rebuilt(Property::duplicates, Make::doubled);
  if (auto radius = with_radius_moved(pair)) add(*std::move(radius));
  return all;
}

}  // namespace touchstone
