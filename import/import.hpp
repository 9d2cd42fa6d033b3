// SPDX-License-Identifier: GPL-3.0-or-later
// What people post becomes cases: MJCF, URDF, SDF, FCL's error messages, pasted numbers, and dumps
// of this program. The content tells the format.
#pragma once

#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "import/options.hpp"
#include "import/scene.hpp"

namespace touchstone {

/// The cases of a file ("-" is standard input), or without one (an empty path) of the texts of
/// `options`. A case file gives its cases. Rejects in one line with the file's name and, in
/// XML, the line. `warnings` receives those of a case file, and what --within left out.
Result<std::vector<ImportedCase>> import_cases(const std::string& path,
                                               const ImportOptions& options, CurvedCases curved,
                                               std::vector<std::string>* warnings = nullptr);

/// The cases of a text, called `path` in messages.
Result<std::vector<ImportedCase>> import_case_text(const std::string& text, const std::string& path,
                                                   const ImportOptions& options, CurvedCases curved,
                                                   std::vector<std::string>* warnings = nullptr);

/// A case as a case file, with `read_as`.
std::string write_imported(const ImportedCase& imported);

}  // namespace touchstone
