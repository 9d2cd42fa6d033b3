// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_facets/facet_body.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/random.hpp"
#include "geometry/support/support_scan.hpp"
#include "metrics/common/facet_rounding.hpp"
#include "metrics/common/shape_id.hpp"

namespace touchstone {
namespace {

/// Range of scaled offsets in which double-doubles keep their digits [m]; outside, integers decide.
constexpr double kMinScaledOffset = 1e-100;
constexpr double kMaxScaledOffset = 1e100;

constexpr std::uint64_t kOrderSeed = 0xface75;

/// scale x = high + low to 2^-105; `scale` is a power of two.
DoubleDouble split(const Rational& x, double scale) {
  const Rational scaled = x * Rational(scale);
  const double high = round_to_double(scaled);
  if (!std::isfinite(high)) return {high, 0};
  return {high, round_to_double(scaled - Rational(high))};
}

}  // namespace

FacetBody::FacetBody(const Polytope& polytope)
    : solid(polytope.dimension() == 3),
      center_inside(polytope.interior_point_strictly_inside()),
      center(polytope.interior_point()),
      id(next_shape_id()) {
  if (!solid || !center_inside) return;
  HalfSpaces facets = facets_about_interior_point(polytope);
  reach = polytope.bounding_radius();
  rounding = facet_rounding(polytope, facets);
  if (std::isinf(rounding)) return;
  ball = *std::min_element(facets.offsets.begin(), facets.offsets.end());
  normals_ = std::move(facets.normals);
  offsets_ = std::move(facets.offsets);
  make_rows();
}

FacetBody::FacetBody(const HalfSpaces& half_spaces)
    : solid(true),
      center_inside(true),
      center(half_spaces.interior_point),
      id(next_shape_id()),
      normals_(half_spaces.normals),
      offsets_(half_spaces.offsets),
      origin_(half_spaces.interior_point) {
  make_rows();
}

void FacetBody::shuffle() {
  facets_.resize(normals_.size());
  std::iota(facets_.begin(), facets_.end(), 0);
  Random random(kOrderSeed, normals_.size());
  for (std::size_t i = normals_.size(); i > 1; --i) {
    const std::size_t j = random.below(i);
    std::swap(facets_[i - 1], facets_[j]);
    std::swap(normals_[i - 1], normals_[j]);
    std::swap(offsets_[i - 1], offsets_[j]);
  }
}

void FacetBody::make_rows() {
  shuffle();
  const std::size_t padded = (normals_.size() + kScanBlock - 1) / kScanBlock * kScanBlock;
  for (auto* column : {&x, &y, &z}) column->reserve(padded);
  if (!origin_.isZero(0)) scaled_b_.reserve(normals_.size());
  for (int k = 0; k < count(); ++k) {
    const Vec3& n = normal(k);
    const double scale_of_row = scale(k);
    if (!origin_.isZero(0)) {
      Rational b(offset(k));
      for (int i = 0; i < 3; ++i) b -= Rational(n[i]) * Rational(origin_[i]);
      scaled_b_.push_back(split(b, scale_of_row));
    }
    const Vec3 scaled = scaled_normal(k);
    const double largest = scaled.cwiseAbs().maxCoeff();
    in_range = in_range && largest >= 0.5 && largest < 1;
    for (int i = 0; i < 3; ++i) in_range = in_range && scaled[i] / scale_of_row == n[i];
    const double b = scaled_b(k).high;
    in_range = in_range && b > kMinScaledOffset && b < kMaxScaledOffset;
    for (int i = 0; i < 3; ++i) (i == 0 ? x : i == 1 ? y : z).push_back(scaled[i] / b);
    longest = std::max(longest, dual(k).stableNorm());
  }
  while (x.size() < padded) {
    for (auto* column : {&x, &y, &z}) column->push_back(column->back());
  }
}

}  // namespace touchstone
