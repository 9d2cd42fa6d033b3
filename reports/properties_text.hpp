// SPDX-License-Identifier: GPL-3.0-or-later
// The examination of properties, as people read it.
#pragma once

#include <string>

#include "harness/properties/properties.hpp"

namespace touchstone {

struct PropertyStyle {
  bool full = false;           ///< a row for each family, and the jumps one by one
  bool own_tolerance = false;  ///< counts at each metric's own tolerance
};

/// The text of the check, and the jumps of normals.
std::string properties_text(const PropertyReport& report, const PropertyStyle& style);

}  // namespace touchstone
