// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a literal of C, C++, Rust, Python, Julia or JavaScript.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

/// The numbers of `text` in their order; words, brackets and comments are passed over. "0.1f" is
/// the nearest float. Two numbers with * or / between them are one. `labels` receives what each
/// number is called: x, y, z or w, else ' '. Rejects, beginning with `where`, NaN, infinities,
/// constants such as pi, units, and whatever calculates.
std::vector<double> literal_numbers(std::string_view text, const std::string& where,
                                    std::string* labels = nullptr);

/// `text` without comments of C, C++ and Python.
std::string without_comments(std::string_view text);

}  // namespace touchstone
