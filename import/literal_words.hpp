// SPDX-License-Identifier: GPL-3.0-or-later
// What words mean among the numbers of a literal.
#pragma once

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

namespace touchstone {

inline bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
inline bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string lower_case(std::string_view text);

/// Whether a word, in lower case, is a constant or calculates: "pi", "normalized", "from_euler".
bool is_calculated(std::string_view word);

/// The option that a unit behind a number stands for: "--scale 0.001" for "mm"; else empty.
std::string option_of_unit(std::string_view word);

/// Whether numbers behind the word are neither lengths of bodies nor poses: "scale", "velocity".
bool is_other_quantity(std::string_view word);

/// 'p' where the word before numbers says that a position begins, 'a' an attitude; else ' '.
char group_named(std::string_view word);

/// x, y, z or w where the word before `at` names a component: "x: 1", "_w = 2", "qx=3"; r or h for
/// "radius" and "height"; else ' '.
char component_named(std::string_view text, std::size_t at, std::string_view word);

/// Whether the word at `begin` is a method of the value in brackets before it that changes it:
/// "(1, 2, 3).normalize".
bool is_method(std::string_view text, std::size_t begin, std::string_view word);

/// Whether a minus before the word from `begin` to `end` negates it. "- size: 1" is of a list.
bool is_negated(std::string_view text, std::size_t begin, std::size_t end);

/// Whether the word from `begin` to `end` stands where a number is wanted: "(1, side)".
bool stands_for_number(std::string_view text, std::size_t begin, std::size_t end,
                       std::string_view word, bool behind_number);

/// The first "0,5" between blanks or semicolons; else empty.
std::string decimal_comma(std::string_view text);

/// Where what a type has behind it ends: "<double, 3>", Julia's "{3, Float32}"; else `at`.
std::size_t end_of_type(std::string_view text, std::size_t at);

/// Whether blanks and then a number stand at `at`.
bool stands_before_number(std::string_view text, std::size_t at);

/// Whether the word before `at` is calculated with: "side * 2", "d - 1", "h * (1, 2)". A sign that
/// touches only the number behind it is the number's, and "Type* name =" is a pointer.
bool is_operand(std::string_view text, std::size_t at);

}  // namespace touchstone
