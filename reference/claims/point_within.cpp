// SPDX-License-Identifier: GPL-3.0-or-later
// Is a point within a distance of a body? The nearest point of hull{v - p} to the origin by
// supports (Gilbert, Johnson & Keerthi 1988): in doubles first, where any convex combination proves
// "near" and any direction proves "far" once the rounding is added to them; the combination's place
// in double words where the limit is within that rounding; in integers if none of these does,
// where every step comes strictly nearer, so that the walk ends. A box's nearest point is
// guessed by clamping, which proves "near" as well, in doubles or in double words. A margin makes
// of p a box, and of each vertex v the eight corners of v - p +- margin.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "geometry/aligned_box.hpp"
#include "geometry/loop_bound.hpp"
#include "reference/arithmetic/double_word.hpp"
#include "reference/arithmetic/fused.hpp"
#include "reference/claims.hpp"
#include "reference/claims/rounding.hpp"
#include "reference/exact/ensure.hpp"
#include "reference/exact/integer_space.hpp"
#include "reference/exact/simplex.hpp"

namespace touchstone {
namespace {

/// Lengths whose products stay in the range of doubles [m].
constexpr double kMinLength = 1e-60;
constexpr double kMaxExtent = 1e60;
/// Bounds the errors of a point made of double words, in its extent [1].
constexpr double kPreciseWords = 0x1p-96;
/// Far above what bodies need; a walk that stalls goes on in integers.
constexpr int kMaxDoubleSteps = 40;

constexpr std::size_t kOctants = 8;

/// Whether the corner of this octant has the margin added to, or taken from, coordinate `axis`.
bool adds(std::size_t octant, int axis) {
  return (octant >> static_cast<unsigned>(axis) & 1U) != 0;
}

/// The octant in which a box has least of `direction`; one alone where there is no margin.
std::size_t octant_against(const Vec3& direction, bool margin) {
  if (!margin) return 0;
  return (direction.x() < 0 ? 1U : 0U) + (direction.y() < 0 ? 2U : 0U) +
         (direction.z() < 0 ? 4U : 0U);
}

/// The corners that the walk rests on: kOctants times a vertex plus an octant.
struct Corners {
  std::array<std::size_t, 4> index{};
  std::size_t count = 0;
};

template <class Nearest>
Corners kept(const Corners& corners, const Nearest& nearest) {
  Corners result;
  for (std::size_t k = 0; k < nearest.corners; ++k) {
    result.index[result.count++] = corners.index[nearest.corner[k]];
  }
  return result;
}

/// R y + t - p. An entry takes seven operations, whose errors are at most 3 u^2 (|R| |y| + |t - p|)
/// with u = 2^-53.
std::array<DoubleWord, 3> precise_offset(const Mat3& R, const Vec3& t, const Vec3& p,
                                         const Vec3& y) {
  std::array<DoubleWord, 3> offset;
  for (int i = 0; i < 3; ++i) {
    const DoubleWord turned = DoubleWord::product(R(i, 0), y[0]) +
                              DoubleWord::product(R(i, 1), y[1]) +
                              DoubleWord::product(R(i, 2), y[2]);
    offset.at(static_cast<std::size_t>(i)) = turned + DoubleWord::sum(t[i], -p[i]);
  }
  return offset;
}

/// The walk in doubles.
class DoubleWalk {
 public:
  /// `low` <= the limit that the distance is held to <= `high`.
  DoubleWalk(const Polytope& body, const Pose& X, const Vec3& p, double low, double high,
             const Vec3& margin)
      : vertices_(body.vertices()),
        R_(X.R),
        t_(X.t),
        p_(p),
        offset_(X.t - p),
        low_(low),
        high_(high),
        margin_(margin),
        has_margin_(!margin.isZero(0)) {
    // |R v + (t - p) +- margin| and its rounding: R v is off by 3h |R||v|, t - p by h of itself,
    // each sum by h more; h = kEps / 2.
    const double reach =
        R_.norm() * (body.interior_point().norm() + body.bounding_radius()) * (1 + 1e-12);
    extent_ = reach + offset_.norm() + margin_.norm();
    point_error_ = 4 * kEps * extent_;
  }

