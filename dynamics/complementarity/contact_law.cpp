// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/contact_law.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/complementarity/directions.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

template <class Vector>
double dot(const Vector& a, const long double* b) {
  long double sum = 0;
  for (Eigen::Index i = 0; i < Vector::RowsAtCompileTime; ++i) sum += a[i] * b[i];
  return static_cast<double>(sum);
}

}  // namespace

void ContactLaw::assign(FrictionLaw law, int directions) {
  law_ = law;
  if (directions_ == directions) return;
  directions_ = directions;
  if (directions == kRoundCone) return;
  direction_ = cone_directions(directions);
  const Eigen::Vector2d middle(0.5 * (direction_[0] + direction_[2]),
                               0.5 * (direction_[1] + direction_[3]));
  apothem_ = middle.norm();
  half_edge_ = 0.5 * std::hypot(direction_[2] - direction_[0], direction_[3] - direction_[1]);
  sector_.resize(at(directions));
  for (int k = 0; k < directions; ++k) {
    const double* d = &direction_[2 * at(k)];
    const double* e = &direction_[2 * at((k + 1) % directions)];
    sector_[at(k)] = {k, Eigen::Vector2d(d[0] + e[0], d[1] + e[1]).normalized(),
                      Eigen::Vector2d(e[0] - d[0], e[1] - d[1]).normalized()};
  }
}

const ContactLaw::Sector& ContactLaw::sector_of(double x, double y) const {
  // The direction that is nearest, then its neighbour on the side of (x, y).
  int best = 0;
  double most = -1;
  for (int k = 0; k < directions_; ++k) {
    const double along = direction_[2 * at(k)] * x + direction_[2 * at(k) + 1] * y;
    if (along > most) {
      most = along;
      best = k;
    }
  }
  const bool before = direction_[2 * at(best)] * y - direction_[2 * at(best) + 1] * x < 0;
  return sector_[at(before ? (best + directions_ - 1) % directions_ : best)];
}

void ContactLaw::stay_in_polygon(const ContactFriction& friction, const LongVec3& wanted,
                                 Response& out) const {
  const double radius = friction.mu * out.impulse[0];
  const Sector& sector = sector_of(static_cast<double>(wanted[1]), static_cast<double>(wanted[2]));
  const double across = dot(sector.normal, wanted.data() + 1);
  if (across <= radius * apothem_) {
    out.impulse.tail<2>() = wanted.tail<2>().cast<double>();
    out.slope.bottomRightCorner<2, 2>().setIdentity();
    return;
  }
  const double along = dot(sector.along, wanted.data() + 1);
  if (std::abs(along) <= radius * half_edge_) {
    out.impulse.tail<2>() = radius * apothem_ * sector.normal + along * sector.along;
    out.slope.bottomRightCorner<2, 2>() = sector.along * sector.along.transpose();
    out.slope.block<2, 1>(1, 0) = friction.mu * apothem_ * sector.normal;
    return;
  }
  const int k = (sector.k + (along > 0 ? 1 : 0)) % directions_;
  const Eigen::Vector2d d(direction_[2 * at(k)], direction_[2 * at(k) + 1]);
  out.impulse.tail<2>() = radius * d;
  out.slope.block<2, 1>(1, 0) = friction.mu * d;
}

void ContactLaw::stay_in_disc(double mu, const LongVec3& wanted, Response& out) {
  const long double radius = mu * wanted[0];
  const long double length = std::hypot(wanted[1], wanted[2]);
  if (length <= radius) {
    out.impulse.tail<2>() = wanted.tail<2>().cast<double>();
    out.slope.bottomRightCorner<2, 2>().setIdentity();
    return;
  }
  const Eigen::Vector2d direction = (wanted.tail<2>() / length).cast<double>();
  const Eigen::Vector2d across(-direction[1], direction[0]);
  out.impulse.tail<2>() = static_cast<double>(radius) * direction;
  out.slope.bottomRightCorner<2, 2>() =
      static_cast<double>(radius / length) * across * across.transpose();
  out.slope.block<2, 1>(1, 0) = mu * direction;
}

