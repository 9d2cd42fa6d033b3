// SPDX-License-Identifier: GPL-3.0-or-later
// Double words that arithmetic is likely to get wrong: those of geometry/tests/number_samples.hpp.
#pragma once

#include "geometry/tests/number_samples.hpp"
#include "reference/arithmetic/double_word.hpp"

namespace touchstone {

inline DoubleWord word(DoubleDouble a) { return {a.high, a.low}; }

inline Rational exactly(DoubleWord a) { return Rational(a.high) + Rational(a.low); }

class WordSamples : public NumberSamples {
 public:
  using NumberSamples::beside;
  using NumberSamples::NumberSamples;

  DoubleWord double_word() { return word(double_double()); }
  DoubleWord beside(DoubleWord a) { return word(beside(DoubleDouble{a.high, a.low})); }
};

}  // namespace touchstone
