// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that hold a case: FCL's "Error with configuration", and dumps of this program.
#pragma once

#include <optional>
#include <string>

#include "import/options.hpp"
#include "import/scene.hpp"

namespace touchstone {

/// Whether the text holds poses as FCL's errors name them.
bool is_fcl_error(const std::string& text);

/// The two shapes of an error of FCL, quoted ("> "), behind the name of a process ("[test] "), or
/// wrapped by a terminal.
ImportedScene read_fcl_error(const std::string& text, const std::string& name);

/// Whether the text is C++ that `dump --as fcl` and its like wrote.
bool is_dumped_cpp(const std::string& text);
ImportedScene read_dumped_cpp(const std::string& text, const std::string& name);

/// The case in Python that `dump --as python` wrote, as JSON; empty if the text is not of that
/// kind.
std::optional<std::string> case_in_python(const std::string& text);

}  // namespace touchstone
