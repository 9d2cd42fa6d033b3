// SPDX-License-Identifier: GPL-3.0-or-later
// What a ratio metric with a certificate is held to that claims its normal and witness points to
// be exact except for their rounding: what its three pairs of vertices say in rationals.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/certificates.hpp"
#include "reference/claims.hpp"

namespace touchstone {

using Exact3 = std::array<Rational, 3>;

inline Exact3 exact_place(const Pose& X, const Vec3& v) {
  Exact3 p;
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    p[k] = X.t[i];
    for (int j = 0; j < 3; ++j) p[k] += Rational(X.R(i, j)) * Rational(v[j]);
  }
  return p;
}
inline Exact3 minus(const Exact3& a, const Exact3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Exact3 cross_of(const Exact3& a, const Exact3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Rational dot_of(const Exact3& a, const Exact3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The plane and the points that the certificate's pairs stand for.
struct ExactParts {
  Exact3 n;  ///< out of K, not normalised
  Exact3 p_A;
  Exact3 p_B;
};

inline ExactParts exact_parts(const Pair& pair, const RatioDetail& detail) {
  const Exact3 x_A = exact_place(pair.X_WA, pair.A->interior_point());
  const Exact3 x_B = exact_place(pair.X_WB, pair.B->interior_point());
  std::array<Exact3, 3> a;
  std::array<Exact3, 3> b;
  std::array<Exact3, 3> k;
  for (std::size_t i = 0; i < 3; ++i) {
    const PortalPair& of = detail.portal[i];
    a[i] = exact_place(pair.X_WA, pair.A->vertices()[at(of.vertex_A)]);
    b[i] = exact_place(pair.X_WB, pair.B->vertices()[at(of.vertex_B)]);
    k[i] = minus(minus(b[i], x_B), minus(a[i], x_A));
  }
  const Exact3 d = minus(x_A, x_B);
  ExactParts parts;
  parts.n = cross_of(minus(k[1], k[0]), minus(k[2], k[0]));
  if (sgn(dot_of(parts.n, k[0])) < 0) parts.n = minus(Exact3{}, parts.n);
  std::array<Rational, 3> weight;
  Rational sum;
  const Rational det = dot_of(k[0], cross_of(k[1], k[2]));
  for (std::size_t i = 0; i < 3; ++i) {
    weight[i] = dot_of(d, cross_of(k[(i + 1) % 3], k[(i + 2) % 3])) / det;
    sum += weight[i];
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      parts.p_A[j] += weight[i] / sum * a[i][j];
      parts.p_B[j] += weight[i] / sum * b[i][j];
    }
  }
  return parts;
}

/// Each coordinate within two ulps of `exact`, or within 2^-68 of `size`.
inline void expect_rounded_point(const Vec3& claimed, const Exact3& exact, double size) {
  for (int i = 0; i < 3; ++i) {
    const double right = round_to_double(exact[at(i)]);
    const double ulp =
        std::nextafter(std::abs(right), std::numeric_limits<double>::infinity()) - std::abs(right);
    EXPECT_LE(std::abs(claimed[i] - right), std::max(2 * ulp, 0x1p-68 * size))
        << "coordinate " << i << " is " << claimed[i] << ", not " << right;
  }
}

/// The certificate proves rho; value within an ulp, each entry of the normal within an ulp, or
/// within 2^-55, of the exact one's, witness points within two ulps of exact ones.
inline void expect_rounded_answer(const Pair& pair, const Answer& answer) {
  ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note;
  const RatioCertificate certificate = check_ratio_certificate(pair, *answer.ratio);
  ASSERT_TRUE(certificate.proven) << certificate.reason;
  const double rho = round_to_double(certificate.rho);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_GE(answer.value, std::nextafter(rho, -infinity));
  EXPECT_LE(answer.value, std::nextafter(rho, infinity));
  const ExactParts exact = exact_parts(pair, *answer.ratio);
  const Rational squared = dot_of(exact.n, exact.n);
  for (int i = 0; i < 3; ++i) {
    const Rational& entry = exact.n[at(i)];
    const double size = round_sqrt_to_double(entry * entry / squared);
    const double off = std::abs((*answer.normal)[i] - sgn(entry) * size);
    EXPECT_LE(off, std::max(0x1p-55, std::nextafter(size, infinity) - size)) << "entry " << i;
  }
  const double size = pair_size(pair);
  expect_rounded_point(answer.witnesses->p_WA, exact.p_A, size);
  expect_rounded_point(answer.witnesses->p_WB, exact.p_B, size);
}

}  // namespace touchstone
