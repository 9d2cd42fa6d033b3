# SPDX-License-Identifier: GPL-3.0-or-later
# touchstone_library(metrics HEADERS a.hpp SOURCES a.cpp PUBLIC touchstone::geometry PRIVATE touchstone::import_glpk)
# makes the static library touchstone_metrics with the alias touchstone::metrics.
add_library(touchstone_options INTERFACE)
# One rounding for every machine: no fused multiply-add behind our back. What reference/arithmetic/fused.hpp compiles
# for machines that have the instruction gives the same bits only with this.
target_compile_options(touchstone_options INTERFACE -ffp-contract=off)
target_include_directories(touchstone_options INTERFACE ${PROJECT_SOURCE_DIR})
if(TOUCHSTONE_TESTS)
  # A test may make any bounded loop go past its bound (geometry/loop_bound.hpp).
  target_compile_definitions(touchstone_options INTERFACE TOUCHSTONE_PLANTS_LOOPS)
endif()

# What almost every source includes is parsed once: by geometry for those that are compiled with its options, by contact
# for all others. Precompiled JSON or CLI11 would cost every source more than it saves the few that include them.
function(touchstone_precompile target)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  set(owner touchstone_contact)
  if("touchstone::import_cgal" IN_LIST libraries)
    set(owner touchstone_geometry)
  endif()
  if(target STREQUAL owner)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory>
                              <optional> <string> <vector> <Eigen/Core> <Eigen/Geometry> <gmpxx.h>)
  else()
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

# So many sources of one room are compiled as one: headers are then parsed once for all of them. So no two sources of a
# room may give one name to two things. All presets share one number, so that a test build finds what a release would not
# compile. Apart are sources that the build makes, kernels among them, and sources with definitions of their own, which
# CMake never joins.
set(TOUCHSTONE_JOINED_SOURCES 1 CACHE STRING "How many sources of a folder are compiled as one")
set(TOUCHSTONE_APART "" CACHE STRING "Sources, from the root of the repository, that are compiled one by one all the same")
function(touchstone_join target)
  if(TOUCHSTONE_JOINED_SOURCES LESS 2)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set(rooms "")
  foreach(source IN LISTS sources)
    if(IS_ABSOLUTE ${source} OR NOT source MATCHES "\\.cpp$")
      continue()
    endif()
    file(RELATIVE_PATH from_root ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${source})
    if(from_root IN_LIST TOUCHSTONE_APART)
      continue()
    endif()
    get_filename_component(room ${source} DIRECTORY)
    list(APPEND rooms "${room}")
    set(in_room ${rooms})
    list(FILTER in_room INCLUDE REGEX "^${room}$")
    list(LENGTH in_room count)
    math(EXPR batch "(${count} - 1) / ${TOUCHSTONE_JOINED_SOURCES}")
    string(MAKE_C_IDENTIFIER "${room}_${batch}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# touchstone_kernels(touchstone_metrics sat/project_kernel.hpp): compiles each header twice, for narrow and for wide
# registers (metrics/arithmetic/kernel.hpp).
function(touchstone_kernels target)
  foreach(kernel IN LISTS ARGN)
    string(REGEX REPLACE "_kernel\\.hpp$" "" name ${kernel})
    file(RELATIVE_PATH header ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${kernel})
    foreach(width narrow wide)
      set(source ${CMAKE_CURRENT_BINARY_DIR}/kernels/${name}_${width}.cpp)
      set(TOUCHSTONE_WIDTH "")
      if(width STREQUAL "wide")
        set(TOUCHSTONE_WIDTH "#define TOUCHSTONE_WIDE\n")
      endif()
      file(CONFIGURE OUTPUT ${source} CONTENT "${TOUCHSTONE_WIDTH}#include \"${header}\"\n" @ONLY)
      target_sources(${target} PRIVATE ${source})
    endforeach()
  endforeach()
endfunction()

function(touchstone_library name)
  cmake_parse_arguments(ARG "" "" "HEADERS;SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(touchstone_${name} STATIC ${ARG_SOURCES})
  add_library(touchstone::${name} ALIAS touchstone_${name})
  target_sources(touchstone_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}
                 FILES ${ARG_HEADERS})
  target_link_libraries(touchstone_${name} PUBLIC touchstone_options ${ARG_PUBLIC}
                        PRIVATE touchstone_warnings ${ARG_PRIVATE})
  touchstone_precompile(touchstone_${name})
  touchstone_join(touchstone_${name})
endfunction()

# touchstone_tests(metrics SOURCES a_test.cpp LIBRARIES touchstone::metrics touchstone::reference): one GoogleTest
# program of the folder's unit tests, each test a ctest entry.
function(touchstone_tests name)
  if(NOT TOUCHSTONE_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(touchstone_${name}_tests ${ARG_SOURCES})
  target_link_libraries(touchstone_${name}_tests PRIVATE touchstone_options touchstone_warnings ${ARG_LIBRARIES}
                        GTest::gtest GTest::gmock GTest::gtest_main)
  # Whole-program tests see no library of ours, and nothing of Eigen.
  if(NOT name STREQUAL "whole")
    set(eigen <Eigen/Core> <Eigen/Geometry>)
  endif()
  target_precompile_headers(touchstone_${name}_tests PRIVATE <algorithm> <array> <memory> <string> <vector>
                            <gtest/gtest.h> <gmock/gmock.h> ${eigen})
  touchstone_test_names(touchstone_${name}_tests ${name}. ${ARG_SOURCES})
  include(GoogleTest)
  gtest_discover_tests(touchstone_${name}_tests TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES
                       DISCOVERY_TIMEOUT 120 PROPERTIES TIMEOUT 1800)
endfunction()

# touchstone_test_names(TARGET PREFIX SOURCE...) says where the names of a program's tests stand, so that
# `./touchstone test REGEX` builds only the programs whose tests it names. All go into one file, a line a source:
# target, prefix and source. A target of which no source is given has one test of the prefix's name.
function(touchstone_test_names target prefix)
  list(LENGTH ARGN sources)
  if(sources EQUAL 0)
    set_property(GLOBAL APPEND_STRING PROPERTY TOUCHSTONE_TEST_NAMES "${target}\t${prefix}\t\n")
  endif()
  foreach(source IN LISTS ARGN)
    set_property(GLOBAL APPEND_STRING PROPERTY TOUCHSTONE_TEST_NAMES
                 "${target}\t${prefix}\t${CMAKE_CURRENT_SOURCE_DIR}/${source}\n")
  endforeach()
endfunction()

# At the end of the configuration.
function(touchstone_write_test_names)
  get_property(names GLOBAL PROPERTY TOUCHSTONE_TEST_NAMES)
  file(WRITE ${PROJECT_BINARY_DIR}/test_names.txt "${names}")
endfunction()

# Makes `output`, a source with the bytes of the file `input` (a path in the project) and the function of `header`
# that returns them.
function(touchstone_embed output input header function)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed.cmake)
  get_filename_component(file ${input} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D INPUT=${file} -D OUTPUT=${output} -D HEADER=${header} -D FUNCTION=${function}
            -P ${script}
    DEPENDS ${file} ${script})
endfunction()
