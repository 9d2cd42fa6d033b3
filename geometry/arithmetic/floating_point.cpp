// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/arithmetic/floating_point.hpp"

#include <cfenv>

#ifdef __x86_64__
#include <xmmintrin.h>
#endif

namespace touchstone {
namespace {

#ifdef __x86_64__
/// Whether the SSE and x87 units have their default control bits; exception flags do not count.
bool is_default() {
  constexpr unsigned kExceptionFlags = 0x3f;
  constexpr unsigned kDefault = 0x1f80;
  constexpr unsigned short kDefaultX87 = 0x037f;
  unsigned short x87 = 0;
  __asm__ volatile("fnstcw %0" : "=m"(x87));
  return (_mm_getcsr() & ~kExceptionFlags) == kDefault && x87 == kDefaultX87;
}
#else
/// Whether denormals are flushed to zero is not known here: the state is set each time.
bool is_default() { return false; }
#endif

}  // namespace

bool set_default_floating_point() {
  if (is_default()) return false;
  std::fesetenv(FE_DFL_ENV);
  return true;
}

}  // namespace touchstone
