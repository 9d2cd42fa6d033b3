// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_seidel/ray_exit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Vertices whose products differ by less than this part of |direction||arm| are compared exactly:
/// two rounded factors and a sum of three products are off by 5 * 2^-53 at most.
constexpr double kDoubtful = 6e-16;
/// A support that exceeds the facet by less, relative to it, ends the climb.
constexpr double kFlat = 1e-18;
/// A corner of the facet that exceeds it by less ends the climb: the excess is rounding, large only
/// on a sliver.
constexpr double kFlatAtCorner = 1e-15;
/// Weights of the point found (they sum to 1) down to minus this are zeros.
constexpr double kNegativeWeight = 1e-15;
/// Steps within this part of the least one are ties; of those the largest pivot is taken.
constexpr double kEqualSteps = 1e-28;
constexpr int kMaxExchanges = 1000;

using Block = Eigen::Array<double, VertexArms::kBlock, 1>;

/// Products of one block with a direction: an expression, so that what only its largest is wanted
/// of is never stored.
auto products(const std::vector<double>& x, const std::vector<double>& y,
              const std::vector<double>& z, int begin, const Vec3& direction) {
  using Column = Eigen::Map<const Block>;
  return Column(x.data() + begin) * direction.x() + Column(y.data() + begin) * direction.y() +
         Column(z.data() + begin) * direction.z();
}

Dd3 over(const Dd3& a, DoubleDouble divisor) {
  return {a[0] / divisor, a[1] / divisor, a[2] / divisor};
}

}  // namespace

void VertexArms::assign(const std::vector<Vec3>& vertices, const Vec3& center) {
  arms_.reserve(vertices.size());
  for (const Vec3& v : vertices) {
    arms_.push_back(
        {two_sum(v.x(), -center.x()), two_sum(v.y(), -center.y()), two_sum(v.z(), -center.z())});
  }
  const std::size_t padded = (arms_.size() + kBlock - 1) / kBlock * kBlock;
  for (auto* column : {&x_, &y_, &z_}) column->reserve(padded);
  for (std::size_t i = 0; i < padded; ++i) {
    const Vec3 arm = rounded(arms_[std::min(i, arms_.size() - 1)]);
    x_.push_back(arm.x());
    y_.push_back(arm.y());
    z_.push_back(arm.z());
    longest_ = std::max(longest_, arm.stableNorm());
  }
}

int VertexArms::farthest(const Vec3& direction) const {
  double most = -std::numeric_limits<double>::infinity();
  int best = 0;
  for (int i = 0; i < static_cast<int>(x_.size()); i += kBlock) {
    const auto along = products(x_, y_, z_, i, direction);
    if (!(along.maxCoeff() > most)) continue;
    Eigen::Index lane = 0;
    most = along.maxCoeff(&lane);
    best = i + static_cast<int>(lane);
  }
  return std::min(best, static_cast<int>(arms_.size()) - 1);
}

int VertexArms::farthest_exactly(const Dd3& direction) const {
  const Vec3 u = rounded(direction);
  int best = farthest(u);
  DoubleDouble most = dot(direction, arm(best));
  const double least = most.high - kDoubtful * u.stableNorm() * longest_;
  const int count = static_cast<int>(arms_.size());
  for (int i = 0; i < count; i += kBlock) {
    const auto product = products(x_, y_, z_, i, u);
    if (!(product.maxCoeff() >= least)) continue;
    const Block along = product;
    for (int k = i; k < std::min(i + kBlock, count); ++k) {
      if (!(along[k - i] >= least)) continue;
      const DoubleDouble exact = dot(direction, arm(k));
      if ((exact - most).high <= 0) continue;
      most = exact;
      best = k;
    }
  }
  return best;
}

RayExit::RayExit(const VertexArms& A, const Mat3& R_WA, const VertexArms& B, const Mat3& R_WB,
                 const Dd3& d)
    : A_(A), B_(B), R_WA_(R_WA), R_WB_(R_WB), d_(d) {}

RayExit::Point RayExit::support(const Dd3& u) const {
  const Dd3 u_B = rotate_inverse(R_WB_, u);
  const Dd3 u_A = rotate_inverse(R_WA_, u);
  const int b = B_.farthest_exactly(u_B);
  const int a = A_.farthest_exactly({-u_A[0], -u_A[1], -u_A[2]});
  Point point;
  point.index_A = a;
  point.index_B = b;
  point.a = rotate(R_WA_, A_.arm(a));
  point.b = rotate(R_WB_, B_.arm(b));
  point.k = point.b - point.a;
  return point;
}

