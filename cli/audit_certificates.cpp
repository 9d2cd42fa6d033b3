// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit_certificates.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/audit_report.hpp"
#include "cli/console.hpp"
#include "cli/output_file.hpp"
#include "harness/audit/certificates.hpp"
#include "reports/number_text.hpp"
#include "reports/text_table.hpp"

namespace touchstone {
namespace {

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "."
                    : short_text(100.0 * static_cast<double>(part) / static_cast<double>(whole));
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
                                   share_text(row.rounded_right, applicable),
                                   share_text(row.exact, applicable)};
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
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const CertificateRow& row : rows) {
    nlohmann::ordered_json result = {{"family", row.family},
                                     {"cases", row.cases},
                                     {"undefined", row.undefined},
                                     {proven, row.proven},
                                     {"within_ulp", row.within_ulp},
                                     {"rounded_right", row.rounded_right},
                                     {"exact", row.exact}};
    if (programs) {
      result["programs"] = row.programs;
      result["programs_agree"] = row.programs_agree;
    }
    result["ids"] = row.ids;
    results.push_back(std::move(result));
  }
  const nlohmann::ordered_json out = {
      {"schema", schema}, {"metric", metric}, {"seed", seed}, {"results", results}};
  return out.dump(1) + "\n";
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
