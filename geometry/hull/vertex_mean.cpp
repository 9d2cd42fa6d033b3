// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/vertex_mean.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <optional>

#include "geometry/arithmetic/double_double.hpp"
#include "geometry/arithmetic/rational.hpp"

namespace touchstone {
namespace {

/// The correctly rounded mean along one axis where doubles suffice.
///
/// The sum is high + low + r with |r| <= n^2 2^-105 sum |x|: two_sum is exact, and low adds up its
/// n errors, each at most 2^-53 sum |x|. With q = fl(high / n) the remainder high - n q is a double
/// (barring underflow), so that the mean is q + c for c = (high - n q + low) / n within the error
/// below. If q + c rounds alike at both ends of that error, it is the mean's rounding.
std::optional<double> quick_mean(const std::vector<Vec3>& vertices, const std::vector<int>& extreme,
                                 int axis) {
  double high = 0;
  double low = 0;
  double magnitude = 0;
  for (const int v : extreme) {
    const double x = vertices[v][axis];
    const DoubleDouble sum = two_sum(high, x);
    high = sum.high;
    low += sum.low;
    magnitude += std::abs(x);
  }
  // Products of these and their errors are normal numbers.
  if (!(magnitude > 1e-100 && magnitude < 1e100)) return std::nullopt;
  const auto n = static_cast<double>(extreme.size());
  const double q = high / n;
  if (!(std::abs(q) > 1e-100)) return std::nullopt;
  const DoubleDouble product = two_product(q, n);
  const double c = ((high - product.high) - product.low + low) / n;
  const double error = 0x1p-50 * std::abs(c) + 0x1p-104 * n * magnitude;
  const double mean = q + (c - error);
  if (mean != q + (c + error)) return std::nullopt;
  return mean;
}

}  // namespace

Vec3 vertex_mean(const std::vector<Vec3>& vertices, const std::vector<int>& extreme) {
  Vec3 mean;
  Integer sum;
  Integer term;
  for (int axis = 0; axis < 3; ++axis) {
    if (const std::optional<double> quick = quick_mean(vertices, extreme, axis)) {
      mean[axis] = *quick;
      continue;
    }
    int exponent = INT_MAX;
    for (const int v : extreme) {
      const double x = vertices[v][axis];
      if (x != 0) exponent = std::min(exponent, to_dyadic(x).exponent);
    }
    sum = 0;
    for (const int v : extreme) {
      set_scaled(term, vertices[v][axis], exponent);
      sum += term;
    }
    // sum * 2^exponent / count
    Integer count(static_cast<unsigned long>(extreme.size()));
    if (sum == 0) {
      mean[axis] = 0;
    } else if (exponent >= 0) {
      mean[axis] = round_quotient(sum << static_cast<mp_bitcnt_t>(exponent), count);
    } else {
      mean[axis] = round_quotient(sum, count << static_cast<mp_bitcnt_t>(-exponent));
    }
  }
  return mean;
}

}  // namespace touchstone
