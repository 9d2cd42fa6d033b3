// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/overlap.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "reference/exact/body_cache.hpp"
#include "reference/oracle/exact_pair.hpp"
#include "reference/overlap/intersection.hpp"

namespace touchstone {
namespace {

/// Exactly: lengths are relative to the first vertex of A, in a unit of 2^exponent in which no
/// coordinate of a vertex is larger than 1.
struct ExactPlace {
  using Number = Rational;
  using Coordinate = Integer;

  PlacedBody& placed;
  const Integer3& base;  ///< in units of 2^unit
  int unit;
  int exponent;

  const ExactBody& body() const { return placed.body(); }
  const Integer3& vertex(int v) const { return placed.vertex(v); }
  Integer3 origin() const { return base; }
  ClipPoint<Rational> point(const Integer3& coordinates) const {
    ExactVec3 value;
    for (std::size_t i = 0; i < 3; ++i) {
      value[i] = make_rational(coordinates[i] - base[i], 1, unit - exponent);
    }
    return make_clip_point(value);
  }
  static std::optional<double> size_of(const ClipPolygon<Rational>& /*A*/,
                                       const ClipPolygon<Rational>& /*B*/, int /*dimension*/) {
    return 3.5;  // Coordinates are at most 1 in size.
  }
};

/// The exponent of ExactPlace.
int exponent_of(ExactPair& pair) {
  Integer largest = 1;
  for (PlacedBody* body : {&pair.A(), &pair.B()}) {
    for (int v = 0; v < body->body().vertex_count(); ++v) {
      for (std::size_t i = 0; i < 3; ++i) {
        const Integer size = abs(Integer(body->vertex(v)[i] - pair.A().vertex(0)[i]));
        if (size > largest) largest = size;
      }
    }
  }
  return pair.unit() + static_cast<int>(mpz_sizeinbase(largest.get_mpz_t(), 2));
}

/// In double words: lengths are relative to A's origin, so that errors are not relative to the
/// distance from the world's origin.
struct BoundedPlace {
  using Number = Bounded;
  using Coordinate = double;

  const ExactBody& exact;
  const Pose& pose;
  BoundedVec3 shift;

  const ExactBody& body() const { return exact; }
  const Vec3& vertex(int v) const { return exact.given()[at(v)]; }
  Vec3 origin() const { return Vec3::Zero(); }
  ClipPoint<Bounded> point(const Vec3& v) const {
    return make_clip_point<Bounded>(pose.R * bounded(v) + shift);
  }
  /// Whether the pose turns about the axis alone, and does not turn it over.
  bool keeps_axis(int axis) const {
    for (const int other : {(axis + 1) % 3, (axis + 2) % 3}) {
      if (pose.R(axis, other) != 0 || pose.R(other, axis) != 0) return false;
    }
    return pose.R(axis, axis) > 0;
  }
  /// Nothing where products of lengths may overflow or be lost: beyond 2^-100 m and 2^100 m.
  static std::optional<double> size_of(const ClipPolygon<Bounded>& A, const ClipPolygon<Bounded>& B,
                                       int dimension) {
    double largest = 0;
    for (const auto* points : {&A, &B}) {
      for (const ClipPoint<Bounded>& point : *points) {
        largest = std::max(largest, point.rounded.head(dimension).cwiseAbs().maxCoeff());
        // A coordinate that is not a number is in no range.
        if (!(point.rounded.cwiseAbs().sum() < 0x1p100)) return std::nullopt;
      }
    }
    if (largest < 0x1p-100) return std::nullopt;
    return 4 * largest;
  }
};

/// The overlap share * sum, if the bound of its error is good enough.
std::optional<RoundedOverlap> told_by_doubles(const std::optional<Bounded>& sum,
                                              const Bounded& share) {
  if (!sum) return std::nullopt;
  if (sum->value.high == 0 && sum->error == 0) return RoundedOverlap();
  const Bounded value = share * *sum;
  const RoundedOverlap told = {
      value.value.high, value.error * kBoundSlack + 0x1p-52 * std::abs(value.value.high), false};
  if (!(told.error <= kOverlapError * told.value)) return std::nullopt;
  return told;
}

RoundedOverlap rounded_once(const Rational& value) {
  const double rounded = round_to_double(value);
  const bool is_normal = rounded >= std::numeric_limits<double>::min() || sgn(value) == 0;
  return {rounded, 0x1p-53 * rounded + (is_normal ? 0 : std::numeric_limits<double>::denorm_min()),
          true};
}

}  // namespace

class OverlapMeter::Impl {
 public:
  RoundedOverlap rounded_volume(const Pair& pair) {
    const auto [A, B] = bounded_places(pair);
    const auto told = told_by_doubles(six_volumes(A, B),
                                      Bounded(DoubleWord{1, 0} / DoubleWord{6, 0}, kBoundRoot));
    return told ? *told : rounded_once(volume(pair));
  }

  RoundedOverlap rounded_area(const Pair& pair, int axis) {
    const auto [A, B] = bounded_places(pair);
    const auto told = A.keeps_axis(axis) && B.keeps_axis(axis)
                          ? told_by_doubles(two_areas(A, B, axis), Bounded(0.5))
                          : std::nullopt;
    return told ? *told : rounded_once(projected_area(pair, axis));
  }

  Rational volume(const Pair& pair) {
    const auto [A, B] = exact_places(pair);
    return Rational(*six_volumes(A, B) * make_rational(1, 6, 3L * A.exponent));
  }

  Rational projected_area(const Pair& pair, int axis) {
    const auto [A, B] = exact_places(pair);
    const Rational two = two_areas(A, B, axis).value_or(0);  // None where one is flat.
    return Rational(two * make_rational(1, 2, 2L * A.exponent));
  }

 private:
  std::pair<ExactPlace, ExactPlace> exact_places(const Pair& pair) {
    exact_.place(*cache_.find(pair.A).body, pair.X_WA, *cache_.find(pair.B).body, pair.X_WB);
    const Integer3& base = exact_.A().vertex(0);
    const int exponent = exponent_of(exact_);
    return {{exact_.A(), base, exact_.unit(), exponent},
            {exact_.B(), base, exact_.unit(), exponent}};
  }

  std::pair<BoundedPlace, BoundedPlace> bounded_places(const Pair& pair) {
    return {{*cache_.find(pair.A).body, pair.X_WA, bounded(Vec3::Zero())},
            {*cache_.find(pair.B).body, pair.X_WB, bounded_difference(pair.X_WB.t, pair.X_WA.t)}};
  }

  BodyCache cache_;
  ExactPair exact_;
};

OverlapMeter::OverlapMeter() : impl_(std::make_unique<Impl>()) {}
OverlapMeter::~OverlapMeter() = default;
OverlapMeter::OverlapMeter(OverlapMeter&&) noexcept = default;
OverlapMeter& OverlapMeter::operator=(OverlapMeter&&) noexcept = default;

Rational OverlapMeter::volume(const Pair& pair) { return impl_->volume(pair); }

Rational OverlapMeter::projected_area(const Pair& pair, int axis) {
  return impl_->projected_area(pair, axis);
}

RoundedOverlap OverlapMeter::rounded_volume(const Pair& pair) {
  return impl_->rounded_volume(pair);
}

RoundedOverlap OverlapMeter::rounded_projected_area(const Pair& pair, int axis) {
  return impl_->rounded_area(pair, axis);
}

}  // namespace touchstone
