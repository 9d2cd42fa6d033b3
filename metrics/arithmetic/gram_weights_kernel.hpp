// SPDX-License-Identifier: GPL-3.0-or-later
// The foot of 0 on the plane of a triangle w, w + e, w + f from products of vectors alone: a Number is
// a double, or Lanes for a triangle in each lane, with the same bits. Shared by metrics.
#pragma once

#include "metrics/arithmetic/lanes_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {

/// With a = -w.e and b = -w.f the foot is w + (of_e e + of_f f) / area.
template <class Number>
struct GramWeights {
  Number area;  ///< the Gram determinant |e x f|^2
  Number of_e;
  Number of_f;

  [[gnu::always_inline]] GramWeights(const Number& a, const Number& b, const Number& ee,
                                     const Number& ff, const Number& ef)
      : area(ee * ff - ef * ef), of_e(ff * a - ef * b), of_f(ee * b - ef * a) {}
};

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
