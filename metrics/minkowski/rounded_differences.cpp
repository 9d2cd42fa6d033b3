// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/minkowski/rounded_differences.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Shewchuk 1997, o3derrboundA = (7 + 56 u) u times the permanent, u = 2^-53, rounded up [1].
constexpr double kRelativeError = 0x1p-50;
/// Range of sizes and distances [m] in which products of three stay within the range of doubles.
constexpr double kMinLength = 1e-60;
constexpr double kMaxLength = 1e60;

int sign_beyond(double value, double error) {
  return static_cast<int>(value > error) - static_cast<int>(value < -error);
}

double largest_entry(const std::vector<Vec3>& points) {
  double largest = 0;
  for (const Vec3& p : points) largest = std::max(largest, p.cwiseAbs().maxCoeff());
  return largest;
}

}  // namespace

RoundedDifferences::RoundedDifferences(const std::vector<Vec3>& a, const std::vector<Vec3>& b,
                                       const Vec3& origin)
    : origin_(origin) {
  points_.reserve(a.size() * b.size());
  for (const Vec3& v : b) {
    for (const Vec3& u : a) points_.emplace_back(v - u);
  }
  const double R = largest_entry(a) + largest_entry(b);
  off_ = 0x1p-48 * R;
  reach_ = 2 * R + off_;
  usable_ = R > kMinLength && R < kMaxLength && origin.cwiseAbs().maxCoeff() < kMaxLength;
}

RoundedDifferences::RoundedDifferences(const std::vector<Vec3>& points)
    : points_(points), origin_(Vec3::Zero()) {
  Vec3 low = points.front();
  Vec3 high = points.front();
  for (const Vec3& p : points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const double extent = (high - low).maxCoeff();
  off_ = 0x1p-52 * extent;
  reach_ = extent + off_;
  usable_ = extent > kMinLength && largest_entry(points) < kMaxLength;
}

RoundedDifferences::Plane RoundedDifferences::plane(int p, int q, int r) const {
  Plane plane;
  if (!usable_) return plane;
  plane.from = points_[at(p)];
  const Vec3 e = points_[at(q)] - plane.from;
  const Vec3 f = points_[at(r)] - plane.from;
  double all = 0;
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1;
    const int k = i == 0 ? 2 : i - 1;
    const double plus = e[j] * f[k];
    const double minus = e[k] * f[j];
    plane.normal[i] = plus - minus;
    const double products = std::abs(plus) + std::abs(minus);
    plane.permanent = std::max(plane.permanent, products);
    all += products;
  }
  const double E = e.cwiseAbs().maxCoeff() + off_;
  const double F = f.cwiseAbs().maxCoeff() + off_;
  plane.edges = E * F;
  plane.reach = E + F;
  plane.error = kRelativeError * all * reach_ + 7 * off_ * (plane.edges + plane.reach * reach_);
  plane.normal_error = kRelativeError * plane.permanent + 3 * off_ * plane.reach;
  return plane;
}

int RoundedDifferences::side(const Plane& plane, int x) const {
  return sign_beyond(plane.normal.dot(points_[at(x)] - plane.from), plane.error);
}

int RoundedDifferences::order(const Plane& plane, int x, int y) const {
  return sign_beyond(plane.normal.dot(points_[at(x)] - points_[at(y)]), plane.error);
}

RoundedDifferences::Height RoundedDifferences::height_of_origin(const Plane& plane) const {
  if (!usable_) return {};
  const Vec3 g = origin_ - plane.from;
  const double off = off_ + 0x1p-50 * origin_.cwiseAbs().maxCoeff();
  const double G = g.cwiseAbs().maxCoeff() + off;
  return {plane.normal.dot(g), 3 * kRelativeError * plane.permanent * G +
                                   7 * (off * plane.edges + off_ * plane.reach * G)};
}

int RoundedDifferences::side_of_origin(const Plane& plane) const {
  const Height height = height_of_origin(plane);
  return sign_beyond(height.value, height.error);
}

RoundedDifferences::Distance RoundedDifferences::distance_of_origin(const Plane& plane) const {
  Distance distance;
  const Height height = height_of_origin(plane);
  if (!usable_) return distance;
  const double length = plane.normal.norm();
  const double length_error = 2 * plane.normal_error + 0x1p-50 * length;
  const double size = std::abs(height.value);
  // What these quotients are rounded by is far less than the errors have to spare.
  if (size > height.error) distance.least = (size - height.error) / (length + length_error);
  if (length > length_error) distance.most = (size + height.error) / (length - length_error);
  distance.least *= 1 - 0x1p-50;
  distance.most *= 1 + 0x1p-50;
  return distance;
}

int RoundedDifferences::lexicographic(int x, int y) const {
  if (!usable_) return 0;
  return sign_beyond(points_[at(x)].x() - points_[at(y)].x(), off_);
}

bool RoundedDifferences::certainly_spans(const Plane& plane) {
  return std::isfinite(plane.error) && plane.normal.cwiseAbs().maxCoeff() > plane.normal_error;
}

}  // namespace touchstone
