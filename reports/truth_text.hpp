// SPDX-License-Identifier: GPL-3.0-or-later
// The exact answer to a pair, for a person and as JSON.
#pragma once

#include <string>
#include <string_view>

#include "harness/asking/run_outcome.hpp"
#include "harness/cases/case.hpp"
#include "reference/truth.hpp"
#include "schema/json_text.hpp"

namespace touchstone {

/// "p/q" in full.
std::string fraction_text(const Rational& x);
/// Where a person at a terminal finds a long fraction.
inline constexpr std::string_view kJsonHasIt = "--json gives it in full";
/// The same, or how many digits it has, and `in_full`: where all of them stand.
std::string short_fraction(const Rational& x, std::string_view in_full = kJsonHasIt);
/// "(x, y, z)", shortest text that reads back the same.
std::string vector_text(const Vec3& v);
/// "penetrating", "kissing", "separated".
std::string_view sign_name(int sign);
/// "answered", "sign_only", "no_answer", "crashed", "timed_out" or "not_applicable".
std::string_view status_name(const RunOutcome& outcome);

/// The keys of `ask --json` without options: id, phi, phi_squared, sign, normals, features, rho,
/// rho_exact, witness_a, witness_b, size, and note where there is something to say.
JsonObject truth_json(const Case& c, const Truth& truth);

/// A block of lines, each indented by two.
std::string truth_text(const Case& c, const Truth& truth, std::string_view in_full = kJsonHasIt);

}  // namespace touchstone
