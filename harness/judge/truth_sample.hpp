// SPDX-License-Identifier: GPL-3.0-or-later
// The net under truths that are settled in doubles: of every thousand cases of a campaign one is
// solved again exactly, chosen by its id alone, so that any run of the campaign chooses the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/cases/case.hpp"
#include "reference/truth.hpp"

namespace touchstone {

inline constexpr std::uint64_t kSampledOneIn = 1000;
/// Larger bodies' exact truths take minutes [vertices].
inline constexpr std::size_t kMaxSampled = 4096;

/// Whether the truth of this case is to be solved again, exactly.
bool is_sampled(const Case& c);

/// Holds the truth of the case `id` against the exact one; false where it was not settled in
/// doubles. Throws HarnessError, which names the case, where the two differ.
bool solve_again(const std::string& id, const TruthOnDemand& truth);

}  // namespace touchstone
