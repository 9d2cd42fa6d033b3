// SPDX-License-Identifier: GPL-3.0-or-later
// Double words rest on the fused multiply-add (double_word.hpp). Compiled for every machine, each
// one is a call of a function. Here code is compiled for machines that have the instruction. Both
// give the same bits, as std::fma rounds once everywhere.
#pragma once

namespace touchstone {

inline bool has_fused() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("fma") != 0;
  return has;
#else
  return false;
#endif
}

/// f(), compiled with the instruction, and so is all that it calls. May run where has_fused() only.
/// `f` is a lambda, so that no other source has this very function.
template <class Function>
#if defined(__x86_64__)
[[gnu::target("fma"), gnu::flatten]]
#endif
auto call_fused(const Function& f) {
  return f();
}
/// f(), with the instruction where this machine has it.
template <class Function>
auto with_fused(const Function& f) {
  return has_fused() ? call_fused(f) : f();
}

}  // namespace touchstone