  /// Nothing if rounding leaves it open; then corners() is where the walk stood.
  std::optional<bool> decide() {
    if (!(extent_ > kMinLength && extent_ < kMaxExtent)) return std::nullopt;
    int exponent = 0;
    std::frexp(extent_, &exponent);
    const double unit =
        std::ldexp(1.0, -exponent);  // exact: brings corners to lengths of at most 1
    for (int step = 0; step < kMaxDoubleSteps; ++step) {
      std::array<Vec3, 4> c;
      for (std::size_t k = 0; k < corners_.count; ++k) c[k] = at(corners_.index[k]) * unit;
      const auto nearest = nearest_on_simplex<double, Vec3>(c, corners_.count);
      corners_ = kept(corners_, nearest);
      const std::array<double, 4> weights = unit_weights(nearest);
      const Vec3 q = combination(c, nearest, weights) / unit;
      const double distance = q.norm();
      // The combination is of rounded corners, with weights that sum to 1 within 4h and a sum
      // rounded by 5h.
      const double error = 2 * point_error_ + 8 * kEps * extent_;
      if (distance * (1 + 4 * kEps) + error <= low_) return true;
      if (distance <= low_ + error && with_fused([&] { return surely_near(weights); })) {
        return true;
      }
      if (!(distance > kMinLength)) return std::nullopt;
      const std::size_t next = support(q);
      const double least = q.dot(at(next));
      if (least - distance * (3 * point_error_ + 4 * kEps * extent_) >
          distance * high_ * (1 + 8 * kEps)) {
        return false;
      }
      const bool stalled =
          least >= distance * distance * (1 - 1e-12) || known(next) || corners_.count == 4;
      if (stalled) return std::nullopt;
      corners_.index[corners_.count++] = next;
    }
    return std::nullopt;
  }

  const Corners& corners() const { return corners_; }

 private:
  Vec3 at(std::size_t k) const {
    Vec3 corner = R_ * vertices_[k / kOctants] + offset_;
    if (!has_margin_) return corner;
    for (int i = 0; i < 3; ++i) corner[i] += adds(k % kOctants, i) ? margin_[i] : -margin_[i];
    return corner;
  }

  /// Each at least 0; their sum is 1 but for rounding.
  static std::array<double, 4> unit_weights(const NearestOnSimplex<double, Vec3>& nearest) {
    double total = 0;
    for (std::size_t k = 0; k < nearest.corners; ++k) total += nearest.weight[k];
    std::array<double, 4> weights{};
    for (std::size_t k = 0; k < nearest.corners; ++k) weights[k] = nearest.weight[k] / total;
    return weights;
  }

  static Vec3 combination(const std::array<Vec3, 4>& c,
                          const NearestOnSimplex<double, Vec3>& nearest,
                          const std::array<double, 4>& weights) {
    Vec3 q = Vec3::Zero();
    for (std::size_t k = 0; k < nearest.corners; ++k) q += c[nearest.corner[k]] * weights[k];
    return q;
  }

  /// Whether the corners with these weights make a point that is near enough. Beside precise_offset()
  /// each entry takes three operations, whose errors are at most 5 u^2 extent_.
  bool surely_near(const std::array<double, 4>& weights) const {
    std::array<DoubleWord, 3> sum{};
    double total = 0;
    for (std::size_t k = 0; k < corners_.count; ++k) {
      const auto offset = precise_offset(R_, t_, p_, vertices_[corners_.index[k] / kOctants]);
      for (int i = 0; i < 3; ++i) {
        const double add = adds(corners_.index[k] % kOctants, i) ? margin_[i] : -margin_[i];
        const auto entry = static_cast<std::size_t>(i);
        sum.at(entry) = sum.at(entry) + (offset.at(entry) + DoubleWord{add, 0}) * weights[k];
      }
      total += weights[k];
    }
    const double length = Vec3(sum[0].high, sum[1].high, sum[2].high).norm();
    return length * (1 + 8 * kEps) + kPreciseWords * extent_ <= low_ * total * (1 - 8 * kEps);
  }

  /// A corner whose direction.v is least except for rounding: by at most 2 point_error_
  /// |direction|.
  std::size_t support(const Vec3& direction) const {
    const Vec3 w = R_.transpose() * direction;
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < vertices_.size(); ++k) {
      const double along = w.dot(vertices_[k]);
      if (along < least) {
        least = along;
        best = k;
      }
    }
    return kOctants * best + octant_against(direction, has_margin_);
  }

  bool known(std::size_t index) const {
    const auto* const end = corners_.index.begin() + corners_.count;
    return std::find(corners_.index.begin(), end, index) != end;
  }

