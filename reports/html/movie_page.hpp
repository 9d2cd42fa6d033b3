// SPDX-License-Identifier: GPL-3.0-or-later
// The page on which one watches the runs of a scene, side by side: the record touchstone.movie/1.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/energy/movie.hpp"
#include "reports/html/report_inputs.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// Runs of one scene; what differs between their scenes is not drawn.
struct MoviePage {
  ReportContext made;
  Scene scene;
  std::vector<Movie> runs;
};

const RecordDescription<MoviePage>& movie_record();

/// The page, for a scene with a body and runs with a frame each.
std::string movie_page(const MoviePage& page);

}  // namespace touchstone
