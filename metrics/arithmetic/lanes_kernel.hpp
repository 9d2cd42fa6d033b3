// SPDX-License-Identifier: GPL-3.0-or-later
// 3-vectors in the lanes of one wide register (the fourth is 0 unless said otherwise), and pairs of
// them as double-doubles. Shared by metrics.
//
// A kernel (kernel.hpp), not an attribute of the functions that use the lanes: g++ 12 cuts vectors
// in pieces before it inlines. The bits are the same for both widths, as nothing is fused but exact
// products (compensated.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "geometry/vector.hpp"
#include "metrics/arithmetic/compensated.hpp"
#include "metrics/arithmetic/kernel.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {

using touchstone::two_sum;

/// Members have no initialisers: these would be compiled for narrow registers.
struct Lanes {
  using Register [[gnu::vector_size(4 * sizeof(double))]] = double;
  Register v;

  Lanes() = default;
  [[gnu::always_inline]] explicit Lanes(const Register& lanes) : v(lanes) {}
  [[gnu::always_inline]] Lanes(double x, double y, double z, double w) : v{x, y, z, w} {}
  [[gnu::always_inline]] double operator[](std::size_t i) const { return v[i]; }
};

[[gnu::always_inline]] inline Lanes operator+(const Lanes& a, const Lanes& b) {
  return Lanes(a.v + b.v);
}
[[gnu::always_inline]] inline Lanes operator-(const Lanes& a, const Lanes& b) {
  return Lanes(a.v - b.v);
}
[[gnu::always_inline]] inline Lanes operator*(const Lanes& a, const Lanes& b) {
  return Lanes(a.v * b.v);
}
[[gnu::always_inline]] inline Lanes operator*(const Lanes& a, double b) { return Lanes(a.v * b); }
[[gnu::always_inline]] inline Lanes operator-(const Lanes& a) { return Lanes(-a.v); }

/// What a comparison says of each lane: all bits set or none. A class, as functions for narrow
/// registers cannot return the register itself.
struct Mask {
  using Register [[gnu::vector_size(4 * sizeof(double))]] = long long;
  Register v;

  [[gnu::always_inline]] explicit Mask(const Register& mask) : v(mask) {}
};

[[gnu::always_inline]] inline Mask operator&(const Mask& a, const Mask& b) {
  return Mask(a.v & b.v);
}
[[gnu::always_inline]] inline Mask operator~(const Mask& a) { return Mask(~a.v); }
[[gnu::always_inline]] inline Mask operator<(const Lanes& a, const Lanes& b) {
  return Mask(a.v < b.v);
}
[[gnu::always_inline]] inline Mask operator<=(const Lanes& a, const Lanes& b) {
  return Mask(a.v <= b.v);
}
[[gnu::always_inline]] inline Mask operator==(const Lanes& a, const Lanes& b) {
  return Mask(a.v == b.v);
}
[[gnu::always_inline]] inline Mask operator>(const Lanes& a, const Lanes& b) { return b < a; }
[[gnu::always_inline]] inline Mask operator>=(const Lanes& a, const Lanes& b) { return b <= a; }
[[gnu::always_inline]] inline Mask operator<(const Lanes& a, double b) { return Mask(a.v < b); }
[[gnu::always_inline]] inline Mask operator>(const Lanes& a, double b) { return Mask(a.v > b); }
/// The lanes of `a` where `mask` is set, else those of `b`.
[[gnu::always_inline]] inline Lanes select(const Mask& mask, const Lanes& a, const Lanes& b) {
  return Lanes(mask.v ? a.v : b.v);
}

[[gnu::always_inline]] inline Lanes lanes_of(const double* v) { return {v[0], v[1], v[2], 0}; }
[[gnu::always_inline]] inline Lanes lanes_of(const Vec3& v) { return lanes_of(v.data()); }
/// lanes_of(v) by one load, for numbers that were not stored just before.
[[gnu::always_inline]] inline Lanes three_at(const double* v) {
#if defined(__x86_64__)
  if constexpr (kFused) {
    return Lanes(_mm256_maskload_pd(v, _mm256_setr_epi64x(-1, -1, -1, 0)));
  }
#endif
  return lanes_of(v);
}
[[gnu::always_inline]] inline Vec3 vector_of(const Lanes& v) { return {v[0], v[1], v[2]}; }

