# SPDX-License-Identifier: GPL-3.0-or-later
add_library(touchstone_warnings INTERFACE)
target_compile_options(touchstone_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual
  -Woverloaded-virtual -Wimplicit-fallthrough -Werror)
