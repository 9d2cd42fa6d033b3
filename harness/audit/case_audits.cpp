// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit/case_audits.hpp"

#include "harness/audit/audit.hpp"
#include "harness/audit/certificates.hpp"
#include "harness/audit/fast_truth_audit.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

std::string gives_no_certificates(const MetricRow& metric) {
  if (metric.traits.gives_certificate) return "";
  std::string able;
  for (const MetricRow& row : metric_registry()) {
    if (row.traits.gives_certificate) able += (able.empty() ? "" : ", ") + row.name;
  }
  return metric.name + " gives no certificates; those that do: " + able;
}

std::string is_no_ratio_metric(const MetricRow& metric) {
  return metric.traits.quantity == Quantity::ratio ? "" : metric.name + " is not a ratio metric";
}

}  // namespace

const std::vector<CaseAudit>& case_audits() {
  static const std::vector<CaseAudit> kAudits = {
      {"routes",
       "Compares both exact routes to the truth, and the bounds that hold between metrics", "cases",
       [](const AuditOptions& options) { return audit_routes(options); }},
      {"fast-truth",
       "Compares what doubles settle with the exact truth, on the cases and on near ties made of "
       "them (docs/truth.md)",
       "fast truths", [](const AuditOptions& options) { return audit_fast_truth(options); }},
      {"certificates",
       "Checks the certificates that a metric's answers bring, exactly, and its values to an ulp "
       "(docs/certificates.md)",
       "certificates",
       [](const AuditOptions& options) {
         return audit_certificates(*options.metric, options, options.programs);
       },
       "certified", "Metric whose answers bring certificates",
       "Cases of each family of small bodies in which the oracle's second route must agree with "
       "the certificate",
       gives_no_certificates},
      {"half-spaces",
       "Compares a ratio metric's values, to an ulp, with the exact linear program of the facets "
       "as they are rounded",
       "programs",
       [](const AuditOptions& options) { return audit_half_spaces(*options.metric, options); },
       "ratio_facets", "Ratio metric", "", is_no_ratio_metric}};
  return kAudits;
}

}  // namespace touchstone