[[gnu::always_inline]] inline double dot(const Lanes& a, const Lanes& b) {
  const Lanes p = a * b;
  return (p[0] + p[1]) + p[2];
}

/// (y, z, x).
[[gnu::always_inline]] inline Lanes next_axes(const Lanes& a) {
  return Lanes(__builtin_shufflevector(a.v, a.v, 1, 2, 0, 3));
}

[[gnu::always_inline]] inline Lanes cross(const Lanes& a, const Lanes& b) {
  return next_axes(a * next_axes(b) - next_axes(a) * b);
}

/// |a|_1.
[[gnu::always_inline]] inline double norm_1(const Lanes& a) {
  const Lanes size(a.v < 0.0 ? -a.v : a.v);
  return (size[0] + size[1]) + size[2];
}

[[gnu::always_inline]] inline Lanes magnitude(const Lanes& a) {
  constexpr Mask::Register kBits = {0x7fffffffffffffff, 0x7fffffffffffffff, 0x7fffffffffffffff,
                                    0x7fffffffffffffff};
  return Lanes(reinterpret_cast<Lanes::Register>(reinterpret_cast<Mask::Register>(a.v) & kBits));
}
[[gnu::always_inline]] inline Lanes larger(const Lanes& a, const Lanes& b) {
  return Lanes(a.v > b.v ? a.v : b.v);
}
[[gnu::always_inline]] inline Lanes smaller(const Lanes& a, const Lanes& b) {
  return Lanes(a.v < b.v ? a.v : b.v);
}
[[gnu::always_inline]] inline double largest(const Lanes& a) {
  const Lanes b = larger(a, Lanes(__builtin_shufflevector(a.v, a.v, 2, 3, 0, 1)));
  return std::max(b[0], b[1]);
}
[[gnu::always_inline]] inline double smallest(const Lanes& a) {
  const Lanes b = smaller(a, Lanes(__builtin_shufflevector(a.v, a.v, 2, 3, 0, 1)));
  return std::min(b[0], b[1]);
}
[[gnu::always_inline]] inline Lanes root(const Lanes& a) {
#if defined(__x86_64__)
  if constexpr (kFused) return Lanes(_mm256_sqrt_pd(a.v));
#endif
  return {std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
}
[[gnu::always_inline]] inline double sum(const Lanes& a) { return (a[0] + a[1]) + a[2]; }
[[gnu::always_inline]] inline Lanes everywhere(double a) { return {a, a, a, a}; }
/// (z, x, y).
[[gnu::always_inline]] inline Lanes axes_after_next(const Lanes& a) {
  return Lanes(__builtin_shufflevector(a.v, a.v, 2, 0, 1, 3));
}

/// A bit for each lane whose comparison is true.
[[gnu::always_inline]] inline unsigned bits_of(const Mask& mask) {
#if defined(__x86_64__)
  if constexpr (kFused) {
    return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask.v)));
  }
#endif
  unsigned bits = 0;
  for (unsigned i = 0; i < 4; ++i) bits |= static_cast<unsigned>(mask.v[i] & 1) << i;
  return bits;
}

[[gnu::always_inline]] inline Lanes four_at(const double* from) {
  Lanes lanes;
  __builtin_memcpy(&lanes.v, from, sizeof lanes.v);
  return lanes;
}

/// Three vectors m_i. Without a constructor, so that none is copied.
struct ThreeLanes {
  Lanes x, y, z;

