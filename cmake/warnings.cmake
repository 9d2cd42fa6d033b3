# SPDX-License-Identifier: GPL-3.0-or-later
# Warnings are errors for who works on Touchstone, not for who only runs it: the release preset turns that off.
option(TOUCHSTONE_WERROR "Make warnings errors" ON)
add_library(touchstone_warnings INTERFACE)
target_compile_options(touchstone_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual
  -Woverloaded-virtual -Wimplicit-fallthrough
  # g++ 12 warns of its own string concatenation (GCC PR 105651), with precompiled headers in two more ways.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
  $<$<BOOL:${TOUCHSTONE_WERROR}>:-Werror>)
