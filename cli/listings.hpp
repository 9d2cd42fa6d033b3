// SPDX-License-Identifier: GPL-3.0-or-later
// The records of `touchstone list`: what the program has of each kind.
#pragma once

#include <string_view>

#include "metrics/metric.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// A list is made of the program alone.
struct Listing {};

const RecordDescription<Listing>& contact_listing();
const RecordDescription<Listing>& family_listing();
const RecordDescription<Listing>& metric_listing();
const RecordDescription<Listing>& model_listing();
const RecordDescription<Listing>& record_listing();
const RecordDescription<Listing>& scene_listing();
const RecordDescription<Listing>& stepper_listing();

/// "ratio" or "euclidean".
std::string_view quantity_name(Quantity quantity);

}  // namespace touchstone
