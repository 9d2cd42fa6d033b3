// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/audit_fast_truth.hpp"

#include <string>
#include <vector>

#include "cli/audit/audit_report.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "harness/audit/fast_truth_audit.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

std::string fast_truth_text(const std::vector<FastTruthRow>& rows) {
  TextTable table({"family", "cases", "settled", "jiggled", "settled", "doubled", "settled", "sign",
                   "phi", "enclosure", "normal", "rho", "enclosure"},
                  1);
  const auto show = [&table](const FastTruthRow& row) {
    FastTruthCounts wrong = row.given;
    wrong.add(row.jiggled);
    wrong.add(row.doubled);
    std::vector<std::string> cells{row.family};
    for (const FastTruthCounts* counts : {&row.given, &row.jiggled, &row.doubled}) {
      cells.push_back(std::to_string(counts->pairs));
      cells.push_back(std::to_string(counts->settled));
    }
    for (const std::uint64_t count :
         {wrong.sign, wrong.phi, wrong.phi_enclosed, wrong.normal, wrong.rho, wrong.rho_enclosed}) {
      cells.push_back(count_text(count));
    }
    table.add(std::move(cells));
  };
  FastTruthRow all;
  all.family = "all";
  for (const FastTruthRow& row : rows) {
    show(row);
    all.add(row);
  }
  show(all);
  return table.text() +
         "settled: in doubles, without exact arithmetic; jiggled, doubled: the same cases with "
         "vertices moved by an ulp or two, or doubled by such.\n"
         "The other columns: of how many of all these the sign, phi or rho as it is rounded, the "
         "interval given for it, or the normal is not that of the exact truth.\n" +
         unclean_text(rows);
}

std::string counts_json(const FastTruthCounts& counts) {
  JsonObject json;
  for (const auto& [key, count] : kFastTruthCounts) json.add(key, json_count(counts.*count));
  return json.text();
}

std::string fast_truth_row_json(const FastTruthRow& row) {
  return JsonObject()
      .add("family", json_string(row.family))
      .add("cases", json_count(row.cases))
      .add("given", counts_json(row.given))
      .add("jiggled", counts_json(row.jiggled))
      .add("doubled", counts_json(row.doubled))
      .add("ids", ids_json(row))
      .text();
}

std::string fast_truth_json(const std::vector<FastTruthRow>& rows, std::uint64_t seed) {
  return audit_document(JsonObject()
                            .add("schema", json_string("touchstone.fast-truth/1"))
                            .add("versions", versions_json())
                            .add("seed", json_count(seed))
                            .add("results", json_list(json_items(rows, fast_truth_row_json))));
}

}  // namespace

int audit_fast_truth(const AuditOptions& options, OutputFile& output) {
  const auto found = with_progress<FastTruthRow>("fast truths", options, run_fast_truths);
  return report(output, fast_truth_json(found.rows, options.seed), fast_truth_text(found.rows),
                found.elapsed_s, options.jobs, found.clean() ? kExitAsExpected : kExitJudgedWrong);
}

}  // namespace touchstone
