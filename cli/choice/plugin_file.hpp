// SPDX-License-Identifier: GPL-3.0-or-later
// What the file of a plug-in is, for --metric and --solver: a library, a program, or neither.
#pragma once

#include <string>

#include "geometry/result.hpp"

namespace touchstone {

bool is_file(const std::string& path);
bool is_directory(const std::string& path);
/// Whether a file is a shared library: an ELF shared object without an interpreter, which a
/// position-independent program names.
bool is_library(const std::string& path);
/// Whether a file is a library, or a program that can be run by its name.
bool can_be_plugin(const std::string& path);

/// "./mine is a directory; name the library in it, e.g. ./mine/mine.so"
Error no_directory(const std::string& path);
/// The error for a file that is not a plug-in. `guide`: the page on how to compile its source.
Error no_plugin(const std::string& path, const std::string& guide = "docs/write-a-plugin.md");

}  // namespace touchstone
