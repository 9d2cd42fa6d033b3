// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/audit_problems.hpp"

#include <string>
#include <vector>

#include "benchmarks/energy/problem_audit.hpp"
#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/progress.hpp"
#include "reports/text_table.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

std::string problem_audit_text(const std::vector<ProblemAuditRow>& rows) {
  TextTable table({"source", "problem", "problems", "solved\nas posed", "%", "altered",
                   "infeasible", "unsolved", "largest r", "median us", "largest us"},
                  2);
  std::string links;
  std::string slowest;
  for (const ProblemAuditRow& row : rows) {
    table.add({row.source, row.law, std::to_string(row.problems), std::to_string(row.solved),
               percent_text(row.solved, row.problems - row.infeasible), count_text(row.altered),
               count_text(row.infeasible), count_text(row.unsolved),
               short_text(row.largest_residual), short_text(row.median_us),
               short_text(row.largest_us)});
    links += row.source + ", " + row.law + ":";
    for (const auto& [link, count] : row.by_link) links += " " + link + " " + std::to_string(count);
    links += "\n";
    slowest += row.source + ", " + row.law + ": " + row.slowest + "\n";
  }
  return "Problems taken from running scenes, each solved anew, accepted at a residual of "
         "1e-9.\n\n" +
         table.text() +
         "altered: solved with bounded friction for no slip, or without stabilisation. infeasible: "
         "proven to be (relaxed).\n"
         "Every step with contacts is solved without friction. If a contact of it is no-slip, it "
         "is solved so too; else, if one has a cone, with cones and relaxed: hence fewer of "
         "these.\n"
         "constraints: steps of contact models that say which facet holds (docs/peg.md).\n"
         "\nsolved by\n" +
         links + "\nslowest\n" + slowest;
}

std::string problem_audit_json(const std::vector<ProblemAuditRow>& rows,
                               const ProblemAuditOptions& options) {
  std::vector<std::string> entries;
  for (const ProblemAuditRow& row : rows) {
    JsonObject links;
    for (const auto& [link, count] : row.by_link) links.add(link, std::to_string(count));
    entries.push_back(JsonObject()
                          .add("source", json_string(row.source))
                          .add("problem", json_string(row.law))
                          .add("problems", std::to_string(row.problems))
                          .add("solved", std::to_string(row.solved))
                          .add("altered", std::to_string(row.altered))
                          .add("infeasible", std::to_string(row.infeasible))
                          .add("unsolved", std::to_string(row.unsolved))
                          .add("largest_residual", json_number(row.largest_residual))
                          .add("median_us", json_number(row.median_us))
                          .add("largest_us", json_number(row.largest_us))
                          .add("slowest", json_string(row.slowest))
                          .add("by_link", links.row())
                          .text());
  }
  return JsonObject()
      .add("schema", json_string("touchstone.problems/1"))
      .add("versions", versions_json())
      .add("problems", std::to_string(options.problems))
      .add("seed", std::to_string(options.seed))
      .add("rows", json_list(entries))
      .document();
}

}  // namespace

int audit_step_problems(std::uint64_t problems, const AuditOptions& audit, OutputFile& output) {
  ProblemAuditOptions options;
  options.problems = problems;
  options.seed = audit.seed;
  options.jobs = audit.jobs;
  options.metric_source = guarded_metric;
  std::vector<ProblemAuditRow> rows;
  double elapsed_s = 0;
  {
    Progress progress("audit", "scenes");
    options.progress = progress.updates();
    rows = audit_problems(options);
    elapsed_s = progress.elapsed_s();
  }
  return report(output, problem_audit_json(rows, options), problem_audit_text(rows), elapsed_s,
                options.jobs, problem_audit_clean(rows) ? kExitAsExpected : kExitHarnessFailed);
}

}  // namespace touchstone
