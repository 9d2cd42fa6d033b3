# SPDX-License-Identifier: GPL-3.0-or-later
if(TOUCHSTONE_SANITIZE)
  add_compile_options(-fsanitize=${TOUCHSTONE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TOUCHSTONE_SANITIZE})
endif()
# Valgrind 3.19 does not know a move between registers as the assembler encodes it for the upper
# eight of x86-64, so these are left unused.
if(TOUCHSTONE_FOR_VALGRIND AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  foreach(register RANGE 8 15)
    add_compile_options(-ffixed-xmm${register})
  endforeach()
endif()
