// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/certificates/closed_cycle.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

#include "geometry/index.hpp"
#include "reference/arithmetic/bounded.hpp"
#include "reference/exact/exact_difference.hpp"

namespace touchstone {
namespace {

constexpr double kRoundoff = 0x1p-53;
/// Lengths beyond 2^+-kMaxExponent leave too little of the range of doubles for products of three
/// and their squares: exact arithmetic is left.
constexpr int kMaxExponent = 100;
/// What underflow can take from a product, and far below what decides [1].
constexpr double kUnderflow = 1e-290;

/// A corner of the cycle: a point of C, in units of 2^exponent except for `exact`.
struct Corner {
  VertexPair name;
  BoundedVec3 bounded;
  Vec3 rounded = Vec3::Zero();
  std::optional<IntegerVec3> exact;  ///< ExactDifference::point, made when first wanted
};

using Triangle = IndexTriangle;

std::uint64_t key(const VertexPair& v) {
  return (static_cast<std::uint64_t>(v.vertex_A) << 32U) | static_cast<std::uint64_t>(v.vertex_B);
}

const Vec3& vertex(const Polytope& body, int v) { return body.vertices()[at(v)]; }

class Cycle {
 public:
  Cycle(const Pair& pair, const std::vector<PairTriangle>& triangles) : pair_(pair) {
    name_corners(triangles);
  }

  const std::vector<Triangle>& triangles() const { return triangles_; }

  /// Why not all planes are at least p from 0, on their inner side; or empty.
  std::string why_not_beyond(const Rational& p_squared) {
    exact_p_squared_ = p_squared;
    if (set_scale()) {
      place();
    } else {
      filtered_ = false;
    }
    const auto failing = std::find_if(triangles_.begin(), triangles_.end(),
                                      [this](const Triangle& t) { return !is_beyond(t); });
    if (failing == triangles_.end()) return {};
    const IntegerVec3& a = exact((*failing)[0]);
    const IntegerVec3 N = (exact((*failing)[1]) - a).cross(exact((*failing)[2]) - a);
    if (N.is_zero()) return "a triangle of its cycle is flat";
    return a.dot(N) > 0 ? "a triangle of its cycle is nearer to 0 than its plane"
                        : "a triangle of its cycle is turned inwards";
  }