  /// sum v_i m_i.
  [[gnu::always_inline]] Lanes combined(const Lanes& v) const {
    return (x * v[0] + y * v[1]) + z * v[2];
  }
  /// The entries of M'M - I, in magnitude, where the m_i are the rows of M: the larger of one on its
  /// diagonal and one beside it. Not a number where the lane is not one in an m_i: the larger of NaN
  /// and another number is that number.
  [[gnu::always_inline]] Lanes skew() const {
    const Lanes on = ((x * x + y * y) + z * z) - Lanes(1, 1, 1, 0);
    const Lanes beside = (x * next_axes(x) + y * next_axes(y)) + z * next_axes(z);
    return larger(magnitude(beside), magnitude(on));
  }
  [[gnu::always_inline]] double determinant() const { return sum(cross(x, y) * z); }
};

/// R by columns.
struct LanesOfRotation : ThreeLanes {
  [[gnu::always_inline]] explicit LanesOfRotation(const Mat3& R)
      : ThreeLanes{three_at(R.data()), three_at(R.data() + 3), three_at(R.data() + 6)} {}

  /// R v.
  [[gnu::always_inline]] Lanes operator*(const Vec3& v) const {
    return (x * v.data()[0] + y * v.data()[1]) + z * v.data()[2];
  }
  [[gnu::always_inline]] Lanes operator*(const Lanes& v) const { return combined(v); }
};

struct Rows;
Rows rows_of(const Lanes& x, const Lanes& y, const Lanes& z);

/// Up to four vectors by their entries, a lane for each vector: the rows of the matrix that has them
/// for columns.
struct Rows : ThreeLanes {
  Rows() = default;
  [[gnu::always_inline]] Rows(const Lanes& a, const Lanes& b, const Lanes& c, const Lanes& d) {
    const Lanes even(__builtin_shufflevector(a.v, b.v, 0, 4, 2, 6));
    const Lanes odd(__builtin_shufflevector(a.v, b.v, 1, 5, 3, 7));
    const Lanes even_cd(__builtin_shufflevector(c.v, d.v, 0, 4, 2, 6));
    const Lanes odd_cd(__builtin_shufflevector(c.v, d.v, 1, 5, 3, 7));
    x = Lanes(__builtin_shufflevector(even.v, even_cd.v, 0, 1, 4, 5));
    y = Lanes(__builtin_shufflevector(odd.v, odd_cd.v, 0, 1, 4, 5));
    z = Lanes(__builtin_shufflevector(even.v, even_cd.v, 2, 3, 6, 7));
  }
  [[gnu::always_inline]] Rows(const Lanes& a, const Lanes& b, const Lanes& c)
      : Rows(a, b, c, everywhere(0)) {}
  [[gnu::always_inline]] explicit Rows(const LanesOfRotation& R) : Rows(R.x, R.y, R.z) {}

  /// R' v: the product of each vector with v.
  [[gnu::always_inline]] Lanes back(const Lanes& v) const { return combined(v); }
  /// The product of each vector with that of b in its lane.
  [[gnu::always_inline]] Lanes dot(const Rows& b) const { return (x * b.x + y * b.y) + z * b.z; }
  [[gnu::always_inline]] Rows cross(const Rows& b) const {
    return rows_of(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x);
  }
  [[gnu::always_inline]] Rows operator-(const Rows& b) const {
    return rows_of(x - b.x, y - b.y, z - b.z);
  }
  /// The second of three vectors in the first lane, the third in the second, the first in the third.
  [[gnu::always_inline]] Rows next() const {
    return rows_of(next_axes(x), next_axes(y), next_axes(z));
  }
};
[[gnu::always_inline]] inline Rows rows_of(const Lanes& x, const Lanes& y, const Lanes& z) {
  Rows rows;
  rows.x = x;
  rows.y = y;
  rows.z = z;
  return rows;
}

/// Whether pose_refusal.hpp has nothing to say of two rotations for certain; `skew` bounds the
/// entries of R'R - I of both then.
[[gnu::always_inline]] inline bool surely_rotations(const Rows& e, const Rows& f, double& skew) {
  const Lanes both = e.skew() + f.skew();
  skew = largest(both);
  return bits_of(both < 1e-3) == 15 && e.determinant() > 0 && f.determinant() > 0;
}

