// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/audit_certificates.hpp"

#include <string>
#include <vector>

#include "cli/audit/audit_report.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "harness/audit/certificates.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

std::string answers_percent(std::uint64_t part, std::uint64_t whole) {
  return percent_or_dot(static_cast<double>(part), static_cast<double>(whole));
}

/// A table of the rows and their sum. `last`: how many cases the second route agrees in, as a
/// column of this name; empty for none.
std::string certificate_table(const std::vector<CertificateRow>& rows, const std::string& defined,
                              const std::string& proven, const std::string& last) {
  std::vector<std::string> header{
      "family", "cases", defined, proven, "within an ulp", "rounded right %", "exact arithmetic %"};
  if (!last.empty()) header.push_back(last);
  TextTable table(header, 1);
  CertificateRow all;
  all.family = "all";
  for (const CertificateRow& row : rows) all.add(row);
  const auto show = [&](const CertificateRow& row) {
    const std::uint64_t applicable = row.cases - row.undefined;
    std::vector<std::string> cells{row.family,
                                   std::to_string(row.cases),
                                   std::to_string(applicable),
                                   std::to_string(row.proven),
                                   std::to_string(row.within_ulp),
                                   answers_percent(row.rounded_right, applicable),
                                   answers_percent(row.exact, applicable)};
    if (!last.empty()) {
      cells.push_back(std::to_string(row.programs_agree) + " of " + std::to_string(row.programs));
    }
    table.add(std::move(cells));
  };
  for (const CertificateRow& row : rows) show(row);
  show(all);
  return table.text();
}

std::string certificates_text(const std::vector<CertificateRow>& rows, Quantity quantity) {
  const bool ratio = quantity == Quantity::ratio;
  return certificate_table(rows, ratio ? "rho defined" : "applicable", "proven",
                           ratio ? "program agrees" : "hull agrees") +
         "proven: the certificate holds in exact arithmetic, and gives the " +
         (ratio ? "rho" : "phi") + " that values are compared with.\n" +
         (ratio ? "program agrees: the exact linear program gives the same fraction.\n"
                : "hull agrees: the explicit hull of all differences gives the same fraction for "
                  "phi^2.\n") +
         unclean_text(rows);
}

std::string half_spaces_text(const std::vector<CertificateRow>& rows) {
  return certificate_table(rows, "rho defined", "program solved", "") +
         "The program is that of the facets as they are rounded, solved exactly; values are "
         "compared with its rho.\n" +
         unclean_text(rows);
}

/// `proven`: the key of that count. `programs`: with the counts of the second route.
std::string certificate_json(const std::vector<CertificateRow>& rows, const std::string& schema,
                             const std::string& proven, bool programs, const std::string& metric,
                             std::uint64_t seed) {
  const auto row_json = [&](const CertificateRow& row) {
    JsonObject result;
    result.add("family", json_string(row.family))
        .add("cases", json_count(row.cases))
        .add("undefined", json_count(row.undefined))
        .add(proven, json_count(row.proven))
        .add("within_ulp", json_count(row.within_ulp))
        .add("rounded_right", json_count(row.rounded_right))
        .add("exact", json_count(row.exact));
    if (programs) {
      result.add("programs", json_count(row.programs))
          .add("programs_agree", json_count(row.programs_agree));
    }
    return result.add("ids", ids_json(row)).text();
  };
  return audit_document(JsonObject()
                            .add("schema", json_string(schema))
                            .add("metric", json_string(metric))
                            .add("seed", json_count(seed))
                            .add("results", json_list(json_items(rows, row_json))));
}

}  // namespace

int audit_certificates(const MetricRow& metric, const AuditOptions& options, std::uint64_t programs,
                       OutputFile& output) {
  const auto found = with_progress<CertificateRow>(
      "certificates", options,
      [&](const AuditOptions& whole) { return run_certificates(metric, whole, programs); });
  return report(output,
                certificate_json(found.rows, "touchstone.certificates/1", "proven", true,
                                 metric.name, options.seed),
                certificates_text(found.rows, metric.traits.quantity), found.elapsed_s,
                options.jobs, found.clean() ? kExitAsExpected : kExitJudgedWrong);
}

int audit_half_spaces(const MetricRow& metric, const AuditOptions& options, OutputFile& output) {
  const auto found = with_progress<CertificateRow>(
      "programs", options,
      [&](const AuditOptions& whole) { return run_facet_programs(metric, whole); });
  return report(output,
                certificate_json(found.rows, "touchstone.half-spaces/1", "solved", false,
                                 metric.name, options.seed),
                half_spaces_text(found.rows), found.elapsed_s, options.jobs,
                found.clean() ? kExitAsExpected : kExitJudgedWrong);
}

}  // namespace touchstone
