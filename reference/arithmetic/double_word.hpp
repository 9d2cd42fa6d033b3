// SPDX-License-Identifier: GPL-3.0-or-later
// Double-word arithmetic of the reference alone: a number of about 106 bits is the sum of two
// doubles. Metrics have one of their own (geometry/arithmetic/double_double.hpp), so that no
// mistake is made on both sides. That one cuts factors in halves (Dekker) and divides in three
// steps; this one rests on the fused multiply-add, which gives the error of a product, the residue
// of a root and the last bits of a quotient in one rounding each.
//
// The algorithms are those of Joldes, Muller & Popescu 2017 [joldes2017], by their numbers; the
// root is that of Lefevre, Louvet, Muller, Picot & Rideau 2023 [lefevre2023]. u = 2^-53; bounds are
// relative to the result. std::fma rounds once on every machine, so every machine makes the same
// bits. For magnitudes in [1e-140, 1e140].
#pragma once

#include <cmath>

namespace touchstone {

struct DoubleWord {
  double high = 0;
  double low = 0;  ///< at most half an ulp of high

  /// x + y exactly (Algorithm 2, "2Sum").
  static DoubleWord sum(double x, double y) {
    const double s = x + y;
    const double x_in_s = s - y;
    const double y_in_s = s - x_in_s;
    return {s, (x - x_in_s) + (y - y_in_s)};
  }

  /// x y exactly (Algorithm 3, "Fast2Mult").
  static DoubleWord product(double x, double y) {
    const double p = x * y;
    return {p, std::fma(x, y, -p)};
  }

  friend DoubleWord operator-(DoubleWord x) { return {-x.high, -x.low}; }

  friend DoubleWord operator+(DoubleWord x, DoubleWord y) {  // Algorithm 6: 3 u^2
    const DoubleWord s = sum(x.high, y.high);
    const DoubleWord t = sum(x.low, y.low);
    const DoubleWord v = normal(s.high, s.low + t.high);
    return normal(v.high, t.low + v.low);
  }

  friend DoubleWord operator-(DoubleWord x, DoubleWord y) { return x + -y; }

  friend DoubleWord operator*(DoubleWord x, double y) {  // Algorithm 9: 2 u^2
    const DoubleWord p = product(x.high, y);
    return normal(p.high, std::fma(x.low, y, p.low));
  }

  friend DoubleWord operator*(DoubleWord x, DoubleWord y) {  // Algorithm 12: 5 u^2
    const DoubleWord p = product(x.high, y.high);
    const double cross = std::fma(x.low, y.high, std::fma(x.high, y.low, x.low * y.low));
    return normal(p.high, p.low + cross);
  }

  friend DoubleWord operator/(DoubleWord x, DoubleWord y) {  // Algorithm 17: 16 u^2
    const double first = x.high / y.high;
    const DoubleWord reached = y * first;
    const double rest = (x.high - reached.high) + (x.low - reached.low);
    return normal(first, rest / y.high);
  }

  /// x > 0 ("SQRTDWtoDW"): 4 u^2.
  friend DoubleWord sqrt(DoubleWord x) {
    const double first = std::sqrt(x.high);
    const double rest = std::fma(-first, first, x.high) + x.low;
    return normal(first, rest / (2 * first));
  }

 private:
  /// x + y exactly, for |x| >= |y| (Algorithm 1, "Fast2Sum").
  static DoubleWord normal(double x, double y) {
    const double s = x + y;
    return {s, y - (s - x)};
  }
};

}  // namespace touchstone
