# SPDX-License-Identifier: MIT
# find_package(touchstone) gives the targets touchstone::plugin, the header touchstone/plugin.h, and touchstone::truth,
# the library libtouchstone with its header touchstone/truth.h.
include(${CMAKE_CURRENT_LIST_DIR}/touchstoneTargets.cmake)
