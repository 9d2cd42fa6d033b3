// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/overlap_json.hpp"

namespace touchstone {

JsonObject& add_overlap(const OverlapStatistics& overlap, JsonObject& object) {
  return object.add("lower", json_number(overlap.lower))
      .add("median", json_number(overlap.median))
      .add("upper", json_number(overlap.upper))
      .add("mean", json_number(overlap.mean))
      .add("max", json_number(overlap.max));
}

}  // namespace touchstone
