# SPDX-License-Identifier: MIT
# find_package(touchstone) gives the target touchstone::plugin, the header touchstone/plugin.h.
include(${CMAKE_CURRENT_LIST_DIR}/touchstoneTargets.cmake)
