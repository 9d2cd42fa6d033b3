// SPDX-License-Identifier: GPL-3.0-or-later
// The records of `touchstone list`: what the program has of each kind.
#pragma once

#include <string_view>
#include <vector>

#include "metrics/metric.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// A list is made of the program alone.
struct Listing {};

/// By name.
const std::vector<RecordDescription<Listing>>& listings();
/// The one that has the key `kind`: "metrics", "families", ...
const RecordDescription<Listing>& listing_of(std::string_view kind);

/// "ratio" or "euclidean".
std::string_view quantity_name(Quantity quantity);

}  // namespace touchstone