/// high + low, lane by lane; low is small beside high, though not always at most half its ulp.
struct LanesPair {
  Lanes high;
  Lanes low;
};

/// a + b exactly.
[[gnu::always_inline]] inline LanesPair two_sum(const Lanes& a, const Lanes& b) {
  const Lanes sum = a + b;
  const Lanes b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a b exactly.
[[gnu::always_inline]] inline LanesPair product(const Lanes& a, const Lanes& b) {
  LanesPair result{a * b, {}};
#if defined(__x86_64__)
  if constexpr (kFused) {
    result.low.v = _mm256_fmsub_pd(a.v, b.v, result.high.v);
    return result;
  }
#endif
  // Dekker's product, as two_product makes it.
  constexpr double kSplit = 134217729;  // 2^27 + 1
  const Lanes a_big = a * kSplit;
  const Lanes a_high = a_big - (a_big - a);
  const Lanes a_low = a - a_high;
  const Lanes b_big = b * kSplit;
  const Lanes b_high = b_big - (b_big - b);
  const Lanes b_low = b - b_high;
  result.low = ((a_high * b_high - result.high) + a_high * b_low + a_low * b_high) + a_low * b_low;
  return result;
}
[[gnu::always_inline]] inline LanesPair product(const Lanes& a, double b) {
  return product(a, Lanes(b, b, b, b));
}

/// Adds b to `sum`: what its high part rounds goes into the low one.
[[gnu::always_inline]] inline void add(LanesPair& sum, const LanesPair& b) {
  const LanesPair high = two_sum(sum.high, b.high);
  sum.high = high.high;
  sum.low = sum.low + (high.low + b.low);
}

/// Adds factor b: three roundings of the low part.
[[gnu::always_inline]] inline void add_multiple(LanesPair& sum, double factor, const LanesPair& b) {
  LanesPair p = product(b.high, factor);
  p.low = p.low + b.low * factor;
  add(sum, p);
}

/// Adds sign R v.
[[gnu::always_inline]] inline void add_rotated(LanesPair& sum, double sign,
                                               const LanesOfRotation& R, const LanesPair& v) {
  const auto column = [&](const Lanes& axis, double high, double low) {
    LanesPair p = product(axis, sign * high);
    p.low = p.low + axis * (sign * low);
    add(sum, p);
  };
  column(R.x, v.high[0], v.low[0]);
  column(R.y, v.high[1], v.low[1]);
  column(R.z, v.high[2], v.low[2]);
}

/// Adds sign R v, term by term.
[[gnu::always_inline]] inline void add_rotated(LanesPair& sum, double sign,
                                               const LanesOfRotation& R, const Vec3& v) {
  add(sum, product(R.x, sign * v.data()[0]));
  add(sum, product(R.y, sign * v.data()[1]));
  add(sum, product(R.z, sign * v.data()[2]));
}

/// R v, with the bits of R {v, 0}.
[[gnu::always_inline]] inline LanesPair rotate(const LanesOfRotation& R, const Lanes& v) {
  LanesPair sum = product(R.x, v[0]);
  add(sum, product(R.y, v[1]));
  add(sum, product(R.z, v[2]));
  return sum;
}

/// n.v, of which v's low part and every product's rounding are kept.
[[gnu::always_inline]] inline DoubleDouble dot(const Lanes& n, const LanesPair& v) {
  const Lanes rest = n * v.low;
  const DoubleDouble p0 = touchstone::product<kFused>(n[0], v.high[0]);
  const DoubleDouble p1 = touchstone::product<kFused>(n[1], v.high[1]);
  const DoubleDouble p2 = touchstone::product<kFused>(n[2], v.high[2]);
  const DoubleDouble s1 = two_sum(p0.high, p1.high);
  const DoubleDouble s2 = two_sum(s1.high, p2.high);
  const double low = ((p0.low + p1.low) + p2.low) + (s1.low + s2.low);
  return quick_two_sum(s2.high, low + ((rest[0] + rest[1]) + rest[2]));
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
