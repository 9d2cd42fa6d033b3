# SPDX-License-Identifier: GPL-3.0-or-later
# Everything that is not ours, each behind one imported target. All of it comes from Debian packages.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(CGAL 5.5 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(Threads REQUIRED)
find_package(benchmark 1.7 REQUIRED)

function(touchstone_import name header)
  find_path(${name}_INCLUDE ${header} REQUIRED)
  set(libraries "")
  foreach(library IN LISTS ARGN)
    find_library(${name}_${library}_LIBRARY ${library} REQUIRED)
    list(APPEND libraries ${${name}_${library}_LIBRARY})
  endforeach()
  add_library(touchstone_import_${name} INTERFACE)
  add_library(touchstone::import_${name} ALIAS touchstone_import_${name})
  target_include_directories(touchstone_import_${name} SYSTEM INTERFACE ${${name}_INCLUDE})
  target_link_libraries(touchstone_import_${name} INTERFACE ${libraries})
endfunction()

touchstone_import(gmp gmpxx.h gmpxx gmp)
touchstone_import(mpfr mpfr.h mpfr gmp)
touchstone_import(glpk glpk.h glpk)
touchstone_import(ccd ccd/ccd.h ccd)
touchstone_import(sqlite3 sqlite3.h sqlite3)
touchstone_import(zlib zlib.h z)
touchstone_import(tinyxml2 tinyxml2.h tinyxml2)
# Makes HTML of the findings, for the report.
find_program(CMARK_PROGRAM cmark-gfm REQUIRED)

# CGAL's interval arithmetic changes the rounding mode, which the compiler has to know about.
add_library(touchstone_import_cgal INTERFACE)
add_library(touchstone::import_cgal ALIAS touchstone_import_cgal)
target_link_libraries(touchstone_import_cgal INTERFACE CGAL::CGAL touchstone::import_gmp touchstone::import_mpfr)
target_compile_options(touchstone_import_cgal INTERFACE $<$<CXX_COMPILER_ID:GNU>:-frounding-math>)
