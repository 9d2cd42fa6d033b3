// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/facets/facet_body.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "geometry/random.hpp"
#include "geometry/rational.hpp"
#include "geometry/support_scan.hpp"
#include "metrics/shape_id.hpp"

namespace touchstone {
namespace {

/// Scaled offsets outside are left to integers: double-doubles keep their digits well within.
constexpr double kSmallest = 1e-100;
constexpr double kLargest = 1e100;

constexpr std::uint64_t kOrderSeed = 0xface75;

/// The highest corner of the facet as seen from the interior point, along its normal.
double height_of(const Facet& facet, const Polytope& polytope) {
  const Vec3& c = polytope.interior_point();
  const Vec3& n = facet.normal;
  DoubleDouble highest;
  for (const int corner : facet.vertices) {
    const Vec3& v = polytope.vertices()[static_cast<std::size_t>(corner)];
    DoubleDouble height;
    for (int i = 0; i < 3; ++i) height = height + two_sum(v[i], -c[i]) * DoubleDouble{n[i], 0};
    if ((height - highest).high > 0) highest = height;
  }
  return highest.high;
}

/// x = high + low to 2^-105, divided by 2^exponent first.
DoubleDouble split(const Rational& x, int exponent) {
  Rational scaled = x;
  if (exponent >= 0) {
    mpq_div_2exp(scaled.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_mul_2exp(scaled.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
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
  for (const Facet& facet : polytope.facets()) {
    const double height = height_of(facet, polytope);
    if (!(height > 0)) {
      center_inside = false;
      return;
    }
    normals_.push_back(facet.normal);
    offsets_.push_back(height);
  }
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
  for (int k = 0; k < count(); ++k) {
    const Vec3& n = normal(k);
    int exponent = 0;
    std::frexp(n.cwiseAbs().maxCoeff(), &exponent);
    Vec3 scaled;
    for (int i = 0; i < 3; ++i) {
      scaled[i] = std::ldexp(n[i], -exponent);
      in_range = in_range && std::ldexp(scaled[i], exponent) == n[i];
    }
    Rational b(offset(k));
    for (int i = 0; i < 3; ++i) b -= Rational(n[i]) * Rational(origin_[i]);
    const DoubleDouble scaled_b = split(b, exponent);
    in_range = in_range && scaled_b.high > kSmallest && scaled_b.high < kLargest;
    scaled_normals_.push_back(scaled);
    scaled_b_.push_back(scaled_b);
    for (int i = 0; i < 3; ++i) {
      (i == 0 ? x : i == 1 ? y : z).push_back(scaled[i] / scaled_b.high);
    }
    longest = std::max(longest, dual(k).stableNorm());
  }
  while (x.size() % kScanBlock != 0) {
    for (auto* column : {&x, &y, &z}) column->push_back(column->back());
  }
}

}  // namespace touchstone
