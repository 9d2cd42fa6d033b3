// SPDX-License-Identifier: GPL-3.0-or-later
// Contact solvers: what became of the problems, and the performance profile as table and drawing.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/steps/solve_run.hpp"
#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"
#include "reports/svg/plot_svg.hpp"
#include "schema/json_node.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

HtmlTable solver_table(const JsonNode& root) {
  HtmlTable table("solvers", "Answers of contact solvers");
  table.column("solver", HtmlColumn::text).column("group", HtmlColumn::text);
  const std::vector<std::pair<const char*, const char*>> kCounts = {
      {"problems", "problems"},
      {"solved", "solved"},
      {"approximate", "approximate"},
      {"unusable", "unusable"},
      {"gave up", "gave_up"},
      {"infeasible, right", "infeasible_right"},
      {"infeasible, open", "infeasible_open"},
      {"infeasible, wrong", "infeasible_wrong"},
      {"timed out", "timed_out"},
      {"crashed", "crashed"},
      {"skipped", "skipped"},
      {"false claims", "false_claims"},
      {"ill-scaled", "ill_scaled"},
      {"solvable, unsolved", "missed_solutions"}};
  for (const auto& [title, key] : kCounts) table.column(title);
  table.column("median r").column("largest r").column("median [us]");
  for (const JsonNode& row : root.at("rows").items()) {
    std::vector<HtmlCell> cells = {text_cell(row.at("solver").text()),
                                   text_cell(row.at("group").text())};
    for (const auto& [title, key] : kCounts) cells.push_back(count_cell(row.at(key).count()));
    for (const char* key : {"median_r", "largest_r", "median_us"}) {
      cells.push_back(number_cell(row, key));
    }
    table.row(std::move(cells));
  }
  return table;
}

/// How many problems have no solution, and how many are open; empty if none.
std::string known_text(const JsonNode& root) {
  std::uint64_t proven = 0;
  std::uint64_t out_of_reach = 0;
  std::uint64_t open = 0;
  std::uint64_t ill_scaled = 0;
  std::uint64_t several = 0;
  for (const JsonNode& problem : root.at("problems").items()) {
    const std::string known = problem.at("known").text();
    if (known == "infeasible") ++(problem.at("proven").truth() ? proven : out_of_reach);
    if (known == "open") ++open;
    if (known == "ill-scaled") ++ill_scaled;
    if (problem.has("apart") && problem.at("apart").number() > kOtherVelocities) ++several;
  }
  std::string text;
  const auto add = [&text](std::uint64_t count, const std::string& what) {
    if (count == 0) return;
    text += (text.empty() ? "" : " ") + how_many(count, "problem") + " " + what + ".";
  };
  add(proven, "proven to have no solution");
  add(out_of_reach, "without a solution within reach");
  add(open, "open");
  add(ill_scaled, "ill-scaled: none counts");
  add(several, "whose accepted velocities differ");
  return text;
}

/// The rows of the profile, a solver's ones after another's.
struct DrawnProfile {
  Plot plot;
  HtmlTable table{"solver-profile",
                  "Performance profile: the share solved within a multiple of the fastest one's "
                  "time"};
};

DrawnProfile drawn_profile(const JsonNode& root) {
  DrawnProfile drawn;
  drawn.plot.title = "Performance profile";
  drawn.plot.x_label = "log2 of time over the fastest one's [1]";
  drawn.plot.y_label = "share solved [1]";
  drawn.plot.logarithmic = false;
  drawn.table.column("solver", HtmlColumn::text);
  std::vector<HtmlCell> cells;
  const auto end_row = [&] {
    if (!cells.empty()) drawn.table.row(std::move(cells));
    cells.clear();
  };
  for (const JsonNode& row : root.at("profile").items()) {
    const std::string solver = row.at("solver").text();
    std::vector<PlotLine>& lines = drawn.plot.lines;
    if (lines.empty() || lines.back().label != solver) {
      end_row();
      lines.emplace_back().label = solver;
      cells.push_back(text_cell(solver));
    }
    const JsonNode within = row.at("within");
    if (lines.size() == 1) {
      drawn.table.column(within.is_null() ? "at all" : exact_text(within.number()) + "x");
    }
    cells.push_back(number_cell(row.at("share").number()));
    if (within.is_null()) continue;
    lines.back().x.push_back(std::log2(within.number()));
    lines.back().y.push_back(row.at("share").number());
  }
  end_row();
  return drawn;
}

HtmlSection solvers_of(const JsonNode& root) {
  HtmlSection section("contact-solvers", "Contact solvers");
  section.table(solver_table(root));
  if (const std::string known = known_text(root); !known.empty()) section.text(known);
  const DrawnProfile drawn = drawn_profile(root);
  if (drawn.plot.lines.size() < 2) return section;  // nobody to be compared with
  const auto solved_none = [](const PlotLine& line) {
    return std::all_of(line.y.begin(), line.y.end(), [](double share) { return share == 0; });
  };
  if (std::all_of(drawn.plot.lines.begin(), drawn.plot.lines.end(), solved_none)) return section;
  return section.text(tags("<figure>" + plot_svg(drawn.plot) + "</figure>\n")).table(drawn.table);
}

}  // namespace

HtmlTable solver_summary(const JsonNode& root) {
  struct Line {
    std::string solver;
    std::uint64_t right = 0, asked = 0, wrong = 0;
  };
  std::vector<Line> lines;
  for (const JsonNode& solver : root.at("solvers").items()) {
    Line& line = lines.emplace_back();
    line.solver = solver.at("solver").text();
    for (const JsonNode& row : root.at("rows").items()) {
      if (row.at("solver").text() != line.solver) continue;
      line.right += row.at("solved").count() + row.at("infeasible_right").count();
      line.asked += row.at("problems").count();
      for (const char* key : {"skipped", "ill_scaled"}) line.asked -= row.at(key).count();
      for (const char* key : {"false_claims", "infeasible_wrong", "crashed"}) {
        line.wrong += row.at(key).count();
      }
    }
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return a.wrong > b.wrong; });
  HtmlTable table("answer-solvers",
                  "Contact solvers, the gravest first; right: solved, or rightly said to have no "
                  "solution; wrong: false claims, denials of a solution that there is, crashes");
  table.column("solver", HtmlColumn::text).column("right").column("of").column("wrong");
  for (const Line& line : lines) {
    table.row({verdict_cell(line.wrong > 0 ? "wrong" : "right", line.solver),
               count_cell(line.right), count_cell(line.asked), count_cell(line.wrong)});
  }
  return table;
}

Result<HtmlSection> solver_section(const ReportInputs& inputs) {
  if (!inputs.solve) return HtmlSection("contact-solvers", "Contact solvers");
  return read_json(inputs.solve->json, inputs.solve->name, solvers_of);
}

}  // namespace touchstone
