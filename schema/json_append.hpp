// SPDX-License-Identifier: GPL-3.0-or-later
// Appends to JSON text in place, for messages of many numbers.
#pragma once

#include <string>

namespace touchstone {

/// Appends x in the form that json_number (json_text.hpp) gives.
void append_json_number(double x, std::string& text);

}  // namespace touchstone
