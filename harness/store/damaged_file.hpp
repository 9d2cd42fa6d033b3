// SPDX-License-Identifier: GPL-3.0-or-later
// A file that holds what its writer cannot have written.
#pragma once

#include <stdexcept>
#include <string>

namespace touchstone {

/// The file's fault, not the harness's: the user is told "FILE: is damaged: WHAT",
/// and that is refused input.
class DamagedFile : public std::runtime_error {
 public:
  DamagedFile(const std::string& path, const std::string& what);
};

}  // namespace touchstone
