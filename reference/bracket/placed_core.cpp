// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/bracket/placed_core.hpp"

#include <algorithm>
#include <cstddef>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Vectors shorter than this name no direction: their squares would underflow.
constexpr double kNoDirection = 1e-130;

Bounded squared_length(const Bounded& x, const Bounded& y) { return x * x + y * y; }

}  // namespace

PlacedCore::PlacedCore(const ConvexBody& body, const Mat3& R, int exponent)
    : R_(R), core_(body.core()) {
  const double scale = std::ldexp(1.0, -exponent);
  if (const auto* polytope = std::get_if<PolytopePtr>(&core_)) {
    for (const Vec3& v : (*polytope)->vertices()) vertices_.push_back(scale * v);
  } else if (const auto* cylinder = std::get_if<Cylinder>(&core_)) {
    radius_ = scale * cylinder->radius;
    half_length_ = scale * cylinder->half_length;
  } else if (const auto* cone = std::get_if<Cone>(&core_)) {
    radius_ = scale * cone->radius;
    half_length_ = scale * cone->half_length;
  } else {
    semi_axes_ = scale * std::get<Ellipsoid>(core_).semi_axes;
  }
}

BoundedVec3 PlacedCore::local(const BoundedVec3& u) const { return Mat3(R_.transpose()) * u; }

// h_K(w) with w = R' u: of a cylinder radius |(w_x, w_y)| + half_length |w_z|; of a cone the larger
// of its apex, half_length w_z, and its base, radius |(w_x, w_y)| - half_length w_z; of an
// ellipsoid |D w|, D its semi-axes.
Bounded PlacedCore::reach(const BoundedVec3& u) const {
  const BoundedVec3 w = local(u);
  if (!vertices_.empty()) {
    Bounded most = dot(bounded(vertices_[0]), w);
    for (std::size_t k = 1; k < vertices_.size(); ++k)
      most = max(most, dot(bounded(vertices_[k]), w));
    return most;
  }
  if (std::holds_alternative<Ellipsoid>(core_)) {
    const Bounded z = semi_axes_[2] * w[2];
    return any_root(squared_length(semi_axes_[0] * w[0], semi_axes_[1] * w[1]) + z * z);
  }
  const Bounded across = radius_ * any_root(squared_length(w[0], w[1]));
  if (std::holds_alternative<Cylinder>(core_)) return across + half_length_ * magnitude(w[2]);
  const Bounded along = half_length_ * w[2];
  return max(along, across - along);
}

std::optional<BoundedVec3> PlacedCore::local_point(const CorePoint& parameters) const {
  if (!vertices_.empty()) {
    if (parameters.vertex < 0 || at(parameters.vertex) >= vertices_.size()) return std::nullopt;
    return bounded(vertices_[at(parameters.vertex)]);
  }
  const BoundedVec3 w = bounded(parameters.toward);
  if (std::holds_alternative<Ellipsoid>(core_)) {
    const BoundedVec3 Dw = {semi_axes_[0] * w[0], semi_axes_[1] * w[1], semi_axes_[2] * w[2]};
    const auto length = bounded_root(dot(Dw, Dw));
    if (!length) return std::nullopt;
    BoundedVec3 point;
    for (int i = 0; i < 3; ++i) {
      const auto share = any_quotient(Dw[at(i)], *length);
      if (!share) return std::nullopt;
      point[at(i)] = semi_axes_[i] * *share;
    }
    return point;
  }
  const bool up = w[2].value.high > 0;
  if (std::holds_alternative<Cone>(core_) && up) {
    return BoundedVec3{Bounded(0), Bounded(0), Bounded(half_length_)};
  }
  const bool at_top = std::holds_alternative<Cylinder>(core_) && w[2].value.high >= 0;
  const Bounded z(at_top ? half_length_ : -half_length_);
  if (w[0].value.high == 0 && w[1].value.high == 0) return BoundedVec3{Bounded(0), Bounded(0), z};
  const auto length = bounded_root(squared_length(w[0], w[1]));
  if (!length) return std::nullopt;
  const auto x = any_quotient(w[0], *length);
  const auto y = any_quotient(w[1], *length);
  if (!x || !y) return std::nullopt;
  return BoundedVec3{radius_ * *x, radius_ * *y, z};
}

std::optional<BoundedVec3> PlacedCore::point(const CorePoint& parameters) const {
  const auto local = local_point(parameters);
  if (!local) return std::nullopt;
  return R_ * *local;
}

int PlacedCore::farthest_vertex(const BoundedVec3& w) const {
  const Vec3 w_rounded = rounded(w);
  const auto height = [&](std::size_t k) { return w_rounded.dot(vertices_[k]); };
  double most = height(0);
  for (std::size_t k = 1; k < vertices_.size(); ++k) most = std::max(most, height(k));
  // Double words decide between those that doubles cannot tell apart.
  const double doubt = 1e-14 * w_rounded.norm() * std::max(std::abs(most), vertices_[0].norm());
  int best = -1;
  Bounded best_height;
  for (std::size_t k = 0; k < vertices_.size(); ++k) {
    if (height(k) < most - doubt) continue;
    const Bounded exact = dot(bounded(vertices_[k]), w);
    if (best < 0 || less(best_height.value, exact.value)) {
      best = static_cast<int>(k);
      best_height = exact;
    }
  }
  return best;
}

CorePoint PlacedCore::farthest(const BoundedVec3& u) const {
  BoundedVec3 w = local(u);
  CorePoint point;
  if (!vertices_.empty()) {
    point.vertex = farthest_vertex(w);
    return point;
  }
  if (!std::holds_alternative<Ellipsoid>(core_) &&
      std::hypot(w[0].value.high, w[1].value.high) < kNoDirection) {
    w[0] = w[1] = Bounded(0);
  }
  if (std::holds_alternative<Cone>(core_)) {
    const Bounded across = radius_ * any_root(squared_length(w[0], w[1]));
    const Bounded along = half_length_ * w[2];
    w[2] = Bounded(less((along + along).value, across.value) ? -1 : 1);
  }
  point.toward = fine(w);
  return point;
}

}  // namespace touchstone
