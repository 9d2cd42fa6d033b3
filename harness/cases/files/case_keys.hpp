// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the case file (docs/case-file.md), and what a mistyped one was meant to be.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace touchstone {

/// The keys of a case, where `part` is empty, or of what its key `part` holds: "a", "pose_b",
/// "claim", or of what "core", "sphere" and "capsule" of a body hold: "a.core". What a piece of a
/// union holds is "a.union.piece". Empty if that holds no object.
std::span<const std::string_view> keys_of(std::string_view part);

/// Whether `key` is one of keys_of(part).
bool is_known_key(std::string_view part, std::string_view key);

/// What to write instead of an unknown key of `part` that other formats have; empty if they have
/// none of that name.
std::string_view hint_of_key(std::string_view part, std::string_view key);

/// The key of a case that the unknown `key` was probably meant to be: the same letters in another
/// case, or a long one with at most two letters wrong; empty if there is none.
std::string meant_case_key(std::string_view key);

}  // namespace touchstone
