// SPDX-License-Identifier: GPL-3.0-or-later
// What a function is compiled for, where the same source is compiled twice.
#pragma once

namespace touchstone {

/// Wide: 256 bits with a fused multiply-add (AVX2 and FMA). Narrow: whatever every machine has.
enum class Registers { narrow, wide };

inline Registers machine_registers() {
#if defined(__x86_64__)
  // What kernels are compiled for (metrics/arithmetic/kernel.hpp).
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
      __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0) {
    return Registers::wide;
  }
#endif
  return Registers::narrow;
}

/// Which of two compilations of a function to call.
template <class Function>
Function* compiled_for(Registers registers, Function* narrow, Function* wide) {
  return registers == Registers::wide ? wide : narrow;
}

}  // namespace touchstone
