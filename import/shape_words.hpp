// SPDX-License-Identifier: GPL-3.0-or-later
// The words of bodies in pasted texts: "Box", "btSphereShape", "points".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

constexpr std::string_view kOpening = "([{";
constexpr std::string_view kClosing = ")]}";

/// Where a shape's word stands in a text.
struct ShapeAt {
  std::string shape;
  std::size_t begin = 0;  ///< where its identifier begins
  std::size_t end = 0;    ///< behind it
};

/// The first shape from a place on; in "ball = Box(1, 2, 3)" that of the maker behind the name.
std::optional<ShapeAt> next_shape(const std::string& text, std::size_t from);

/// Where what belongs to a shape ends: behind its bracket, or at the end of the line.
std::size_t end_of_shape(const std::string& text, std::size_t from);

std::vector<ShapeAt> all_shapes(const std::string& text);

/// Rejects words of bodies that are not read, though they hold one that is: "Hemisphere",
/// "TaperedCapsule", "RoundCuboid".
void require_plain_shape(const std::string& text, const ShapeAt& shape, const std::string& where);

/// Rejects a text without a shape's word if a word in it means neither points nor the type of a
/// list: a misspelt "Spere 0.5" is no vertex. Numbers alone are points.
void require_words_of_points(const std::string& text, const std::string& where);

}  // namespace touchstone
