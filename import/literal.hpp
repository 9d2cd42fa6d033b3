// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a literal of C, C++, Rust, Python, Julia or JavaScript.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

/// What the words before numbers say, one letter for each number, ' ' where they say nothing.
struct NumberLabels {
  std::string components;  ///< x, y, z or w; r for a radius, h for a length along an axis
  std::string groups;      ///< p: here a position begins; a: an attitude does
};

/// The numbers of `text` in their order; words, brackets and comments are passed over. "0.1f" is
/// the nearest float. Two numbers with * or / between them are one. Rejects,
/// beginning with `where`, NaN, infinities, constants such as pi, units, what is no length of a
/// body or pose, and whatever calculates.
std::vector<double> literal_numbers(std::string_view text, const std::string& where,
                                    NumberLabels* labels = nullptr);

/// `text` without comments of C, C++ and Python. "//" between numbers stays, as does a comment
/// without an end: literal_numbers() rejects them.
std::string without_comments(std::string_view text);

}  // namespace touchstone
