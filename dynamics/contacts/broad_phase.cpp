// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/contacts/broad_phase.hpp"

#include <algorithm>
#include <numeric>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Factor by which radii are enlarged, so that rounding loses no pair [1].
constexpr double kRadiusMargin = 1 + 1e-12;
/// Up to so many spheres are compared pair by pair: sorting takes longer.
constexpr std::size_t kFew = 8;

bool near(const BoundingSphere& one, const BoundingSphere& other) {
  if (one.fixed && other.fixed) return false;
  const double reach = kRadiusMargin * (one.radius + other.radius);
  return (one.center_W - other.center_W).squaredNorm() <= kRadiusMargin * reach * reach;
}

}  // namespace

void BroadPhase::choose_axis(const std::vector<BoundingSphere>& spheres) {
  Vec3 mean = Vec3::Zero();
  for (const BoundingSphere& sphere : spheres) mean += sphere.center_W;
  mean /= static_cast<double>(spheres.size());
  Vec3 spread = Vec3::Zero();
  for (const BoundingSphere& sphere : spheres) spread += (sphere.center_W - mean).cwiseAbs2();
  spread.maxCoeff(&axis_);
}

void BroadPhase::compare_all(const std::vector<BoundingSphere>& spheres) {
  for (std::size_t a = 0; a < spheres.size(); ++a) {
    for (std::size_t b = a + 1; b < spheres.size(); ++b) {
      if (near(spheres[a], spheres[b]))
        pairs_.push_back({static_cast<int>(a), static_cast<int>(b)});
    }
  }
}

const std::vector<IndexPair>& BroadPhase::find(const std::vector<BoundingSphere>& spheres) {
  pairs_.clear();
  if (spheres.size() <= kFew) {
    compare_all(spheres);
  } else {
    sweep(spheres);
  }
  return pairs_;
}

void BroadPhase::sweep(const std::vector<BoundingSphere>& spheres) {
  choose_axis(spheres);
  if (order_.size() != spheres.size()) {
    order_.resize(spheres.size());
    std::iota(order_.begin(), order_.end(), 0);
  }
  lower_.resize(spheres.size());
  for (std::size_t i = 0; i < spheres.size(); ++i) {
    lower_[i] = spheres[i].center_W[axis_] - kRadiusMargin * spheres[i].radius;
  }
  std::sort(order_.begin(), order_.end(), [this](int a, int b) {
    return lower_[at(a)] != lower_[at(b)] ? lower_[at(a)] < lower_[at(b)] : a < b;
  });
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const BoundingSphere& one = spheres[at(order_[i])];
    const double upper = one.center_W[axis_] + kRadiusMargin * one.radius;
    for (std::size_t k = i + 1; k < order_.size() && lower_[at(order_[k])] <= upper; ++k) {
      if (!near(one, spheres[at(order_[k])])) continue;
      const auto [A, B] = std::minmax(order_[i], order_[k]);
      pairs_.push_back({A, B});
    }
  }
  std::sort(pairs_.begin(), pairs_.end());
}

}  // namespace touchstone
