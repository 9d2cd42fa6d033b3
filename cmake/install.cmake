# SPDX-License-Identifier: GPL-3.0-or-later
# What is installed: the program with its manual page and completion, the plug-in header and the library with their CMake
# package, the Python module, documentation and examples.
#   cmake --install build/release --prefix DIR
#   cpack -G DEB --config build/release/CPackConfig.cmake
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
# The program is all that has to be built for it.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

add_library(touchstone_plugin INTERFACE)
add_library(touchstone::plugin ALIAS touchstone_plugin)
set_target_properties(touchstone_plugin PROPERTIES EXPORT_NAME plugin)
target_sources(touchstone_plugin INTERFACE FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include
               FILES ${PROJECT_SOURCE_DIR}/include/touchstone/plugin.h
               ${PROJECT_SOURCE_DIR}/include/touchstone/solver.h)

set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/touchstone)
install(TARGETS touchstone_plugin EXPORT touchstoneTargets FILE_SET HEADERS)
install(TARGETS touchstone_truth EXPORT touchstoneTargets FILE_SET HEADERS)
install(FILES ${PROJECT_BINARY_DIR}/library/touchstone.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES portable/touchstone/judge.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/touchstone)
install(FILES portable/vectors/basic.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/touchstone/vectors)
install(FILES ${PROJECT_SOURCE_DIR}/library/touchstone.py DESTINATION lib/python3/dist-packages)
install(EXPORT touchstoneTargets NAMESPACE touchstone:: DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/touchstoneConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/touchstoneConfig.cmake ${PROJECT_BINARY_DIR}/touchstoneConfigVersion.cmake
        DESTINATION ${package_dir})

install(TARGETS touchstone)
# What the program says of itself. The rules of one file run in their order.
set(self_description ${PROJECT_BINARY_DIR}/self_description)
install(CODE "
  file(MAKE_DIRECTORY \"${self_description}\")
  execute_process(COMMAND \"$<TARGET_FILE:touchstone>\" man OUTPUT_FILE \"${self_description}/touchstone.1\"
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND \"$<TARGET_FILE:touchstone>\" completion bash OUTPUT_FILE \"${self_description}/touchstone\"
                  COMMAND_ERROR_IS_FATAL ANY)")
install(FILES ${self_description}/touchstone.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${self_description}/touchstone DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
# The pages link to each other as they lie in the repository.
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
        PATTERN __pycache__ EXCLUDE)
install(FILES CHANGELOG.md CITATION.cff README.md LICENSE.md cmake/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the Touchstone authors <touchstone@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "judge of contact algorithms for convex polytopes")
set(CPACK_PACKAGE_DESCRIPTION "Touchstone judges signed distances, normals and witness points of convex polytopes
against an exact rational truth: of the algorithms it has, and of a plug-in of your own.")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
if(DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
else()
  # What dpkg-shlibdeps finds on Debian 12.
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "libbenchmark1debian (>= 1.7.1), libc6 (>= 2.35), libccd2 (>= 2.1), libgcc-s1, \
libglpk40 (>= 4.61), libgmp10, libmpfr6, libsqlite3-0, libstdc++6 (>= 12), libtinyxml2-9 (>= 9.0.0)")
endif()
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, g++, libassimp5, libhdf5-103-1, python3")
include(CPack)
