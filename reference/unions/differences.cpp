// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/unions/differences.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// A distance of a point from a plane, coordinates up to 4 in size, is within this in doubles [1].
constexpr double kDistanceError = 0x1p-42;

double distance(const Differences::Plane& plane, const Vec3& t) {
  return plane.offset - plane.normal.dot(t);
}

bool is_in(const SeparatingHalfSpace& space, const FractionPoint& t) {
  return space.normal.dot(t.numerator) >= space.offset * t.denominator;
}

}  // namespace

Differences::Differences(const PlacedUnions& unions) : unions_(unions) {
  for (std::size_t i = 0; i < unions.A.size(); ++i) {
    for (std::size_t j = 0; j < unions.B.size(); ++j) {
      const PlacedPiece& A = unions.A[i];
      const PlacedPiece& B = unions.B[j];
      if (!has_interior(A, B)) continue;
      all_.push_back({{static_cast<int>(i), static_cast<int>(j)}, B.low - A.high, B.high - A.low});
    }
  }
}

void Differences::make(Difference& difference) {
  if (!difference.planes.empty()) return;
  const auto [A, B] = difference.pieces;
  for (SeparatingHalfSpace& space : separating_half_spaces(unions_.A[at(A)], unions_.B[at(B)])) {
    const auto [known, fresh] = number_of_.try_emplace(SpaceKey{space.normal, space.offset},
                                                       static_cast<int>(spaces_.size()));
    difference.planes.push_back({space.near_normal, space.near_offset, known->second});
    if (!fresh) continue;
    spaces_.push_back(std::move(space));
    owners_.push_back(static_cast<int>(&difference - all_.data()));
  }
}

const std::vector<Differences::Plane>& Differences::planes(int k) {
  make(all_[at(k)]);
  return all_[at(k)].planes;
}

bool Differences::box_holds(const Difference& difference, const Vec3& t) {
  return (t.array() >= difference.low.array() - kDistanceError).all() &&
         (t.array() <= difference.high.array() + kDistanceError).all();
}

double Differences::depth(Difference& difference, const Vec3& t, double enough) {
  make(difference);
  double least = distance(difference.planes[difference.last_separating], t);
  if (least <= enough) return least;
  for (std::size_t k = 0; k < difference.planes.size(); ++k) {
    const double d = distance(difference.planes[k], t);
    if (d >= least) continue;
    least = d;
    difference.last_separating = k;
    if (least <= enough) break;
  }
  return least;
}

Differences::Inside Differences::deepest(const Vec3& t) {
  Inside inside{-1, -HUGE_VAL};
  for (int k = 0; k < count(); ++k) {
    if (!box_holds(all_[at(k)], t)) continue;
    const double d = depth(all_[at(k)], t, inside.depth);
    if (d > inside.depth) inside = {k, d};
  }
  return inside;
}

bool Differences::surely_outside(const Vec3& t) { return deepest(t).depth < -kDistanceError; }

std::optional<int> Differences::containing_difference(const FractionPoint& t) {
  const Integer& d = t.denominator;
  // The rounded point.
  const Vec3 near = [&] {
    Vec3 rounded;
    const std::array<const Integer*, 3> entries = {&t.numerator.x, &t.numerator.y, &t.numerator.z};
    for (std::size_t k = 0; k < 3; ++k) {
      rounded[static_cast<Eigen::Index>(k)] =
          scaled_ratio(*entries[k], d, unions_.exponent - unions_.scale).get_d();
    }
    return rounded;
  }();
  std::optional<int> containing_difference;
  double most = -HUGE_VAL;
  for (int k = 0; k < count(); ++k) {
    Difference& difference = all_[at(k)];
    if (!box_holds(difference, near)) continue;
    const double inside = depth(difference, near, -kDistanceError);
    if (inside <= -kDistanceError || inside <= most) continue;
    const bool outside =
        std::any_of(difference.planes.begin(), difference.planes.end(), [&](const Plane& plane) {
          return distance(plane, near) < kDistanceError && is_in(space(plane.space), t);
        });
    if (outside) continue;
    containing_difference = k;
    most = inside;
  }
  return containing_difference;
}

bool Differences::ray_meets_box(const Difference& difference, const Vec3& t) {
  double enters = 1, leaves = HUGE_VAL;
  for (int k = 0; k < 3; ++k) {
    if (t[k] == 0) {
      if (difference.low[k] > 0 || difference.high[k] < 0) return false;
      continue;
    }
    const double one = difference.low[k] / t[k], other = difference.high[k] / t[k];
    enters = std::max(enters, std::min(one, other));
    leaves = std::min(leaves, std::max(one, other));
  }
  return enters <= leaves;
}

double Differences::separating_scale(const Vec3& t) {
  // Where the ray through t enters and leaves each interior.
  std::vector<std::pair<double, double>> stretches;
  for (Difference& difference : all_) {
    double enters = 1, leaves = kFar / t.norm();
    if (!ray_meets_box(difference, t)) continue;
    make(difference);
    for (const Plane& plane : difference.planes) {
      const double along = plane.normal.dot(t);
      if (along > 0) {
        leaves = std::min(leaves, plane.offset / along);
      } else if (along < 0) {
        enters = std::max(enters, plane.offset / along);
      } else if (plane.offset <= 0) {
        leaves = 0;
      }
      if (leaves <= enters) break;
    }
    if (leaves > enters) stretches.emplace_back(enters, leaves);
  }
  std::sort(stretches.begin(), stretches.end());
  double out = 1;
  for (const auto& [enters, leaves] : stretches) {
    if (enters > out) break;
    out = std::max(out, leaves);
  }
  return out;
}

}  // namespace touchstone
