// SPDX-License-Identifier: GPL-3.0-or-later
// The floating-point state that all arithmetic here relies on: IEEE 754's default.
//
// A thread inherits the state of the one that starts it, and foreign code may change it: a library
// that was linked with -ffast-math flushes denormals to zero when it is loaded. So main() and every
// thread set the state at their start, and whoever calls foreign code sets it afterwards.
#pragma once

namespace touchstone {

/// The calling thread rounds to nearest, keeps denormals and traps no exception from now on.
/// Returns whether its state was another one. Takes a few nanoseconds if it was not.
bool set_default_floating_point();

/// Sets the default state at the end of a scope that calls foreign code.
class DefaultFloatingPointAfter {
 public:
  DefaultFloatingPointAfter() = default;
  ~DefaultFloatingPointAfter() { set_default_floating_point(); }
  DefaultFloatingPointAfter(const DefaultFloatingPointAfter&) = delete;
  DefaultFloatingPointAfter& operator=(const DefaultFloatingPointAfter&) = delete;
};

}  // namespace touchstone
