// SPDX-License-Identifier: GPL-3.0-or-later
// Double words rest on the fused multiply-add (double_word.hpp). Compiled for every machine, each
// one is a call of a function. A function that is marked TOUCHSTONE_FUSED is compiled, with all
// that it calls, for machines that have the instruction; it may run where has_fused() only. Both
// give the same bits, as std::fma rounds once everywhere.
#pragma once

#if defined(__x86_64__)
#define TOUCHSTONE_FUSED [[gnu::target("fma"), gnu::flatten]]
#else
#define TOUCHSTONE_FUSED
#endif

namespace touchstone {

inline bool has_fused() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("fma") != 0;
  return has;
#else
  return false;
#endif
}

template <class Function>
TOUCHSTONE_FUSED auto call_fused(const Function& f) {
  return f();
}
/// f(), with the instruction where this machine has it. `f` is a lambda, so that no other source
/// has this very function.
template <class Function>
auto with_fused(const Function& f) {
  return has_fused() ? call_fused(f) : f();
}

}  // namespace touchstone
