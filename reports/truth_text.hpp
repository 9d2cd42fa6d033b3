// SPDX-License-Identifier: GPL-3.0-or-later
// The exact answer to a pair, for a person and as JSON.
#pragma once

#include <string>
#include <string_view>

#include "harness/asking/run_outcome.hpp"
#include "harness/cases/case.hpp"
#include "reference/truth.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// Each entry as the double nearest to it.
Vec3 rounded(const ExactVec3& v);
/// Where a person at a terminal finds a long fraction.
inline constexpr std::string_view kJsonHasIt = "--json gives it in full";
/// "p/q" if it is short; else how many digits it has, and `in_full`: where all of them stand.
std::string short_fraction(const Rational& x, std::string_view in_full = kJsonHasIt);
/// "(x, y, z)", shortest text that reads back the same.
std::string vector_text(const Vec3& v);
/// "penetrating", "kissing", "separated".
std::string_view sign_name(int sign);
struct SolvedCase {
  const Case& c;
  const Truth& truth;
};
/// The truth as records have it.
RecordFields<SolvedCase> truth_fields();

/// A block of lines, each indented by two.
std::string truth_text(const Case& c, const Truth& truth, std::string_view in_full = kJsonHasIt);

}  // namespace touchstone
