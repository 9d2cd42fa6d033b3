// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of a scene, as the page shows them in motion: the record touchstone.movie/1.
#pragma once

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

}  // namespace touchstone