  const std::vector<Vec3>& vertices_;
  const Mat3& R_;
  Vec3 t_, p_;
  Vec3 offset_;
  double low_;
  double high_;
  Vec3 margin_;
  bool has_margin_;
  double extent_ = 0;
  double point_error_ = 0;
  Corners corners_{{0, 0, 0, 0}, 1};
};

/// Whether a point of the box, given by its exact local coordinates, is near enough: R y + t - p is
/// off by no more than a corner's would be. The nearest point of a turned box is the clamped one;
/// a second look makes good that R is orthonormal to 1e-6 only.
bool surely_within_box(const AlignedBox& box, const Pose& X, const Vec3& p, double tolerance) {
  const Vec3& low = box.least;
  const Vec3& high = box.most;
  const Vec3 offset = X.t - p;
  const double extent =
      X.R.norm() * low.cwiseAbs().cwiseMax(high.cwiseAbs()).norm() * (1 + 1e-12) + offset.norm();
  if (!(extent > kMinLength && extent < kMaxExtent)) return false;
  const double error = 4 * kEps * extent;
  Vec3 y = (-(X.R.transpose() * offset)).cwiseMax(low).cwiseMin(high);
  for (int look = 0; look < 2; ++look) {
    const Vec3 off = X.R * y + offset;
    if (off.norm() * (1 + 4 * kEps) + 2 * error <= tolerance) return true;
    y = (y - X.R.transpose() * off).cwiseMax(low).cwiseMin(high);
  }
  const auto off = precise_offset(X.R, X.t, p, y);
  const double length = Vec3(off[0].high, off[1].high, off[2].high).norm();
  return length * (1 + 8 * kEps) + kPreciseWords * extent <= tolerance;
}

IntegerVec3 corner_at(const IntegerCloud& cloud, std::size_t k) {
  IntegerVec3 corner = cloud.points[k / kOctants];
  corner.x += adds(k % kOctants, 0) ? cloud.margin.x : Integer(-cloud.margin.x);
  corner.y += adds(k % kOctants, 1) ? cloud.margin.y : Integer(-cloud.margin.y);
  corner.z += adds(k % kOctants, 2) ? cloud.margin.z : Integer(-cloud.margin.z);
  return corner;
}

/// Whether the hull of the cloud is within `distance` [m] of the origin: the walk in integers from
/// `corners`, which ends at the exact nearest point at the latest.
bool decide_exactly(const IntegerCloud& cloud, Corners corners, const Rational& distance) {
  // Squared lengths in units of 2^exponent are compared with distance^2 = limit 2^(2 exponent).
  const Rational limit = distance * distance * scaled_ratio(1, 1, -2 * cloud.exponent);
  const auto above_limit = [&limit](const Integer& numerator, const Integer& denominator) {
    return limit.get_num() * denominator < limit.get_den() * numerator;
  };
  // Each step comes nearer to the origin, so that no simplex comes twice.
  constexpr std::int64_t kMaxSteps = 100'000;
  LoopBound bound("judge: nearest point of a body", kMaxSteps);
  while (true) {
    bound.step();
    std::array<IntegerVec3, 4> c;
    for (std::size_t k = 0; k < corners.count; ++k) c[k] = corner_at(cloud, corners.index[k]);
    const auto nearest = nearest_on_simplex<Integer, IntegerVec3>(c, corners.count);
    corners = kept(corners, nearest);
    if (!above_limit(nearest.squared_norm, nearest.scale * nearest.scale)) return true;

    std::size_t vertex = 0;
    Integer least = nearest.point.dot(cloud.points[0]);
    for (std::size_t k = 1; k < cloud.points.size(); ++k) {
      Integer along = nearest.point.dot(cloud.points[k]);
      if (along < least) {
        least = std::move(along);
        vertex = k;
      }
    }
    const IntegerVec3& q = nearest.point;
    least -= abs(q.x) * cloud.margin.x + abs(q.y) * cloud.margin.y + abs(q.z) * cloud.margin.z;
    const unsigned octant = (q.x < 0 ? 1U : 0U) + (q.y < 0 ? 2U : 0U) + (q.z < 0 ? 4U : 0U);
    const std::size_t next = kOctants * vertex + (cloud.margin.is_zero() ? 0 : octant);
    // No point of the hull is nearer than (point / |point|).c; at the nearest point that is
    // attained.
    if (least > 0 && above_limit(least * least, nearest.squared_norm)) return false;
    assert(least * nearest.scale < nearest.squared_norm);
    ensure(corners.count < 4, "the origin is in a simplex, and yet not near");
    corners.index[corners.count++] = next;
  }
}

}  // namespace

bool point_within(const Pair& pair, WhichBody body, const Vec3& p, double tolerance,
                  const Vec3& margin) {
  if (!p.allFinite() || !(tolerance >= 0)) return false;
  if (std::isinf(tolerance)) return true;
  const Polytope& polytope = body == WhichBody::A ? *pair.A : *pair.B;
  const Pose& X = body == WhichBody::A ? pair.X_WA : pair.X_WB;
  // The distance of the core may be greater by the radius; a sum of two doubles, rounded.
  const bool rounded = polytope.radius() > 0;
  const double sum = tolerance + polytope.radius();
  const double low = rounded ? std::nextafter(sum, 0.0) : sum;
  const double high = rounded ? std::nextafter(sum, std::numeric_limits<double>::infinity()) : sum;
  const std::optional<AlignedBox> box = as_aligned_box(polytope);
  if (box && with_fused([&] { return surely_within_box(*box, X, p, low); })) {
    return true;
  }
  DoubleWalk walk(polytope, X, p, low, high, margin);
  if (const std::optional<bool> decided = walk.decide()) return *decided;
  const Rational distance = Rational(tolerance) + Rational(polytope.radius());
  return decide_exactly(to_integers_about(polytope, X, p, margin), walk.corners(), distance);
}

}  // namespace touchstone