// In the plane of the axis and `wanted` the cone is a sector with the edge (1, mu)/|.|; across that
// plane the nearest point turns with `wanted`.
void ContactLaw::stay_in_round_cone(double mu, const LongVec3& wanted, Response& out) {
  const long double length = std::hypot(wanted[1], wanted[2]);
  if (length <= mu * wanted[0]) {
    out.impulse = wanted.cast<double>();
    out.slope.setIdentity();
    return;
  }
  const long double reach = (wanted[0] + mu * length) / std::sqrt(1 + mu * mu);
  if (reach <= 0) return;
  const Eigen::Vector2d direction = (wanted.tail<2>() / length).cast<double>();
  const Vec3 edge = Vec3(1, mu * direction[0], mu * direction[1]) / std::sqrt(1 + mu * mu);
  const Vec3 across(0, -direction[1], direction[0]);
  out.impulse = static_cast<double>(reach) * edge;
  out.slope = edge * edge.transpose() + static_cast<double>(reach / length) * mu /
                                            std::sqrt(1 + mu * mu) * across * across.transpose();
}

// The cone is symmetric about each d_k, so that the nearest point is in the sector of `wanted`: in
// it, on its facet, on one of its two edges, or the apex.
void ContactLaw::stay_in_cone(double mu, const LongVec3& wanted, Response& out) const {
  const Sector& sector = sector_of(static_cast<double>(wanted[1]), static_cast<double>(wanted[2]));
  const double length = std::sqrt(1 + mu * mu * apothem_ * apothem_);
  const Vec3 outward(-mu * apothem_ / length, sector.normal[0] / length, sector.normal[1] / length);
  const double outside = dot(outward, wanted.data());
  if (outside <= 0) {
    out.impulse = wanted.cast<double>();
    out.slope.setIdentity();
    return;
  }
  // The facet's own axis: in the facet, across `along`.
  const Vec3 middle(1 / length, mu * apothem_ * sector.normal[0] / length,
                    mu * apothem_ * sector.normal[1] / length);
  const double up = dot(middle, wanted.data());
  const double along = dot(sector.along, wanted.data() + 1);
  if (up > 0 && std::abs(along) <= mu * (up / length) * half_edge_) {
    out.impulse = up * middle;
    out.impulse.tail<2>() += along * sector.along;
    out.slope = Mat3::Identity() - outward * outward.transpose();
    return;
  }
  const int k = (sector.k + (along > 0 ? 1 : 0)) % directions_;
  const Vec3 edge =
      Vec3(1, mu * direction_[2 * at(k)], mu * direction_[2 * at(k) + 1]) / std::sqrt(1 + mu * mu);
  const double reach = dot(edge, wanted.data());
  if (reach <= 0) return;
  out.impulse = reach * edge;
  out.slope = edge * edge.transpose();
}

ContactLaw::Response ContactLaw::respond_to(const ContactFriction& friction,
                                            const LongVec3& wanted) const {
  Response out;
  const bool cone = friction.kind == FrictionKind::cone && friction.mu > 0;
  if (cone && law_ == FrictionLaw::relaxed) {
    if (directions_ == kRoundCone) {
      stay_in_round_cone(friction.mu, wanted, out);
    } else {
      stay_in_cone(friction.mu, wanted, out);
    }
    return out;
  }
  if (!(wanted[0] > 0)) return out;
  out.impulse[0] = static_cast<double>(wanted[0]);
  out.slope(0, 0) = 1;
  if (cone && directions_ == kRoundCone) {
    stay_in_disc(friction.mu, wanted, out);
  } else if (cone) {
    stay_in_polygon(friction, wanted, out);
  }
  if (friction.kind == FrictionKind::no_slip) {
    out.impulse = wanted.cast<double>();
    out.slope.setIdentity();
  }
  return out;
}

double ContactLaw::slip(double w_x, double w_y) const {
  return directions_ == kRoundCone ? std::hypot(w_x, w_y) : slip_along(direction_, w_x, w_y);
}

void ContactLaw::split(double f_x, double f_y, double* beta) const {
  if (directions_ == kRoundCone) return;
  const Sector& sector = sector_of(f_x, f_y);
  const int next = (sector.k + 1) % directions_;
  const double* d = &direction_[2 * at(sector.k)];
  const double* e = &direction_[2 * at(next)];
  const double turn = d[0] * e[1] - d[1] * e[0];
  beta[sector.k] += std::max(0.0, (f_x * e[1] - f_y * e[0]) / turn);
  beta[next] += std::max(0.0, (d[0] * f_y - d[1] * f_x) / turn);
}

}  // namespace touchstone
