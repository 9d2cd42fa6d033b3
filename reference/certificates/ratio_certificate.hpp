// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate of a ratio metric's answer, checked exactly and without knowledge of how it was
// found: three pairs of vertices k_i = (b_i - x_B) - (a_i - x_A) with
//
//   d = sum lambda_i k_i, lambda >= 0:         the ray's point d/r is in K, r <= sum lambda_i;
//   n.k_i = 1 and no point of K beyond:        K is on one side of it, r >= n.d = sum lambda_i.
//
// Both bounds meet, so r = sum lambda_i and rho = 1 - 1/r, rational numbers.
#pragma once

#include <string>

#include "geometry/pair.hpp"
#include "geometry/rational.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

struct RatioCertificate {
  bool proven = false;
  Rational rho;        ///< if proven, the exact one
  std::string reason;  ///< if not
};

/// Of `detail.portal`; O(vertices), exact where doubles leave a doubt.
RatioCertificate check_ratio_certificate(const Pair& pair, const RatioDetail& detail);

}  // namespace touchstone
