// SPDX-License-Identifier: GPL-3.0-or-later
// The nearest point t is a combination of normals with multipliers w >= 0. It is the nearest point
// of at most three planes, so that all sets of planes are tried: no other w bounds |t| better.
// Where the half-spaces have no point, some w >= 0 makes w.n = 0 and w.o > 0 (Farkas), and its
// bound is as large as rounding lets it be.
#include "reference/unions/nearest_in_spaces.hpp"

#include <cmath>
#include <span>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

using Plane = Differences::Plane;
using Weights = std::array<double, 4>;

/// Error of a plane's normal and offset, and of a product of both in the sums below [1].
constexpr double kPlaneError = 0x1p-44;

/// Whether no multiplier is negative or not a number.
bool are_multipliers(const Weights& weights, std::size_t count) {
  return std::all_of(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(count),
                     [](double w) { return w >= 0 && w < HUGE_VAL; });
}

/// Weak duality, rounded outward.
double proven_lower(std::span<const Plane* const> planes, const Weights& weights) {
  double offset = 0, sum = 0;
  Vec3 normal = Vec3::Zero();
  for (std::size_t k = 0; k < planes.size(); ++k) {
    offset += weights[k] * planes[k]->offset;
    normal += weights[k] * planes[k]->normal;
    sum += weights[k];
  }
  const double above = offset - kPlaneError * sum;
  if (!(above > 0)) return 0;
  return above / (normal.norm() + kPlaneError * sum) * (1 - 0x1p-48);
}

/// The multipliers of the point of all the planes that is nearest to 0.
Weights plane_weights(std::span<const Plane* const> planes) {
  if (planes.size() == 1) return {planes[0]->offset};
  const Vec3 &a = planes[0]->normal, &b = planes[1]->normal;
  const double o = planes[0]->offset, p = planes[1]->offset;
  if (planes.size() == 2) {
    const double ab = a.dot(b), determinant = a.cross(b).squaredNorm();
    return {(o - ab * p) / determinant, (p - ab * o) / determinant};
  }
  const Vec3& c = planes[2]->normal;
  const Vec3 bc = b.cross(c), ca = c.cross(a), ab = a.cross(b);
  const double determinant = a.dot(bc);
  const Vec3 t = (o * bc + p * ca + planes[2]->offset * ab) / determinant;
  return {bc.dot(t) / determinant, ca.dot(t) / determinant, ab.dot(t) / determinant};
}

/// Multipliers with which the normals cancel each other, if there are such.
Weights cancelling_weights(std::span<const Plane* const> planes) {
  const auto n = [&](std::size_t k) -> const Vec3& { return planes[k]->normal; };
  if (planes.size() == 2) return {1, 1};
  if (planes.size() == 3) {
    const Vec3 bc = n(1).cross(n(2)), ca = n(2).cross(n(0)), ab = n(0).cross(n(1));
    Vec3 axis = bc;
    if (ca.squaredNorm() > axis.squaredNorm()) axis = ca;
    if (ab.squaredNorm() > axis.squaredNorm()) axis = ab;
    return {bc.dot(axis), ca.dot(axis), ab.dot(axis)};
  }
  const auto volume = [&](std::size_t i, std::size_t j, std::size_t k) {
    return n(i).dot(n(j).cross(n(k)));
  };
  Weights weights = {volume(1, 2, 3), -volume(0, 2, 3), volume(0, 1, 3), -volume(0, 1, 2)};
  if (weights[0] + weights[1] + weights[2] + weights[3] < 0) {
    for (double& weight : weights) weight = -weight;
  }
  return weights;
}

/// Bounds of all sets of planes that hold the first one.
class BestSet {
 public:
  explicit BestSet(std::span<const Plane* const> planes) : planes_(planes) {
    for (unsigned mask = 1; mask < 1U << planes.size(); mask += 2) try_set(mask);
  }

  NearestInSpaces take() && { return std::move(best_); }

