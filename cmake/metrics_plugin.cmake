# SPDX-License-Identifier: GPL-3.0-or-later
# Adds to a checkout of any commit, older ones too, the target touchstone_metrics_plugin: one shared library with all
# metrics of that commit, which `./touchstone time --baseline` takes (docs/time.md):
#   cmake -S OLD -B build/before -G Ninja -D CMAKE_BUILD_TYPE=Release -D TOUCHSTONE_TESTS=OFF
#         -D CMAKE_PROJECT_INCLUDE=$PWD/cmake/metrics_plugin.cmake
#   cmake --build build/before --target touchstone_metrics_plugin
# CMake includes this file after project(); the target is defined at the end of the configuration.
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH TOUCHSTONE_PLUGIN_SOURCE)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# Else calls between the library's own functions would go through a table, as those of no program do.
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

function(touchstone_add_metrics_plugin)
  add_library(touchstone_metrics_plugin MODULE EXCLUDE_FROM_ALL
              ${TOUCHSTONE_PLUGIN_SOURCE}/harness/plugins/registry_plugin.cpp)
  set_target_properties(touchstone_metrics_plugin PROPERTIES PREFIX "" DISABLE_PRECOMPILE_HEADERS ON)
  # What the older one of two trees has comes first, as its records have its layouts; the plug-in header is the newer one's.
  target_compile_options(touchstone_metrics_plugin PRIVATE "SHELL:-idirafter ${TOUCHSTONE_PLUGIN_SOURCE}"
                         "SHELL:-include ${TOUCHSTONE_PLUGIN_SOURCE}/include/touchstone/plugin.h")
  # A commit without batches: the header that is found then is the newer one's.
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/metrics/batch.hpp)
    target_compile_definitions(touchstone_metrics_plugin PRIVATE TOUCHSTONE_WITHOUT_BATCHES)
  endif()
  # Nothing of it is seen by the program, which has functions of the same names.
  target_link_options(touchstone_metrics_plugin PRIVATE -Wl,--exclude-libs,ALL -Wl,-Bsymbolic)
  target_link_libraries(touchstone_metrics_plugin PRIVATE touchstone::metrics)
endfunction()
cmake_language(DEFER CALL touchstone_add_metrics_plugin)
