// SPDX-License-Identifier: GPL-3.0-or-later
// How one source is compiled for two widths of registers. The build (touchstone_kernels of
// cmake/targets.cmake) compiles a kernel (x_kernel.hpp) for every machine, and with TOUCHSTONE_WIDE
// for machines with AVX2, BMI and a fused multiply-add. compiled_for (registers.hpp) chooses when
// the program runs.
//
//   all includes
//   TOUCHSTONE_BEGIN_KERNEL();
//   namespace touchstone::TOUCHSTONE_REGISTERS { ... }  // narrow or wide
//   TOUCHSTONE_END_KERNEL();
//
// Nothing but the kernel is compiled for wide registers, and none of its names is that of a narrow
// function: the linker keeps any one copy of an inline function, for every machine.
#pragma once

#if defined(TOUCHSTONE_WIDE)
#define TOUCHSTONE_REGISTERS wide
#else
#define TOUCHSTONE_REGISTERS narrow
#endif

#define TOUCHSTONE_PRAGMA(text) _Pragma(#text)
#if !defined(TOUCHSTONE_WIDE) || !defined(__x86_64__)
#define TOUCHSTONE_BEGIN_KERNEL() static_assert(true)
#define TOUCHSTONE_END_KERNEL() static_assert(true)
#elif defined(__clang__)
#define TOUCHSTONE_BEGIN_KERNEL()                                                              \
  TOUCHSTONE_PRAGMA(                                                                           \
      clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2"))), apply_to = function)) \
  static_assert(true)
#define TOUCHSTONE_END_KERNEL() TOUCHSTONE_PRAGMA(clang attribute pop) static_assert(true)
#else
#define TOUCHSTONE_BEGIN_KERNEL()     \
  TOUCHSTONE_PRAGMA(GCC push_options) \
  TOUCHSTONE_PRAGMA(GCC target("avx2,fma,bmi,bmi2")) static_assert(true)
#define TOUCHSTONE_END_KERNEL() TOUCHSTONE_PRAGMA(GCC pop_options) static_assert(true)
#endif

namespace touchstone::TOUCHSTONE_REGISTERS {

/// Whether a product and a sum are one operation here, rounded once.
#if defined(TOUCHSTONE_WIDE) && defined(__x86_64__)
inline constexpr bool kFused = true;
#else
inline constexpr bool kFused = false;
#endif

}  // namespace touchstone::TOUCHSTONE_REGISTERS
