# SPDX-License-Identifier: GPL-3.0-or-later
# What is installed: the program with its manual page and completion, the plug-in header and the library with their CMake
# package, the Python module, documentation and examples.
#   cmake --install build/release --prefix DIR
# The Debian package holds these (debian/rules).
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
install(DIRECTORY docs examples portable DESTINATION ${CMAKE_INSTALL_DOCDIR}
        PATTERN __pycache__ EXCLUDE PATTERN "*.vo*" EXCLUDE PATTERN "*.glob" EXCLUDE PATTERN ".*" EXCLUDE)
install(FILES CHANGELOG.md CITATION.cff README.md LICENSE.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