 private:
  void name_corners(const std::vector<PairTriangle>& triangles) {
    std::vector<std::uint64_t> keys;
    keys.reserve(3 * triangles.size());
    for (const PairTriangle& t : triangles) {
      for (const VertexPair& v : t) keys.push_back(key(v));
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    corners_.resize(keys.size());
    triangles_.reserve(triangles.size());
    for (const PairTriangle& t : triangles) {
      Triangle named{};
      for (std::size_t k = 0; k < 3; ++k) {
        const auto at = std::lower_bound(keys.begin(), keys.end(), key(t[k])) - keys.begin();
        named[k] = static_cast<std::uint32_t>(at);
        corners_[named[k]].name = t[k];
      }
      triangles_.push_back(named);
    }
  }

  /// A unit in which no coordinate that is added up is larger than 1; false where doubles would
  /// leave their range.
  bool set_scale() {
    const auto reach = [](const Polytope& body, const Pose& X) {
      return X.t.lpNorm<1>() + 2 * (body.interior_point().lpNorm<1>() + body.bounding_radius());
    };
    const double largest = reach(*pair_.A, pair_.X_WA) + reach(*pair_.B, pair_.X_WB);
    if (!(largest > 0 && std::isfinite(largest))) return false;
    int exponent = 0;
    std::frexp(largest, &exponent);
    if (std::abs(exponent) > kMaxExponent) return false;
    scale_ = std::ldexp(1.0, -exponent);
    const Rational p_squared = exact_p_squared_ * Rational(scale_) * Rational(scale_);
    p_ = round_sqrt_to_double(p_squared) * (1 + 0x1p-50);
    const double high = round_to_double(p_squared);
    const double low = round_to_double(p_squared - Rational(high));
    p_squared_ = Bounded({high, low}, 0x1p-104 * high + kBoundUnderflow);
    return p_ > kUnderflow;
  }

  void place() {
    const auto placed = [this](const Pose& X, const Vec3& v) {
      return X.R * bounded(Vec3(scale_ * v)) + bounded(Vec3(scale_ * X.t));
    };
    for (Corner& corner : corners_) {
      corner.bounded = placed(pair_.X_WB, vertex(*pair_.B, corner.name.vertex_B)) -
                       placed(pair_.X_WA, vertex(*pair_.A, corner.name.vertex_A));
      corner.rounded = rounded(corner.bounded);
      for (const Bounded& x : corner.bounded) {
        const double off = x.error * kBoundSlack + 2 * kRoundoff * std::abs(x.value.high);
        off_ = std::max(off_, off + kUnderflow);
      }
    }
  }

  bool is_beyond(const Triangle& t) {
    if (filtered_) {
      if (surely_beyond(corners_[t[0]].rounded, corners_[t[1]].rounded, corners_[t[2]].rounded)) {
        return true;
      }
      const int decided = beyond_in_double_double(t);
      if (decided != 0) return decided > 0;
    }
    return exactly_beyond(t);
  }

  /// With every coordinate off by `off_`, h = kRoundoff and E the largest entry of the edges b - a
  /// and c - a, which are off by e = 2 off_ + h E: an entry of N = (b - a) x (c - a) is off by
  /// 4 E e + 2 e^2, and its rounding by 4 h E^2 more; a.N by |a|_1 times that, by off_ |N|_1, by
  /// the product of both errors, and by 4 h |a|_1 max|N| of rounding.
  bool surely_beyond(const Vec3& a, const Vec3& b, const Vec3& c) const {
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 N = ab.cross(ac);
    const double det = a.dot(N);
    const double E = std::max(ab.lpNorm<Eigen::Infinity>(), ac.lpNorm<Eigen::Infinity>());
    const double e = 2 * off_ + kRoundoff * E;
    const double off_N = 4 * E * e + 2 * e * e + 4 * kRoundoff * E * E + kUnderflow;
    const double a_1 = a.lpNorm<1>();
    const double off_det = a_1 * off_N + off_ * (N.lpNorm<1>() + 3 * off_N) +
                           4 * kRoundoff * a_1 * N.lpNorm<Eigen::Infinity>() + kUnderflow;
    // The last factors are far above what the bounds' own rounding takes.
    return det * (1 - 1e-12) - 1.01 * off_det > p_ * (N.norm() * (1 + 1e-12) + 2 * off_N);
  }

  /// 1 or -1 where certain.
  int beyond_in_double_double(const Triangle& t) const {
    const BoundedVec3& a = corners_[t[0]].bounded;
    const BoundedVec3 N = touchstone::cross(corners_[t[1]].bounded - a, corners_[t[2]].bounded - a);
    const Bounded det = touchstone::dot(a, N);
    if (det.sign() < 0) return -1;
    if (det.sign() == 0) return 0;
    return (det * det - p_squared_ * touchstone::dot(N, N)).sign();
  }

  const IntegerVec3& exact(std::uint32_t k) {
    if (!C_) {
      C_.emplace(pair_);
      p_squared_in_units_ =
          scaled_ratio(exact_p_squared_.get_num(), exact_p_squared_.get_den(), -2 * C_->exponent());
    }
    Corner& corner = corners_[k];
    if (!corner.exact) corner.exact = C_->point(corner.name);
    return *corner.exact;
  }

  bool exactly_beyond(const Triangle& t) {
    const IntegerVec3& a = exact(t[0]);
    const IntegerVec3 N = (exact(t[1]) - a).cross(exact(t[2]) - a);
    const Integer det = a.dot(N);
    return det > 0 && det * det * p_squared_in_units_.get_den() >=
                          p_squared_in_units_.get_num() * N.squaredNorm();
  }

  const Pair& pair_;
  std::vector<Corner> corners_;
  std::vector<Triangle> triangles_;
  Rational exact_p_squared_;          ///< [m^2]
  std::optional<ExactDifference> C_;  ///< made when it is first wanted
  Rational p_squared_in_units_;       ///< p^2 in squared units of C_
  bool filtered_ = true;
  double scale_ = 1;   ///< 2^-exponent
  double p_ = 0;       ///< an upper bound, scaled
  Bounded p_squared_;  ///< scaled
  double off_ = 0;     ///< bound of the error of an entry of Corner::rounded, scaled
};

}  // namespace

bool is_closed(const std::vector<IndexTriangle>& triangles) {
  struct Side {
    std::uint32_t low;
    std::uint32_t high;
    int sense;
  };
  std::vector<Side> sides;
  sides.reserve(3 * triangles.size());
  for (const Triangle& t : triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = t[k];
      const std::uint32_t to = t[(k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), from < to ? 1 : -1});
    }
  }
  const auto ends = [](const Side& s) { return std::tie(s.low, s.high); };
  std::sort(sides.begin(), sides.end(),
            [&](const Side& a, const Side& b) { return ends(a) < ends(b); });
  long sum = 0;
  for (std::size_t k = 0; k < sides.size(); ++k) {
    if (k > 0 && ends(sides[k]) != ends(sides[k - 1]) && sum != 0) return false;
    sum += sides[k].sense;
  }
  return sum == 0;
}

std::string why_no_ball(const Pair& pair, const std::vector<PairTriangle>& triangles,
                        const Rational& p_squared) {
  if (triangles.empty()) return "its cycle is empty";
  Cycle cycle(pair, triangles);
  if (!is_closed(cycle.triangles())) return "its cycle is not closed";
  return cycle.why_not_beyond(p_squared);
}

}  // namespace touchstone
