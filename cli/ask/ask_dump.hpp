// SPDX-License-Identifier: GPL-3.0-or-later
// What `ask --dump --as FORM` writes.
#pragma once

#include <string>

#include "cli/ask/ask_curved.hpp"
#include "cli/ask/asker.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// The case in that form.
Result<std::string> case_dump(const std::string& form, double tolerance, const Asked& asked);

/// The case, or the only metric's shrunk pair.
Result<std::string> curved_dump(const std::string& form, double tolerance, const AskedCurved& asked,
                                bool shrunk);

/// The only metric's shrunk pair.
Result<std::string> shrunk_dump(const std::string& form, double tolerance, const Asked& asked);

}  // namespace touchstone
