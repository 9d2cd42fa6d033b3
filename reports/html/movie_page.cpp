// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/movie_page.hpp"

#include <algorithm>

#include "reports/html/html_text.hpp"
#include "reports/html/report_page.hpp"

namespace touchstone {
namespace {

/// What is seen of the runs without JavaScript.
HtmlTable movie_run_table(const MoviePage& page) {
  HtmlTable table("runs", "Runs; energies at the start and at the end");
  table.column("run", HtmlColumn::text).column("dt [s]").column("steps").column("not solved");
  table.column("deepest overlap [m]").column("energy first [J]").column("energy last [J]");
  table.column("ended early", HtmlColumn::text);
  for (const Movie& run : page.runs) {
    double overlap_m = 0;
    for (const MovieFrame& frame : run.frames) overlap_m = std::max(overlap_m, frame.overlap_m);
    table.row({text_cell(run.name), number_cell(run.dt), count_cell(run.steps),
               count_cell(run.unsolved_steps), number_cell(overlap_m),
               number_cell(run.energies.total_J.front()), number_cell(run.energies.total_J.back()),
               run.fault.empty() ? empty_cell() : text_cell(run.fault)});
  }
  return table;
}

}  // namespace

std::string movie_page(const MoviePage& page) {
  const ReportContext& context = page.made;
  HtmlSection section("movie", page.scene.name, 1);
  section.text(element("p",
                       "Touchstone " + context.versions.touchstone + ", " + context.when + ", " +
                           element("code", context.command),
                       " class=\"note\"") +
               "\n" + element("div", "", " data-view=\"movie\"") + "\n");
  for (const char* plot : {"movie-energy", "movie-overlap", "movie-contacts"}) {
    section.text(plot_place(plot));
  }
  section.table(movie_run_table(page));
  return fill_page(
      {"movie", page.scene.name + " - Touchstone", section.page(), movie_record().document(page)});
}

}  // namespace touchstone
