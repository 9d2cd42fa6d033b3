// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the case file (docs/case-file.md), and what a mistyped one was meant to be.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace touchstone {

/// Whether `key` is part of the format at this depth: 1 in a case, 2 in its bodies and poses.
bool is_known_key(std::size_t depth, std::string_view key);

/// The key of the format that the unknown `key` was probably meant to be: the same letters in
/// another case, or a long one with at most two letters wrong; empty if there is none.
std::string meant_key(std::size_t depth, std::string_view key);
/// The one of `known` that is meant.
std::string meant_key(std::string_view key, std::span<const std::string_view> known);

}  // namespace touchstone