RayExit::Value RayExit::evaluate(const Dd3& u, bool exactly, bool fixed_B) const {
  // In each body's own axes: turning u is all that has to be done.
  const Dd3 u_A = rotate_inverse(R_WA_, u);
  const Dd3 u_B = rotate_inverse(R_WB_, u);
  const Dd3& a = A_.arm(exactly ? A_.farthest_exactly({-u_A[0], -u_A[1], -u_A[2]})
                                : A_.farthest(-rounded(u_A)));
  const Dd3& b = B_.arm(exactly ? B_.farthest_exactly(u_B) : B_.farthest(rounded(u_B)));
  const DoubleDouble along = dot(u, d_);
  const DoubleDouble reach_B = dot(u_B, b);
  const DoubleDouble reach_A = -dot(u_A, a);
  const DoubleDouble reach = reach_B + reach_A;
  const DoubleDouble needed = fixed_B ? along - reach_B : along;
  const DoubleDouble grown = fixed_B ? reach_A : reach;
  Value value;
  value.valid = needed.high > 0 && grown.high > 0;
  if (!value.valid) return value;
  value.rho = ((along - reach) / needed).high;
  value.r = (needed / grown).high;
  return value;
}

/// The point whose weight reaches 0 first when `point` enters; -1 if none does.
int RayExit::leaving(const std::array<Dd3, 3>& dual, const Point& point,
                     const std::array<DoubleDouble, 3>& lambda) {
  // In double-double: d often passes within 1e-16 of an edge or a corner of the facet, and a
  // weight that is wrong by that grows with the next thin triangle.
  int out = -1;
  DoubleDouble least;
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const DoubleDouble step = dot(dual[i], point.k);
    if (!(step.high > 0)) continue;
    const DoubleDouble ratio = lambda[i].high > 0 ? lambda[i] / step : DoubleDouble{};
    const double longer = out < 0 ? -1 : (ratio - least).high;
    const bool equal = out >= 0 && std::abs(longer) <= kEqualSteps * least.high;
    if (equal ? step.high > largest : longer < 0) {
      least = ratio;
      largest = step.high;
      out = static_cast<int>(i);
    }
  }
  return out;
}

bool RayExit::climb(double inside, double precision) {
  const double flat = std::min(kFlat, precision);
  const double flat_at_corner = std::min(kFlatAtCorner, precision);
  // Three points of the ball, evenly around d.
  const Vec3 d = rounded(d_);
  const Vec3 dhat = d.stableNormalized();
  const Vec3 e1 = dhat.unitOrthogonal();
  const Vec3 e2 = dhat.cross(e1);
  const double half_root = 0.8660254037844386;
  const std::array<Vec3, 3> around = {e1, -0.5 * e1 + half_root * e2, -0.5 * e1 - half_root * e2};
  std::array<Point, 3> basis;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 k = 0.5 * inside * (dhat + around[i]).normalized();
    // Half of it from either body: the ball of K is the sum of theirs in proportion, but only k
    // matters, as none of these points stays.
    basis[i].k = basis[i].b = exactly(k);
  }
  std::array<DoubleDouble, 3> lambda;
  bool met = false;
  for (exchanges_ = 0; exchanges_ < kMaxExchanges; ++exchanges_) {
    // Dual basis: dual[i].k_j = (i == j).
    std::array<Dd3, 3> dual;
    const DoubleDouble det = dot(basis[0].k, cross(basis[1].k, basis[2].k));
    if (det.high == 0 || !std::isfinite(det.high)) return false;
    for (std::size_t i = 0; i < 3; ++i) {
      dual[i] = over(cross(basis[(i + 1) % 3].k, basis[(i + 2) % 3].k), det);
      lambda[i] = dot(dual[i], d_);
    }
    normal_ = dual[0] + dual[1] + dual[2];
    const Point point = support(normal_);
    const DoubleDouble excess = dot(normal_, point.k) - DoubleDouble{1, 0};
    if (!std::isfinite(excess.high)) return false;
    const bool known = std::any_of(basis.begin(), basis.end(), [&](const Point& p) {
      return p.index_A == point.index_A && p.index_B == point.index_B;
    });
    met = excess.high <= (known ? flat_at_corner : flat);
    if (met) break;
    const int out = leaving(dual, point, lambda);
    if (out < 0) return false;
    basis[at(out)] = point;
  }
  const DoubleDouble r = lambda[0] + lambda[1] + lambda[2];
  arm_A_ = {};
  arm_B_ = {};
  for (std::size_t i = 0; i < 3; ++i) {
    const DoubleDouble weight = lambda[i] / r;
    if (weight.high < -std::min(kNegativeWeight, precision)) return false;
    arm_A_ = arm_A_ + scaled(weight, basis[i].a);
    arm_B_ = arm_B_ + scaled(weight, basis[i].b);
  }
  return met;
}

}  // namespace touchstone
