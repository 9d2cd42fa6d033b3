// SPDX-License-Identifier: GPL-3.0-or-later
// The page on which one watches the runs of a scene, side by side.
#pragma once

#include <string>

#include "reports/html/movie_record.hpp"

namespace touchstone {

/// The page, for a scene with a body and runs with a frame each.
std::string movie_page(const MoviePage& page);

}  // namespace touchstone
