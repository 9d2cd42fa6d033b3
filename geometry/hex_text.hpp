// SPDX-License-Identifier: GPL-3.0-or-later
// Doubles in hexadecimal, where the bytes of a file count: printf's "%a" normalises as each C
// library likes, and takes the point from the locale.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

namespace touchstone {

/// A finite double as a C constant, without zeros at its end: "0x1.8p-1", "-0x0p+0", and below the
/// normal ones "0x0.8p-1022".
inline std::string hex_text(double x) {
  constexpr unsigned kFraction = 52;  // bits
  constexpr std::uint64_t kMask = (std::uint64_t{1} << kFraction) - 1;
  constexpr int kBias = 1023;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t fraction = bits & kMask;
  const int exponent = static_cast<int>((bits >> kFraction) & 0x7ffU);
  std::string text = bits >> 63U == 0 ? "0x" : "-0x";
  text += exponent == 0 ? '0' : '1';
  if (fraction != 0) text += '.';
  for (std::uint64_t rest = fraction; rest != 0; rest = (rest << 4U) & kMask) {
    text += "0123456789abcdef"[rest >> (kFraction - 4)];
  }
  const int power = exponent != 0 ? exponent - kBias : fraction != 0 ? 1 - kBias : 0;
  return text + (power < 0 ? "p" : "p+") + std::to_string(power);
}

}  // namespace touchstone