 private:
  void try_set(unsigned mask) {
    std::array<const Plane*, 4> set{};
    std::size_t count = 0;
    for (std::size_t k = 0; k < planes_.size(); ++k) {
      if ((mask >> k & 1U) != 0) set[count++] = planes_[k];
    }
    const std::span<const Plane* const> planes(set.data(), count);
    if (count > 1) {
      Weights weights = cancelling_weights(planes);
      if (are_multipliers(weights, count)) {
        best_.lower_of_all = std::max(best_.lower_of_all, proven_lower(planes, weights));
      }
    }
    if (count > 3) return;
    const Weights weights = plane_weights(planes);
    if (!are_multipliers(weights, count)) return;
    const double lower = proven_lower(planes, weights);
    if (best_.spaces[0] >= 0 && lower <= best_.lower) return;
    best_.lower = lower;
    best_.lower_of_all = std::max(best_.lower_of_all, lower);
    Spaces spaces;
    for (const Plane* plane : planes) spaces.add(*plane);
    best_.spaces = spaces.numbers();
  }

  std::span<const Plane* const> planes_;
  NearestInSpaces best_;
};

/// The nearest point of the planes in which all of some half-spaces end; nothing where a multiplier
/// is negative or the normals are not independent.
std::optional<ExactNearest> exact_nearest_of_planes(
    const std::vector<const SeparatingHalfSpace*>& planes) {
  const std::size_t m = planes.size();
  std::vector<IntegerVec3> dual(m);  // the rows of adj(G) N, G = N N'
  Integer determinant;
  if (m == 1) {
    dual[0] = planes[0]->normal;
    determinant = planes[0]->normal.squaredNorm();
  } else if (m == 2) {
    const IntegerVec3 &a = planes[0]->normal, &b = planes[1]->normal;
    const IntegerVec3 ab = a.cross(b);
    dual = {b.cross(ab), ab.cross(a)};
    determinant = ab.squaredNorm();
  } else {
    const IntegerVec3 &a = planes[0]->normal, &b = planes[1]->normal, &c = planes[2]->normal;
    determinant = a.dot(b.cross(c));
    dual = {b.cross(c), c.cross(a), a.cross(b)};
  }
  if (determinant == 0) return std::nullopt;
  // t is on all planes and in the span of their normals.
  FractionPoint t{{}, determinant};
  for (std::size_t k = 0; k < m; ++k) t.numerator = t.numerator + dual[k] * planes[k]->offset;
  for (std::size_t k = 0; k < m; ++k) {
    // In the span, dual[k].n_i = determinant where i = k, else 0: w_k = dual[k].t / determinant.
    if (dual[k].dot(t.numerator) < 0) return std::nullopt;
  }
  if (t.denominator < 0) {
    t.numerator = -t.numerator;
    t.denominator = -t.denominator;
  }
  Rational squared(t.numerator.squaredNorm(), Integer(t.denominator * t.denominator));
  squared.canonicalize();
  return ExactNearest{std::move(t), std::move(squared)};
}

}  // namespace

NearestInSpaces nearest_in_spaces(const Spaces& spaces, const Plane& added) {
  std::array<const Plane*, 4> planes = {&added};
  for (int k = 0; k < spaces.count(); ++k) planes[at(k) + 1] = &spaces.plane(k);
  return BestSet({planes.data(), at(spaces.count()) + 1}).take();
}

Vec3 nearest_point(const Spaces& spaces) {
  std::array<const Plane*, 3> planes{};
  for (int k = 0; k < spaces.count(); ++k) planes[at(k)] = &spaces.plane(k);
  if (spaces.count() == 0) return Vec3::Zero();
  const Weights weights = plane_weights({planes.data(), at(spaces.count())});
  Vec3 t = Vec3::Zero();
  for (int k = 0; k < spaces.count(); ++k) t += weights[at(k)] * planes[at(k)]->normal;
  return t;
}

ExactNearest exact_nearest(const std::vector<const SeparatingHalfSpace*>& spaces) {
  ExactNearest best;
  for (unsigned mask = 1; mask < 1U << spaces.size(); ++mask) {
    std::vector<const SeparatingHalfSpace*> set;
    for (std::size_t k = 0; k < spaces.size(); ++k) {
      if ((mask >> k & 1U) != 0) set.push_back(spaces[k]);
    }
    auto nearest = exact_nearest_of_planes(set);
    if (nearest && nearest->squared > best.squared) best = std::move(*nearest);
  }
  return best;
}

}  // namespace touchstone
