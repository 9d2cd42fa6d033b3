// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone reproduce conjecture` prints and writes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/depth_limits/conjecture.hpp"

namespace touchstone {

/// `room`: columns of the terminal.
std::string conjecture_text(const ConjectureSummary& summary, std::optional<std::size_t> room);
/// Schema touchstone.conjecture/1.
std::string conjecture_json(const ConjectureSummary& summary, const ConjectureOptions& options);
/// A line for each case and depth that was reached.
std::string conjecture_csv(const std::vector<ConjectureCase>& cases);
/// A line for each kind of contact and depth.
std::string contact_kinds_csv(const ConjectureSummary& summary);

}  // namespace touchstone
